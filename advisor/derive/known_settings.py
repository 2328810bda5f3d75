"""Known settings: reads each setting of the file, and gives what the catalogue knows to its disadvantage."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.derive.settings import at_its_name, by_name, subject_of
from advisor.facts import MAYBE_CUT, TEMPLATE, Complete, Fact, Subject
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.pack.entries import Setting
from advisor.pack.misspelling import resembles
from advisor.values.printing import listed
from advisor.values.readable_secrets import BLOCK, in_clear

_DISADVANTAGES = (
    "known", "resembles", "resembles_field", "resembles_set", "folklore", "misfit", "out_of_range", "bytes", "until",
    "instead", "since", "on", "secret_in_clear", "hour", "fixup", "misreading", "reads_as_zero",
)  # fmt: skip
# What is wrong with the name itself, whatever the value.
_OF_THE_NAME = {"resembles", "resembles_field", "resembles_set", "folklore"}
_TRACES, _FILE, _BY_NAME = "traces", "file", "by_name"  # of debug settings; the last word of debug.…
_DEBUG_FILE = "debug_outfile"
_WHICH = "the release: some debug settings are gone from newer ones"
_LONG = 128  # bytes; shorter values are never in question
_READ_AS_NUMBERS = {"number", "switch"}
_OFF = {"", "0", "no", "false", "off", "none"}
# Patterns that few lines call for; each is compiled when the first does.
_PORT = r"\w+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+"  # TCP, 0, 15, 0: the line defines a port of any name
_BEGINS_AS_NUMBER = r"[+-]?\d"
_HOUR = r"servertasksat([0-9]{1,4})"


def derive(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """`setting.resembles`, `.misfit`, `.until` and the others of _DISADVANTAGES, each only where it is so.

    `debug.traces`, `.file`, `.by_name`: the debug settings that are on, each kind together.
    """
    source, of_all = None, by_name(facts)
    debugging: dict[str, list[Fact]] = {_TRACES: [], _FILE: [], _BY_NAME: []}
    ports = frozenset(values.parse("list", facts.ask("ini.ports").text or ""))
    for name, lines in of_all.items():
        source = source or lines[0].source
        subject = subject_of(name, context.catalogue)
        seen: set[str] = set()
        for line in lines:
            if line.doubt == TEMPLATE:
                continue
            if line.doubt == MAYBE_CUT:
                yield from (_in_doubt(what, subject, line) for what in _DISADVANTAGES)
                continue
            for what, text in of_line(name, line.text, context.catalogue, name in ports):
                if what in debugging:
                    gone = _is_gone(name, facts, context.catalogue)
                    debugging[what].extend([] if gone else [line] if gone is False else [line._replace(doubt=_WHICH)])
                elif what not in seen:
                    at = at_its_name(line) if what in _OF_THE_NAME else line
                    yield Fact(f"setting.{what}", text, subject=subject, made_from=(at,))
                    if what == "resembles" and (meant := of_all.get(text.lower())):
                        yield Fact("setting.resembles_set", "yes", subject=subject, made_from=(at, *meant))
                seen.add(what)
    yield from _debugging(debugging, context.catalogue)
    yield from _key_blocks(tuple(facts.each("notes_ini.key_block")))
    if source:
        if facts.complete("ini."):
            yield Complete("debug.", source)
        yield from (Complete(f"setting.{what}", source) for what in _DISADVANTAGES)


def _is_gone(name: str, facts: Facts, catalogue: Catalogue) -> bool | None:
    """Whether the release no longer has a debug setting: it traces nothing, and setting-obsolete speaks of it."""
    entry, release = catalogue.settings.get(name), facts.ask("release").text
    if not entry or not entry.until:
        return False
    return values.parse("release", release) >= values.parse("release", entry.until) if release else None


def _key_blocks(blocks: tuple[Fact, ...]) -> Iterator[Fact]:
    """The private keys that stand in the file line by line, those of a kind together: no setting holds them."""
    for name in dict.fromkeys(block.text for block in blocks):
        subject, origins = Subject("setting", name), tuple(block for block in blocks if block.text == name)
        yield Fact("setting.name", name, subject=subject, made_from=origins)
        yield Fact("setting.secret_in_clear", BLOCK, subject=subject, made_from=origins)


def _in_doubt(what: str, subject: Subject, line: Fact) -> Fact:
    """Of a value that may be cut nobody knows what is unusual about it."""
    return Fact(f"setting.{what}", "", subject=subject, made_from=(line,), doubt=line.doubt)


def _debugging(lines: dict[str, list[Fact]], catalogue: Catalogue) -> Iterator[Fact]:
    """The debug settings of each kind, and how a sentence names them; of the file its path."""
    for kind, known_or_not in lines.items():
        of_kind = [line for line in known_or_not if line.doubt != _WHICH]
        if known_or_not and not of_kind:
            yield Fact(f"debug.{kind}", "", made_from=tuple(known_or_not), doubt=_WHICH)
        origins, names = tuple(of_kind), list({line.key: _spelled(line, catalogue) for line in of_kind}.values())
        if kind == _FILE and of_kind:
            yield Fact("debug.file", of_kind[-1].text, made_from=origins)
        elif names:
            words = f"{len(names)} settings ({listed(names)})" if len(names) > 1 else names[0]
            yield Fact(f"debug.{kind}", ", ".join(names), made_from=origins)
            yield Fact(f"debug.{kind}_named", words, made_from=origins)


def _spelled(line: Fact, catalogue: Catalogue) -> str:
    """A setting's name as the catalogue spells it; of one that it does not hold, as it stands in the file."""
    name = line.key[4:]
    spelled = catalogue.spelling(name)
    if spelled != name or not line.source or not line.span:
        return spelled
    at = line.source.name_before(name, line.span[0])
    return line.source.text(*at) if at else name


def of_line(name: str, value: str, catalogue: Catalogue, is_port: bool) -> list[tuple[str, str]]:
    """Return what is unusual about one line: the last word of each key, and its text."""
    entry = catalogue.settings.get(name)
    found: list[tuple[str, str]] = []
    if entry is None:
        found += _of_unlisted(name, value, catalogue, is_port)
    else:
        vouched = catalogue.vouches(name)
        found += _of_entry(entry, value) if vouched else ()
        if entry.debug and value.lower() not in _OFF:
            found.append(((_FILE if name == _DEBUG_FILE else _TRACES) if vouched else _BY_NAME, value))
    if len(value) >= _LONG // 4 and (size := len(value.encode())) >= _LONG:
        found.append(("bytes", str(size)))
    if sort := in_clear(catalogue.kind_of_secret(name), value, name.startswith("servertasks")):
        found.append(("secret_in_clear", sort))
    return found


def _of_unlisted(name: str, value: str, catalogue: Catalogue, is_port: bool) -> Iterator[tuple[str, str]]:
    """Yield what is unusual about a name without an entry: folklore, a member of a family, a port or a slip."""
    if name in catalogue.folklore:
        yield "folklore", catalogue.folklore[name].truth
        return
    if family := catalogue.family(name):
        if hour := re.fullmatch(_HOUR, name):
            yield "hour", str(int(hour[1]))
            if int(hour[1]) > 23 and (fixup := _fixup(value)):
                yield "fixup", fixup
        if family.debug and value.lower() not in _OFF:
            yield _BY_NAME, value
        return
    meant = None
    defines_a_port = is_port or ("," in value and re.match(_PORT, value))
    if name not in catalogue.names and not defines_a_port and not name.startswith("$"):
        yield "known", "no"
        meant = resembles(name, catalogue)
    if meant and catalogue.is_published(meant):
        yield "resembles", meant
        if (entry := catalogue.settings.get(meant.lower())) and entry.field:
            yield "resembles_field", entry.field
    elif name.startswith("debug_") and value.lower() not in _OFF:
        yield _BY_NAME, value


def _fixup(tasks: str) -> str:
    """Whether a list of tasks starts Fixup `alone` or `with others`; "" where it does not."""
    names = {member.split()[0].lower() for member in tasks.split(",") if member.strip()}
    fixup = names & {"fixup", "nfixup"}
    return "" if not fixup else "with others" if names - fixup else "alone"


def _of_entry(entry: Setting, value: str) -> Iterator[tuple[str, str]]:
    """Of a setting that somebody vouches for: type, range, releases, and whose it is."""
    if not value:
        return
    if entry.type in _READ_AS_NUMBERS and not entry.debug and not entry.secret:
        yield from _of_number(entry, value)
    if entry.since:
        yield "since", entry.since
    if entry.until and value.lower() not in _OFF:
        yield "until", entry.until
        yield "instead", entry.instead or "nothing took its place"
    if entry.on == "client" and entry.home != "set-up":
        yield "on", "client"


def _of_number(entry: Setting, value: str) -> Iterator[tuple[str, str]]:
    """Whether the value is a number, and one that the setting takes."""
    try:
        values.parse(entry.type, value)
    except values.NotOfType as error:
        yield "misfit", error.of_file
        if re.match(_BEGINS_AS_NUMBER, value):
            yield "misreading", "How Domino reads such a figure is not documented"
        else:
            yield "misreading", "Programs that read it as a number get 0"
            yield "reads_as_zero", "yes"
    else:
        if entry.type == "number" and (limits := _beyond(entry, value)):
            yield "out_of_range", limits


def _beyond(entry: Setting, value: str) -> str:
    """What a value should have been, where it is outside of its range or none of the few values there are."""
    number = values.parse("number", value)
    least, most = entry.least, entry.most
    if (least is not None and number < least) or (most is not None and number > most):
        if least is None or most is None:
            return f"at most {most}" if least is None else f"at least {least}"
        return f"{least} to {most}"
    if entry.closed and str(number) not in entry.values:
        return "one of " + ", ".join(entry.values)
    return ""
