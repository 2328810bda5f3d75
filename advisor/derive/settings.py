"""Settings of NOTES.INI: how each line is written, and what the catalogue says about it."""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from msgspec import Struct
from msgspec.structs import replace

from advisor import limits, values
from advisor.derive.context import Context, derived
from advisor.facts import BLANK, MAYBE_CUT, SERVER, TEMPLATE, Complete, Fact, Facts, Subject, facts_of
from advisor.pack import Catalogue
from advisor.pack.catalogue import Family, Setting
from advisor.values import secrets
from advisor.values.printing import listed
from advisor.values.readable_secrets import BLOCK, in_clear

_BLANK = "notes_ini.blank_before_equals"
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


_DISADVANTAGES = (
    "known", "resembles", "resembles_field", "resembles_set", "folklore", "misfit", "out_of_range", "bytes", "until",
    "instead", "since", "on", "secret_in_clear", "hour", "fixup", "misreading", "reads_as_zero", "needless",
)  # fmt: skip
# What is wrong with the name itself, whatever the value.
_OF_THE_NAME = {"needless", "resembles", "resembles_field", "resembles_set", "folklore"}
_NAMED_OTHERWISE = {"folklore", "resembles"}
_TRACES, _FILE, _BY_NAME = "traces", "file", "by_name"  # of debug settings; the last word of debug.…
_FAULTS = {"misfit", "out_of_range", "until", "instead", "secret_in_clear", _TRACES, _FILE, _BY_NAME}
_DEBUG_FILE = "debug_outfile"
_WHICH = "the release: some debug settings are gone from newer ones"
_LONG = 128  # bytes; shorter values are never in question
_READ_AS_NUMBERS = {"number", "switch"}
_OFF = {"", "0", "no", "false", "off", "none"}
# Patterns that few lines call for; each is compiled when the first does.
PORT_LINE = r"\w+\s*,\s*\d+\s*,\s*\d+\s*,\s*\d+"  # TCP, 0, 15, 0: the line defines a port of any name
_BEGINS_AS_NUMBER = r"[+-]?\d"
_HOUR = r"servertasksat([0-9]{1,4})"


@derived(
    "setting.name", "setting.agreement", "setting.blank_before_equals", "setting.lines", "setting.names_of_others",
    "setting.others_on_line", "setting.times", "setting.values", "setting.bytes", "setting.fixup",
    "setting.folklore", "setting.hour", "setting.instead", "setting.known", "setting.misfit", "setting.misreading",
    "setting.on", "setting.out_of_range", "setting.reads_as_zero", "setting.resembles", "setting.resembles_field",
    "setting.resembles_set", "setting.needless",
    "setting.secret_in_clear", "setting.since", "setting.until", "debug.by_name",
    "debug.by_name_named", "debug.file", "debug.traces", "debug.traces_named",
)  # fmt: skip
def derive_settings(facts: Facts, context: Context) -> list[Fact | Complete]:
    """Return `setting.name` of each setting, and every other key of those settings of which it is so or may be.

    `debug.traces`, `.file`, `.by_name`: the debug settings that are on, each kind together.
    """
    catalogue, of_all = context.catalogue, by_name(facts)
    found: list[Fact | Complete] = []
    of_values: list[Fact] = []
    debugging: dict[str, list[Fact]] = {_TRACES: [], _FILE: [], _BY_NAME: []}
    ports = frozenset(values.parse("list", facts.ask("ini.ports").text or ""))
    blanks = _blanks(facts)
    for name, lines in of_all.items():
        of_name = catalogued(name, catalogue)
        subject = of_name.subject
        found.append(Fact("setting.name", subject.name, None, None, subject, tuple(lines)))
        if len(lines) > 1 or lines[0].doubt or "=" in lines[0].text or blanks:
            found += _of_lines(subject, lines, blanks, facts, catalogue)
        reported: set[str] = set()
        for line in lines:
            if line.doubt == TEMPLATE:
                continue
            if line.doubt == MAYBE_CUT:  # an unusual value cannot be recognised
                of_values += _in_doubt([f"setting.{what}" for what in _DISADVANTAGES], subject, (line,))
                continue
            for what, text in of_line(name, line.text, of_name, name in ports):
                if what in debugging:
                    debugging[what] += _debug_line(name, line, facts, catalogue)
                elif what not in reported:
                    at = at_its_name(line) if what in _OF_THE_NAME else line
                    of_values.append(Fact(f"setting.{what}", text, None, None, subject, (at,)))
                    if what == "resembles":
                        of_values += _of_slip(text, line.text, of_all, subject, at, catalogue)
                reported.add(what)
    found += of_values
    found += _debugging(debugging, catalogue)
    found += _key_blocks(tuple(facts.each("notes_ini.key_block")))
    if source := next((lines[0].source for lines in of_all.values()), None):
        found += [Complete(key, source) for key in _OF_EACH_LINE]
        found += [Complete("debug.", source)] if facts.complete("ini.") else []
        found += [Complete(f"setting.{what}", source) for what in _DISADVANTAGES]
    return found


def _of_slip(
    meant: str, value: str, of_all: dict[str, list[Fact]], subject: Subject, at: Fact, catalogue: Catalogue
) -> Iterator[Fact]:
    """Yield whether the setting that was meant is set, too, and whether its line is needless: `default` or `fault`."""
    if lines := of_all.get(meant.lower()):
        yield Fact("setting.resembles_set", "yes", None, None, subject, (at, *lines))
    of_name = catalogued(meant.lower(), catalogue)
    if any(what in _FAULTS for what, _ in of_line(meant.lower(), value, of_name, False)):
        yield Fact("setting.needless", "fault", None, None, subject, (at,))
    elif of_name.entry and any(value.strip().lower() == default.value.lower() for default in of_name.entry.default):
        yield Fact("setting.needless", "default", None, None, subject, (at,))


def _blanks(facts: Facts) -> dict[str, list[Fact]]:
    """Return the places of each setting with a blank before its equals sign, by its key."""
    blanks: dict[str, list[Fact]] = {}
    for fact in facts.each(_BLANK):
        blanks.setdefault(fact.text, []).append(fact)
    return blanks


def _of_lines(
    subject: Subject, lines: list[Fact], blanks: dict[str, list[Fact]], facts: Facts, catalogue: Catalogue
) -> list[Fact]:
    """Return `setting.blank_before_equals`, `.others_on_line`, `.times` … of a setting, each if it is so or may be."""
    found: list[Fact] = []
    key = lines[0].key
    blank = blanks.get(key) or [at_its_name(fact) for fact in lines if fact.doubt == BLANK]
    if blank:  # an NSD's lines, and what is past a limit, have the doubt alone
        found.append(Fact("setting.blank_before_equals", "yes", None, None, subject, tuple(blank)))
    holding = [fact for fact in lines if "=" in fact.text]
    others = [other for fact in holding for other in _further_names(key[4:], fact.text, catalogue)]
    if others:
        found += [
            Fact("setting.others_on_line", str(len(others)), None, None, subject, tuple(lines)),
            Fact("setting.names_of_others", listed(others), None, None, subject, tuple(lines)),
        ]
    if cut := tuple([fact for fact in lines if fact.doubt == MAYBE_CUT]):
        keys: tuple[str, ...] = _OF_WHOLE_LINES[2:] if others else _OF_WHOLE_LINES
        too_many = any(fact.doubt for fact in facts.each(_BLANK))  # to list each
        keys += _OF_EACH_LINE[:1] * (too_many and not blank)
        found += _in_doubt(keys, subject, cut)
    elif len(lines) > 1:
        found += _repeated(subject, _in_one_file(lines, facts))
    return found


def _in_doubt(keys: Iterable[str], subject: Subject, lines: tuple[Fact, ...]) -> list[Fact]:
    """Return keys of a setting as unknown, because its line may be cut."""
    return [Fact(key, "", None, None, subject, lines, doubt=MAYBE_CUT) for key in keys]


def _repeated(subject: Subject, lines: tuple[Fact, ...]) -> list[Fact]:
    """Return how often a setting is given, if more than once, and with how many values."""
    if len(lines) < 2:
        return []
    different = len({fact.text for fact in lines})
    agreement = "all with the same value" if different == 1 else f"with {different} different values"
    return [
        Fact("setting.times", str(len(lines)), None, None, subject, lines),
        Fact("setting.lines", _in_words(len(lines)), None, None, subject, lines),
        Fact("setting.values", str(different), None, None, subject, lines),
        Fact("setting.agreement", agreement, None, None, subject, lines),
    ]


def _in_words(lines: int) -> str:
    """Return `2 lines`; of so many that no more are told of, that there are more."""
    return f"more than {limits.MAX_REPEATS:,} lines" if lines > limits.MAX_REPEATS else f"{lines:,} lines"


def by_name(facts: Facts) -> dict[str, list[Fact]]:
    """Return the lines of each setting, by its name in lower case, in the order of the file."""
    known = facts.known
    return {key[4:]: known[SERVER, key] for key in facts.words.get("ini", ())}


class CataloguedName(Struct, frozen=True):
    """What the catalogue says of a setting's name, whatever the value."""

    subject: Subject
    entry: Setting | None
    family: Family | None  # of a name without an entry
    vouched: bool  # the entry may ground advice
    secret: secrets.Kind  # of which kind of secret the value is, by the name
    slip: tuple[tuple[str, str], ...]  # of an unknown name: the last word of each key, and its text


@lru_cache(8192)  # of a fleet, each server has the same settings
def catalogued(name: str, catalogue: Catalogue) -> CataloguedName:
    """Return what the catalogue says of a name in lower case."""
    subject, secret = Subject("setting", catalogue.spelling(name)), catalogue.kind_of_secret(name)
    if entry := catalogue.settings.get(name):
        return CataloguedName(subject, entry, None, catalogue.vouches(name), secret, ())
    if name in catalogue.folklore:
        return CataloguedName(subject, None, None, False, secret, (("folklore", catalogue.folklore[name].truth),))
    if family := catalogue.family(name):
        return CataloguedName(subject, None, family, False, secret, ())
    known = name in catalogue.names or name.startswith("$")
    return CataloguedName(subject, None, None, False, secret, () if known else tuple(_of_unknown(name, catalogue)))


def _of_unknown(name: str, catalogue: Catalogue) -> Iterator[tuple[str, str]]:
    """Yield that a name is unknown, and the published setting that it resembles."""
    yield "known", "no"
    meant = catalogue.known_names.resembles(name)
    if meant and catalogue.is_published(meant):
        yield "resembles", meant
        if (entry := catalogue.settings.get(meant.lower())) and entry.field:
            yield "resembles_field", entry.field


def at_its_name(line: Fact) -> Fact:
    """Return a setting's line, standing where its name does, and not its value."""
    at = line.source.name_before(line.key[4:], line.span[0]) if line.source and line.span else None
    return replace(line, span=at) if at else line


def _in_one_file(lines: list[Fact], facts: Facts) -> tuple[Fact, ...]:
    """Return the lines of a setting in NOTES.INI: a console that prints it once more gives no second one."""
    header = facts.first("notes_ini.header")
    return tuple([fact for fact in lines if fact.source is header.source]) if header else ()


def _further_names(name: str, value: str, catalogue: Catalogue) -> list[str]:
    """Return the known settings that are written inside another one's value: `0 TRANSLOG_Style=1`."""
    if name.startswith("$"):  # programs' own values may hold anything
        return []
    return [other for other in re.findall(_FURTHER, value) if other.lower() in catalogue.names]


def _debug_line(name: str, line: Fact, facts: Facts, catalogue: Catalogue) -> list[Fact]:
    """Return the line of a debug setting that is on; nothing if the release no longer has it: setting-obsolete does."""
    entry, release = catalogue.settings.get(name), facts.ask("release").text
    if not entry or not entry.until:
        return [line]
    if not release:
        return [replace(line, doubt=_WHICH)]
    return [] if values.is_before(release, entry.until) is False else [line]


def _key_blocks(blocks: tuple[Fact, ...]) -> Iterator[Fact]:
    """Yield the private keys that are in the file line by line, those of a kind together: no setting holds them."""
    for name in dict.fromkeys(block.text for block in blocks):
        subject, origins = Subject("setting", name), tuple(block for block in blocks if block.text == name)
        yield Fact("setting.name", name, subject=subject, made_from=origins)
        yield Fact("setting.secret_in_clear", BLOCK, subject=subject, made_from=origins)


def _debugging(lines: dict[str, list[Fact]], catalogue: Catalogue) -> Iterator[Fact]:
    """Yield the debug settings of each kind, and how a sentence names them; of the file its path."""
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
    """Return a setting's name as the catalogue spells it, or as the file spells it if it is unknown."""
    name = line.key[4:]
    spelled = catalogue.spelling(name)
    if spelled != name or not line.source or not line.span:
        return spelled
    at = line.source.name_before(name, line.span[0])
    return line.source.text(*at) if at else name


def of_line(name: str, value: str, of_name: CataloguedName, is_port: bool) -> list[tuple[str, str]]:
    """Return what is unusual about one line: the last word of each key, and its text. name: in lower case."""
    entry = of_name.entry
    if entry is None:
        found = _of_unlisted(name, value, of_name, is_port)
    else:
        found = _of_entry(entry, value) if of_name.vouched and value else []
        if entry.debug and value.lower() not in _OFF:
            found.append(((_FILE if name == _DEBUG_FILE else _TRACES) if of_name.vouched else _BY_NAME, value))
    if len(value) >= _LONG // 4 and (size := len(value.encode())) >= _LONG:
        found.append(("bytes", str(size)))
    if of_name.secret or not value.isdecimal():
        sort = in_clear(of_name.secret, value, name.startswith("servertasks"))
        found += [("secret_in_clear", sort)] if sort else []
    return found


def _of_unlisted(name: str, value: str, of_name: CataloguedName, is_port: bool) -> list[tuple[str, str]]:
    """Return what is unusual about a name without an entry: folklore, a member of a family, a slip."""
    if of_name.family:
        return _of_family(of_name.family, name, value)
    slip = of_name.slip
    if slip and slip[0][0] == "known" and (is_port or ("," in value and re.match(PORT_LINE, value))):
        slip = ()  # a port may have any name
    found = list(slip)
    if name.startswith("debug_") and value.lower() not in _OFF and _NAMED_OTHERWISE.isdisjoint(dict(slip)):
        found.append((_BY_NAME, value))
    return found


def _of_family(family: Family, name: str, value: str) -> list[tuple[str, str]]:
    """Return what is unusual about a member of a family: the hour of a list of tasks, a debug setting that is on."""
    found: list[tuple[str, str]] = []
    if hour := re.fullmatch(_HOUR, name):
        found.append(("hour", str(int(hour[1]))))
        if int(hour[1]) > 23 and (fixup := _fixup(value)):
            found.append(("fixup", fixup))
    if family.debug and value.lower() not in _OFF:
        found.append((_BY_NAME, value))
    return found


def _fixup(tasks: str) -> str:
    """Return whether a list of tasks starts Fixup `alone` or `with others`; "" where it does not."""
    names = {member.split()[0].lower() for member in tasks.split(",") if member.strip()}
    fixup = names & {"fixup", "nfixup"}
    return "" if not fixup else "with others" if names - fixup else "alone"


def _of_entry(entry: Setting, value: str) -> list[tuple[str, str]]:
    """Return what is unusual about a setting that somebody vouches for: type, range, releases, and whose it is."""
    found: list[tuple[str, str]] = []
    if entry.type in _READ_AS_NUMBERS and not entry.debug and not entry.secret:
        found += _of_number(entry, value)
    if entry.since:
        found.append(("since", entry.since))
    if entry.until and value.lower() not in _OFF:
        found += [("until", entry.until), ("instead", entry.instead or "nothing took its place")]
    if entry.on == "client" and entry.home != "set-up":
        found.append(("on", "client"))
    return found


def _of_number(entry: Setting, value: str) -> list[tuple[str, str]]:
    """Return whether the value is a number, and one that the setting takes."""
    try:
        number = values.parse(entry.type, value)
    except values.NotOfType as error:
        misfit = ("misfit", error.of_file)
        if re.match(_BEGINS_AS_NUMBER, value):
            return [misfit, ("misreading", "How Domino reads such a figure is not documented")]
        return [misfit, ("misreading", "Programs that read it as a number get 0"), ("reads_as_zero", "yes")]
    beyond = _beyond(entry, number) if entry.type == "number" else ""
    return [("out_of_range", beyond)] if beyond else []


def _beyond(entry: Setting, number: int | float) -> str:
    """Return what a value should have been, where it is outside of its range or none of the few values there are."""
    least, most = entry.least, entry.most
    if (least is not None and number < least) or (most is not None and number > most):
        if least is None or most is None:
            return f"at most {most}" if least is None else f"at least {least}"
        return f"{least} to {most}"
    if entry.closed and str(number) not in entry.values:
        return "one of " + ", ".join(entry.values)
    return ""


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
_FIRST_WITH_NEWER_JAVA = "14.0"
_UNSAID = "JavaDebugOptions does not say where it listens"
_ALL_ADDRESSES = {"*", "0.0.0.0", "::"}  # noqa: S104 - read, not bound
_OWN_ADDRESSES = {"localhost", "::1"}


@derived("java_debugger.how", "java_debugger.reach")
def derive_debugger(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `java_debugger.reach`.

    Anywhere, one address, port alone, this machine, or nowhere where the server calls out.
    `java_debugger.how`: the same in words, or that nothing tells it.
    """
    options = facts.ask("ini.javadebugoptions")
    if options.text:
        yield Fact("java_debugger.reach", reach(options.text), made_from=options.facts)
    words = _told(options.text, facts.ask("release").text) if options.text else _UNSAID
    yield Fact("java_debugger.how", words, made_from=options.facts)


def _told(options: str, release: str | None) -> str:
    """Return the reach in words, with the port.

    For a port alone as the release's Java takes it, where that is known.
    """
    reached = reach(options)
    old = values.is_before(release, _FIRST_WITH_NEWER_JAVA)
    words = _IN_WORDS[reached] if reached != PORT_ALONE or old is None else _BY_RELEASE[old]
    number = _words(options).get("address", "")
    return words.format(port=f"port {number}" if number.isdecimal() else "a port")


def reach(options: str) -> str:
    """Return from where a debugger can attach with some options. Without an address Java chooses a port."""
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
    """Return Java's own options by their names, in lower case."""
    return dict(part.strip().partition("=")[::2] for part in options.lower().replace(" ", "").split(","))


_CLASS_PATHS = ("ini.javauserclasses", "ini.javauserclassesext")
# Folders and files that pages name: gone from Domino 14, or in conflict with what Domino brings itself.
_CONFLICTING = re.compile(r"(?i)(jvm[\\/]lib[\\/]ext)\b|(?:^|[\\/])(jsdk\.jar|(?:mysql|commons-|json)[\w.-]*\.jar)\s*$")


@derived("java_class_path.conflicting")
def derive_class_path(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `java_class_path.conflicting`: files and folders of the class path that are known to conflict.

    JavaUserClassesExt lists names of further settings, each with a class path.
    """
    answers = [facts.ask(key) for key in _CLASS_PATHS]
    if any(answer.trouble for answer in answers) or not any(answer.text for answer in answers):
        return
    conflicting: dict[str, None] = {}
    for answer in answers:
        for part in _class_path(answer.text or ""):
            further = facts.ask(f"ini.{part.lower()}").text if part.isidentifier() else None
            for path in _class_path(further or part):
                if found := _CONFLICTING.search(path):
                    conflicting[(found[1] or found[2]).replace("\\", "/")] = None
    yield Fact("java_class_path.conflicting", listed(conflicting) or "none", made_from=facts_of(answers))


def _class_path(text: str) -> list[str]:
    """Split a class path: by semicolons if it has a drive letter, else by colons, too."""
    windows = re.search(r"(?:^|[;,])\s*[A-Za-z]:[\\/]", text)
    return [part.strip() for part in re.split(r"[;,]" if windows else r"[;:,]", text) if part.strip()]


_DIAGNOSTICS = ("DEBUG_THREADID", "CONSOLE_LOG_ENABLED", "DEBUG_CAPTURE_TIMEOUT", "DEBUG_SHOW_TIMEOUT")


@derived("diagnostics.off")
def derive_diagnostics(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `diagnostics.off`: which of the diagnostics that support asks for are set to 0; none if none are."""
    lines = {name: facts.ask(f"ini.{name.lower()}") for name in _DIAGNOSTICS}
    off = {name: line for name, line in lines.items() if line.text is not None and line.text.strip() == "0"}
    if off or (not any(line.trouble for line in lines.values()) and facts.complete("ini.")):
        origins = facts_of(off.values())
        yield Fact("diagnostics.off", listed(off) or "none", made_from=origins)


_DAYS_AT, _MONTH = 3, "30"


@derived("log_database.days", "log_database.month")
def derive_log_days(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `log_database.days`: how long log.nsf keeps its documents; `.month`: the setting Log with 30 days."""
    log = facts.ask("ini.log")
    fields = (log.text or "").split(",")
    if len(fields) > _DAYS_AT and fields[_DAYS_AT].strip().isascii() and fields[_DAYS_AT].strip().isdigit():
        days = fields[_DAYS_AT].strip()
        yield Fact("log_database.days", days, made_from=log.facts)
        month = [*fields[:_DAYS_AT], _MONTH, *fields[_DAYS_AT + 1 :]]
        yield Fact("log_database.month", ",".join(month), made_from=log.facts)
