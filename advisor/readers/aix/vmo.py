"""Read vmo of AIX (-a, -L, -x, or -o with a name): the tunables of memory, in force, at boot and by default."""

import re
from collections.abc import Iterator

from msgspec import Struct

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, Command, Damage, Line, Word, first_printed, foreign, printed
from advisor.source import Source

_COMMAND = "vmo"

_HEADER = ["NAME", "CUR", "DEF", "BOOT", "MIN", "MAX", "UNIT", "TYPE"]
_SETTING = re.compile(r'([A-Za-z][\w%]{0,60})\s*=\s*"?([^\s"]{1,60})?"?')
_SPREAD = re.compile(r"[A-Za-z][\w%]{0,60}(?:,[^,]{0,60}){7}(?:,.*)?")  # of -x: name, values, limits, unit, type …
_VALUE = re.compile(r"n/a|-?\d{1,20}[KMGTPE]?(?:-1)?")  # 8E-1 is one less than 8 times 2^60
_TYPE = re.compile(r"[A-Za-z]")
_RESTRICTED = re.compile(r"##\s?Restricted tunables")
_IGNORED = re.compile(r"DEPENDENCIES|-{10,}|[A-Za-z][\w%]{0,60}")  # a bare name is one that the row depends on
_LEGEND = re.compile(r"n/a means parameter|Parameter types:|Value conventions:")
_STANZA = re.compile(r"[a-z]{2,6}:")
_OTHER_COMMANDS = re.compile(  # the first tunables of ioo, no, schedo, raso and nfso, and those that only they have
    r"j2_|(posix_)?aio_|lvm_|tcp_|udp_|ip(?!c_)|rfc\d|arp|sb_max|sched_|vpm_|nfs_|m(ax|in)pgahead|numfsbufs|biostat|kern_"
    r"|affinity_lim|extendednetstats|client_delegation|portcheck"
)
_OWN_NAMES = re.compile(
    r"(min|max)(perm|client|pin)%|lru_file_repage|strict_max(client|perm)|(min|max)free|nokilluid|npskill|v_pinshm|vmm_\w+"
)
_CERTAIN_NAMES = re.compile(r"(min|max)(perm|client)%|lru_file_repage|strict_max(client|perm)")
_MIN_COUNT = 20  # tunables of a whole listing; AIX 7.3 shows over 50
_RESTRICTED_LATER = {"maxclient%", "strict_maxperm"}  # from AIX 6.1 on
_SIGNS = (
    b"perm%", b"client%", b"pin%", b"lru_file_repage", b"strict_max", b"minfree", b"maxfree", b"nokilluid", b"npskill",
    b"v_pinshm", b"vmm_",
)  # fmt: skip
_BEGINS = (
    rb"NAME[ \t]+CUR[ \t]+DEF[ \t]+BOOT|##[ \t]?Restricted tunables|[ \t]{0,40}(?:am[es]_\w+|cpu_scale_memp"
    rb"|data_stagger_interval|defps|memory_frames|pinnable_frames|lru_file_repage"
    rb"|(?:max|min)(?:free|perm%|client%|pin%))(?:[ \t]*=[ \t]*|,)[\dn]"
)


class Tunable(Struct, frozen=True):
    """One tunable. values: by the kind of value."""

    name: str
    values: dict[str, Word]


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether tunables come first: two that only vmo has, only tunables, or the form of -L or -x."""
    lines = first_printed(head, _COMMAND, 300)
    texts = [line.text for line in lines]
    if not texts or any(map(_STANZA.fullmatch, texts)):  # /etc/tunables has stanzas
        return False
    table = texts[0].split() == _HEADER
    spread = _SPREAD.fullmatch(texts[0]) is not None
    if not (table or _RESTRICTED.fullmatch(texts[0]) or _is_own_line(texts[0])):
        return False
    settings = [line for line in lines if table or (_SPREAD if spread else _SETTING).fullmatch(line.text)]
    if 2 * len(settings) < len(lines):  # a configuration file or a page with an example of it
        return False
    names = {re.split(r"[,\s=]", line.text)[0] for line in settings}
    sure = table or spread or (len(settings) == len(lines) and all(map(_CERTAIN_NAMES.fullmatch, names)))
    return sum(bool(_OWN_NAMES.fullmatch(name)) for name in names) > (0 if sure else 1)


def _is_own_line(text: str) -> bool:
    return any(form.fullmatch(text) for form in (_SETTING, _SPREAD)) and not _OTHER_COMMANDS.match(text)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of every tunable. Values stay as printed: -L rounds large ones to K, M and G, -x does not."""
    damage = Damage()
    names: set[str] = set()
    for tunable in damage.collect(_tunables(source)):
        if "vmo" in tunable.values:
            names.add(tunable.name)
        for kind, word in tunable.values.items():
            yield Fact(f"aix.{kind}.{tunable.name.lower()}", word.text, source, word.span)
    yield from damage.verdict(Complete("aix.vmo.", source) if _is_complete(names) else None)


def _is_complete(names: set[str]) -> bool:
    """Return whether all tunables are listed, restricted ones too: the names are in order and reach v."""
    return len(names) >= _MIN_COUNT and names >= _RESTRICTED_LATER and any(name.startswith("v") for name in names)


def _tunables(source: Source) -> Iterator[Tunable | Diagnostic]:
    kind, table, passed = "vmo", False, False
    for line in printed(source, _COMMAND):
        if isinstance(line, Diagnostic):
            yield line
        elif isinstance(line, Command):
            kind, table, passed = _kind_asked(line.text), False, False
        elif line.text.split() == _HEADER:
            table, passed = True, False
        elif table and _LEGEND.match(line.text):
            passed = True  # what the letters mean, to the end
        elif passed or _RESTRICTED.fullmatch(line.text):
            continue
        elif _OTHER_COMMANDS.match(line.text):
            passed = True
            yield line.diagnostic("here the tunables of another command begin; they were not read")
        elif _SPREAD.fullmatch(line.text):
            yield _spread(line)
        elif item := _row(line) if table else _setting(line, kind):
            yield item


def _kind_asked(command: str) -> str:
    """Return the key kind for a typed command: -r prints the values of the next boot."""
    flags = command.partition("vmo")[2].partition("|")[0].split()
    return "vmo_boot" if any(re.fullmatch(r"-\w{0,4}r\w{0,4}", flag) for flag in flags) else "vmo"


def _setting(line: Line, kind: str) -> Tunable | Diagnostic | None:
    """Return the tunable of a line such as `maxperm% = 90`. With -p, a value to be changed at boot is NONE."""
    match = _SETTING.fullmatch(line.text)
    if match is None:
        return foreign(line, _COMMAND)
    if not line.ended:
        return line.diagnostic(CUT)
    value = line.group(match, 2)
    return None if value.text in {"", "NONE"} else Tunable(match[1], {kind: value})


def _spread(line: Line) -> Tunable | Diagnostic:
    """Return the current, default and boot values of a line such as `maxclient%,80,90,80,1,100,% memory,D,maxperm%`."""
    if not line.ended:
        return line.diagnostic(CUT)
    name, *values = line.fields(",")[:4]
    words = zip(("vmo", "vmo_default", "vmo_boot"), values, strict=True)
    return Tunable(name.text, {kind: word for kind, word in words if _VALUE.fullmatch(word.text)})


def _row(line: Line) -> Tunable | Diagnostic | None:
    """Return the tunable of a row such as `maxclient%  90  90  90  1  100  % memory  D`.

    If the row has fewer values, only the first is certain.
    """
    values = []
    for word in line.words[1:6]:
        if not _VALUE.fullmatch(word.text):
            break
        values.append(word)
    if not values:
        return None if _IGNORED.fullmatch(line.text) else foreign(line, _COMMAND)
    if not _TYPE.fullmatch(line.words[-1].text):
        return line.diagnostic("the line ends early")
    kinds = ["vmo", "vmo_default", "vmo_boot"] if len(values) == 5 else ["vmo"]
    return Tunable(line.words[0].text, dict(zip(kinds, values, strict=False)))


READER = Reader(__name__, "vmo", recognises, read, signs=_SIGNS, begins=_BEGINS, command=_COMMAND)
