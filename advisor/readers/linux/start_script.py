"""Read rc_domino_config, the configuration of the common start script of Domino on Linux.

A shell reads the file: the last of two settings is used, and a setting under a condition is in doubt.
"""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor.facts import Diagnostic, Fact, Subject
from advisor.pack import Catalogue
from advisor.readers.interface import Reader
from advisor.readers.transcript import CUT, NUL, Line, lines, typed
from advisor.source import Source

_COMMAND = "cat"

_SETS = re.compile(r"(?:export\s+)?([A-Za-z_]\w{0,80})=(.*)", re.ASCII)
_ATTEMPT = re.compile(r"(?:export\s+)?(DOMINO_\w{1,80})\s*[=:].*", re.ASCII)
_VALUE = re.compile(r"""(?:"([^"\\]*)"|'([^']*)'|([^\s#;&|<>()"'\\]*))\s*+(?:;\s*+)?(?:(?<=\s)#.*)?""")
_OF_THE_SCRIPT = {
    "DOMINO_SHUTDOWN_TIMEOUT", "DOMINO_CONFIGURED", "DOMINO_SYSTEMD_NAME", "DOMINO_NSD_BEFORE_KILL", "DOMINO_RC_NAME",
}  # fmt: skip
_OF_ANOTHER = re.compile(r"(?:CONTAINER|DOCKER)_\w+|PATH|HOME|LOGNAME|SERVERSETUP_\w+")  # its container script, `env` …
_KEYS = {
    "DOMINO_SHUTDOWN_TIMEOUT": "start_script.shutdown_timeout",
    "DOMINO_DATA_PATH": "start_script.data_path",
    "DOMINO_SYSTEMD_NAME": "start_script.systemd_name",
    "DOMINO_NSD_BEFORE_KILL": "start_script.nsd_before_kill",
}
_OPENS, _CLOSES = re.compile(r"(?:if|case|for|while|until)\b|.*\{$"), re.compile(r"(?:fi|esac|done)\b|\}")
_FILE_OF_A_USER = re.compile(r"rc_domino_config_([\w.-]{1,64})$")
NO_VALUE = "this sets nothing: a shell wants the name, = and the value without blanks between, and closed quotes"
NO_SECONDS = "this is no number of seconds"
_EXPANDS = "its value is put together only when the shell runs"
_CONDITIONAL = "it is set only under a condition or in a function, or the line above goes on in it"


def recognises(head: bytes, _: Catalogue) -> bool:
    """Return whether a variable of the start script alone is set, and most lines set variables of no other program."""
    source = Source.of("", head)
    if not any(name.encode() in source.data for name in _OF_THE_SCRIPT):  # else each line would be looked at
        return False
    telling = _relevant_lines(source)
    names = [match[1] for line in telling if (match := _SETS.fullmatch(line.text))]
    if _OF_THE_SCRIPT.isdisjoint(names) or any(map(_OF_ANOTHER.fullmatch, names)):
        return False
    return 2 * len(names) > len(telling)


def read(source: Source, _: Catalogue) -> Iterator[Fact | Diagnostic]:
    """Yield `start_script.…` of the file's user. An empty value means the script's default."""
    subject, settings, depth = Subject("start_script", _user(source.path)), dict[str, Fact](), 0
    goes_on = False
    for line in _relevant_lines(source):
        continued, goes_on = goes_on, line.takes_the_next
        match = None if line.holds_nul else _SETS.fullmatch(line.text)
        depth = max(0, depth + bool(_OPENS.match(line.text)) - bool(_CLOSES.match(line.text)))
        if line.holds_nul or not line.ended:
            yield line.diagnostic(CUT if not line.holds_nul else NUL)
        elif match is None:
            if (assignment := _ATTEMPT.fullmatch(line.text)) and assignment[1] in _KEYS:
                yield line.diagnostic(NO_VALUE)
        elif key := _KEYS.get(match[1]):
            item = _item(line, match, Fact(key, "", source, line.span, subject), depth > 0 or continued)
            if isinstance(item, Diagnostic):
                yield item
            else:
                settings[key] = item
    yield from (fact for fact in settings.values() if fact.text)


def _item(line: Line, match: re.Match[str], fact: Fact, conditional: bool) -> Fact | Diagnostic:
    """Return the setting of a line without quotes and comment."""
    value = _VALUE.fullmatch(match[2])
    if value is None:
        return line.diagnostic(NO_VALUE)
    group = value.lastindex or 3
    offset = match.start(2)
    word = line.piece(offset + value.start(group), offset + value.end(group))
    expands = group != 2 and ("$" in word.text or "`" in word.text)
    if fact.key.endswith("_timeout") and word.text and not expands and not _is_seconds(word.text):
        return line.diagnostic(NO_SECONDS)
    doubt = _EXPANDS if expands else _CONDITIONAL if conditional else ""
    return replace(fact, text=word.text, span=word.span, doubt=doubt)


def _is_seconds(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 10


def _relevant_lines(source: Source) -> list[Line]:
    return [line for line in lines(source) if not (line.text.startswith("#") or typed(line.text, _COMMAND))]


def _user(path: str) -> str:
    """Return the account in the file's name (rc_domino_config_notes2), or ""."""
    match = _FILE_OF_A_USER.search(path)
    return match[1].removesuffix(".txt") if match else ""


READER = Reader(
    __name__,
    "start script configuration",
    recognises,
    read,
    signs=(b"domino_",),
    needs_whole_head=True,
    command=_COMMAND,
    must_be_whole=True,
)
