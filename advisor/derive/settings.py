"""Settings: reads the lines of NOTES.INI; gives one subject a setting, with what is unusual in how it is written."""

import re
from collections.abc import Iterator
from functools import lru_cache

from advisor import limits
from advisor.derive.context import Context
from advisor.facts import BLANK, MAYBE_CUT, SERVER, Complete, Fact, Subject
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.values.printing import listed

_FURTHER = r"\s([A-Za-z$][\w$]*)="
# What a line alone tells: of a setting that was read, and of which it is not said, it is not so.
_OF_EACH_LINE = ("setting.blank_before_equals", "setting.others_on_line", "setting.names_of_others")
_OF_WHOLE_LINES = (
    *_OF_EACH_LINE[1:],
    "setting.times",
    "setting.lines",
    "setting.values",
    "setting.agreement",
)  # none of one that is cut


def derive(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """`setting.name` of each setting; `setting.times`, `.values`, `.others_on_line` … only where they are unusual."""
    blanks: dict[str, list[Fact]] = {}
    too_many = False  # to tell of each
    for fact in facts.each("notes_ini.blank_before_equals"):
        blanks.setdefault(fact.text, []).append(fact)
        too_many = too_many or bool(fact.doubt)
    lines = by_name(facts)
    for name, of_setting in lines.items():
        subject = subject_of(name, context.catalogue)
        yield Fact("setting.name", subject.name, None, None, subject, tuple(of_setting))
        if len(of_setting) == 1 and not of_setting[0].doubt and "=" not in of_setting[0].text and not blanks:
            continue  # a plain line, as most are
        blank = blanks.get(f"ini.{name}") or [at_its_name(fact) for fact in of_setting if fact.doubt == BLANK]
        if blank:  # an NSD's lines, and what is past a limit, have the doubt alone
            yield Fact("setting.blank_before_equals", "yes", subject=subject, made_from=tuple(blank))
        holding = [fact for fact in of_setting if "=" in fact.text]
        others = [other for fact in holding for other in _further_names(name, fact.text, context.catalogue)]
        if others:
            yield from _on_line(subject, others, of_setting)
        if cut := tuple([fact for fact in of_setting if fact.doubt == MAYBE_CUT]):
            keys: tuple[str, ...] = _OF_WHOLE_LINES[2:] if others else _OF_WHOLE_LINES
            keys += _OF_EACH_LINE[:1] * (too_many and not blank)
            yield from (Fact(key, "", subject=subject, made_from=cut, doubt=MAYBE_CUT) for key in keys)
        elif len(of_setting) > 1:
            yield from _repeated(subject, _in_one_file(of_setting, facts))
    if source := next((of_setting[0].source for of_setting in lines.values()), None):
        yield from (Complete(key, source) for key in _OF_EACH_LINE)


def _on_line(subject: Subject, others: list[str], lines: list[Fact]) -> Iterator[Fact]:
    """The other settings that stand on a setting's lines."""
    yield Fact("setting.others_on_line", str(len(others)), subject=subject, made_from=tuple(lines))
    yield Fact("setting.names_of_others", listed(others), subject=subject, made_from=tuple(lines))


def _repeated(subject: Subject, lines: tuple[Fact, ...]) -> Iterator[Fact]:
    """How often a setting is given, where that is more than once, and with how many values."""
    if len(lines) < 2:
        return
    different = len({fact.text for fact in lines})
    yield Fact("setting.times", str(len(lines)), subject=subject, made_from=lines)
    yield Fact("setting.lines", _in_words(len(lines)), subject=subject, made_from=lines)
    yield Fact("setting.values", str(different), subject=subject, made_from=lines)
    agreement = "all with the same value" if different == 1 else f"with {different} different values"
    yield Fact("setting.agreement", agreement, subject=subject, made_from=lines)


def _in_words(lines: int) -> str:
    """`2 lines`; of so many that no more are told of, that there are more."""
    return f"more than {limits.MAX_REPEATS:,} lines" if lines > limits.MAX_REPEATS else f"{lines:,} lines"


def by_name(facts: Facts) -> dict[str, list[Fact]]:
    """The lines of each setting, by its name in lower case, in the order of the file."""
    return {key[4:]: facts.known[SERVER, key] for key in facts.words.get("ini", ())}


@lru_cache(8192)  # of a fleet, each server has the same settings
def subject_of(name: str, catalogue: Catalogue) -> Subject:
    """The setting of a name."""
    return Subject("setting", catalogue.spelling(name))


def at_its_name(line: Fact) -> Fact:
    """A setting's line, standing where its name does, and not its value."""
    at = line.source.name_before(line.key[4:], line.span[0]) if line.source and line.span else None
    return line._replace(span=at) if at else line


def _in_one_file(lines: list[Fact], facts: Facts) -> tuple[Fact, ...]:
    """The lines of a setting in NOTES.INI: a console that prints it once more gives no second one."""
    header = facts.first("notes_ini.header")
    return tuple(fact for fact in lines if header and fact.source is header.source)


def _further_names(name: str, value: str, catalogue: Catalogue) -> list[str]:
    """The known settings that are written inside another one's value: `0 TRANSLOG_Style=1`."""
    if name.startswith("$"):  # programs' own values may hold anything
        return []
    return [other for other in re.findall(_FURTHER, value) if other.lower() in catalogue.names]
