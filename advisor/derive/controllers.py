"""Controllers: reads which one each array hangs on; tells how many there are, and what of the server each serves."""

from collections.abc import Iterable, Iterator

from advisor.derive.context import Context
from advisor.derive.held import NO_HOME
from advisor.derive.lodgers import Lodger, in_words, of_array
from advisor.facts import Fact, Subject
from advisor.known import Facts

Arrays = dict[str, list[Subject]]  # by the controller that they hang on


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`controllers.count`, `databases.controllers`, and what of the server the controller of its log serves besides."""
    hanging: Arrays = {}
    for array in facts.subjects("array") or []:
        for fact in facts.of(array, "array.controller")[:1]:
            hanging.setdefault(fact.text, []).append(array)
    if not hanging:
        return
    names = dict.fromkeys([*hanging, *(one.name for one in facts.subjects("controller") or [])])
    yield Fact("controllers.count", str(len(names)), made_from=_naming(facts, hanging))
    yield from _of_the_databases(facts, hanging)
    yield from _of_the_log(facts, hanging)


def _of_the_databases(facts: Facts, hanging: Arrays) -> Iterator[Fact]:
    arrays = _holding(facts, "databases")
    serving = {name: [array for array in its if array in arrays] for name, its in hanging.items()}
    serving = {name: its for name, its in serving.items() if its}
    if arrays and sum(map(len, serving.values())) == len(arrays):
        doubt = NO_HOME if len(serving) == 1 and not facts.ask("ini.directory").text else ""
        yield _resting_on(facts, "databases.controllers", str(len(serving)), arrays)._replace(doubt=doubt)


def _of_the_log(facts: Facts, hanging: Arrays) -> Iterator[Fact]:
    """Of one log, and where each array with databases says on which controller it is."""
    log, databases = _holding(facts, "transaction-log"), _holding(facts, "databases")
    controllers = {name for name, its in hanging.items() if any(array in its for array in log)}
    if len(controllers) != 1 or not all(facts.of(array, "array.controller") for array in databases):
        return
    (name,) = controllers
    lodgers = [one for array in hanging[name] for one in of_array(facts, array) if one != Lodger("transaction-log")]
    shares = in_words((one for one in lodgers if one.what != "program"), facts.ask("platform").text)
    yield _resting_on(facts, "transaction_log.controller", name, log)
    yield _resting_on(facts, "transaction_log.controller_shares", shares or "none", [*log, *hanging[name]])


def _holding(facts: Facts, what: str) -> list[Subject]:
    """The arrays that hold something of the server's own."""
    return [array for array in facts.subjects("array") or [] if Lodger(what) in of_array(facts, array)]


def _resting_on(facts: Facts, key: str, text: str, arrays: Iterable[Subject]) -> Fact:
    """A fact with what tells of some arrays what they hold and hang on, presumed where that is."""
    each = list(dict.fromkeys(arrays))
    told = [fact for array in each for fact in facts.of(array, "array.holds")]
    notes = "; ".join(dict.fromkeys(fact.note for fact in told if fact.presumed))
    origins = tuple(fact for array in each for fact in facts.of(array, "array.controller")[:1])
    return Fact(key, text, made_from=origins, presumed=bool(notes), note=notes)


def _naming(facts: Facts, hanging: Arrays) -> tuple[Fact, ...]:
    """Of each controller one fact that names it."""
    return tuple(fact for arrays in hanging.values() for fact in facts.of(arrays[0], "array.controller")[:1])
