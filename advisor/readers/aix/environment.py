"""Read the exported variables of a UNIX user (`env`, /etc/environment, profiles of sh and csh).

A file is read if it sets a relevant AIX variable, is the output of `env`, or is called `.profile`, `.kshrc` or
`environment`, since profiles look like any script. The reader does not emulate a shell: it uses plain assignments. An
assignment with a condition or an expansion is in doubt. If a `.profile` is complete and includes no other file, all
other variables are absent.
"""

import re
from collections.abc import Iterator
from itertools import dropwhile

from msgspec import Struct
from msgspec.structs import replace

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.domino import notes_ini
from advisor.readers.interface import Reader
from advisor.readers.linux import start_script
from advisor.readers.transcript import NUL, Word, typed
from advisor.source import HEAD, Source, Span, decode
from advisor.values import aix_variables
from advisor.values.aix_variables import NAMES

_STRINGS = rb"""'[^']*+'|"(?>\\.|[^"\\])*+"|`(?>\\.|[^`\\])*+`|\\(?:\r\n|.)|(?<![^\s;&|(])\#[^\r\n]*+"""
# A line as a shell has it: one goes on below within a quote, after a backslash, and after && and |.
_PROFILE_LINE = re.compile(rb"(?>" + _STRINGS + rb"|(?:&&|\|)(?>\s|\#[^\r\n]*+)*+|[^\r\n'\"`\\])*+", re.DOTALL)
_HIDES = re.compile(_STRINGS + rb"|\$\([^()'\"`\\]*+\)|\$\{[^{}'\"`\\]*+\}", re.DOTALL)
_GROUP = re.compile(rb"\([^()]*+\)")
_TEXT_BELOW = re.compile(rb"(?<!<)<<-?[ \t]*['\"\\]?([^\s\d;&|()<>'\"\\=][^\s;&|()<>'\"\\]*+)")
_PROFILE_COMMAND, _WORD = re.compile(rb"[^;&|]+"), re.compile(rb"\S+")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(\+?)=", re.ASCII)
_NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
_PLAIN = re.compile(r"""'[^']*+'|"[^"$`\\]*+"|(?!~)[^'"`\\$(){}*?]*+""")
_TORN_NAME = re.compile(rb"(?<![^\s;])(\w++)[\r\n]++(\w++)=")
_ALL_EXPORTED = re.compile(r"[-+][b-z]*a[a-z]*|allexport")  # of the shell's `set`
_OPENS = ("if", "case", "for", "while", "until", "select", "switch", "foreach")
_CLOSES = ("fi", "esac", "done", "}", "endif", "endsw", "end")
_BETWEEN = ("then", "do", "else", "elif", "{", "!", "time")
_GRAMMAR = dict.fromkeys(_OPENS, 1) | dict.fromkeys(_CLOSES, -1) | dict.fromkeys(_BETWEEN, 0)

_CONDITIONAL = "it is set only under a condition or in a function"
_EXPANDS = "its value is put together only when the shell runs"
_TORN = "its name is torn apart by the end of a line, so a shell would set another one"
_TORN_HERE = "the name of a variable is torn apart by the end of the line before"
_NO_END_OF_QUOTE = "a quote opens here and does not close: what follows was not read"
_NO_END_OF_TEXT = "the text that << announces does not end: what follows was not read"


class Variable(Struct, frozen=True):
    """A variable with its value, the location of the value, and the reason why the value is unknown, or ""."""

    name: str
    text: str
    span: Span
    doubt: str = ""


class _Profile:
    """What is known so far. exported: the names, and whether each is exported only under a condition.

    depth: how many blocks are open; of csh's more than there are, so that what follows is in doubt.
    """

    def __init__(self, source: Source) -> None:
        self.source = source
        self.variables: dict[str, Variable] = {}
        self.exported: dict[str, bool] = {}
        self.exports_all = False
        self.depth = 0


def _profile_variables(source: Source) -> Iterator[Variable | Diagnostic]:
    """Yield the final exported variables and the unreadable parts, and AIX's thread variables even if not exported.

    A user who sets a thread variable intends Domino to read it.
    """
    profile = _Profile(source)
    yield from _read_profile(profile)
    for name, variable in profile.variables.items():
        if name in profile.exported:
            yield replace(variable, doubt=variable.doubt or (_CONDITIONAL if profile.exported[name] else ""))
        elif name in aix_variables.NAMES or aix_variables.resembles(name):
            yield replace(variable, doubt=variable.doubt or aix_variables.UNEXPORTED)


def _read_profile(profile: _Profile) -> Iterator[Diagnostic]:
    """Process the lines up to the first quote or here-document that does not end."""
    data, offset = profile.source.data, 0
    torn = {match.start(2): name for match in _TORN_NAME.finditer(data) if (name := _torn(match))}
    while offset < len(data):
        line = _PROFILE_LINE.match(data, offset)
        begin, offset = offset, line.end() if line else offset
        raw, follows = data[begin:offset], data[offset : offset + 1]
        if follows in {b"'", b'"', b"`"}:
            yield Diagnostic(offset, _NO_END_OF_QUOTE)
            return
        if b"\0" in raw:
            yield Diagnostic(begin + raw.index(b"\0"), NUL)
        elif begin in torn:
            yield Diagnostic(begin, _TORN_HERE)
            value = (begin + raw.index(b"=") + 1, begin + len(raw.split()[0]))
            profile.variables[torn[begin]] = _profile_variable(profile, torn[begin], value, _TORN)
        else:
            masked = _HIDES.sub(_masked, raw)
            _take_line(profile, begin, masked)
            if (text := _TEXT_BELOW.search(raw)) and b"<<" in masked:
                end = re.compile(rb"^\t*" + re.escape(text[1]) + rb"[ \t]*\r?$", re.MULTILINE).search(data, offset)
                if end is None:
                    yield Diagnostic(begin, _NO_END_OF_TEXT)
                    return
                offset = end.end()
        offset += 1


def _torn(match: re.Match[bytes]) -> str:
    name = (match[1] + match[2]).decode("utf-8", "replace")
    return name if name in aix_variables.NAMES else ""


def _masked(piece: re.Match[bytes]) -> bytes:
    """Return neutral characters of the same length; blanks for a comment or a continued line."""
    return (b" " if piece[0][:1] == b"#" or piece[0][:2] in {b"\\\n", b"\\\r"} else b"x") * len(piece[0])


def _take_line(profile: _Profile, begin: int, masked: bytes) -> None:
    """Follow the commands of a line into and out of blocks, and process each."""
    line = _GROUP.sub(lambda group: b" " * len(group[0]), masked)
    guarded = any(sign in masked for sign in (b"&", b"|", b"("))
    for command in _PROFILE_COMMAND.finditer(line):
        spans = [(begin + word.start(), begin + word.end()) for word in _WORD.finditer(line, *command.span())]
        words = [Word(profile.source.text(*span), span) for span in spans]
        profile.depth += [word.text for word in words].count("{")
        while words and (words[0].text in _GRAMMAR or words[0].text.endswith(")")):
            first = words.pop(0).text
            profile.depth = max(0, profile.depth + _GRAMMAR.get(first, 0))
            if first == "case":
                words = list(dropwhile(lambda word: word.text != "in", words))[1:]
        if words:
            _take_command(profile, words, guarded or profile.depth > 0)
    profile.depth += max(0, line.count(b"(") - line.count(b")"))


def _take_command(profile: _Profile, words: list[Word], guarded: bool) -> None:
    """Apply a command to the variables. guarded: it runs only under a condition or in a subshell."""
    command, arguments = words[0].text, words[1:]
    options = "".join(word.text for word in arguments if word.text[:1] in {"-", "+"})
    if all(_ASSIGNMENT.match(word.text) for word in words):
        _assign(profile, words, guarded)
    elif (command == "export" and not options) or (command in {"typeset", "declare"} and "x" in options):
        _assign(profile, arguments, guarded)
        _export(profile, [word.text.partition("=")[0].removesuffix("+") for word in arguments], guarded)
    elif command in {"typeset", "declare", "readonly"}:
        _assign(profile, arguments, guarded)
    elif command == "setenv" and arguments:
        name, end = arguments[0].text, arguments[0].span[1]
        span = arguments[1].span if len(arguments) > 1 else (end, end)
        profile.variables[name] = _profile_variable(profile, name, span, _CONDITIONAL if guarded else "")
        _export(profile, [name], guarded)
    elif command in {"unset", "unsetenv"} and not options and not guarded:
        for word in arguments:
            profile.variables.pop(word.text, None)
            profile.exported.pop(word.text, None)
    elif command == "set" and any(_ALL_EXPORTED.fullmatch(word.text) for word in arguments):
        profile.exports_all = not guarded and options.startswith("-")
    else:
        _mark_doubtful(profile, words, command in {"unset", "unsetenv", "eval", "read"})


def _assign(profile: _Profile, words: list[Word], guarded: bool) -> None:
    """Apply `A=B`, or `A+=B` of ksh, of which only the added part is known."""
    for word in words:
        if match := _ASSIGNMENT.match(word.text):
            span = (word.span[0] + match.end(), word.span[1])
            doubt = _EXPANDS if match[2] else _CONDITIONAL if guarded else ""
            profile.variables[match[1]] = _profile_variable(profile, match[1], span, doubt)
            if profile.exports_all:
                profile.exported.setdefault(match[1], guarded)


def _export(profile: _Profile, names: list[str], guarded: bool) -> None:
    for name in filter(_NAME.fullmatch, names):
        profile.exported[name] = profile.exported.get(name, True) and guarded


def _mark_doubtful(profile: _Profile, words: list[Word], named_is_enough: bool) -> None:
    """Mark the variables that any other command names as doubtful."""
    text = profile.source.text(words[0].span[0], words[-1].span[1])
    for name, equals in re.findall(r"(?<![\w$])([A-Za-z_]\w*+)(\+?=)?", text, re.ASCII):
        if name in profile.variables and (equals or named_is_enough):
            profile.variables[name] = replace(profile.variables[name], doubt=_CONDITIONAL)


def _profile_variable(profile: _Profile, name: str, span: Span, doubt: str) -> Variable:
    """Return a variable with its value. One pair of quotes around the value is removed."""
    text = profile.source.text(*span)
    if not doubt and not _PLAIN.fullmatch(text):
        doubt = _EXPANDS
    if len(text) > 1 and text[0] in "'\"" and text[-1] == text[0] and text.count(text[0]) == 2:
        span = (span[0] + 1, span[1] - 1)
    return Variable(name, profile.source.text(*span), span, doubt)


# A variable that AIX's threads, loader or memory, or Domino on UNIX, asks for; the first also as somebody may slip.
_RELEVANT_NAME = re.compile(
    r"[AIX]{2,4}_?[THREAD]{5,7}_?[A-Z_]{2,22}"
    r"|LDR_CNTRL|MALLOC(?:TYPE|MULTIHEAP|OPTIONS|BUCKETS)|EXTSHM|PSALLOC|NODISCLAIM|SPINLOOPTIME|YIELDLOOPTIME"
    r"|NOTES_SHARED_DPOOLSIZE",
    re.IGNORECASE,
)
_RELEVANT_BYTES = re.compile(_RELEVANT_NAME.pattern.encode(), re.IGNORECASE)
_THREADS = re.compile(rb"[AIX][AIX]_?[THREAD]{5}[A-Z_]{2}")  # what all that matters holds, or a word below
_OTHER_SIGNS = (b"LDR_CNTRL", b"MALLOC", b"EXTSHM", b"PSALLOC", b"NODISCLAIM", b"LOOPTIME", b"NOTES_SHARED_DPOOLSIZE")
_LINE = re.compile(rb"[^\r\n]+")
_PAIR = re.compile(rb"([A-Za-z_]\w*(?:%%|\(\))?)=(.*)")
_ODD_SIGNS = re.compile(rb"[\"'$`; \t]")
_SCRIPT = re.compile(rb"(?:^|[; \t])(?:export|typeset|declare|setenv)[ \t]|;[ \t]*[A-Za-z_]\w*=")
_LOGIN = (b"PATH", b"HOME")  # what every login sets, beside the user's name
_LOGGED_IN = {b"LOGNAME", b"USER"}
_USER = ("LOGNAME", "USER")
_SEVERAL_LINES = re.compile(r"PS[1-4]|TERMCAP|BASH_FUNC_.*")  # values that are known to hold line ends
_COMMAND = r"(?:env|printenv|cat|more|pg)"
# What is no shell script: another language, a page with an example, another reader's file, prose, YAML.
_FOREIGN_BEGIN = re.compile(rb"\s*(?:[<{\[]|#![^\r\n]*(?:perl|python|awk|ruby)|#include)")
_FOREIGN = re.compile(rb"^[ \t]*```|^SERVERSETUP_|^AUTOCONFIGPREFERENCES", re.MULTILINE)
_PROSE = re.compile(rb"^[ \t]*(?:[A-Z][a-z]+,? [a-z]+,? [a-z]+|(?:- )?[\w-]+:(?: |\r?$)|[-*] [A-Z])", re.MULTILINE)
_PROFILE = ".profile"
_INCLUDES = re.compile(
    rb"(?:^|[;&|({]|\b(?:then|else|do))[ \t]*(?:\.|source|eval)[ \t]", re.MULTILINE
)  # sets what it wants
_ONLY_PROFILE = "only the profile was given, and /etc/environment may set variables too"
_ENDS = "the file ends within its last line: more may be missing"
_NUL_FROM_HERE = "the line holds NUL bytes; what follows was not read"
_AGAIN = "this variable was listed before: another listing begins, which was not read"
_NO_LINE = "this is no line of env's; what follows was not read"
_SETS_NOTHING = "this line sets no variable"
_ODD = "what quotes, blanks, ; and $ mean in such a file is not documented"
_ROOT = "it is root's environment, and Domino may run as another user"


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """Return whether a file is the output of `env`, or sets a variable that matters in a list or a script."""
    source = Source.of("", head)
    is_env = _is_env(source)
    if not is_env and not _may_be_relevant(source.data):
        return False
    if _FOREIGN_BEGIN.match(source.data) or _FOREIGN.search(source.data):
        return False
    if not is_env:
        names = [item.name for item in _variables(source) if isinstance(item, Variable)]
        prose = sum(1 for _ in _PROSE.finditer(source.data))
        if prose >= len(names) or not any(map(_RELEVANT_NAME.fullmatch, names)):
            return False
    return not (notes_ini.recognises(head, catalogue) or start_script.recognises(head, catalogue))


def _may_be_relevant(data: bytes) -> bool:
    """Return whether a variable that matters is named anywhere."""
    capitals = data.upper()
    likely = _THREADS.search(capitals) or any(word in capitals for word in _OTHER_SIGNS)
    return bool(likely and _RELEVANT_BYTES.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """Yield `aix.env.<name in lower case>` of every exported variable, and Complete for all of `env` or a profile."""
    items = list(_variables(source))
    names = {item.name: item.text for item in items if isinstance(item, Variable)}
    is_env = _is_env(source)
    root = is_env and "root" in {names.get(user) for user in _USER}
    for item in items:
        yield _fact(source, item, _ROOT if root else "") if isinstance(item, Variable) else item
    if root or any(isinstance(item, Diagnostic) for item in items):
        return
    if is_env:
        yield Complete("aix.env.", source)
    elif source.path.rpartition("/")[2] == _PROFILE and not _INCLUDES.search(source.data):
        yield Complete("aix.env.", source, _ONLY_PROFILE)


def _fact(source: Source, variable: Variable, doubt: str) -> Fact:
    name, doubt = variable.name, variable.doubt or doubt
    if name not in NAMES and name.upper() in NAMES:
        doubt = f"AIX tells capital letters from small ones and asks for {name.upper()}"
    return Fact("aix.env." + name.lower(), variable.text, source, variable.span, doubt=doubt)


def _variables(source: Source) -> Iterator[Variable | Diagnostic]:
    if _is_env(source):
        return _env_variables(source)
    return _list_variables(source) if _is_list(source) else _profile_variables(source)


def _is_env(source: Source) -> bool:
    """Return whether nearly all lines are pairs, with what a login sets among them, and none is a comment."""
    if b"PATH=" not in source.data[:HEAD]:
        return False
    lines = _first_lines(source)
    pairs = {pair[1]: pair[2] for line in lines if (pair := _PAIR.fullmatch(line))}
    values = [pairs.get(name, b"") for name in _LOGIN]
    if not all(b"/" in value and b"$" not in value for value in values) or pairs.keys().isdisjoint(_LOGGED_IN):
        return False
    without = [line for line in lines if not _PAIR.fullmatch(line)]
    return 10 * len(without) <= len(lines) and not any(line.startswith(b"#") for line in without)


def _is_list(source: Source) -> bool:
    """Return whether every line is a pair or a comment, as in /etc/environment, which is no script."""
    lines = [line.strip() for line in _first_lines(source) if not line.lstrip().startswith(b"#")]
    return all(map(_PAIR.fullmatch, lines)) and not any(map(_SCRIPT.search, lines))


def _first_lines(source: Source) -> list[bytes]:
    """Return the first lines of the file, without empty and typed lines."""
    begin = source.data[:HEAD]
    whole_lines = begin if len(begin) < HEAD else begin[: max(begin.rfind(b"\n"), begin.rfind(b"\r")) + 1]
    lines = [line for line in whole_lines.splitlines() if line.strip()]
    return [line for line in lines if _PAIR.fullmatch(line) or not typed(decode(line, source.encoding), _COMMAND)]


def _env_variables(source: Source) -> Iterator[Variable | Diagnostic]:
    """Yield the variables of `env` output up to the first line that is none. A value may contain line ends."""
    variables: dict[str, Variable] = {}
    last = ""
    for begin, end, line in _lines(source):
        pair = _PAIR.fullmatch(line)
        name = source.text(begin, begin + len(pair[1])) if pair else ""
        reason = _no_line_of_env(source, line, name in variables, bool(_SEVERAL_LINES.fullmatch(last)) and not pair)
        if reason:
            yield from variables.values()
            yield Diagnostic(begin, reason)
            return
        if pair:
            last = name
            variables[name] = Variable(name, source.text(begin + pair.start(2), end), (begin + pair.start(2), end))
    yield from variables.values()
    if not source.data.endswith((b"\n", b"\r")):
        yield Diagnostic(len(source.data), _ENDS)


def _no_line_of_env(source: Source, line: bytes, again: bool, goes_on: bool) -> str:
    if b"\0" in line:
        return _NUL_FROM_HERE
    if again:
        return _AGAIN
    passed_over = goes_on or not line.strip() or typed(decode(line, source.encoding), _COMMAND)
    return "" if _PAIR.fullmatch(line) or passed_over else _NO_LINE


def _list_variables(source: Source) -> Iterator[Variable | Diagnostic]:
    """Yield the pairs of a list. If a name occurs twice, both are yielded, because precedence is unknown."""
    for begin, _, line in _lines(source):
        stripped = line.strip()
        start = begin + line.find(stripped)
        pair = _PAIR.fullmatch(stripped)
        if b"\0" in line:
            yield Diagnostic(begin, NUL)
        elif pair:
            span = (start + pair.start(2), start + len(stripped))
            doubt = _ODD if _ODD_SIGNS.search(pair[2]) else ""
            yield Variable(source.text(start, start + len(pair[1])), source.text(*span), span, doubt)
        elif stripped and not stripped.startswith(b"#") and not typed(decode(stripped, source.encoding), _COMMAND):
            yield Diagnostic(begin, _SETS_NOTHING)


def _lines(source: Source) -> Iterator[tuple[int, int, bytes]]:
    """Yield the beginning, the end and the bytes of each line."""
    return ((*match.span(), match[0]) for match in _LINE.finditer(source.data))


READER = Reader(
    __name__, "environment", recognises, read, signs=(b"=", b"setenv"), needs_whole_head=True, must_be_whole=True
)
