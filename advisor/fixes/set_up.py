"""Set-up: a step of a server that is yet to be set up in, the same without what only a server that runs has, out.

One-Touch JSON or environment variables hold what a server is set up with (HCL, Preparing input parameters in a JSON
file): until then there is no server to stop, to restart or to type at.
"""

import re

from advisor.fixes.plan import WorkStep
from advisor.report.remedies import IN_SET_UP

SET_UP_FILE = "the file that the server is set up from"
_OF_A_SERVER = {"NOTES.INI", "Server document", "Configuration document", "Web Site document", "Domino console"}
_RUNS = re.compile(r"\brestart|\bopen their session again|\bcut off\b", re.IGNORECASE)
_NOT_MEANT = re.compile(
    r" ?Where the NOTES\.INI Settings tab of a Configuration document sets it, (?:change|take|remove) it[^.]*\."
    r"| ?If `show config [^`]*` still prints a value afterwards, delete the line with the server down\."
    r"| (?:with the server|while the server is) down\b"
    r"| The server must be down for that\."
    r"|, restart the server, and then [^.]*(?=\.)"
    r"|,? (?:and|then) restart [^.;:]*(?=\.)"
    r"| ?(?:Then r|R)estart [^.]*(?:\.\d[^.]*)*\."
)


def before_set_up(step: WorkStep) -> WorkStep:
    """A step as there is to do before the server is set up: nothing runs, so nothing waits for a restart."""
    return step._replace(
        restart="none",
        at=SET_UP_FILE if step.at in _OF_A_SERVER else step.at,
        summary=_NOT_MEANT.sub("", step.summary.removeprefix(IN_SET_UP)).strip(),
        risk=_without(step.risk),
        rollback=_begun(step.rollback.removeprefix("Nothing runs yet: ")),
    )


def _without(risk: str) -> str:
    """A risk without the clauses on what ends when something that runs is restarted."""
    kept = [clause for clause in risk.rstrip(".").split("; ") if not _RUNS.search(clause)]
    return f"{_begun('; '.join(kept))}." if kept else ""


def _begun(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]
