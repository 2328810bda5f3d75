"""Read `show server` of a server's console, with one fact for each field.

The fields depend on release and setup. The block has no end mark, so no field becomes absent.
"""

import re
from collections.abc import Iterator

from advisor.facts import MAYBE_CUT, Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.console import _console
from advisor.readers.console._console import lines, typed
from advisor.readers.interface import ConsoleListing, Reader
from advisor.readers.transcript import CUT, Damage, Line
from advisor.source import Source

_HEADING = re.compile(
    rb"(?:(?:Lotus|IBM|HCL) )?Domino\s?(?:\(r\)|\xc2\xae|\xae)? Server\s+(?:\([0-9]{2} Bit\)\s+)?"
    rb"\((?:Release|Build) (?P<release>\S[^()]{0,60}) for (?P<platform>[^()\s][^()]{0,40})\)(?:\s.*)?",
    re.IGNORECASE,
)
_COMMAND = rb"sh(?:o|ow)?\s+se\w*"
_PRINTED_BY = rb"sh(?:o|ow)?\s+(?:se|ta)\w*"
_TASKS = re.compile(rb"Task\s+Description")  # an old `show tasks` prints the block above its table
_LABEL = re.compile(rb"(?P<label>[A-Z][\w#/ .-]{1,30}?):(?:\s+(?P<value>\S.*))?")
_STATE = re.compile(rb"(?P<v>Enabled|Not Enabled|Disabled)\b.*", re.IGNORECASE)
_COUNT = re.compile(rb"(?P<v>[0-9][0-9.,]{0,20})(?:\s.*)?")
_TEXT = re.compile(rb"(?P<v>.+)")

# label → pattern of the value; each named group is a key, and `v` is the one beside it
_FIELDS: dict[bytes, tuple[str, re.Pattern[bytes]]] = {
    b"server name": ("server_name", re.compile(rb"(?P<v>\S.*?)(?: - .*)?")),  # a title may follow
    b"domain name": ("domain", _TEXT),
    b"server directory": ("data_directory", _TEXT),
    b"partition": ("partition", _TEXT),
    b"elapsed time": ("elapsed", _TEXT),
    b"transactions/minute": (
        "transactions_per_minute",
        re.compile(rb"Last minute: (?P<v>[0-9.,]+);.*?\bPeak: (?P<transactions_per_minute_peak>[0-9.,]+)"),
    ),
    b"peak # of sessions": ("sessions_peak", _COUNT),
    b"transactions": (
        "transactions",
        re.compile(rb"(?P<v>[0-9.,]+)(?:\s+Max\. concurrent:\s*(?P<transactions_concurrent_limit>[0-9.,]+))?"),
    ),
    b"threadpool threads": ("thread_pool_threads", _COUNT),
    b"availability index": (
        "availability_index",
        re.compile(rb"(?P<v>[0-9]+)(?:\s*\(state: (?P<availability_state>[\w ]+)\))?.*"),
    ),
    b"availability threshold": ("availability_threshold", _COUNT),
    b"mail tracking": ("mail_tracking", _STATE),
    b"mail journalling": ("mail_journaling", _STATE),
    b"mail journaling": ("mail_journaling", _STATE),
    b"number of mailboxes": ("mailboxes", _COUNT),
    b"pending mail": (
        "mail_pending",
        re.compile(
            rb"(?P<v>[0-9.,]+)(?:\s+Dead mail:\s*(?P<mail_dead>[0-9.,]+))?"
            rb"(?:\s+Waiting mail:\s*(?P<mail_waiting>[0-9.,]+))?"
        ),
    ),
    b"dead mail": ("mail_dead", _COUNT),
    b"waiting mail": ("mail_waiting", _COUNT),
    b"waiting tasks": ("waiting_tasks", _COUNT),
    b"daos": ("daos", _STATE),
    b"transactional logging": ("transaction_logging", _STATE),
    b"fault recovery": ("fault_recovery", _STATE),
    b"activity logging": ("activity_logging", _STATE),
    b"server controller": ("server_controller", _STATE),
    b"diagnostic directory": ("diagnostic_directory", _TEXT),
    b"console logging": (
        "console_logging",
        re.compile(rb"(?P<v>Enabled|Not Enabled|Disabled)(?:\s*\((?P<console_log_kilobytes>[0-9.,]+)K\))?", re.I),
    ),
    b"console log file": ("console_log_file", _TEXT),
    b"db2 server": ("db2_server", _STATE),
}
_COLUMN = 24  # where the value of a padded line begins
_STATES = frozenset({"enabled", "not enabled", "disabled"})
_FREE_TEXT = frozenset(
    {"server_name", "domain", "data_directory", "partition", "diagnostic_directory", "console_log_file"}
)


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether the block's heading comes first, after the command, followed by one of its fields."""
    source = Source.of("", head)
    content = (line for line in _console.opening(source) if not typed(line, _COMMAND))
    heading, field = next(content, None), next(content, None)
    if not heading or not field or not begins(heading):
        return False
    label = _LABEL.fullmatch(field.data)
    return label is not None and label["label"].lower() in _FIELDS and not _console.captured(source, _COMMAND)


def begins(line: Line) -> bool:
    """Return whether the output begins with this line."""
    return bool(_HEADING.fullmatch(line.data))


def heading(line: Line) -> Iterator[Fact]:
    """Yield the facts of the heading, which `show tasks` prints too."""
    if not line.holds_nul and (match := _HEADING.fullmatch(line.data)):
        yield from _facts(line, match, "")


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield the facts of the block. A value that may be cut is in doubt."""
    damage = Damage()
    inside = False
    for line in lines(source):
        heading_facts = list(heading(line))
        inside = (inside or bool(heading_facts)) and not _ends(line)
        damage.add(_console.another_shown(line, _PRINTED_BY))
        if heading_facts:
            yield from heading_facts
        elif inside:
            yield from damage.collect(_field(line))
    yield from damage.verdict()


def _ends(line: Line) -> bool:
    return bool(_TASKS.fullmatch(line.data)) or _console.other_command(line, _COMMAND)


def _field(line: Line) -> Iterator[Fact | Diagnostic]:
    """Yield the fact of a line. Lines with an unknown label are ignored, because releases differ."""
    label = None if line.holds_nul else _LABEL.fullmatch(line.data)
    field = _FIELDS.get(label["label"].lower()) if label else None
    if not label or not (field or label["value"] is None or label.start("value") == _COLUMN):
        yield from filter(None, [None if typed(line, _COMMAND) else _console.foreign(line, "line of the block")])
        return
    if not field or label["value"] is None:
        return
    key, pattern = field
    match = pattern.fullmatch(line.data, label.start("value"))
    if match:
        yield from _facts(line, match, key)
    else:
        yield line.diagnostic("the value is not one that `show server` prints there" if line.ended else CUT)


def _facts(line: Line, match: re.Match[bytes], key: str) -> Iterator[Fact]:
    """Yield a fact for each group of a match. The group `v` has the given key."""
    for group, value in match.groupdict().items():
        if value is not None:
            word = line.group(match, group)
            name = key if group == "v" else group
            text = _normal(word.text, name)
            last = word.span[1] == line.span[1]
            doubt = MAYBE_CUT if last and not (line.ended or text in _STATES) else ""
            yield Fact(f"console.{name}", text, line.source, word.span, doubt=doubt)


def _normal(text: str, name: str) -> str:
    """Return a value normalised: counts without separators, states in lower case."""
    if name in _FREE_TEXT or name in {"release", "platform"}:
        return text
    if not text.strip("0123456789.,"):
        return re.sub("[.,]", "", text)
    return text.lower() if name != "elapsed" else text


READER = Reader(
    __name__, "show server", recognises, read, signs=(b"domino",), console=ConsoleListing(("se", "ta"), begins)
)
