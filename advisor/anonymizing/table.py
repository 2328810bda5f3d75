"""The names of a run and what replaces them: the same name is replaced alike in all files."""

import html
import json
import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple
from urllib.parse import quote

from advisor.anonymizing import identifiers
from advisor.anonymizing.name_forms import KINDS, Name
from advisor.anonymizing.vocabulary import is_plain, is_role, is_word

_SEPARATORS = re.compile(r"[^\w]+|_+")
_LOOSE_WORD = re.compile(r"[^\W_](?:[\w'\u2019-]*[^\W_])?")
_TEMPLATE = re.compile(r"\{\{|\$\{|%\w+%|[<>*\"]")
_ENTITY = re.compile(r"&#?\w+;")
_BEFORE_NUMBER = "x"  # keeps a replacement apart from a number behind it
_MIN_INSIDE = 4  # letters of a name that is replaced inside longer words
_MIN_ANYWHERE = 6  # letters of a name that is replaced in the middle of a longer word
_TOKEN = re.compile(rf"(?i)(?:{'|'.join(KINDS)})\d+")
_LONG = 64  # characters of a name whose replacement is as long, because rules are about long lines
_MIN_DECIMAL_SERIAL = 7


class Entry(NamedTuple):
    """A name and its replacement."""

    original: str
    replacement: str


class Replacement(NamedTuple):
    """A part of a line and the text that replaces it."""

    begin: int
    end: int
    text: str


class NameTable:
    """Collects the names of a run, then replaces them. kept, replaced: words that the user settled."""

    def __init__(self, kept: Iterable[str] = (), replaced: Iterable[str] = ()) -> None:
        self.kept = {word.casefold() for word in kept}
        self.forced = [word for word in replaced if word.strip()]
        self.entries: list[Entry] = []
        self._names: dict[Name, None] = {}
        self._identifiers: dict[tuple[str, str], str] = {}
        self._numbers: Counter[str] = Counter()
        self._used: set[str] = set()
        self._accepted: dict[str, tuple[str, str]] = {}
        self._by_key: dict[str, str] = {}
        self._originals: dict[str, str] = {}  # by replacement
        self._pattern: re.Pattern[str] | None = None

    def add(self, names: Iterable[Name]) -> None:
        """Add names that were found."""
        for name in names:
            self._names.setdefault(name)

    def add_line(self, line: str) -> None:
        """Add the identifiers of a line, and note the words that look like replacements."""
        for identifier in identifiers.identifiers(line):
            self._add_identifier(identifier.form, line[identifier.begin : identifier.end])
        self._used.update(token.casefold() for token in _TOKEN.findall(line))

    def _add_identifier(self, form: str, text: str) -> None:
        key = form, text.casefold()
        if key in self._identifiers or text.casefold() in self.kept:
            return
        shown = identifiers.replacement(form, self._numbers[form], text)
        self._numbers[form] += 1
        self._identifiers[key] = shown
        self.entries.append(Entry(text, shown))

    @property
    def organisations(self) -> re.Pattern[str] | None:
        """Return what finds a known organisation in lower case, or None."""
        names = {name.text.casefold() for name in self._names if name.kind == "Org" and not is_plain(name.text)}
        return re.compile("|".join(map(re.escape, sorted(names, key=len, reverse=True)))) if names else None

    def settle(self) -> None:
        """Give each name its replacement. Call it after all names were added."""
        ranks = {kind: rank for rank, kind in enumerate(KINDS)}
        found = sorted(self._names, key=lambda name: (name.loose, ranks[name.kind]))
        for word in self.forced:
            self._register("Name", word)
        for name in (name for name in found if not name.loose):
            self._add_phrase(name)
        for name in found:
            for word in _words(name.text):
                self._add_word(name.kind, word)
        self._number()
        self._pattern = _pattern(self._by_key)

    def _number(self) -> None:
        """Number the names of each kind in alphabetical order, so that servers and folders keep their order."""
        by_kind: dict[str, list[str]] = {}
        for kind, text in self._accepted.values():
            by_kind.setdefault(kind, []).append(text)
        for kind, texts in by_kind.items():
            width = len(str(len(texts)))
            for text in sorted(texts, key=_folded):
                shown = self._next(kind, max(width, len(text) - 2) if kind == "Serial" else width)
                if len(text) > _LONG:
                    shown = shown.ljust(len(text), "x")
                self.entries.append(Entry(text, shown))
                self._originals[shown] = text
                for spelling in _spellings(text):
                    self._by_key.setdefault(spelling, shown)

    def _next(self, kind: str, width: int) -> str:
        """Return the next replacement of a kind that occurs in no file."""
        while True:
            self._numbers[kind] += 1
            shown = f"{'SN' if kind == 'Serial' else kind}{self._numbers[kind]:0{width}d}"
            if shown.casefold() not in self._used:
                return shown

    def _add_phrase(self, name: Name) -> None:
        text = " ".join(name.text.split())
        if not text.isprintable():
            return
        if name.kind in {"Serial", "Phone"}:
            if not text.isdecimal() or len(text) >= _MIN_DECIMAL_SERIAL:
                self._register(name.kind, text)
            return
        is_known = is_role(text) if _SEPARATORS.search(text) else is_word(text)
        if any(map(str.isalpha, text)) and not (is_known or _TEMPLATE.search(text) or self._is_composed(text)):
            self._register(name.kind, text)

    def _add_word(self, kind: str, word: str) -> None:
        if kind in {"Serial", "Phone"} or is_plain(word) or self._is_composed(word):
            return
        self._register(kind if kind in {"Folder", "File", "Place"} else "Name", word)

    def _is_composed(self, text: str) -> bool:
        """Return whether a text is a registered name with known words around it, so that it needs no own entry."""
        low = _folded(text)
        for cut in range(1, len(low)):
            begin, end = low[:cut], low[cut:]
            if cut >= _MIN_INSIDE and begin in self._accepted and not end[0].isdigit() and is_plain(end):
                return True
            if len(end) >= _MIN_INSIDE and end in self._accepted and is_plain(begin):
                return True
        return False

    def _register(self, kind: str, text: str) -> None:
        if text.casefold() not in self.kept:
            self._accepted.setdefault(_folded(text), (kind, text))

    def replacements(self, line: str) -> list[Replacement]:
        """Return what to replace in a line, in order."""
        found = [*self._of_identifiers(line), *self._of_names(line)]
        return [*_apart(sorted(found, key=lambda piece: (piece.begin, -piece.end)))] if found else []

    def replace(self, line: str) -> str:
        """Return a line with all names replaced. Columns keep their places where blanks allow it."""
        return applied(line, self.replacements(line))

    def _of_identifiers(self, line: str) -> Iterator[Replacement]:
        for begin, end, form in identifiers.identifiers(line):
            if shown := self._identifiers.get((form, line[begin:end].casefold())):
                yield Replacement(begin, end, shown)

    def _of_names(self, line: str) -> Iterator[Replacement]:
        if self._pattern is None:
            return
        low, offset = _folded(line), 0
        while match := self._pattern.search(low, offset):
            begin, end = match.span()
            if _stands_alone(low, begin, end):
                shown = self._by_key[match[0]]
                if line[begin:end] != self._originals[shown]:
                    shown = _in_case(line[begin:end], shown)
                separator = _BEFORE_NUMBER if low[end : end + 1].isdigit() else ""
                yield Replacement(begin, end, f"{shown}{separator}")
                offset = end
            else:
                offset = begin + 1

    def as_json(self) -> str:
        """Return the table as the JSON text that `restored` reads."""
        rows = [{"name": entry.original, "replacement": entry.replacement} for entry in self.entries]
        return json.dumps({"names": rows}, indent=1, ensure_ascii=False) + "\n"


def applied(line: str, replacements: Iterable[Replacement]) -> str:
    """Return a line with the replacements made."""
    parts, behind = [], 0
    for begin, end, text in replacements:
        parts += [line[behind:begin], text]
        behind = end
    return "".join([*parts, line[behind:]])


def restored(report: str, table: Iterable[Entry]) -> str:
    """Return a report with the original names, escaped as JSON, XML and HTML need it."""
    head = report.lstrip()[:1]
    escape = _json_escaped if head == "{" else html.escape if head == "<" else str
    by_replacement = {entry.replacement.casefold(): entry for entry in table}
    if not by_replacement:
        return report
    longest_first = map(re.escape, sorted(by_replacement, key=len, reverse=True))
    pattern = re.compile(
        r"(?<![\d.])(?=\d)(?:{0})(?!\d)|(?!\d)(?:{0})(?!\d)(?:x(?=\d))?".format("|".join(longest_first)), re.IGNORECASE
    )

    def original(match: re.Match[str]) -> str:
        text = match[0] if match[0].casefold() in by_replacement else match[0][:-1]
        entry = by_replacement[text.casefold()]
        if text == entry.replacement:
            return escape(entry.original)
        return escape(entry.original.lower() if text.islower() else entry.original.upper())

    return pattern.sub(original, report)


def _json_escaped(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)[1:-1]


def _words(text: str) -> list[str]:
    return [
        part
        for word in _LOOSE_WORD.findall(_ENTITY.sub(" ", text))
        for part in _SEPARATORS.split(word)
        if len(part) > 2
    ]


def _folded(text: str) -> str:
    """Return a text in lower case, of the same length."""
    low = text.casefold()
    if len(low) == len(text):
        return low
    return "".join(folded if len(folded := character.casefold()) == 1 else character for character in text)


def _spellings(text: str) -> Iterator[str]:
    """Yield a name as files may spell it: with other separators, escaped, and with composed or separate accents."""
    plain = {text, unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)}
    for spelling in plain:
        yield _folded(spelling)
        yield _folded(html.escape(spelling))
        if not spelling.isascii():
            yield _folded(json.dumps(spelling)[1:-1])
            yield _folded(spelling.encode("ascii", "xmlcharrefreplace").decode())
            yield _folded("".join(f"&#x{ord(letter):x};" if ord(letter) > 127 else letter for letter in spelling))
        yield _folded(quote(spelling))
        if " " in spelling:
            for separator in ("", "_", "-", ".", "+", "  "):
                yield _folded(spelling.replace(" ", separator))


class _Branch(dict[str, "_Branch"]):
    """The characters that may follow a beginning of a key. "" stands for the end of a key."""


def _pattern(keys: Iterable[str]) -> re.Pattern[str] | None:
    """Return a pattern for the longest key at a place. Keys with equal beginnings are tried together."""
    tree = _Branch()
    for key in keys:
        branch = tree
        for character in key:
            branch = branch.setdefault(character, _Branch())
        branch[""] = _Branch()
    return re.compile(_alternatives(tree)) if tree else None


def _alternatives(branch: _Branch) -> str:
    """Return the pattern of the rest of the keys."""
    rests = [_rest(character, below) for character, below in branch.items() if character]
    if not rests:
        return ""
    if "" in branch:
        return f"(?:{'|'.join(rests)})?"
    return rests[0] if len(rests) == 1 else f"(?:{'|'.join(rests)})"


def _rest(character: str, branch: _Branch) -> str:
    """Return the pattern of a character and what may follow it."""
    text = re.escape(character)
    while len(branch) == 1 and "" not in branch:
        ((following, branch),) = branch.items()
        text += re.escape(following)
    return text + _alternatives(branch)


def _stands_alone(low: str, begin: int, end: int) -> bool:
    """Return whether a name may be replaced at a place: not inside a known word or another number."""
    before, after = low[begin - 1 : begin] if begin else "", low[end : end + 1]
    if low[begin].isdigit() and before.isdigit():
        return False
    if low[end - 1].isdigit() and after.isdigit():
        return False
    joined_before = before.isalnum() and low[begin].isalnum()
    joined_after = after.isalnum() and low[end - 1].isalnum()
    if not (joined_before or joined_after):
        return True
    if end - begin < _MIN_INSIDE or (joined_before and joined_after and end - begin < _MIN_ANYWHERE):
        return False
    first, last = begin, end
    while first and low[first - 1].isalpha():
        first -= 1
    while last < len(low) and low[last].isalpha():
        last += 1
    return not (low[first:last].isalpha() and is_word(low[first:last]))


def _in_case(matched: str, shown: str) -> str:
    """Return a replacement in the case of the name."""
    if matched.isupper() and len(matched) > 1:
        return shown.upper()
    return shown.lower() if matched.islower() else shown


def _apart(pieces: Iterable[Replacement]) -> Iterator[Replacement]:
    behind = 0
    for piece in pieces:
        if piece.begin >= behind:
            yield piece
            behind = piece.end
