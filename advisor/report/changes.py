"""What the next start changes of a finding's evidence: sentences, places and values."""

from typing import NamedTuple

from advisor.facts import NEXT_START, NOW, Answer, Difference, places
from advisor.judging.engine import Result
from advisor.judging.views import resting
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.values.printing import begun, listed

COMES = "From the next start on:"  # what a message begins with that is not so yet
_NOTES_INI = "NOTES.INI"
_SWITCHES = {"switch", "yes-no"}
_NOT_IN_FORCE = (
    "If it was started since the document was changed, find out why that did not take effect (another replica of the "
    "Directory, another document). "
)
_CLEANLY = "Stop it cleanly before, and take a full backup of all databases after. "
_ASKS_FIRST = (
    "First ask who backs up this server, and take a full backup: once the log is no longer in archive style, a "
    "database can be restored only to the time of its backup. "
)


class Changes(NamedTuple):
    """What a finding says about the next start."""

    before: str  # text before the message
    behind: str  # text after the message
    places: tuple[Answer, ...]  # further evidence
    values: tuple[str, ...]  # further values of the finding's state
    first: str = ""  # what to do before the rule's remedy, if the next start fixes or causes the finding
    restart: str = ""  # the restart that this needs, if it differs from the remedy's


def changes_of(result: Result, catalogue: Catalogue) -> Changes:
    """Return what the next start changes of a finding that differs between the views."""
    before = COMES if result.views == (NEXT_START,) else ""
    told = Changes(before, _sentence(result, catalogue), _places(result), _values(result, catalogue))
    if result.differences and result.views == (NOW,):
        return told._replace(first=_mends(result.differences, catalogue), restart="server")
    if result.views == (NEXT_START,) and (first := _keeps(result, catalogue)):
        return told._replace(first=first, restart="none")
    return told


def _sentence(result: Result, catalogue: Catalogue) -> str:
    changes = result.differences
    if not changes:
        of_a_server = result.subject.kind != "cluster"  # a cluster's members are compared as they run, nothing more
        return "The server runs so now." if of_a_server and result.views == (NOW,) else ""
    coming = _setters(changes, catalogue)
    if result.views == (NOW,):
        return f"The server runs so now; {coming} from the next start on."
    if result.views == (NEXT_START,):
        runs = _running(changes, catalogue)
        return begun(f"{f'the server runs with {runs} now; ' if runs else ''}{coming}.")
    return begun(f"{coming} from the next start on, which does not mend it.")


def _mends(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """Return that a restart fixes the finding, with the precautions for that restart."""
    asks = _ASKS_FIRST if any(map(_leaves_archive_style, changes)) else ""
    restart = f"Restart the server in its next window: {_setters(changes, catalogue)} already."
    documents = any(_setter(change) != _NOTES_INI for change in changes)
    care = any(change.name.lower().startswith("translog_") for change in changes)
    return f"{asks}{restart} {_NOT_IN_FORCE if documents else ''}{_CLEANLY if care else ''}Otherwise: "


def _leaves_archive_style(change: Difference) -> bool:
    return change.name.lower() == "translog_style" and change.now.text == "1"


def _keeps(result: Result, catalogue: Catalogue) -> str:
    """Return how to keep the current settings: by the document, before it takes effect.

    "" if the current settings are unknown, or a setting that will be switched on only reveals an old fault.
    """
    changes = result.differences
    of_the_fault = list(resting(result.evidence + result.named, list(changes)))
    if not changes or len(of_the_fault) < len(changes) or any(change.now.text is None for change in changes):
        return ""
    back = listed([_set_back(change, catalogue) for change in changes], len(changes))
    what = "which is what runs now" if len(changes) == 1 else "which are what runs now"
    setters = dict.fromkeys(map(_setter, changes))
    value = f"what {listed(list(setters))} {'say' if len(setters) > 1 else 'says'}"
    switches = all(_type(change, catalogue) in _SWITCHES for change in changes)
    meant = f"If {value} is meant{', read first what speaks against it' if switches else ''}: "
    return f"Before the next restart: {back}, {what}; nothing needs a restart. {meant}"


def _set_back(change: Difference, catalogue: Catalogue) -> str:
    """Return `set TRANSLOG_Style (Server document, Transactional Logging tab, Logging style) back to 1`."""
    value = _shown(change, change.now, catalogue)
    if _setter(change) != _NOTES_INI:
        field = catalogue.keys[change.coming.facts[0].key].field if _known_item(change, catalogue) else ""
        where = f"({field})" if field else f"in {_setter(change)}"
        return f"set {_item(change)} {where} back to {value}"
    entry = catalogue.settings.get(change.name.lower())
    if entry and entry.home != "notes.ini":  # the document owns it, and was not given
        return f"check that {change.name} ({entry.field or entry.home}) is {value}"
    return f"set {change.name} in NOTES.INI back to {value}"


def _known_item(change: Difference, catalogue: Catalogue) -> bool:
    return change.coming.facts[0].key in catalogue.keys


def _type(change: Difference, catalogue: Catalogue) -> str:
    return catalogue.entry(change.coming.facts[0].key).type if _known_item(change, catalogue) else ""


def _running(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """Return the known current values: `TRANSLOG_Status 1 and TRANSLOG_Style 0`."""
    known = [change for change in changes if change.now.text is not None]
    return listed([f"{change.name} {_shown(change, change.now, catalogue)}" for change in known])


def _places(result: Result) -> tuple[Answer, ...]:
    """Return the evidence of the values, so that the finding has these locations, too."""
    answers = (answer for change in result.differences for answer in (change.now, change.coming))
    told = dict.fromkeys(fact for answer in answers for given in answer.facts for fact in places(given))
    return tuple(Answer(fact.text, (fact,), key=fact.key) for fact in told)


def _values(result: Result, catalogue: Catalogue) -> tuple[str, ...]:
    if not result.differences:
        return ()
    coming = (f"{change.name}={_shown(change, change.coming, catalogue)}" for change in result.differences)
    return (*result.views, *coming)


def _setters(changes: tuple[Difference, ...], catalogue: Catalogue) -> str:
    """Return `the server document sets TRANSLOG_Status to 1 and TRANSLOG_Path to /translog`."""
    by_setter: dict[str, list[str]] = {}
    for change in changes:
        told = f"{_item(change)} to {_shown(change, change.coming, catalogue)}"
        by_setter.setdefault(_setter(change), []).append(told)
    return listed([f"{setter} sets {listed(told)}" for setter, told in by_setter.items()])


def _item(change: Difference) -> str:
    """Return the name of the item of a document, or of the setting in NOTES.INI, that sets the coming value."""
    return change.name if _setter(change) == _NOTES_INI else change.item or change.name


def _setter(change: Difference) -> str:
    """Return what sets the coming value: a document, or NOTES.INI if the console shows another value."""
    key = change.coming.facts[0].key
    if key.startswith("doc."):
        return f"the {'server' if key.startswith('doc.server.') else 'configuration'} document"
    return _NOTES_INI


def _shown(change: Difference, answer: Answer, catalogue: Catalogue) -> str:
    return masking.value(catalogue, change.keys[0], answer.text or "")
