"""Release: `--release`, what names it, or what only newer releases know in, `release` out."""

from collections.abc import Iterator

from advisor import values
from advisor.facts import Answer, Fact, Facts
from advisor.pack import Catalogue
from advisor.values import release

_BUILD = "ini.faultrecovery_build"
_NAMED_BY = {
    "console.release": "the console's heading",
    "stat.server.version.notes": "the statistic Server.Version.Notes",
    "doc.server.serverbuildnumber": "the server document",
}
_FIRST_WITH_BUILD = "6.0"  # FaultRecovery_Build is a mark of Domino 6 and newer
_FIRST_WITH_TASK = {"certmgr": "12.0", "dbmt": "9.0", "ndbmt": "9.0"}
_FIRST_WITH_SET_UP = {"one-touch": "12.0", "container": "10.0"}
_FIRST_OF_HCL = "11.0"  # the first release that the maker's scripts put in this directory
_DIRECTORY_OF_HCL = "/opt/hcl/domino"


def derive(facts: Facts, catalogue: Catalogue, told: str | None) -> Iterator[Fact]:
    """The release itself where something names it; else the floor, written `12.0 or newer`."""
    if told:
        yield Fact("release", told, note="--release")
        return
    build = facts.ask(_BUILD)
    if build.text and release.parse(build.text):
        yield Fact("release", release.spell(build.text), made_from=build.facts, note="FaultRecovery_Build")
        return
    for key, note in _NAMED_BY.items():
        named = facts.ask(key)
        if named.text and release.parse(named.text) and not _by_set_up(facts, named):
            yield Fact("release", release.spell(named.text), made_from=named.facts, note=note)
            return
    floors = list(_floors(facts, catalogue))
    if floors:
        floor, fact, note = max(floors, key=lambda found: release.parse(found[0]) or [])
        yield Fact("release", floor + values.AT_LEAST, made_from=(fact,), note=note)


def _by_set_up(facts: Facts, named: Answer) -> bool:
    """Whether One-Touch wrote it: such files write a build number before any server has run, and stay as they are."""
    set_up = {id(form.source) for form in facts.each("one_touch.form")}
    return any(id(fact.source) in set_up for fact in named.facts)


def _floors(facts: Facts, catalogue: Catalogue) -> Iterator[tuple[str, Fact, str]]:
    """What tells a lowest release: stale settings stay in the file, so nothing ever tells a highest one."""
    for fact in facts.each("ini."):
        entry = catalogue.entry(fact.key)
        if entry.get("floor"):
            yield entry["floor"], fact, f"{entry['name']} is set"
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
