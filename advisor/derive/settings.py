"""Settings: the lines of NOTES.INI in; one subject a setting, with what is unusual in how it is written, out."""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Fact, Facts, Subject
from advisor.pack import Catalogue

_FURTHER = r"\s([A-Za-z$][\w$]*)="
# What a line alone tells: of a setting that was read, and of which it is not said, it is not so.
_TOLD_BY_A_LINE = ("setting.blank_before_equals", "setting.others_on_line", "setting.names_of_others")


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact | Complete]:
    """`setting.name` of each setting; `setting.times`, `.values`, `.others_on_line` … only where they are unusual."""
    blanks: dict[str, list[Fact]] = {}
    for fact in facts.each("notes_ini.blank_before_equals"):
        blanks.setdefault(fact.text, []).append(fact)
    lines = by_name(facts)
    for name, found in lines.items():
        subject = Subject("setting", catalogue.spelling(name))
        origins = tuple(found)
        yield Fact("setting.name", subject.name, subject=subject, made_from=origins)
        if len(found) > 1 and len(again := _in_one_file(found, facts)) > 1:
            different = {fact.text for fact in again}
            yield Fact("setting.times", str(len(again)), subject=subject, made_from=again)
            yield Fact("setting.values", str(len(different)), subject=subject, made_from=again)
            agreement = "all with the same value" if len(different) == 1 else f"with {len(different)} different values"
            yield Fact("setting.agreement", agreement, subject=subject, made_from=again)
        if blank := blanks.get(f"ini.{name}"):
            yield Fact("setting.blank_before_equals", "yes", subject=subject, made_from=tuple(blank))
        others = [other for fact in found for other in _further_names(name, fact.text, catalogue)]
        if others:
            yield Fact("setting.others_on_line", str(len(others)), subject=subject, made_from=origins)
            yield Fact("setting.names_of_others", ", ".join(others), subject=subject, made_from=origins)
    if source := next((found[0].source for found in lines.values()), None):
        yield from (Complete(key, source) for key in _TOLD_BY_A_LINE)


def by_name(facts: Facts) -> dict[str, list[Fact]]:
    """The lines of each setting, by its name in lower case, in the order of the file."""
    lines: dict[str, list[Fact]] = {}
    for fact in facts.each("ini."):
        lines.setdefault(fact.key[4:], []).append(fact)
    return lines


def _in_one_file(found: list[Fact], facts: Facts) -> tuple[Fact, ...]:
    """The lines of a setting in NOTES.INI: a console that prints it once more gives no second one."""
    whole = facts.first("notes_ini.header")
    return tuple(fact for fact in found if whole and fact.source is whole.source)


def _further_names(name: str, value: str, catalogue: Catalogue) -> list[str]:
    """The known settings that are written inside another one's value: `0 TRANSLOG_Style=1`."""
    if "=" not in value or name.startswith("$"):  # programs' own values may hold anything
        return []
    return [other for other in re.findall(_FURTHER, value) if other.lower() in catalogue.names]
