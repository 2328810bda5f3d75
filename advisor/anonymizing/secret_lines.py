"""Remove secrets from lines, so that a rule about a secret still finds one."""

import re
from collections.abc import Iterator

from advisor.pack import Catalogue
from advisor.report import masking
from advisor.values import key_signs, private_keys, secrets

# What stands for a secret. The first that is a secret under the same name is taken, so that no finding changes.
_STAND_INS = ("removed1", "removed1:removed1", "removed1/removed1")
_MAX_SECRETS = 200  # secrets of one line
_TAG = re.compile(r"<[^<>]*>")
_ITEM = re.compile(rb"[^<>]{0,200}?\bname=['\"]([^'\"<>]{1,200})['\"][^<>]{0,500}>", re.IGNORECASE)
_TEXT = re.compile(rb"(?<=>)[^<>]*[^<>\s][^<>]*(?=<)")
_LETTERS = re.compile(rb"[A-Za-z0-9+/]+")
_ENCODED = re.compile(rb"(?m)^([ \t>]*)([A-Za-z0-9+/]{40,})(={0,2})(?=\s*(?:<|$))")
_REFERENCE = re.compile(
    r"\{\{.*|\$\{[^}]*\}?|\$\w+|%\w+%|/(?:run|etc|var|opt|mnt|local|home|usr)/[\w./-]+"
)  # to a secret elsewhere
_QUOTES = "\"'"


def without_keys(data: bytes) -> bytes:
    """Return a file's text with other letters in the place of private keys, certificates and encoded data."""
    if key_signs.may_hold_key(data):
        shown, keys = private_keys.hide(data)
        for key in keys:
            if key.clear:
                piece = _LETTERS.sub(lambda match: b"A" * len(match[0]), data[key.begin : key.end])
                shown = shown[: key.begin] + piece + shown[key.end :]
        data = shown
    return _ENCODED.sub(lambda line: line[1] + b"A" * len(line[2]) + line[3], data)


def without_secret_items(data: bytes, catalogue: Catalogue) -> bytes:
    """Return DXL without the text of items that are secret by their name."""
    before, *items = data.split(b"<item")
    return b"<item".join([before, *(_without_secret_text(item, catalogue) for item in items)])


def _without_secret_text(item: bytes, catalogue: Catalogue) -> bytes:
    """Return what follows `<item`, without the item's text if its name is that of a secret."""
    head = _ITEM.match(item)
    if head is None or not catalogue.kind_of_secret(head[1].decode("utf-8", "replace")):
        return item
    end = item.find(b"</item>") + 1 or len(item)
    return item[: head.end() - 1] + _TEXT.sub(_removed_text, item[head.end() - 1 : end]) + item[end:]


def _removed_text(text: re.Match[bytes]) -> bytes:
    return text[0] if text[0].strip().isdigit() else _STAND_INS[0].encode()


def without_secrets(catalogue: Catalogue, line: str) -> str:
    """Return a line without secrets. Tags, quotes and what follows a quoted secret stay."""
    if not masking.may_hold_secret(catalogue, line):
        return line
    if "<" in line and ">" in line:
        parts, behind = [], 0
        for tag in _TAG.finditer(line):
            parts += [_removed(catalogue, line[behind : tag.start()]), _removed(catalogue, tag[0])]
            behind = tag.end()
        return "".join([*parts, _removed(catalogue, line[behind:])])
    return _removed(catalogue, line)


def _removed(catalogue: Catalogue, text: str) -> str:
    return "".join(_pieces(catalogue, text))


def _pieces(catalogue: Catalogue, text: str) -> Iterator[str]:
    """Yield the parts of a text, and a stand-in for each secret. Past a limit the rest of a line is removed."""
    for _ in range(_MAX_SECRETS):
        spans = masking.secret_spans(catalogue, text) if text else []
        if not spans:
            yield text
            return
        begin, end = spans[0]
        end = _end_of_value(text, begin, end)
        is_reference = _REFERENCE.fullmatch(text[begin:end]) is not None
        yield text[:begin]
        yield text[begin:end] if is_reference else _stand_in(catalogue, text[:begin], text[begin:end])
        text = text[end:]


def _end_of_value(text: str, begin: int, end: int) -> int:
    """Return the end of a secret: before its closing quote, or before the blanks and signs that end a line."""
    quote = text[begin - 1 : begin]
    if quote and quote in _QUOTES:
        closing = begin
        while (closing := text.find(quote, closing)) > 0 and text[closing - 1] == "\\":
            closing += 1
        if closing >= begin:
            return closing
    while end > begin + 1 and text[end - 1] in " \t\r\n,;])>\"'":
        end -= 1
    return end


def _stand_in(catalogue: Catalogue, before: str, secret: str) -> str:
    """Return the stand-in that is a secret after the same text. A masked secret stays masked."""
    if not secret.strip("*"):
        return secret
    name = re.findall(r"[\w$.-]+", before)[-1:] or [""]
    kind = catalogue.kind_to_hide(name[0].lower())
    return next((word for word in _STAND_INS if kind and secrets.gives_away(kind, word)), _STAND_INS[0])
