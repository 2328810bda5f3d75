"""Glossary: the words that reports use of findings, what each means, and their pages; docs/output.md has the table.

Imported where a word is explained, listed or documented.
"""

from typing import NamedTuple


class Term(NamedTuple):
    """A word of a report. of: what it tells of a finding, a rule or a server."""

    word: str
    of: str
    meaning: str


WORDS = (
    Term(
        "critical", "severity",
        "Data can be lost or corrupted, strangers can get in, or the server will not run properly.",
    ),
    Term("high", "severity", "Slow or unavailable under normal load, or a large effect that was measured."),
    Term("medium", "severity", "A clear gain, or a risk under some loads. From here on a check ends with exit code 1."),
    Term("low", "severity", "Tidiness, or a small gain."),
    Term("info", "severity", "Worth knowing. It lowers no grade."),
    Term("measured", "confidence", "A source shows figures: somebody measured the effect and published it."),
    Term("documented", "confidence", "HCL or IBM says so, in a page or document that the rule names."),
    Term(
        "field", "confidence",
        "Practice: people who run Domino servers say so; no figure and no page of HCL's or IBM's does.",
    ),
    Term(
        "safe", "safety",
        "The remedy only edits NOTES.INI. It can be done at the next occasion and taken back by writing the old line.",
    ),
    Term(
        "unsafe", "safety",
        "The remedy only edits NOTES.INI, but users or programs may feel it: somebody is refused, a record is no "
        "longer written, more memory is taken. Read why, what speaks against it and the way back first.",
    ),
    Term(
        "manual", "safety",
        "The remedy is a person's work or decision (a document, a disk, a choice): no edit of NOTES.INI alone does it.",
    ),
    Term("A", "grade", "No finding of medium or worse, and at least half of the rules that apply were checked."),
    Term("B", "grade", "A medium finding or more, none worse, and at least half of the rules that apply were checked."),
    Term("C", "grade", "One or two high findings."),
    Term("D", "grade", "Three high findings or more."),
    Term("F", "grade", "A critical finding that is measured or documented."),
    Term(
        "at best", "grade",
        "The letter is a bound: something that could lower it could not be judged. What stands behind it says what.",
    ),
    Term(
        "?", "grade",
        "Behind a letter, as in C?: the letter is at best that, for something that could lower it could not be judged.",
    ),
    Term(
        "-", "grade",
        "Not graded: fewer than half of the rules that apply were checked, and nothing high was found. Clients, and "
        "runs with rules selected on the command line, are not graded either.",
    ),
    Term("failed", "verdict", "The fault is there: a finding."),
    Term("passed", "verdict", "What the rule needs is known, and the fault is not there."),
    Term(
        "could not be judged", "verdict",
        "What the rule needs is not known, so it neither failed nor passed (in JSON `unknown`). "
        "The report says which input would tell.",
    ),
    Term(
        "not judged", "verdict",
        "Of a category: none of its rules could be judged. Of a baseline: its rule or server could not be judged this "
        "time, so the finding is neither still there nor gone.",
    ),
    Term("does not apply", "verdict", "The rule does not speak of such a server, release or platform."),
    Term("presumed", "evidence", "Not read anywhere, but taken to be so until a file tells."),
    Term("now", "view", "By what the server runs with at present."),
    Term("next start", "view", "By what its documents will make of NOTES.INI when the server starts again."),
    Term(
        "as release", "view",
        "By what another release makes of the same files, with --as-release: only what would be otherwise is told.",
    ),
    Term("waived", "decision", "A finding that domlint.toml accepts, with the reason. It does not count."),
    Term("known", "decision", "A finding that the --baseline report has, no better there. It does not count."),
    Term("baseline", "decision", "An earlier JSON report, given with --baseline: what it has does not count again."),
    Term("worse", "decision", "A finding that the --baseline report has with a lower severity. It counts."),
    Term(
        "complete", "report",
        "Whether all that was given could be read and judged. Where not, `errors` says what was lost, and the exit "
        "code is 2.",
    ),
    Term(
        "fingerprint", "report",
        "Which finding it is, from run to run: made of rule, server and subject. Tickets are kept by it.",
    ),
    Term(
        "stem", "report",
        "What all findings of a rule on a server have in common, beside the fingerprint: of rule and server alone.",
    ),
)  # fmt: skip


def word_of(text: str) -> list[Term]:
    """The entries of a word, in whatever case; of `severity` and its like all that it has."""
    plain = " ".join(text.lower().split())
    return [word for word in WORDS if word.word.lower() == plain] or [word for word in WORDS if word.of == plain]


def page(text: str) -> str:
    """A word's page, with the others of its kind, as Markdown; "" for a word that is none of these."""
    found = word_of(text) or word_of(text.rstrip("?"))
    if not found:
        return ""
    of = found[0].of
    others = [word for word in WORDS if word.of == of]
    if len(found) > 1:
        return "\n".join([f"# {of}", "", *map(_item, others)]) + "\n"
    lines = [f"# {found[0].word} ({of})", "", found[0].meaning, "", f"## Every {of}", "", *map(_item, others)]
    return "\n".join(lines) + "\n"


def table() -> str:
    """All words, as docs/output.md shows them."""
    rows = [f"| {word.word} | {word.of} | {word.meaning} |" for word in WORDS]
    return "\n".join(["| word | tells the | means |", "|---|---|---|", *rows]) + "\n"


def said(*kinds: str) -> str:
    """The words of some kinds as paragraphs, for a command's help."""
    return "\n\n".join(f"{word.word} ({word.of}): {word.meaning}" for word in WORDS if word.of in kinds)


def _item(word: Term) -> str:
    return f"- {word.word}: {word.meaning}"
