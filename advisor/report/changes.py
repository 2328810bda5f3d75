"""Changes: what the next start will change of what a finding rests on, as a sentence, places and values to be shown."""

from advisor.facts import NEXT_START, NOW, Answer, Difference, places
from advisor.judging.engine import Result
from advisor.pack import Catalogue
from advisor.report import masking

COMES = "From the next start on:"  # what a message begins with that is not so yet


def sentence(result: Result, catalogue: Catalogue) -> str:
    """Says of a finding that does not stand in every view in which it does; "" where there is nothing to say."""
    changes = result.differences
    coming = f"{_setters(changes, catalogue)} from the next start on" if changes else "the next start mends it"
    if result.views == (NOW,):
        return f"It runs so now; {coming}."
    if not changes:
        return ""
    if result.views == (NEXT_START,):
        runs = _running(changes, catalogue)
        return _begun(f"{f'it runs with {runs} now; ' if runs else ''}{_setters(changes, catalogue)}.")
    return _begun(f"{coming}, which does not mend it.")


def _running(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """`1`, or of several `TRANSLOG_Status 1 and TRANSLOG_Style 0`."""
    known = [change for change in changes if change.now.text is not None]
    names = [f"{change.name} " if len(changes) > 1 else "" for change in known]
    return _joined([f"{name}{_shown(it, it.now, catalogue)}" for name, it in zip(names, known, strict=True)])


def grounds(result: Result) -> tuple[Answer, ...]:
    """What tells of the other values, so that a finding shows these places too."""
    answers = (answer for change in result.differences for answer in (change.now, change.coming))
    told = dict.fromkeys(fact for answer in answers for given in answer.facts for fact in places(given))
    return tuple(Answer(fact.text, (fact,), key=fact.key) for fact in told)


def values(result: Result, catalogue: Catalogue) -> tuple[str, ...]:
    """What makes up a finding's state beside its own values."""
    if not result.differences:
        return ()
    changes = (f"{change.name}={_shown(change, change.coming, catalogue)}" for change in result.differences)
    return (*result.views, *changes)


def _setters(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """`the server document sets TRANSLOG_Status to 1 and TRANSLOG_Path to /translog`."""
    by_setter: dict[str, list[str]] = {}
    for change in changes:
        told = f"{change.name} to {_shown(change, change.coming, catalogue)}"
        by_setter.setdefault(_setter(change), []).append(told)
    return _joined([f"{setter} sets {_joined(told)}" for setter, told in by_setter.items()])


def _setter(change: Difference) -> str:
    """What sets the coming value: it is the document's, or stands in NOTES.INI and the console shows another one."""
    key = change.coming.facts[0].key
    if key.startswith("doc."):
        return f"the {'server' if key.startswith('doc.server.') else 'configuration'} document"
    return "NOTES.INI"


def _shown(change: Difference, answer: Answer, catalogue: Catalogue) -> str:
    return masking.value(catalogue, change.keys[0], answer.text or "")


def _joined(parts: list[str]) -> str:
    return f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _begun(text: str) -> str:
    return text[:1].upper() + text[1:]
