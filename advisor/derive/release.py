"""The Domino release, the word size, and the release after an upgrade."""

from collections.abc import Iterator

from advisor import values
from advisor.configuration.site import StatedValue
from advisor.derive.context import Context, Upgrade, derived, first_by_precedence
from advisor.derive.server import otherwise
from advisor.facts import SERVER, Fact, Facts
from advisor.values.printing import listed
from advisor.values.release import parse, reaches, spell

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

    If files name several releases, the stated one decides between them. A server that is checked as another release has
    that release; its files name the release before the upgrade.
    """
    if context.upgrade:
        yield Fact("release", context.upgrade.release, note=context.upgrade.by)
        return
    signs, stated = _signs(facts), context.overrides.told("release")
    confirming = [sign for sign in signs if stated and not _contradicts(stated[0].value, sign.text)]
    candidates = (_confirmed(sign, stated[0]) for sign in confirming) if confirming else _candidates(facts, context)
    for chosen in first_by_precedence(candidates):
        yield chosen
        yield from _told_otherwise(chosen, stated, facts, context) if stated else ()
    if not confirming:
        yield from _contradiction(signs)


def _told_otherwise(chosen: Fact, stated: list[StatedValue], facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `release.told_otherwise` if the stated release differs from that of a file or is impossible."""
    lowest = None if chosen.made_from else _lowest_release(facts, context)
    is_too_old = lowest is not None and (parse(chosen.text) or []) < (parse(lowest.text) or [])
    yield from otherwise(chosen, stated, _contradicts, lowest if is_too_old else None)


def _confirmed(sign: Fact, stated: StatedValue) -> Fact:
    """Return the release of a file. If a file names only `14` and the user states 14.5, it is 14.5."""
    named = spell(sign.text)
    return Fact("release", named if "." in named else stated.value, made_from=(sign,), note=_NAMED_BY[sign.key])


def _signs(facts: Facts) -> list[Fact]:
    """Return the facts that name the release."""
    named = [fact for key in _NAMED_BY for fact in facts.of(SERVER, key) if not fact.doubt]
    return [fact for fact in named if parse(fact.text) and not _is_from_set_up(facts, fact)]


def _contradiction(signs: list[Fact]) -> Iterator[Fact]:
    """Yield `release.contradiction` if the signs name different releases.

    Fix packs are not compared, and `12` does not contradict 12.0.2.
    """
    others = [sign for sign in signs[1:] if _differ(signs[0].text, sign.text)]
    if others:
        spelt = list(dict.fromkeys(spell(sign.text) for sign in (signs[0], *others)))
        yield Fact("release.contradiction", listed(spelt), made_from=(signs[0], *others))


def _differ(one: str, other: str) -> bool:
    """Return whether two texts name different releases. Only parts that both have are compared."""
    depth = min(1 if "." not in spell(text) else 3 for text in (one, other))
    return (parse(one) or [])[:depth] != (parse(other) or [])[:depth]


def _contradicts(stated: str, named: str) -> bool:
    """Return whether a stated release contradicts that of a file.

    Fix packs are compared only if the stated release has one.
    """
    one, other = parse(stated) or [], parse(named) or []
    depth = max([3, *(depth for depth, number in enumerate(one, start=1) if number)])
    return _differ(stated, named) or one[3:depth] != other[3:depth]


def _candidates(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `release` by precedence: as files name it, as it is stated, and the lowest possible one."""
    for key, note in _NAMED_BY.items():
        named = facts.ask(key)
        from_set_up = key != _BUILD and any(_is_from_set_up(facts, fact) for fact in named.facts)
        if named.text and parse(named.text) and not from_set_up:
            yield Fact("release", spell(named.text), made_from=named.facts, note=note)
    for stated in context.overrides.told("release"):
        yield Fact("release", stated.value, note=stated.by)
    if lowest := _lowest_release(facts, context):
        yield lowest


def _lowest_release(facts: Facts, context: Context) -> Fact | None:
    """Return the lowest possible release: the highest of all lower bounds."""
    bounds = list(_lower_bounds(facts, context))
    if not bounds:
        return None
    bound, fact, note = max(bounds, key=lambda row: parse(row[0]) or [])
    return Fact("release", bound + values.AT_LEAST, made_from=(fact,), note=note)


def _is_from_set_up(facts: Facts, named: Fact) -> bool:
    """Return whether the fact is from a file for One-Touch set-up.

    Such a file has a build number before a server has run, and does not change later.
    """
    set_up = {id(form.source) for form in facts.each("one_touch.form")}
    return id(named.source) in set_up


def _lower_bounds(facts: Facts, context: Context) -> Iterator[tuple[str, Fact, str]]:
    """Yield lower bounds of the release with fact and note. None is an upper bound: old settings stay."""
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
    """Yield `release.newest_fix_pack`: a newer fix pack of the same release, or none; unknown if the list has none.

    `release.fix_packs_behind`: how many fix packs lie between. `release.list_of_fix_packs`: the list and its date.
    """
    release = facts.ask("release")
    if release.text is None:
        return
    if release.text.endswith(values.AT_LEAST):
        yield Fact("release.newest_fix_pack", "", made_from=release.facts, doubt=_LOWEST_ONLY)
        return
    from advisor.pack import releases  # many servers name no release

    known = context.overrides.releases or releases.builtin()
    newest = known.newest_of(release.text)
    if newest is None:
        return
    is_newest = reaches(release.text, newest, _TO_FIX_PACK)
    yield Fact("release.newest_fix_pack", "none" if is_newest else newest, made_from=release.facts)
    numbers = [parse(text) or [] for text in (release.text, newest)]
    fix_packs = [(*parsed, *[0] * _TO_FIX_PACK)[_TO_FIX_PACK - 1] for parsed in numbers]
    yield Fact("release.fix_packs_behind", str(max(0, fix_packs[1] - fix_packs[0])), made_from=release.facts)
    yield Fact("release.list_of_fix_packs", f"{known.by} of {known.as_of}", made_from=release.facts)


_FOLDER_OF_32_BITS = "program files (x86)"  # where a 64-bit Windows keeps its 32-bit programs
_ON_CONSOLES = ("console.platform", "console.bits")  # `Windows/32` of a block's heading, `64` of a start


@derived("bits", "bits.told_otherwise")
def derive_word_size(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `bits`; unknown if the release exists with 32 and with 64 bits."""
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
    """Yield the word size after an upgrade: a 64-bit server stays 64-bit."""
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
    """Return the upgrade of a server to a release; None if the server runs a newer one.

    An upgrade replaces the build number in NOTES.INI and the program, so both are unknown after it.
    """
    current, bits = now.ask("release").text, now.ask("bits")
    if current is None or not reaches(current, release):
        return Upgrade(release, BY, True, bits)
    return Upgrade(current, BY, False, bits) if reaches(release, current, 3) else None
