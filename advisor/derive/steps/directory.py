"""Steps on the documents of the Domino Directory."""

from advisor.derive.steps.step import Step, documents, given_documents

STEPS = (
    Step("documents.derive_documents", ("doc.", "config_document.rank"), completes=("doc.",), where=documents),
    Step("security.derive_access", ("access_list.", "administrators."), needs=("doc.",), where=documents),
    Step("security.derive_lockout", ("lockout.enforced",), needs=("doc.",), where=documents),
    Step("schedule.derive_programs", ("program.",), where=given_documents("program")),
    Step("documents.derive_sites", ("site.",), needs=("doc.",), where=documents),
    Step("security.derive_web_sites", ("web.",), completes=("web.",), needs=("site.", "doc."), where=documents),
    Step(
        "documents.derive_directory",
        ("connection.", "global_domain.", "certstore."),
        where=given_documents("connection", "global_domain", "certstore"),
    ),
)
