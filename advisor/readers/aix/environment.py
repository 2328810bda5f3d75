"""Reads a UNIX user's environment (`env`, /etc/environment, profiles of sh and csh) into its exported variables.

Only what names a variable of AIX that matters here is taken, or the output of `env`: profiles look like any script.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.readers.aix import _profile
from advisor.readers.aix._profile import Variable
from advisor.readers.prompts import typed
from advisor.readers.transcript import NUL
from advisor.source import HEAD, Source, decode
from advisor.values.aix_variables import NAMES

FORMAT = "environment"
SIGNS = (b"=", b"setenv")
WHOLE = True

# A variable that AIX's threads, loader or memory, or Domino on UNIX, asks for; the first also as somebody may slip.
_MATTERS = re.compile(
    r"[AIX]{2,4}_?[THREAD]{5,7}_?[A-Z_]{2,22}"
    r"|LDR_CNTRL|MALLOC(?:TYPE|MULTIHEAP|OPTIONS|BUCKETS)|EXTSHM|PSALLOC|NODISCLAIM|SPINLOOPTIME|YIELDLOOPTIME"
    r"|NOTES_SHARED_DPOOLSIZE",
    re.IGNORECASE,
)
WHOLE_HEAD = True
_MATTERS_HERE = re.compile(_MATTERS.pattern.encode(), re.IGNORECASE)
_THREADS = re.compile(rb"[AIX][AIX]_?[THREAD]{5}[A-Z_]{2}")  # what all that matters holds, or a word below
_OTHERS = (b"LDR_CNTRL", b"MALLOC", b"EXTSHM", b"PSALLOC", b"NODISCLAIM", b"LOOPTIME", b"NOTES_SHARED_DPOOLSIZE")
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
_ENDS = "the file ends within its last line: more may be missing"
_NUL_FROM_HERE = "the line holds NUL bytes; what follows was not read"
_AGAIN = "this variable was listed before: another listing begins, which was not read"
_NO_LINE = "this is no line of env's; what follows was not read"
_SETS_NOTHING = "this line sets no variable"
_ODD = "what quotes, blanks, ; and $ mean in such a file is not documented"
_ROOT = "it is root's environment, and Domino may run as another user"


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """The output of `env`, or settings of a variable that matters in the form of a list or a script."""
    source = Source.of("", head)
    is_env = _is_env(source)
    if not is_env and not _may_matter(source.data):
        return False
    if _FOREIGN_BEGIN.match(source.data) or _FOREIGN.search(source.data):
        return False
    if not is_env:
        names = [item.name for item in _variables(source) if isinstance(item, Variable)]
        prose = sum(1 for _ in _PROSE.finditer(source.data))
        if prose >= len(names) or not any(map(_MATTERS.fullmatch, names)):
            return False
    from advisor.readers.domino import notes_ini
    from advisor.readers.linux import start_script

    return not (notes_ini.recognises(head, catalogue) or start_script.recognises(head, catalogue))


def _may_matter(data: bytes) -> bool:
    """Whether a variable that matters is named anywhere."""
    capitals = data.upper()
    likely = _THREADS.search(capitals) or any(word in capitals for word in _OTHERS)
    return bool(likely and _MATTERS_HERE.search(data))


def read(source: Source, _: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """`aix.env.<name in lower case>` of every exported variable; Complete only for the whole output of `env`."""
    items = list(_variables(source))
    names = {item.name: item.text for item in items if isinstance(item, Variable)}
    is_env = _is_env(source)
    root = is_env and "root" in {names.get(user) for user in _USER}
    for item in items:
        yield _fact(source, item, _ROOT if root else "") if isinstance(item, Variable) else item
    if is_env and not root and not any(isinstance(item, Diagnostic) for item in items):
        yield Complete("aix.env.", source)


def _fact(source: Source, variable: Variable, doubt: str) -> Fact:
    name, doubt = variable.name, variable.doubt or doubt
    if name not in NAMES and name.upper() in NAMES:
        doubt = f"AIX tells capital letters from small ones and asks for {name.upper()}"
    return Fact("aix.env." + name.lower(), variable.text, source, variable.span, doubt=doubt)


def _variables(source: Source) -> Iterator[Variable | Diagnostic]:
    if _is_env(source):
        return _of_env(source)
    return _of_list(source) if _is_list(source) else _profile.variables(source)


def _is_env(source: Source) -> bool:
    """Whether nearly all lines are pairs, with what a login sets among them, and none is a comment."""
    if b"PATH=" not in source.data[:HEAD]:
        return False
    lines = _begin(source)
    pairs = {pair[1]: pair[2] for line in lines if (pair := _PAIR.fullmatch(line))}
    values = [pairs.get(name, b"") for name in _LOGIN]
    if not all(b"/" in value and b"$" not in value for value in values) or pairs.keys().isdisjoint(_LOGGED_IN):
        return False
    without = [line for line in lines if not _PAIR.fullmatch(line)]
    return 10 * len(without) <= len(lines) and not any(line.startswith(b"#") for line in without)


def _is_list(source: Source) -> bool:
    """Whether every line is a pair or a comment, as in /etc/environment, which is no script."""
    lines = [line.strip() for line in _begin(source) if not line.lstrip().startswith(b"#")]
    return all(map(_PAIR.fullmatch, lines)) and not any(map(_SCRIPT.search, lines))


def _begin(source: Source) -> list[bytes]:
    """The lines with which the file begins, but empty ones and what somebody typed."""
    begin = source.data[:HEAD]
    whole_lines = begin if len(begin) < HEAD else begin[: max(begin.rfind(b"\n"), begin.rfind(b"\r")) + 1]
    lines = [line for line in whole_lines.splitlines() if line.strip()]
    return [line for line in lines if _PAIR.fullmatch(line) or not typed(decode(line, source.encoding), _COMMAND)]


def _of_env(source: Source) -> Iterator[Variable | Diagnostic]:
    """Each line a variable, to the first that is none; a value that may hold line ends goes on over such lines."""
    seen: dict[str, Variable] = {}
    last = ""
    for begin, end, line in _lines(source):
        pair = _PAIR.fullmatch(line)
        name = source.text(begin, begin + len(pair[1])) if pair else ""
        reason = _no_line_of_env(source, line, name in seen, bool(_SEVERAL_LINES.fullmatch(last)) and not pair)
        if reason:
            yield from seen.values()
            yield Diagnostic(begin, reason)
            return
        if pair:
            last = name
            seen[name] = Variable(name, source.text(begin + pair.start(2), end), (begin + pair.start(2), end))
    yield from seen.values()
    if not source.data.endswith((b"\n", b"\r")):
        yield Diagnostic(len(source.data), _ENDS)


def _no_line_of_env(source: Source, line: bytes, again: bool, goes_on: bool) -> str:
    if b"\0" in line:
        return _NUL_FROM_HERE
    if again:
        return _AGAIN
    passed_over = goes_on or not line.strip() or typed(decode(line, source.encoding), _COMMAND)
    return "" if _PAIR.fullmatch(line) or passed_over else _NO_LINE


def _of_list(source: Source) -> Iterator[Variable | Diagnostic]:
    """The pairs of a list; of a name that comes twice both, for nobody says which of them counts."""
    for begin, _, line in _lines(source):
        bare = line.strip()
        start = begin + line.find(bare)
        pair = _PAIR.fullmatch(bare)
        if b"\0" in line:
            yield Diagnostic(begin, NUL)
        elif pair:
            span = (start + pair.start(2), start + len(bare))
            doubt = _ODD if _ODD_SIGNS.search(pair[2]) else ""
            yield Variable(source.text(start, start + len(pair[1])), source.text(*span), span, doubt)
        elif bare and not bare.startswith(b"#") and not typed(decode(bare, source.encoding), _COMMAND):
            yield Diagnostic(begin, _SETS_NOTHING)


def _lines(source: Source) -> Iterator[tuple[int, int, bytes]]:
    """Where each line begins and ends, and its bytes."""
    return ((*match.span(), match[0]) for match in _LINE.finditer(source.data))
