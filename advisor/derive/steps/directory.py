"""Steps on the documents of the Domino Directory."""

from advisor.derive.steps.step import Step, documents, given_documents

STEPS = (
    Step("documents", ("doc.", "config_document.rank"), completes=("doc.",), where=documents),
    Step("access", ("access_list.", "administrators."), needs=("doc.",), where=documents),
    Step("lockout", ("lockout.enforced",), needs=("doc.",), where=documents),
    Step("programs", ("program.",), where=given_documents("program")),
    Step("sites", ("site.",), needs=("doc.",), where=documents),
    Step("web_sites", ("web.",), completes=("web.",), needs=("site.", "doc."), where=documents),
    Step(
        "directory",
        ("connection.", "global_domain.", "certstore."),
        where=given_documents("connection", "global_domain", "certstore"),
    ),
)
