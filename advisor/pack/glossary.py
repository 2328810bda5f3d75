"""Define the words of reports, their meanings and pages. `domlint rules build` writes docs/glossary.md from it.

Imported only to explain, list or document a word.
"""

from msgspec import Struct


class Term(Struct, frozen=True):
    """A word of a report. of: its category, for example severity."""

    word: str
    of: str
    meaning: str


WORDS = (
    Term(
        "critical", "severity",
        "Data can be lost or corrupted, strangers can get in, or the server will not run properly.",
    ),
    Term("high", "severity", "Slow or unavailable under normal load, or a large effect that was measured."),
    Term("medium", "severity", "A clear gain, or a risk under some loads. From this severity on, the exit code is 1."),
    Term("low", "severity", "Tidiness, or a small gain."),
    Term("info", "severity", "Worth knowing. It lowers no grade."),
    Term("measured", "confidence", "A source shows figures: somebody measured the effect and published it."),
    Term("documented", "confidence", "HCL or IBM says so, in a page or document that the rule names."),
    Term(
        "field", "confidence",
        "Practice: people who run Domino servers say so. No figure and no page of HCL or IBM does.",
    ),
    Term(
        "safe", "safety",
        "The fix only edits NOTES.INI. Writing the old line undoes it.",
    ),
    Term(
        "unsafe", "safety",
        "The fix only edits NOTES.INI, but users or programs may notice it: somebody is refused, a record is no "
        "longer written, or more memory is used. Read the reason, the objections and the undo first.",
    ),
    Term(
        "manual", "safety",
        "The fix is work or a decision of a person, such as a document, a disk or a choice.",
    ),
    Term("A", "grade", "No finding of medium or worse, and at least half of the rules that apply were checked."),
    Term(
        "B", "grade",
        "One to three medium findings, none worse, and at least half of the rules that apply were checked.",
    ),
    Term("C", "grade", "One or two high findings, or four or more medium findings."),
    Term("D", "grade", "Three high findings or more."),
    Term("F", "grade", "A critical finding."),
    Term(
        "at best", "grade",
        "The letter is an upper bound: something that could lower it was not checked. "
        "`domlint check --full` says what.",
    ),
    Term(
        "?", "grade",
        "After a letter, as in C?: the same as \"at best\".",
    ),
    Term(
        "-", "grade",
        "Not graded: fewer than half of the rules that apply were checked, and nothing high was found. Clients, and "
        "runs with rules selected on the command line, are not graded either.",
    ),
    Term("failed", "verdict", "The fault is there: a finding."),
    Term("passed", "verdict", "What the rule needs is known, and the fault is not there."),
    Term(
        "could not be checked", "verdict",
        "The input that the rule needs is missing, so it neither failed nor passed (in JSON `unknown`). "
        "The report names the files that would help.",
    ),
    Term(
        "not checked", "verdict",
        "For a category: none of its rules could be checked. For a baseline: the rule or server could not be checked "
        "this time, so it is unknown whether the finding is still there. In JSON `not_judged`.",
    ),
    Term("does not apply", "verdict", "The rule is not about this kind of server, release or platform."),
    Term(
        "assumed", "evidence",
        "An assumption (in JSON `presumed`): no file contains it, and a file that contains it replaces it.",
    ),
    Term("now", "view", "The server as it runs at present."),
    Term("next start", "view", "The server as its documents will configure it from the next start on."),
    Term(
        "as release", "view",
        "The same files with another release (`domlint upgrade`): only the differences are reported.",
    ),
    Term("waived", "decision", "A finding that domlint.toml accepts, with the reason. It does not count."),
    Term("known", "decision", "A finding of the --baseline report that is not worse now. It does not count."),
    Term("baseline", "decision", "An earlier JSON report, given with --baseline. Its findings do not count again."),
    Term("worse", "decision", "A finding of the --baseline report that is more severe now. It counts."),
    Term(
        "complete", "report",
        "Whether everything could be read and checked. If not, `errors` says what is missing, and the exit code is 2.",
    ),
    Term(
        "fingerprint", "report",
        "The identity of a finding in every run, made of rule, server and subject. Tickets use it.",
    ),
    Term(
        "impact", "report",
        "What is at stake: data-loss, outage, security, performance or maintenance. Findings of one severity are "
        "sorted by impact, in this order.",
    ),
    Term(
        "stem", "report",
        "The identity of all findings of a rule on a server, made of rule and server.",
    ),
)  # fmt: skip


def word_of(text: str) -> list[Term]:
    """Return the entries of a word, ignoring case; for a category such as `severity`, all its words."""
    plain = " ".join(text.lower().split())
    return [word for word in WORDS if word.word.lower() == plain] or [word for word in WORDS if word.of == plain]


def page(text: str) -> str:
    """Return the Markdown page of a word with the other words of its category, or ""."""
    terms = word_of(text) or word_of(text.rstrip("?"))
    if not terms:
        return ""
    category = terms[0].of
    category_words = [word for word in WORDS if word.of == category]
    if len(terms) > 1:
        return "\n".join([f"# {category}", "", *map(_item, category_words)]) + "\n"
    lines = [f"# {terms[0].word} ({category})", "", terms[0].meaning, "", f"## Every {category}", ""]
    return "\n".join([*lines, *map(_item, category_words)]) + "\n"


PAGE = "docs/glossary.md"
_INTRODUCTION = """\
# Glossary

The words of reports. `domlint explain WORD` prints the same. Generated by `domlint rules build`. Do not edit.
"""


def document() -> str:
    """Return docs/glossary.md: all words, grouped by kind."""
    kinds = dict.fromkeys(word.of for word in WORDS)
    lines = [_INTRODUCTION]
    for kind in kinds:
        rows = [f"| {word.word} | {word.meaning} |" for word in WORDS if word.of == kind]
        lines += [f"## {kind.capitalize()}\n", "| word | meaning |", "|---|---|", *rows, ""]
    return "\n".join(lines)


def said(*kinds: str) -> str:
    """Return the words of some categories as paragraphs for a command's help."""
    return "\n\n".join(f"{word.word} ({word.of}): {word.meaning}" for word in WORDS if word.of in kinds)


def _item(word: Term) -> str:
    return f"- {word.word}: {word.meaning}"
