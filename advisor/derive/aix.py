"""AIX: completion ports, environment, thread lists and the file cache."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context, derived
from advisor.derive.directories import NOWHERE, directories_of
from advisor.derive.placement import VolumesByPath
from advisor.facts import Answer, Complete, Fact, Facts, Subject, facts_of
from advisor.values import aix_variables
from advisor.values.printing import listed


@derived("aix.iocp.state", "aix.iocp.told")
def derive_completion_ports(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `aix.iocp.told`, what is known of the device, in words.

    And `aix.iocp.state`: not installed, where the fileset is not and lsdev was not asked.
    """
    device, fileset = facts.ask("aix.iocp.state"), facts.ask("aix.fileset_state.bos.iocp.rte")
    if device.text is not None:
        state = f"in state {device.text.capitalize()}, not Available"
        words = f"iocp0 is {device.text if device.text == 'available' else state}"
        yield Fact("aix.iocp.told", words, made_from=device.facts)
    elif device.absent:
        yield Fact("aix.iocp.told", "lsdev lists no iocp0")
    elif fileset.text == "not installed":
        yield Fact("aix.iocp.state", fileset.text, made_from=fileset.facts)
        yield Fact("aix.iocp.told", "bos.iocp.rte is not installed", made_from=fileset.facts)


_PREFIX = "aix.env."
_NEAR = 60  # bytes before a value within which its variable's name ends: a name, `=` or blanks, a quote


@derived("variable.name", "variable.resembles", "environment.unexported")
def derive_environment(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `variable.name` of each thread variable of AIX and each slip for one, `variable.resembles` of the slips.

    `environment.unexported`: those that are set and that no file exports, or none.

    A name is judged wherever it is written: that its value is in doubt makes it no better.
    """
    variables = facts.each(_PREFIX)
    for fact in variables:
        yield from _of_variable(_written(fact), fact)
    exported = {fact.key for fact in variables if fact.doubt != aix_variables.UNEXPORTED}
    kept_back = {_written(fact): fact for fact in variables if fact.key not in exported}
    kept_back = {name: fact for name, fact in kept_back.items() if name in aix_variables.NAMES}
    if variables:
        origins = tuple(kept_back.values()) or tuple(variables[:1])
        yield Fact("environment.unexported", listed(kept_back) if kept_back else "none", made_from=origins)
    complete = facts.complete(_PREFIX)
    if source := variables[0].source if variables else complete and complete.source:
        yield Complete("variable.", source)


def _of_variable(name: str, fact: Fact) -> Iterator[Fact]:
    meant = aix_variables.resembles(name)
    subject = Subject("variable", name)
    if meant or name in aix_variables.NAMES:
        yield Fact("variable.name", name, subject=subject, made_from=(fact,))
    if meant:
        yield Fact("variable.resembles", meant, subject=subject, made_from=(fact,))


def _written(fact: Fact) -> str:
    """Return the variable's name as the file spells it, directly before its value.

    A key is in lower case.
    """
    name = fact.key.removeprefix(_PREFIX)
    if fact.source is None or fact.span is None:
        return name.upper()
    start = fact.span[0]
    before = fact.source.text(max(0, start - len(name) - _NEAR), start)
    at = before.lower().rfind(name)
    return before[at : at + len(name)] if at >= 0 else name.upper()


_KEPT_BY_DEFAULT = ("AIXTHREAD_COND_DEBUG", "AIXTHREAD_RWLOCK_DEBUG")  # before AIX 6.1, unless they say OFF
_NOT_KEPT = ("AIXTHREAD_MUTEX_DEBUG",)
_FIRST_WITHOUT = "6.1"


@derived("aix.thread_lists")
def derive_thread_lists(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `aix.thread_lists`: `AIXTHREAD_COND_DEBUG is ON`; those alone that keep a list."""
    release = facts.ask("aix.release")
    old = bool(values.is_before(release.text, _FIRST_WITHOUT))
    found: dict[str, tuple[Fact, ...]] = {}
    for variable in (*_KEPT_BY_DEFAULT, *_NOT_KEPT):
        answer = facts.ask(f"aix.env.{variable.lower()}")
        if words := _at_fault(answer, old and variable in _KEPT_BY_DEFAULT):
            found[f"{variable} {words}"] = answer.facts
    if found:
        origins = tuple(fact for of_variable in found.values() for fact in of_variable) or release.facts
        complete = facts.complete(_PREFIX)
        note = complete.but if complete and not all(found.values()) else ""
        yield Fact("aix.thread_lists", listed(found), made_from=origins, presumed=bool(note), note=note)


def _at_fault(answer: Answer, kept_by_default: bool) -> str:
    """Return how a variable has a list kept, or nothing where it does not, or where that is not known."""
    if answer.absent:
        return "is not set, which counts as ON" if kept_by_default else ""
    word = (answer.text or "").casefold()
    return f"is {answer.text}" if word == "on" or (kept_by_default and word not in {"", "off"}) else ""


_USUAL = {"maxperm%": "90", "maxclient%": "90", "lru_file_repage": "0"}
_GONE = "lru_file_repage"  # AIX 7.1 and newer do not list it any more


@derived("aix.restricted_set")
def derive_restricted(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `aix.restricted_set`: `maxperm% = 10`, or `none` where the listing shows that all are as they were."""
    changed = {name: answer for name in _USUAL if (answer := _changed(facts, name))}
    if changed:
        words = ", ".join(f"{name} = {answer.text}" for name, answer in changed.items())
        yield Fact("aix.restricted_set", words, made_from=facts_of(changed.values()))
        return
    listed = {name: facts.ask(f"aix.vmo.{name}") for name in _USUAL}
    if all(answer.text for name, answer in listed.items() if name != _GONE):
        yield Fact("aix.restricted_set", "none", made_from=facts_of(listed.values()))


def _changed(facts: Facts, name: str) -> Answer | None:
    """Return what gives a tunable another value than its default: now, or from the next boot on."""
    now, default = facts.ask(f"aix.vmo.{name}"), facts.ask(f"aix.vmo_default.{name}")
    if now.text and now.text != (default.text or _USUAL[name]):
        return now
    later = facts.ask(f"aix.nextboot.vmo.{name}")
    return later if later.text and later.text != _USUAL[name] else None


_LIMITS = ("maxperm%", "maxclient%")
_UNLISTED = "lru_file_repage was not listed; AIX 5.3 and older work as with 1 unless somebody changed it"


@derived("aix.file_cache.limits", "aix.file_cache.file_system", "aix.file_cache.counts_repages")
def derive_file_cache(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `aix.file_cache.limits`: `maxperm% is 80 and maxclient% is 20`; `.file_system`: that of the databases.

    And `.counts_repages`, whether lru_file_repage is on: by presumption where a listing on an old AIX lacks it.
    """
    limits = {name: answer for name in _LIMITS if (answer := facts.ask(f"aix.vmo.{name}")).text}
    if not limits:
        return
    words = " and ".join(f"{name} is {answer.text}" for name, answer in limits.items())
    origins = facts_of(limits.values())
    yield Fact("aix.file_cache.limits", words, made_from=origins)
    yield from _file_system(facts)
    release, repage = facts.ask("aix.release"), facts.ask("aix.vmo.lru_file_repage")
    old = values.is_before(release.text, _FIRST_WITHOUT)
    if repage.text is not None:
        yield Fact("aix.file_cache.counts_repages", "no" if repage.text == "0" else "yes", made_from=repage.facts)
    elif old and not repage.facts:
        note = "" if repage.absent else _UNLISTED
        yield Fact("aix.file_cache.counts_repages", "yes", made_from=release.facts, presumed=bool(note), note=note)


def _file_system(facts: Facts) -> Iterator[Fact]:
    by_path = VolumesByPath(facts.subjects("volume") or [], facts.complete("volume.") is not None)
    for directory in directories_of(facts):
        volume = by_path.on(directory.path)
        if directory.what == "databases" and not directory.owner and volume != NOWHERE:
            for kind in facts.of(volume, "volume.file_system")[:1]:
                yield Fact("aix.file_cache.file_system", kind.text, made_from=(kind, *directory.facts))


_LEAST_OPEN_FILES = 5000
_LEAST_CORE_BLOCKS = 1048575  # 1 GB of bash's blocks, or half of it by those of ksh
_VERY_LOW = {"shell.data": 1024**2, "shell.file_size": 8 * 1024**2, "shell.open_files": 2500}  # 1 GB, 4 GB
_MUST_BE_UNLIMITED = {"shell.data": "data {} KB", "shell.file_size": "file size {} blocks"}


@derived("aix.low_limits", "aix.very_low_limits")
def derive_low_limits(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.low_limits`: the limits of `ulimit -a` that hold Domino down, in words, or none.

    `aix.very_low_limits`: whether one is so low that a server meets it.
    """
    if facts.ask("platform").text != "aix":
        return
    given = {key: facts.ask(key) for key in (*_MUST_BE_UNLIMITED, "shell.open_files", "shell.core")}
    low = [words.format(given[key].text) for key, words in _MUST_BE_UNLIMITED.items() if _is_below(given[key], None)]
    if _is_below(given["shell.open_files"], _LEAST_OPEN_FILES):
        low.append(f"{given['shell.open_files'].text} open files")
    if _is_below(given["shell.core"], _LEAST_CORE_BLOCKS):
        low.append(f"core file {given['shell.core'].text} blocks")
    origins = facts_of(given.values())
    if any(_is_below(given[key], least) for key, least in _VERY_LOW.items()):
        yield Fact("aix.very_low_limits", "yes", made_from=origins)
    elif low or all(answer.text for answer in given.values()):
        yield Fact("aix.very_low_limits", "no", made_from=origins)
    if low or all(answer.text for answer in given.values()):
        yield Fact("aix.low_limits", listed(low) if low else "none", made_from=origins)


def _is_below(limit: Answer, least: int | None) -> bool:
    """Return whether a limit is known and lower than the least figure; without one, whether there is a limit."""
    if not limit.text or limit.text == "unlimited":
        return False
    return least is None or int(limit.text) < least
