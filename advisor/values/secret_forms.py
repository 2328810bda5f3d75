"""Secrets by their form: a text in, the pieces of it that are passwords, tokens or keys out.

Addresses with a password, tokens and hashes as they look, words of a command that a password follows, names of secrets
within a text. One step over the words of a text, a few searches a word: linear, a line may be a megabyte long. The
tables are extended regular expressions for text in lower case, for `collect`'s scripts go through a text by the same.
"""

import re
from collections.abc import Callable, Iterator
from functools import cache, lru_cache
from typing import Final

from advisor.values import secret_addresses, secret_commands, secret_pipes, secret_tokens, secrets
from advisor.values.secret_commands import COMMAND, LOOKS
from advisor.values.secret_pieces import Piece, apart
from advisor.values.secrets import DOUBTFUL, KEY, KEYS, PASSWORD, PASSWORDS, WORDS, Kind
from advisor.values.spellings import in_lower_case

NAMED: Final = "named"
HASH: Final = "hash"  # of a password: masked, and not readable

KEY_BLOCK = "-----begin [a-z0-9 ]*private key( block)?-----"  # written on one line
KEY_BLOCK_END = KEY_BLOCK.replace("begin", "end")
_OF_A_HASH = "[^ ,;\"']"
_NO_DEVICE = (  # 32 figures, but not those of a disk, which begin with 600
    f"[0-57-9a-f]{'[0-9a-f]' * 31}|6[1-9a-f]{'[0-9a-f]' * 30}|60[1-9a-f]{'[0-9a-f]' * 29}"
)
HASHES = (
    f"[(]({_NO_DEVICE}|g{'[0-9a-z+/=]' * 18}[0-9a-z+/=]*)[)]"
    "|[{](s?sha[0-9]*|s?md5|crypt|pbkdf2[^}]*)[}][^ ,;\"']+"
    f"|[$](1|2[abxy]?|5|6|y|7|apr1|argon2[id]*)[$]{_OF_A_HASH * 8}{_OF_A_HASH}*"
)
# A whole value that says nothing to who reads it, whatever its name: a hash or something enciphered.
_ENCLOSED = "[^()]" * 18 + "[^()]*"
UNREADABLE = f"^([(]{_ENCLOSED}[)]$|[{{][a-z0-9_]+[}}].|[$][a-z0-9_]+[$].|enc[(].*[)]$)"
# A name in a text: a word of secrets with anything behind, or the end of such a name and what parts it from its value.
_PARTS = "([]\"' \t>)}]*[=:]|[\"']>)"
IN_TEXT = f"({WORDS})|({PASSWORDS}|{KEYS})[0-9]*{_PARTS}".replace("(^|[_.$-])pin", "pin").replace("(^|[^a-z])", "")

_VALUE = "[^ \t,;&\"']{0,2000}"  # of a name in a text; more would be read again for each name in it
PROSE = (  # begins with a name and holds none: passwd locks an account or tells of it; what a server's console prints
    "^(passwd +-[adelsu]( |$)|password (check failed|digest is not set) for user"
    "|passwords were changed for [0-9]+ users)"
)
BETWEEN = "[] \t=:\"'>)}]*"  # a name and its value

_OF_A_NAME = r"[\w$.-]*(@ss[\w$.-]*)?"  # of P@ssword too
_TASKS = "servertasks"
_PROMPT = "set secure "
# No form of a secret is without all of these.
_TELLS = (
    *("@", ".com/", ".org/", "user=", "username=", *"_?&;{$("),
    *("eyj", "akia", "asia", "aiza", "hvs.", "sg.", "ya29.", *secret_commands.TELLS),
)
_LONGEST = 300  # letters of a word that the next one is looked at with
_SHORT = 40  # letters of a word that is kept with what was found in it
_TOKEN = 20  # letters and figures that a token without any other sign has at least
_HASHED = 20  # letters that a hash in brackets has at least


@cache
def _pattern(text: str) -> re.Pattern[str]:
    return re.compile(text.replace("[]", r"[\]"))


def pieces(text: str, kind_of: Callable[[str], Kind] = secrets.kind, tasks: bool = False) -> list[Piece]:
    """The secrets within a text that is no setting, or a setting's value; in their order, none in another.

    kind_of: what tells of which kind a name is, the catalogue's or the tables' word. tasks: the text is a list of
    tasks, as a line of ServerTasks always is; there a comma ends what a secret is.
    """
    return [*in_order(text, kind_of, tasks)]


def in_order(text: str, kind_of: Callable[[str], Kind] = secrets.kind, tasks: bool = False) -> Iterator[Piece]:
    """The same, one by one: whoever needs the first has the words behind it looked at by nobody."""
    low = in_lower_case(text)
    tasks = tasks or low.lstrip().startswith(_TASKS)
    found = [*_of_names(text, low, kind_of, tasks)]
    prompt = low.find(_PROMPT)
    if prompt >= 0 and prompt + len(_PROMPT) < len(low):
        found.append((prompt + len(_PROMPT), len(text), NAMED))
    if "-----begin" in low and (block := _pattern(KEY_BLOCK).search(low)) and low[block.end() :].strip("-"):
        found.append((block.end(), len(text), LOOKS))
    found += secret_pipes.handed(low)
    of_words = _of_words(low, tasks)
    if not found:
        return apart(of_words)
    from heapq import merge  # late: of most texts nothing is found

    return apart(merge(of_words, sorted(found)))


@lru_cache(1024)  # of a fleet, most servers start the same tasks
def told_by_task(name: str, arguments: str) -> bool:
    """Whether a task with its arguments tells of a secret: by a name, or the task alone does: `mysqldump -phunter2`."""
    if not {KEY, PASSWORD, DOUBTFUL}.isdisjoint(map(secrets.kind, f"{name} {arguments}".split())):
        return True
    begin = len(name) + 1
    alone = {(at, end) for at, end, _ in pieces(arguments)}
    return any(end > begin and (at - begin, end - begin) not in alone for at, end, _ in pieces(f"{name} {arguments}"))


def _of_words(low: str, in_tasks: bool) -> Iterator[Piece]:
    """Of each word what is secret in it, by its form and the words before it; in their order."""
    if not any(tell in low for tell in _TELLS) and not secret_tokens.may_hold_der(low):
        return
    last = before = two_before = tool = ""
    for match in _pattern(r"[^ \t,]+" if in_tasks else r"[^ \t]+").finditer(low):
        word = match[0]
        tool = secret_commands.tool_of(last, tool) if last else ""  # the last word of a text is looked at by nobody
        within = _of_short_word(word) if len(word) <= _SHORT else tuple(_of_word(word))
        if (behind := secret_commands.behind_words(word, before, two_before, tool) if before else None) or within:
            yield from _of_one_word(low, match.start(), behind, within)
        last, before, two_before = word, word[-_LONGEST:].rpartition("=")[2], before


def _of_one_word(low: str, place: int, behind: Piece | None, within: tuple[Piece, ...]) -> list[Piece]:
    """What was found in a word, as places of the text. behind: what is one by the words before it."""
    found: list[Piece] = []
    if behind:
        begin, end = place + behind[0], place + behind[1]
        if _is_shown(low, begin, end):
            found.append((begin, secret_commands.to_closing_quote(low, begin, end), behind[2]))
    for start, stop, form in within:
        if _is_shown(low, place + start, place + stop):
            found.append((place + start, place + stop, form))
    return sorted(found)


def _is_shown(low: str, begin: int, end: int) -> bool:
    """Whether a piece holds something that no mask is in the place of."""
    return begin < end and low[begin:end].strip("*") != ""


@lru_cache(4096)  # what a long text has many of are short ones, again and again
def _of_short_word(word: str) -> tuple[Piece, ...]:
    return tuple(_of_word(word))


def _of_word(word: str) -> Iterator[Piece]:
    """What of a word is secret by its form alone."""
    if word.isalnum() and len(word) < _TOKEN:
        return
    equals = word.find("=", 0, _LONGEST) if word[0] == "-" else -1
    if (
        equals > 0
        and _pattern(secret_commands.KEY_FLAGS).search(word[:equals])
        and secrets.looks_like_a_key(word[equals + 1 :])
    ):
        yield equals + 1, len(word), COMMAND
    yield from secret_addresses.of_word(word)
    yield from ((begin, end, LOOKS) for begin, end in secret_tokens.tokens(word))
    if "{" in word or "$" in word or ("(" in word and len(word) > _HASHED):
        yield from ((match.start(), match.end(), HASH) for match in _pattern(HASHES).finditer(word))


def _of_names(text: str, low: str, kind_of: Callable[[str], Kind], in_tasks: bool) -> Iterator[Piece]:
    """What stands behind the first name of a secret in a text, to the end; in a list of tasks to the comma."""
    names = _pattern(IN_TEXT)
    if not low.isascii() and _pattern(secrets.elsewhere()).search(low):
        names = _pattern(f"{IN_TEXT}|{secrets.elsewhere()}")
    elif not _pattern(secrets.SUSPECT).search(low):
        return
    place = 0
    while word := names.search(low, place):
        begin, place = _begin_of_name(low, word.start()), _end_of_name(low, word.start())
        start = _behind(low, place)
        end = low.find(",", start) if in_tasks else -1
        end = end if end >= 0 else len(low)
        if start == place or start >= end or secrets.holds(PROSE, low[begin : min(end, begin + _LONGEST)]):
            continue
        if not (of_kind := kind_of(text[begin:place].lstrip("-"))):
            continue
        value = _pattern(_VALUE).match(low, start)
        if secrets.gives_away(of_kind, value[0] if value and of_kind != PASSWORD else low[start:end]):
            yield start, end, NAMED
            if not in_tasks:
                return
            place = end


def _begin_of_name(low: str, place: int) -> int:
    while place and (low[place - 1].isalnum() or low[place - 1] in "_$.-"):
        place -= 1
    return place - 2 if low[max(place - 2, 0) : place] == "${" else place


def _end_of_name(low: str, place: int) -> int:
    match = _pattern(_OF_A_NAME).match(low, place)
    return match.end() if match else place


def _behind(low: str, place: int) -> int:
    match = _pattern(BETWEEN).match(low, place)
    return match.end() if match else place
