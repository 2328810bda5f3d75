"""Tokens and keys by their look: a word in lower case in, the pieces of it that are such out.

The tables are as those of `secrets`, for `collect`'s scripts go by them, too.
"""

import re
from collections.abc import Iterator
from functools import cache

from advisor.values import key_signs

_B = "[0-9a-z+/]"
PRIVATE_DER = f"{key_signs.encoded(_B).lower()}{_B * 32}[0-9a-z+/=]*"  # a private key in base64 without BEGIN
_FIVE, _SIX = "[0-9a-z]" * 5, "[0-9]" * 6
LOOKING = (
    "eyj[0-9a-z_-]+[.][0-9a-z_.-]+|gh[opsur]_[0-9a-z]+|github_pat_[0-9a-z_]+|glpat-[0-9a-z_-]+|xox[a-z]-[0-9a-z-]+"
    f"|a[ks]ia{'[0-9a-z]' * 16}([:;|/,][^ \t\"'&]+)?|aiza{'[0-9a-z_-]' * 30}|npm_{'[0-9a-z]' * 16}|hvs[.][0-9a-z_-]+"
    f"|[rs]k_(live|test)_[0-9a-z]+|sk-((proj|ant-[0-9a-z]+|or-v1|svcacct)-)?{'[0-9a-z]' * 16}[0-9a-z_-]*"
    f"|sg[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*"
    f"|pypi-age(ic|nd)[0-9a-z_-]+|dckr_[op]at_[0-9a-z_-]+|whsec_[0-9a-z+/=]+|ya29[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*"
    f"|age-secret-key-1[0-9a-z]+|{PRIVATE_DER}"
    f"|{_FIVE}-{_FIVE}-{_FIVE}-{_FIVE}(-{_FIVE})+"  # a product's key; four such parts are its number
    f"|{_SIX}{f'-{_SIX}' * 7}"  # what unlocks a volume of Windows
)
_TOKENS_BEGIN = (
    *("eyj", "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xox", "akia", "asia", "aiza"),
    *("npm_", "hvs.", "k_live_", "k_test_", "sk-", "sg.", "pypi-", "dckr_", "whsec_", "ya29."),
)
_DER_HOLDS = tuple(sign.lower() for sign in key_signs.IN_ENCODED)
_DER = 40  # letters of a private key without BEGIN


_OF_JWT = re.compile("eyj[0-9a-z_-]*([.][0-9a-z_.-])?")


@cache
def _looking() -> re.Pattern[str]:
    return re.compile(LOOKING)


def tokens(word: str) -> Iterator[tuple[int, int]]:
    r"""Where tokens stand in a word: with a figure in each, and behind no letter but that of `\n`."""
    if word.count("-") < 3 and not any(begin in word for begin in _TOKENS_BEGIN) and not may_hold_der(word):
        return
    for match in _looking().finditer(_without_halves(word)):
        before = word[max(match.start() - 2, 0) : match.start()]
        if re.search("[0-9]", match[0]) and (not before[-1:].isalnum() or before[0] == "\\"):
            yield match.span()


def _without_halves(word: str) -> str:
    """The word with other letters where a token of JSON begins that goes no further than its first dot.

    Each such beginning would be followed to where its letters end: 64 KB of them took half a second.
    """
    return _OF_JWT.sub(lambda run: run[0] if run[1] else run[0].replace("eyj", "eyk"), word) if "eyj" in word else word


def may_hold_der(low: str) -> bool:
    """Whether a text may hold a private key without BEGIN."""
    return len(low) >= _DER and any(part in low for part in _DER_HOLDS)
