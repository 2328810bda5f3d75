"""Reads NOTES.INI into its settings with their places, and the form of the file where Domino may trip over it.

Grammar, from real files: a `[Notes]` line, then `name=value` lines; names in any case; the first `=` splits. Lines
whose first character is `;`, `#` or `:` are switched off. A fragment, as documentation tells to append, has no header.
"""

import re
from collections.abc import Iterator

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import Catalogue
from advisor.source import Source, Span, decode

FORMAT = "notes.ini"

_HEADER = b"[notes]"
_OFF = (b";", b"#", b":")
_LINE = re.compile(rb"([^\r\n]*)(\r\n|\n|\r|$)")
_LINE_ENDS = {b"\r\n": "CRLF", b"\n": "LF", b"\r": "CR"}
_LONGEST_NAME = 255
_CONSOLE = re.compile(rb"^[ \t]*(?:\[[^\]\r\n]{1,80}\][ \t]*)?(?:>|sh(?:o|ow)?[ \t]+co)", re.IGNORECASE | re.MULTILINE)
_NUL = "the line holds NUL bytes and was not read"
_SET_UP = ("ini.directory", "ini.kittype")  # what set-up leaves in every whole file, header or not


def recognises(head: bytes, catalogue: Catalogue) -> bool:
    """A file that begins with `[Notes]`, or of whose lines at least half are settings known to Domino."""
    data = Source.of("", head).data
    lines = [line.strip() for line in data.splitlines()]
    telling = [line for line in lines if line and not line.startswith(_OFF)]
    if not telling or telling[0].lower().startswith(_HEADER):
        return bool(telling)
    if telling[0].startswith((b"[", b"{", b"<")) or _CONSOLE.search(data):
        return False  # what `show config` prints on a console looks alike
    names = [line.partition(b"=")[0].strip().decode("ascii", "replace").lower() for line in telling if b"=" in line]
    hits = sum(catalogue.knows(name) for name in names)
    return 2 * hits > len(telling) or (hits > 1 and 2 * hits == len(telling))  # of two lines both


def read(source: Source, catalogue: Catalogue) -> Iterator[Fact | Complete | Diagnostic]:
    """The settings as `ini.<name in lower case>`, and the file's form as `notes_ini.…`."""
    header = damaged = False
    keys: set[str] = set()
    no_settings: list[Fact] = []
    ends: dict[str, Fact] = {}
    for line in _LINE.finditer(source.data):
        start, text = line.start(), line[1]
        if name := _LINE_ENDS.get(line[2]):
            ends.setdefault(name, Fact("notes_ini.line_end", name, source, line.span(1)))
        if not keys and text.strip().lower().startswith(_HEADER):
            header = True
            behind = text.lower().index(_HEADER) + len(_HEADER)  # settings behind it, where line ends were lost
            start, text = start + behind, text[behind:]
        bare = text.strip()
        if not bare or bare.startswith(_OFF):
            continue
        if b"\0" in text:
            damaged = True
            no_settings.append(_line_fact(source, line.span(1)))
            yield Diagnostic(start + text.index(b"\0"), _NUL)
        elif (setting := _setting(source, text, start)) is None:
            no_settings.append(_line_fact(source, line.span(1)))
        else:
            keys.add(setting.key)
            yield setting
            if setting.doubt:
                yield Fact("notes_ini.blank_before_equals", setting.key, source, (start, start + text.index(b"=")))
    yield from _form(source, header, no_settings, list(ends.values()))
    if not damaged:
        yield Complete("setting.", source)
        yield Complete("json_key.", source)  # it has none
        if header or keys.issuperset(_SET_UP):
            yield Complete("ini.", source)


def _setting(source: Source, text: bytes, start: int) -> Fact | None:
    """One `name=value` line as a fact whose span is the value; None for a line that is no setting."""
    name, equals, value = text.partition(b"=")
    bare = name.strip()
    if not equals or not bare or len(bare) > _LONGEST_NAME or bare.startswith(b"["):
        return None
    begin = start + len(name) + 1 + len(value) - len(value.lstrip())
    span: Span = (begin, begin + len(value.strip()))
    key = "ini." + decode(bare, source.encoding).lower()
    doubt = "" if name == name.rstrip() else "a blank stands before its equals sign"
    return Fact(key, decode(value.strip(), source.encoding), source, span, doubt=doubt)


def _line_fact(source: Source, span: Span) -> Fact:
    return Fact("notes_ini.line", source.text(*span).strip(), source, span)


def _form(source: Source, header: bool, no_settings: list[Fact], ends: list[Fact]) -> Iterator[Fact]:
    top: Span = (0, min(len(source.data), 1))
    yield Fact("notes_ini.header", "yes" if header else "no", source, top)
    yield Fact("notes_ini.encoding", source.encoding, source, top)
    yield Fact("notes_ini.byte_order_mark", "yes" if source.mark else "no", source, top)
    yield Fact("notes_ini.utf_16", "yes" if source.encoding.startswith("utf-16") else "no", source, top)
    yield Fact(
        "notes_ini.mixed_line_ends",
        "yes" if len(ends) > 1 else "no",
        source,
        None,
        made_from=tuple(ends[1:]) or tuple(ends),
    )
    yield Fact(
        "notes_ini.line_ends", " and ".join(fact.text for fact in ends) or "none", source, None, made_from=tuple(ends)
    )
    yield Fact("notes_ini.lines_without_setting", str(len(no_settings)), source, None, made_from=tuple(no_settings))
