"""Settings of NOTES.INI: how each line is written, and what the catalogue says about it."""

import re
from collections.abc import Iterator
from functools import lru_cache

from advisor import limits, values
from advisor.derive.context import Context
from advisor.derive.step import derived
from advisor.facts import BLANK, MAYBE_CUT, ONCE_SET, SERVER, TEMPLATE, Complete, Fact, Subject
from advisor.known import Facts
from advisor.pack import Catalogue
from advisor.pack.entries import Setting
from advisor.pack.misspelling import resembles
from advisor.values.printing import listed
from advisor.values.readable_secrets import BLOCK, PASSWORD, in_clear

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


@derived(
    "setting.agreement", "setting.blank_before_equals", "setting.lines", "setting.name", "setting.names_of_others",
    "setting.others_on_line", "setting.times", "setting.values",
    completes=("setting.",),
)  # fmt: skip
def derive_settings(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
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


@derived(
    "setting.bytes", "setting.fixup", "setting.folklore", "setting.hour", "setting.instead", "setting.known",
    "setting.misfit", "setting.misreading", "setting.name", "setting.on", "setting.out_of_range",
    "setting.reads_as_zero", "setting.resembles", "setting.resembles_field", "setting.resembles_set",
    "setting.secret_in_clear", "setting.since", "setting.until", "debug.by_name", "debug.by_name_named",
    "debug.file", "debug.traces", "debug.traces_named",
    needs=("release",),
    completes=("setting.", "debug."),
)  # fmt: skip
def derive_known_settings(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
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


# What is still worth a word of a setting set once.
_OF_NAMES = {"known", "resembles", "resembles_field", "folklore", "secret_in_clear"}
_FROM_ELSEWHERE = r"@(prompt|env|file|secret)(:.*)?"  # set-up asks for it, or takes it from there


@derived("setting.name", "setting.secret_in_clear", completes=("setting.",))
def derive_secrets(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """`setting.secret_in_clear` of each parameter whose value is a secret itself, by its name as it is written."""
    clear: dict[str, list[Fact]] = {}
    for written in facts.each("one_touch.written"):
        parameter = written.made_from[0]
        name = parameter.key.rpartition(".")[2]
        elsewhere = re.fullmatch(_FROM_ELSEWHERE, parameter.text, re.IGNORECASE | re.DOTALL)
        if not elsewhere and in_clear(context.catalogue.kind_of_secret(name), parameter.text):
            clear.setdefault(written.text, []).append(parameter)
    for name, parameters in clear.items():
        subject, origins = Subject("setting", name), tuple(parameters)
        yield Fact("setting.name", name, subject=subject, made_from=origins)
        yield Fact("setting.secret_in_clear", PASSWORD, subject=subject, made_from=origins)
    yield from _of_settings(facts, context)
    form = facts.first("one_touch.form")
    if form and form.source:
        yield Complete("setting.secret_in_clear", form.source)


def _of_settings(facts: Facts, context: Context) -> Iterator[Fact]:
    """What is so of the name, and of a secret's value, of each setting that the server was set up with once."""
    for fact in facts.each(ONCE_SET):
        name = fact.key.removeprefix(ONCE_SET)
        subject = Subject("setting", context.catalogue.spelling(name))
        told = of_line(name, fact.text, context.catalogue, False) if fact.doubt != TEMPLATE else ()
        if found := [(what, text) for what, text in told if what in _OF_NAMES]:
            yield Fact("setting.name", subject.name, subject=subject, made_from=(fact,))
            yield from (Fact(f"setting.{what}", text, subject=subject, made_from=(fact,)) for what, text in found)


ANYWHERE, ONE_ADDRESS, PORT_ALONE, HERE, NOWHERE = "anywhere", "one address", "port alone", "this machine", "nowhere"
_IN_WORDS = {
    ANYWHERE: "it listens on every address of the machine",
    ONE_ADDRESS: "it listens on one address of the machine",
    PORT_ALONE: "it listens on {port}, and no address is given",
    HERE: "it listens for programs of this machine alone",
    NOWHERE: "it calls a debugger by itself",
}
_BY_RELEASE = {  # what a port alone means: Java 8 opens it on all addresses, Java 9 and newer to the machine itself
    True: "it listens on {port} of every address of the machine",
    False: "it listens on {port} for programs of this machine alone",
}
_FIRST_WITH_NEWER_JAVA = [14, 0, 0, 0, 0, 0]
_UNSAID = "JavaDebugOptions does not say where it listens"
_ALL_ADDRESSES = {"*", "0.0.0.0", "::"}  # noqa: S104 - read, not bound
_OWN_ADDRESSES = {"localhost", "::1"}


@derived("java_debugger.how", "java_debugger.reach", needs=("release",))
def derive_debugger(facts: Facts, _: Context) -> Iterator[Fact]:
    """`java_debugger.reach`: anywhere, one address, port alone, this machine, or nowhere where the server calls out.

    `java_debugger.how`: the same in words, or that nothing tells it.
    """
    options = facts.ask("ini.javadebugoptions")
    if options.text:
        yield Fact("java_debugger.reach", reach(options.text), made_from=options.facts)
    words = _told(options.text, facts.ask("release").text) if options.text else _UNSAID
    yield Fact("java_debugger.how", words, made_from=options.facts)


def _told(options: str, release: str | None) -> str:
    """The reach in words, with the port; for a port alone as the release's Java takes it, where that is known."""
    reached = reach(options)
    old = values.parse("release", release) < _FIRST_WITH_NEWER_JAVA if release else None
    words = _IN_WORDS[reached] if reached != PORT_ALONE or old is None else _BY_RELEASE[old]
    number = _words(options).get("address", "")
    return words.format(port=f"port {number}" if number.isdecimal() else "a port")


def reach(options: str) -> str:
    """From where a debugger can attach with some options; without an address Java takes a port of its own."""
    words = _words(options)
    host, _, _ = words.get("address", "").rpartition(":")
    host = host.strip("[]")
    if words.get("server") != "y":
        return NOWHERE
    if words.get("transport") == "dt_shmem" or host in _OWN_ADDRESSES or host.startswith("127."):
        return HERE
    if host in _ALL_ADDRESSES:
        return ANYWHERE
    return ONE_ADDRESS if host else PORT_ALONE


def _words(options: str) -> dict[str, str]:
    """Java's own options by their names, in lower case."""
    return dict(part.strip().partition("=")[::2] for part in options.lower().replace(" ", "").split(","))


_NONE = "none"


@derived("ports.undefined", "ports.unbound")
def derive_ports(facts: Facts, _: Context) -> Iterator[Fact]:
    """`ports.undefined`: listed without a line of its own. `ports.unbound`: TCP ports without an address.

    Both are `none` where no port lacks it. Known only of a file that was read to its end.
    """
    ports = facts.ask("ini.ports")
    if ports.trouble or not facts.complete("ini."):
        return
    names = values.parse("list", ports.text or "")
    lines = {name: facts.first(f"ini.{name}") for name in names}
    undefined = [name.upper() for name, line in lines.items() if line is None]
    yield Fact("ports.undefined", listed(undefined) or _NONE, made_from=ports.facts)
    tcp = [name for name, line in lines.items() if line and line.text.upper().startswith("TCP")]
    unbound = [name.upper() for name in tcp if len(tcp) > 1 and facts.first(f"ini.{name}_tcpipaddress") is None]
    origins = ports.facts + tuple(line for line in lines.values() if line)
    yield Fact("ports.unbound", listed(unbound) or _NONE, made_from=origins)
