"""Arrays that are alike, and arrays that may hold what no file places."""

from collections.abc import Iterator

from advisor.derive.arrays import disks_of, text_of
from advisor.derive.contents import Lodger
from advisor.derive.contents import lodgers_in_words as in_words
from advisor.derive.contents import lodgers_of_array as of_array
from advisor.derive.context import Context, derived
from advisor.derive.volumes import LOGICAL_VOLUME
from advisor.facts import PARTITION, Fact, Facts, Subject
from advisor.values.printing import listed

ON_THE_ONLY_ONE = "only one array is listed, so it is assumed to hold what the paths of notes.ini name"
ON_ONE_OF_THEM = (
    "the {} arrays that are listed are alike, so what the paths of notes.ini name is assumed to be on one of them"
)

_LEVELS = {  # levels that have one fault, or none, in common
    **dict.fromkeys(("0", "JBOD"), "none"),
    **dict.fromkeys(("3", "4"), "one parity disk"),
    **dict.fromkeys(("5", "5E", "5EE", "6", "50", "60"), "parity"),
}
_JUDGED = ("media", "write_cache", "write_cache_protected", "falls_back", "cache_read_percent", "stripe", "software")


def arrays_alike(facts: Facts) -> list[Subject]:
    """Return the arrays of a whole listing, where one rule's word on one of them is its word on all; else none.

    One array is alike to itself. storage.toml may leave arrays out, so only a tool's listing is whole.
    """
    arrays = [array for array in facts.subjects("array") or [] if not array.name.startswith(LOGICAL_VOLUME)]
    contradicted = any(facts.of(volume, "volume.contradiction") for volume in facts.subjects("volume") or [])
    if contradicted or not facts.complete("array."):
        return []
    return arrays if len({_faults(facts, array) for array in arrays}) == 1 else []


def _faults(facts: Facts, array: Subject) -> tuple[str | None, ...]:
    """Return all that rules judge of an array that holds Domino's files."""
    level = text_of(facts, array, "array.level")
    texts = (text_of(facts, array, f"array.{name}") for name in _JUDGED)
    return _LEVELS.get(level or "", level and "mirrored"), *texts


Kinds = dict[tuple[str | None, ...], list[Subject]]  # arrays by what they have in common

_OFF_SPINDLES = {"ssd", "nvme", "virtual"}
_ALIKE_IN = ("array.level", "array.media", "array.write_cost")
_BY_THE_SYSTEM = {"diskpart", "lsblk", "mdadm", "storage spaces", "windows"}  # tools of arrays that no controller makes
_CALLED = ("array.name", "array.level")


@derived(
    "array.alike", "array.alike_hold", "array.first_alike", "array.of_disks", "array.partitions",
    "controller.told_of_its_arrays", "controller.forced_write_back", "controller.forced_drives",
    "controller.forced_tool", "controller.adapter", "controller.cache_now", "array.first_of_disks", "array.failed",
    "array.off_spindles", "array.on_spindles", "array.without_controller",
)  # fmt: skip
def derive_likeness(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield which arrays speak for others, and for which; and which are shown to have failed, or to be no spindles."""
    yield from _alike(facts)
    yield from _on_the_same_disks(facts)
    yield from _unprotected(facts)
    yield from _forced(facts)
    for array in facts.subjects("array") or []:
        health = facts.of(array, "array.health")
        failed = "yes" if health and health[0].text == "failed" else "no"
        yield Fact("array.failed", failed, subject=array, made_from=health)
        media = facts.of(array, "array.media")
        off = "yes" if media and {fact.text for fact in media} <= _OFF_SPINDLES else "no"
        yield Fact("array.off_spindles", off, subject=array, made_from=media)
        on = "yes" if media and {fact.text for fact in media} == {"hdd"} else "no"
        yield Fact("array.on_spindles", on, subject=array, made_from=media)
        yield from _partitions(facts, array)
        tool = facts.of(array, "array.tool")
        bare = "yes" if (tool and tool[0].text in _BY_THE_SYSTEM) or _is_virtual(facts, array) else "no"
        yield Fact("array.without_controller", bare, subject=array, made_from=tool or media)


def _partitions(facts: Facts, array: Subject) -> Iterator[Fact]:
    """Yield `array.partitions`: of an array with the server's databases, whose else are there."""
    held = facts.of(array, "array.holds")
    if held and facts.subjects(PARTITION) and Lodger("databases") in (lodgers := of_array(facts, array)):
        owners = [one.owner for one in lodgers if one.owner and one.what == "databases"]
        origins = facts.of(array, "array.neighbours.databases") or held
        yield Fact("array.partitions", listed(owners) if owners else "none", subject=array, made_from=origins)


def _unprotected(facts: Facts) -> Iterator[Fact]:
    """Yield `controller.told_of_its_arrays`.

    Of arrays that hold databases or log and keep writing into an unsafe cache.
    """
    caches: dict[str | None, tuple[Fact, ...]] = {}
    for array in facts.subjects("array") or []:
        held = set((text_of(facts, array, "array.holds") or "").split(", ")) & {"databases", "transaction-log"}
        if held and _is_forced(facts, array):
            caches[text_of(facts, array, "array.controller")] = facts.of(array, "array.write_cache")
    for controller in facts.subjects("controller") or []:
        unprotected = "yes" if controller.name in caches else "no"
        origins = caches.get(controller.name) or facts.of(controller, "controller.protection_state")
        yield Fact("controller.told_of_its_arrays", unprotected, subject=controller, made_from=origins)


def _forced(facts: Facts) -> Iterator[Fact]:
    """Yield `controller.forced_write_back`, the arrays that cache writes without protection, and `….cache_now`.

    `controller.forced_drives`, `….forced_tool` and `….adapter`: what a command that stops this needs.
    """
    by_controller: dict[str | None, list[Subject]] = {}
    for array in facts.subjects("array") or []:
        by_controller.setdefault(text_of(facts, array, "array.controller"), []).append(array)
    for controller in facts.subjects("controller") or []:
        arrays = by_controller.get(controller.name, [])
        state = facts.of(controller, "controller.protection_state")
        forced = [array for array in arrays if _is_forced(facts, array)]
        caches = tuple(fact for array in forced for fact in facts.of(array, "array.write_cache"))
        origins = (*state, *caches)
        names = listed(array.name for array in forced)
        yield Fact("controller.forced_write_back", names or "none", subject=controller, made_from=origins)
        if forced:
            now = (
                f"{names} {'cache' if len(forced) > 1 else 'caches'} writes nevertheless, so a power failure loses them"
            )
            drives = [text_of(facts, array, "array.number") for array in forced]
            tools = {text_of(facts, array, "array.tool") for array in forced}
            adapter = text_of(facts, forced[0], "array.adapter") or text_of(facts, forced[0], "array.slot")
            if adapter and all(drives) and len(tools) == 1 and (tool := tools.pop()):
                yield Fact("controller.adapter", adapter, subject=controller, made_from=caches)
                yield Fact("controller.forced_tool", tool, subject=controller, made_from=caches)
                text = ",".join(filter(None, drives))
                yield Fact("controller.forced_drives", text, subject=controller, made_from=caches)
        elif arrays and all(text_of(facts, array, "array.falls_back") == "yes" for array in arrays):
            now = "until it is replaced, the controller writes through, and writes are slow"
        else:
            now = "writes are slow until it is replaced, or, if write-back is forced on, a power failure loses them"
        yield Fact("controller.cache_now", now, subject=controller, made_from=origins)


def _is_forced(facts: Facts, array: Subject) -> bool:
    unsafe = {"write_cache": "write-back", "write_cache_protected": "no", "falls_back": "no"}
    return all(text_of(facts, array, f"array.{key}") == word for key, word in unsafe.items())


def _is_virtual(facts: Facts, array: Subject) -> bool:
    """Return whether it is a virtual disk: no listing of this machine shows the disks of the host."""
    return text_of(facts, array, "array.media") == "virtual"


def _alike(facts: Facts) -> Iterator[Fact]:
    """Yield `array.first_alike`, and of the first of each kind the names of all of that kind, and what they hold."""
    kinds: Kinds = {}
    for array in facts.subjects("array") or []:
        if kind := _kind(facts, array):
            kinds.setdefault(kind, []).append(array)
    yield from _first_of_each(facts, kinds, "array.first_alike")
    for arrays in kinds.values():
        yield Fact("array.alike", _called(facts, arrays), subject=arrays[0], made_from=_calling(facts, arrays))
        words, notes = _held(facts, arrays)
        origins = facts.of(arrays[0], "array.level")
        yield Fact("array.alike_hold", words, None, None, arrays[0], origins, bool(notes), notes)


def _kind(facts: Facts, array: Subject) -> tuple[str | None, ...]:
    """Return what arrays have in common that are reported once; empty for an array that is reported alone."""
    own = {one.what for one in of_array(facts, array) if not one.owner}
    held = own & {"databases", "transaction-log"} or own & {"os"}
    if not held or not text_of(facts, array, "array.level"):
        return ()
    return (*(text_of(facts, array, key) for key in _ALIKE_IN), *sorted(held))


def firsts(facts: Facts) -> dict[Subject, Subject]:
    """Return, for each array that another one speaks for, that other array."""
    first: dict[tuple[str | None, ...], Subject] = {}
    kinds = ((array, _kind(facts, array)) for array in facts.subjects("array") or [])
    return {array: first.setdefault(kind, array) for array, kind in kinds if kind}


def _held(facts: Facts, arrays: list[Subject]) -> tuple[str, str]:
    """Return what lives on some arrays, in words, and what was presumed of it."""
    contents = [fact for array in arrays for fact in facts.of(array, "array.holds")]
    notes = "; ".join(dict.fromkeys(fact.note for fact in contents if fact.presumed))
    lodgers = (one for array in arrays for one in of_array(facts, array) if one.what != "program")
    return in_words(lodgers, facts.ask("platform").text), notes


def _on_the_same_disks(facts: Facts) -> Iterator[Fact]:
    """Yield `array.first_of_disks`, and of the first of each set of disks and health what all are called and hold."""
    kinds: Kinds = {}
    for array in facts.subjects("array") or []:
        if health := text_of(facts, array, "array.health"):
            kinds.setdefault((*sorted(disks_of(facts, array)), health), []).append(array)
        elif _is_virtual(facts, array):
            yield Fact("array.first_of_disks", "no", subject=array, made_from=facts.of(array, "array.media"))
    yield from _first_of_each(facts, kinds, "array.first_of_disks")
    for arrays in kinds.values():
        words, notes = _held(facts, arrays)
        called = _called(facts, arrays) + (f", which holds {words}" if words else "")
        yield Fact("array.of_disks", called, None, None, arrays[0], _calling(facts, arrays), bool(notes), notes)


def _first_of_each(facts: Facts, kinds: Kinds, first: str) -> Iterator[Fact]:
    for arrays in kinds.values():
        for array in arrays:
            is_first = "yes" if array == arrays[0] else "no"
            yield Fact(first, is_first, subject=array, made_from=facts.of(array, "array.level"))


def _called(facts: Facts, arrays: list[Subject]) -> str:
    return listed(text_of(facts, array, "array.name") or array.name for array in arrays)


def _calling(facts: Facts, arrays: list[Subject]) -> tuple[Fact, ...]:
    return tuple(fact for array in arrays for key in _CALLED for fact in facts.of(array, key))
