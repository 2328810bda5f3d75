"""Replace escapes and letters that look like ASCII letters with the letters that they represent."""

import re
import sys
from functools import lru_cache
from itertools import dropwhile
from typing import Final

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"  # as word processors make them of a hyphen
_HEX = "[0-9a-f]"
ESCAPES: Final = (  # of JSON, addresses and XML; as the tables of `secrets`, for text in lower case
    f"\\\\u{_HEX * 4}|(%|\\\\x){_HEX * 2}|&#x?{_HEX}{f'{_HEX}?' * 6};|\\\\/"
)


# Lower-case letters of Cyrillic, Greek and Armenian that look like an ASCII letter, at least as a capital.
_LOOK_ALIKES: Final = dict(
    zip(
        "авсԁенһіјкӏмпорԛгѕтѵԝхуαβεηικμνορτχυωօսհո",
        "abcdehhijklmnopqrstvwxyabehikmnoptxywouhn",
        strict=True,
    )
)


def in_lower_case(text: str) -> str:
    """Return the text in lower case with ASCII letters for those that look alike. Positions stay the same."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter in _DASHES:
        return "-"
    from unicodedata import normalize  # late: most files have none such

    letters = normalize("NFKC", letter).lower()
    letters = letters if len(letters) == 1 else letter.lower()[0]
    return _LOOK_ALIKES.get(letters, letters)


def look_alikes() -> dict[str, str]:
    """Return the ASCII letter for each letter that looks alike: capitals and wide letters too."""
    wide = {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    capitals = {letter.upper(): plain for letter, plain in _LOOK_ALIKES.items()}
    return wide | capitals | _LOOK_ALIKES


def meant(text: str) -> str:
    """Return the text with escapes replaced by their characters, and without accents on ASCII letters."""
    if not text.isascii():
        text = re.sub("[A-Za-z][^\x00-\x7f]+", _without_marks, text)
    if "%" not in text and "\\" not in text and "&" not in text:
        return text
    return re.sub(ESCAPES, _letter, text, flags=re.IGNORECASE)


def _without_marks(letters: re.Match[str]) -> str:
    from unicodedata import category  # late: most files have none such

    return letters[0][0] + "".join(dropwhile(lambda letter: category(letter) == "Mn", letters[0][1:]))


def _letter(escape: re.Match[str]) -> str:
    code = escape[0].lower().rstrip(";")
    if code == "\\/":
        return "/"
    number = int(code[2:]) if code[:2] == "&#" and code[2:].isdecimal() else int(code.lstrip("\\ux%&#"), 16)
    return chr(number) if number <= sys.maxunicode else "?"
