"""Diff: a file's bytes before and behind its edits, as the lines of a unified diff that may be shown."""

import re
from collections.abc import Iterator
from difflib import unified_diff

from advisor.pack import Catalogue
from advisor.report import masking
from advisor.source import Source
from advisor.values.secret_forms import KEY_BLOCK
from advisor.values.secrets import MASK

_LINE_END = re.compile(r"\r\n|\n|\r")
_BLOCK = re.compile(KEY_BLOCK, re.IGNORECASE)
_SETTING = re.compile(r"\s*[\w$.-]{1,64}\s*=\s*[^=\s]")
_AROUND = 2  # lines that are shown around a change


def diff(path: str, was: bytes, new: bytes, catalogue: Catalogue) -> tuple[str, ...]:
    """The diff of a file, without line ends: what differs in these alone is no difference here."""
    before, behind = (_lines(Source.of(path, raw)) for raw in (was, new))
    shown = _shown(before, catalogue) | _shown(behind, catalogue)
    lines = unified_diff(before, behind, path, path, n=_AROUND, lineterm="")
    return tuple(
        line if number < 2 or line[:1] == "@" else line[:1] + shown[line[1:]] for number, line in enumerate(lines)
    )


def _lines(source: Source) -> list[str]:
    lines = _LINE_END.split(source.text(0, len(source.data)))
    return lines[:-1] if lines and not lines[-1] else lines


def _shown(lines: list[str], catalogue: Catalogue) -> dict[str, str]:
    """Each line as it may be shown."""
    secret = set(_of_keys(lines))
    return {line: MASK if line in secret else masking.masked(catalogue, line) for line in lines}


def _of_keys(lines: list[str]) -> Iterator[str]:
    """The lines of private keys that stand in the file as blocks: up to their end, or the next setting."""
    within = False
    for line in lines:
        if "-----" in line or _SETTING.match(line):
            within = bool(_BLOCK.search(line))
        elif within and line.strip():
            yield line
