"""The Domino release, the word size, and the release after an upgrade."""

from collections.abc import Iterator

from advisor import values
from advisor.configuration.site import StatedValue
from advisor.derive.context import Context, Upgrade, derived, first_by_precedence
from advisor.derive.server import otherwise
from advisor.facts import SERVER, Fact, Facts
from advisor.values import release
from advisor.values.printing import listed
from advisor.values.release import parse, reaches

_BUILD = "ini.faultrecovery_build"
_NAMED_BY = {
    _BUILD: "FaultRecovery_Build",
    "console.release": "the console's heading",
    "nsd.release": "NSD",
    "stat.server.version.notes": "the statistic Server.Version.Notes",
    "doc.server.serverbuildnumber": "the server document",
}
_FIRST_WITH_BUILD = "6.0"  # FaultRecovery_Build is a mark of Domino 6 and newer
_FIRST_WITH_TASK = {"certmgr": "12.0", "dbmt": "9.0", "ndbmt": "9.0"}
_FIRST_WITH_SET_UP = {"one-touch": "12.0", "container": "10.0"}
_FIRST_OF_HCL = "11.0"  # the first release that HCL's scripts put in this directory
_DIRECTORY_OF_HCL = "/opt/hcl/domino"


@derived("release", "release.contradiction", "release.told_otherwise")
def derive_release(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `release`: that of a file, else the stated one, else the lowest possible one as `12.0 or newer`.

    Where files name several, the one that is told of them counts, and nothing is in doubt. A server that is looked at
    as another release is that one: what files name is what it is upgraded from.
    """
    if context.upgrade:
        yield Fact("release", context.upgrade.release, note=context.upgrade.by)
        return
    signs, stated = _signs(facts), context.overrides.told("release")
    borne_out = [sign for sign in signs if stated and not _denies(stated[0].value, sign.text)]
    candidates = (_by(sign, stated[0]) for sign in borne_out) if borne_out else _release_candidates(facts, context)
    for counts in first_by_precedence(candidates):
        yield counts
        yield from _told_otherwise(counts, stated, facts, context) if stated else ()
    if not borne_out:
        yield from _contradiction(signs)


def _told_otherwise(counts: Fact, stated: list[StatedValue], facts: Facts, context: Context) -> Iterator[Fact]:
    floor = None if counts.made_from else _floor(facts, context)
    too_old = floor is not None and (release.parse(counts.text) or []) < (release.parse(floor.text) or [])
    yield from otherwise(counts, stated, _denies, floor if too_old else None)


def _by(sign: Fact, stated: StatedValue) -> Fact:
    """Return the release of a file. If a file names only `14` and the user states 14.5, it is 14.5."""
    named = release.spell(sign.text)
    return Fact("release", named if "." in named else stated.value, made_from=(sign,), note=_NAMED_BY[sign.key])


def _signs(facts: Facts) -> list[Fact]:
    """Return all that names the release."""
    named = [fact for key in _NAMED_BY for fact in facts.of(SERVER, key) if not fact.doubt]
    return [fact for fact in named if release.parse(fact.text) and not _by_set_up(facts, fact)]


def _contradiction(signs: list[Fact]) -> Iterator[Fact]:
    """Yield the releases that are named beside the first one.

    A fix pack more or less is none, nor is `12` beside 12.0.2.
    """
    others = [sign for sign in signs[1:] if _differ(signs[0].text, sign.text)]
    if others:
        spelt = list(dict.fromkeys(release.spell(sign.text) for sign in (signs[0], *others)))
        yield Fact("release.contradiction", listed(spelt), made_from=(signs[0], *others))


def _differ(one: str, other: str) -> bool:
    """Return whether two texts name different releases. Only parts that both have are compared."""
    depth = min(1 if "." not in release.spell(text) else 3 for text in (one, other))
    return (release.parse(one) or [])[:depth] != (release.parse(other) or [])[:depth]


def _denies(stated: str, named: str) -> bool:
    """Return whether a stated release contradicts that of a file.

    Fix packs are compared only if the stated release has one.
    """
    one, other = release.parse(stated) or [], release.parse(named) or []
    depth = max([3, *(depth for depth, number in enumerate(one, start=1) if number)])
    return _differ(stated, named) or one[3:depth] != other[3:depth]


def _release_candidates(facts: Facts, context: Context) -> Iterator[Fact]:
    for key, note in _NAMED_BY.items():
        named = facts.ask(key)
        by_set_up = key != _BUILD and any(_by_set_up(facts, fact) for fact in named.facts)
        if named.text and release.parse(named.text) and not by_set_up:
            yield Fact("release", release.spell(named.text), made_from=named.facts, note=note)
    for stated in context.overrides.told("release"):
        yield Fact("release", stated.value, note=stated.by)
    if floor := _floor(facts, context):
        yield floor


def _floor(facts: Facts, context: Context) -> Fact | None:
    """Return the highest release below which the server cannot be."""
    floors = list(_floors(facts, context))
    if not floors:
        return None
    floor, fact, note = max(floors, key=lambda row: release.parse(row[0]) or [])
    return Fact("release", floor + values.AT_LEAST, made_from=(fact,), note=note)


def _by_set_up(facts: Facts, named: Fact) -> bool:
    """Return whether One-Touch wrote it.

    Such files write a build number before any server has run, and stay as they are.
    """
    set_up = {id(form.source) for form in facts.each("one_touch.form")}
    return id(named.source) in set_up


def _floors(facts: Facts, context: Context) -> Iterator[tuple[str, Fact, str]]:
    """Yield the facts that prove a lowest release. Stale settings stay in the file, so none proves a highest one."""
    for fact in facts.each("ini."):
        setting = context.catalogue.settings.get(fact.key[4:])
        if setting and setting.floor:
            yield setting.floor, fact, f"{setting.name} is set"
    if build := facts.first(_BUILD):
        yield _FIRST_WITH_BUILD, build, "FaultRecovery_Build is set"
    set_up = facts.ask("one_touch.form")
    if set_up.text in _FIRST_WITH_SET_UP:
        yield _FIRST_WITH_SET_UP[set_up.text], set_up.facts[0], "only newer releases are set up from such a file"
    for task in facts.each("tasks.member"):
        if task.text in _FIRST_WITH_TASK:
            yield _FIRST_WITH_TASK[task.text], task, f"ServerTasks starts {task.text}"
    program = facts.ask("ini.notesprogram")
    if (program.text or "").startswith(_DIRECTORY_OF_HCL):
        yield _FIRST_OF_HCL, program.facts[0], f"the program directory is {_DIRECTORY_OF_HCL}"


_TO_FIX_PACK = 5  # numbers of a release that are compared: without interim fixes
_LOWEST_ONLY = "only the lowest possible release is known"


@derived("release.newest_fix_pack", "release.fix_packs_behind", "release.list_of_fix_packs")
def derive_fix_packs(facts: Facts, context: Context) -> Iterator[Fact]:
    """`release.newest_fix_pack`: a newer fix pack of the same release, or none; unknown without one in the list.

    `release.fix_packs_behind`: how many fix packs lie between. `release.list_of_fix_packs`: the list and its date.
    """
    runs = facts.ask("release")
    if runs.text is None:
        return
    if runs.text.endswith(values.AT_LEAST):
        yield Fact("release.newest_fix_pack", "", made_from=runs.facts, doubt=_LOWEST_ONLY)
        return
    from advisor.pack import releases  # many servers name no release

    known = context.overrides.releases or releases.builtin()
    newest = known.newest_of(runs.text)
    if newest is None:
        return
    is_newest = reaches(runs.text, newest, _TO_FIX_PACK)
    yield Fact("release.newest_fix_pack", "none" if is_newest else newest, made_from=runs.facts)
    numbers = [parse(text) or [] for text in (runs.text, newest)]
    fix_packs = [(*parsed, *[0] * _TO_FIX_PACK)[_TO_FIX_PACK - 1] for parsed in numbers]
    yield Fact("release.fix_packs_behind", str(max(0, fix_packs[1] - fix_packs[0])), made_from=runs.facts)
    yield Fact("release.list_of_fix_packs", f"{known.by} of {known.as_of}", made_from=runs.facts)


_FOLDER_OF_32_BITS = "program files (x86)"  # where a 64-bit Windows keeps its 32-bit programs
_ON_CONSOLES = ("console.platform", "console.bits")  # `Windows/32` of a block's heading, `64` of a start


@derived("bits", "bits.told_otherwise")
def derive_word_size(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `bits`; unknown where both existed."""
    stated = context.overrides.told("bits")
    if context.upgrade:
        yield from first_by_precedence(_upgraded(facts, context.upgrade, stated))
        return
    for bits in first_by_precedence(_word_size_candidates(facts, stated)):
        yield bits
        if stated:
            yield from otherwise(bits, stated, str.__ne__)


def _word_size_candidates(facts: Facts, stated: list[StatedValue]) -> Iterator[Fact]:
    for key in _ON_CONSOLES:
        console = facts.ask(key)
        bits = (console.text or "").rpartition("/")[2]
        if bits in {"32", "64"}:
            yield Fact("bits", bits, made_from=console.facts, note="the console names it")
    yield from _by_release(facts)
    machine = facts.ask("machine.bits")
    if machine.text == "32":
        yield Fact("bits", "32", made_from=machine.facts, note="this Windows has 32 bits")
    program = facts.ask("ini.notesprogram")
    if _FOLDER_OF_32_BITS in (program.text or "").lower():
        yield Fact("bits", "32", made_from=program.facts, note="Windows keeps 32-bit programs in that folder")
    yield from (Fact("bits", one.value, note=one.by) for one in stated)


def _upgraded(facts: Facts, upgrade: Upgrade, stated: list[StatedValue]) -> Iterator[Fact]:
    """Yield what the program of another release has: nobody goes back from 64 bits to 32."""
    if not upgrade.moved:
        yield from upgrade.bits.facts
    yield from _by_release(facts)
    if upgrade.bits.text == "64":
        yield Fact("bits", "64", made_from=upgrade.bits.facts, note="it has 64 bits now")
    yield from (Fact("bits", one.value, note=one.by) for one in stated)


def _by_release(facts: Facts) -> Iterator[Fact]:
    """Yield the word size by release: 64-bit began in 8.0.1 (zLinux 8.5).

    AIX, Linux and Windows are 64-bit only from 10 on.
    """
    release, platform = facts.ask("release"), facts.ask("platform")
    if release.text is None:
        return
    number = values.parse("release", release.text)
    origins = release.facts + platform.facts
    if number < parse("8.0.1"):
        yield Fact("bits", "32", made_from=release.facts, note="no release before 8.0.1 had 64 bits")
    elif platform.text == "linux" and number < parse("9.0.1"):
        yield Fact("bits", "32", made_from=origins, note="Domino for Linux had 32 bits up to 9.0")
    elif platform.text == "zlinux" and number < parse("8.5"):
        yield Fact("bits", "32", made_from=origins, note="Domino for zLinux had 32 bits before 8.5")
    elif platform.text in {"aix", "linux", "windows"} and number >= parse("10.0"):
        yield Fact("bits", "64", made_from=origins, note="64 bits only since Domino 10")


BY = "--as-release"


def upgrade(now: Facts, release: str) -> Upgrade | None:
    """Return what a server would be as a release; None where it runs a newer one.

    What the upgrade itself replaces is not known of it: the build number in NOTES.INI, the program.
    """
    runs, bits = now.ask("release").text, now.ask("bits")
    if runs is None or not reaches(runs, release):
        return Upgrade(release, BY, True, bits)
    return Upgrade(runs, BY, False, bits) if reaches(release, runs, 3) else None
