"""Changes: what the next start will change of what a finding rests on, as sentences, places and values to be shown."""

from typing import NamedTuple

from advisor.facts import NEXT_START, NOW, Answer, Difference, places
from advisor.judging.engine import Result
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.values.printing import begun, listed

_COMES = "From the next start on:"  # what a message begins with that is not so yet


class Changes(NamedTuple):
    """What a finding says of the next start: before its message, behind it, with which places, as part of its state.

    mends: what to do first where the next start mends it, before the rule's own remedy; else nothing.
    """

    before: str
    behind: str
    places: tuple[Answer, ...]
    values: tuple[str, ...]
    mends: str = ""


def changes_of(result: Result, catalogue: Catalogue) -> Changes:
    """Of a finding that stands in one view alone, or on other values in each."""
    before = _COMES if result.views == (NEXT_START,) else ""
    return Changes(
        before, _sentence(result, catalogue), _places(result), _values(result, catalogue), _mends(result, catalogue)
    )


def _sentence(result: Result, catalogue: Catalogue) -> str:
    changes = result.differences
    if not changes:
        of_a_server = result.subject.kind != "cluster"  # a cluster's members are compared as they run, nothing more
        return "It runs so now." if of_a_server and result.views == (NOW,) else ""
    coming = _setters(changes, catalogue)
    if result.views == (NOW,):
        return f"It runs so now; {coming} from the next start on."
    if result.views == (NEXT_START,):
        runs = _running(changes, catalogue)
        return begun(f"{f'it runs with {runs} now; ' if runs else ''}{coming}.")
    return begun(f"{coming} from the next start on, which does not mend it.")


def _mends(result: Result, catalogue: Catalogue) -> str:
    if not result.differences or result.views != (NOW,):
        return ""
    coming = _setters(result.differences, catalogue)
    return f"Restart the server in its next window: {coming} already. Only if that does not come into force: "


def _running(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """`1`, or of several `TRANSLOG_Status 1 and TRANSLOG_Style 0`."""
    known = [change for change in changes if change.now.text is not None]
    names = [f"{change.name} " if len(changes) > 1 else "" for change in known]
    return listed([f"{name}{_shown(it, it.now, catalogue)}" for name, it in zip(names, known, strict=True)])


def _places(result: Result) -> tuple[Answer, ...]:
    """What tells of the values, so that a finding shows these places too."""
    answers = (answer for change in result.differences for answer in (change.now, change.coming))
    told = dict.fromkeys(fact for answer in answers for given in answer.facts for fact in places(given))
    return tuple(Answer(fact.text, (fact,), key=fact.key) for fact in told)


def _values(result: Result, catalogue: Catalogue) -> tuple[str, ...]:
    if not result.differences:
        return ()
    coming = (f"{change.name}={_shown(change, change.coming, catalogue)}" for change in result.differences)
    return (*result.views, *coming)


def _setters(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """`the server document sets TRANSLOG_Status to 1 and TRANSLOG_Path to /translog`."""
    by_setter: dict[str, list[str]] = {}
    for change in changes:
        told = f"{change.name} to {_shown(change, change.coming, catalogue)}"
        by_setter.setdefault(_setter(change), []).append(told)
    return listed([f"{setter} sets {listed(told)}" for setter, told in by_setter.items()])


def _setter(change: Difference) -> str:
    """What sets the coming value: it is the document's, or stands in NOTES.INI and the console shows another one."""
    key = change.coming.facts[0].key
    if key.startswith("doc."):
        return f"the {'server' if key.startswith('doc.server.') else 'configuration'} document"
    return "NOTES.INI"


def _shown(change: Difference, answer: Answer, catalogue: Catalogue) -> str:
    return masking.value(catalogue, change.keys[0], answer.text or "")
