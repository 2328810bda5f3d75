"""Settings: the lines of NOTES.INI in; one subject a setting, with how it is written, out."""

import re
from collections.abc import Iterator

from advisor.facts import Fact, Facts, Subject
from advisor.pack import Catalogue

_FURTHER = re.compile(r"\s([A-Za-z$][\w$]*)=")


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`setting.times`, `setting.values`, `setting.blank_before_equals` and `setting.others_on_line` of each setting."""
    blanks: dict[str, list[Fact]] = {}
    for fact in facts.each("notes_ini.blank_before_equals"):
        blanks.setdefault(fact.text, []).append(fact)
    lines: dict[str, list[Fact]] = {}
    read_to_the_end = facts.whole("setting.")
    for fact in facts.each("ini."):
        lines.setdefault(fact.key, []).append(fact)
    for key, found in lines.items():
        subject = Subject("setting", catalogue.spelling(key[4:]))
        origins = tuple(found)
        if read_to_the_end or len(found) > 1:
            yield Fact("setting.times", str(len(found)), subject=subject, made_from=origins)
        if len(found) > 1:
            different = {fact.text for fact in found}
            yield Fact("setting.values", str(len(different)), subject=subject, made_from=origins)
            agreement = "all with the same value" if len(different) == 1 else f"with {len(different)} different values"
            yield Fact("setting.agreement", agreement, subject=subject, made_from=origins)
        blank = tuple(blanks.get(key, ()))
        yield Fact("setting.blank_before_equals", "yes" if blank else "no", subject=subject, made_from=blank or origins)
        others = [name for fact in found for name in _further_names(key, fact.text, catalogue)]
        yield Fact("setting.others_on_line", str(len(others)), subject=subject, made_from=origins)
        if others:
            yield Fact("setting.names_of_others", ", ".join(others), subject=subject, made_from=origins)


def _further_names(key: str, value: str, catalogue: Catalogue) -> list[str]:
    """The known settings that are written inside another one's value: `0 TRANSLOG_Style=1`."""
    if "=" not in value or key.startswith("ini.$"):  # programs' own values may hold anything
        return []
    return [name for name in _FURTHER.findall(value) if name.lower() in catalogue.names]
