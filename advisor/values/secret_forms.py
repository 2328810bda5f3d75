"""Find passwords, tokens and keys by their form, in any text or in a setting's value.

`pieces` returns them in order. The tables follow the rules of those in `secrets`: extended regular expressions for text
in lower case, because the scripts of `collect` search with the same tables. A text is searched word by word, with a few
searches for each word, so the time grows only with its length: a line may be a megabyte long.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from heapq import merge
from typing import Final, Literal

from advisor.values import key_signs, secrets
from advisor.values.secrets import DOUBTFUL, KEY, KEYS, MASK, PASSWORD, PASSWORDS, WORDS, Kind, compiled, in_lower_case

_LONGEST = 300  # letters of a word that are looked at for what tells of a secret

Form = Literal["address", "command", "key", "named", "hash"]  # of a secret
Piece = tuple[int, int, Form]  # begin, end, form


def merged(found: list[Piece]) -> list[Piece]:
    """Return the pieces in their order, overlapping ones as one."""
    return [*merged_in_order(sorted(found))]


def merged_in_order(found: Iterable[Piece]) -> Iterator[Piece]:
    """Yield pieces that are already in order, overlapping ones as one."""
    last: Piece | None = None
    for piece in found:
        if last and piece[0] < last[1]:
            last = (last[0], max(last[1], piece[1]), last[2])
            continue
        if last:
            yield last
        last = piece
    if last:
        yield last


def masked(text: str, found: list[Piece]) -> str:
    """Return the text with a mask in place of each piece."""
    parts, behind = [], 0
    for begin, end, _ in found:
        parts += [text[behind:begin], MASK]
        behind = end
    return "".join([*parts, text[behind:]])


# Addresses.

ADDRESS: Final = "address"

NO_USER = (  # what stands before a colon in addresses and times
    "^(.*[=,;(\"'])?(mailto|smtp|sip|sips|xmpp|x400|nrpc|notes|im|tcpip|tcp|netbios|lan[0-9]|[0-9][0-9]?)$"
)
HOST = "^[^@]*(:[0-9]|[.][a-z])"
QUERY = (
    "[?&;](sig|signature|key|(api|access|account|sentry)[_-]?key|((api|access|refresh|id)_)?token|auth|code|password|passwd|pswd|psw|pwd|pw|pass|secret|client_secret"
    "|x-amz-signature)=|(^|[(,])user(name)?=[^(,%) ]+%"  # of an address, or as mount has user%password
)
NO_QUERY = "^[?&;]code=[a-z]?[a-z]?[a-z]?$"  # of a language
AFTER = (  # all behind it
    "hooks[.]slack[.]com/services/|[.]office[.]com/webhookb?2?/|discord(app)?[.]com/api/webhooks/[0-9]+/"
    "|api[.]telegram[.]org/(file/)?bot[0-9]+:"
)


def _in_address(word: str) -> Iterator[Piece]:
    """Yield the secrets of a word that is an address or a part of one."""
    at_sign = word.rfind("@")
    if at_sign > 0:
        yield from _before_at_sign(word, at_sign)
    if "=" in word and not {"?", "&", ";", "%"}.isdisjoint(word):
        yield from _in_query(word)
    if (".com/" in word or ".org/" in word) and (after := compiled(AFTER).search(word)):
        yield after.end(), len(word), ADDRESS


def _in_query(word: str) -> Iterator[Piece]:
    """Yield each value that signs an address: `?sig=…&x=1`. Values within another value are not searched."""
    end = 0
    while query := compiled(QUERY).search(word, end):
        value = compiled("[^,)]*" if query[0][0] in "(,u" else "[^&#;\"')>]*").match(word, query.end())
        end = value.end() if value else query.end()
        if not compiled(NO_QUERY).search(word[query.start() : end][:_LONGEST]):
            yield query.end(), end, ADDRESS


def _before_at_sign(word: str, at_sign: int) -> Iterator[Piece]:
    """Yield the password before the last `@` of an address, or all text before it if that is a token."""
    scheme = word.find("://")
    double = word.find("//")
    if "jdbc:" in word and (slash := word.find("/")) > 0 and scheme < 0 and slash < at_sign:
        yield slash + 1, at_sign, ADDRESS
    elif 0 <= scheme < at_sign:
        begin = scheme + 3
        colon = word.find(":", begin, at_sign)
        slash = word.find("/", begin, at_sign)
        if colon > 0 and not (0 < slash < colon):
            if not _is_host(word[begin:at_sign], colon - begin) or compiled(":[0-9]+$").search(
                word[at_sign:][:_LONGEST]
            ):
                yield colon + 1, at_sign, ADDRESS
        elif slash < 0 and (secrets.looks_like_a_key(word[begin:at_sign]) or at_sign - begin > 19):
            yield begin, at_sign, ADDRESS
    elif (
        0 <= double < at_sign
        and (colon := word.find(":", double, at_sign)) > 0
        and "/" not in word[double + 2 : at_sign]
    ):
        yield colon + 1, at_sign, ADDRESS  # //user:password@nas/share
    elif (colon := word.find(":", 0, at_sign)) > 0 and _is_user_at_host(word, colon, at_sign):
        yield colon + 1, at_sign, ADDRESS


def _is_user_at_host(word: str, colon: int, at_sign: int) -> bool:
    """Return whether a word without scheme is `user:password@host:8080`."""
    if not compiled(HOST).search(word[at_sign + 1 : at_sign + _LONGEST]) or "/" in word[:colon]:
        return False
    return not compiled(NO_USER).search(word[:colon][-_LONGEST:])


def _is_host(text: str, colon: int) -> bool:
    """Return whether text that looks like `user:password` is `host:8080/…`."""
    return compiled("^[0-9]+/").search(text[colon + 1 :][:10]) is not None


# Tokens and keys by their look.

_B = "[0-9a-z+/]"
PRIVATE_DER = f"{key_signs.encoded(_B).lower()}{_B * 32}[0-9a-z+/=]*"  # a private key in base64 without BEGIN
_FIVE, _SIX = "[0-9a-z]" * 5, "[0-9]" * 6
_TOKEN_LETTER = "[0-9a-z_-]"  # noqa: S105 a pattern
_AZURE_LETTER = "[0-9a-z~._-]"
LOOKING = (
    "eyj[0-9a-z_-]+[.][0-9a-z_.-]+|gh[opsur]_[0-9a-z]+|github_pat_[0-9a-z_]+|glpat-[0-9a-z_-]+|xox[a-z]-[0-9a-z-]+"
    f"|a[ks]ia{'[0-9a-z]' * 16}([:;|/,][^ \t\"'&]+)?|aiza{'[0-9a-z_-]' * 30}|npm_{'[0-9a-z]' * 16}|hvs[.][0-9a-z_-]+"
    f"|[rs]k_(live|test)_[0-9a-z]+|sk-((proj|ant-[0-9a-z]+|or-v1|svcacct)-)?{'[0-9a-z]' * 16}[0-9a-z_-]*"
    f"|sg[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*"
    f"|pypi-age(ic|nd)[0-9a-z_-]+|dckr_[op]at_[0-9a-z_-]+|whsec_[0-9a-z+/=]+|ya29[.]{'[0-9a-z_-]' * 16}[0-9a-z_-]*"
    f"|dop_v1_{'[0-9a-f]' * 64}|hf_{'[0-9a-z]' * 30}[0-9a-z]*|shpat_{'[0-9a-f]' * 32}"
    f"|{'[0-9]' * 8}[0-9]?[0-9]?:aa{_TOKEN_LETTER * 33}|1//0{_TOKEN_LETTER * 30}{_TOKEN_LETTER}*"
    f"|sl[.]{_TOKEN_LETTER * 60}{_TOKEN_LETTER}*"
    f"|{_AZURE_LETTER * 3}8q~{_AZURE_LETTER * 31}{_AZURE_LETTER}*"
    f"|age-secret-key-1[0-9a-z]+|{PRIVATE_DER}"
    f"|{_FIVE}-{_FIVE}-{_FIVE}-{_FIVE}(-{_FIVE})+"  # a product's key; four such parts are its number
    f"|{_SIX}{f'-{_SIX}' * 7}"  # what unlocks a volume of Windows
)
_TOKENS_BEGIN = (  # or hold
    *("eyj", "ghp_", "gho_", "ghs_", "ghu_", "ghr_", "github_pat_", "glpat-", "xox", "akia", "asia", "aiza"),
    *("npm_", "hvs.", "k_live_", "k_test_", "sk-", "sg.", "pypi-", "dckr_", "whsec_", "ya29."),
    *("dop_v1_", "hf_", "shpat_", ":aa", "1//0", "sl.", "8q~"),
)
_DER_HOLDS = tuple(sign.lower() for sign in key_signs.IN_ENCODED)


_OF_JWT = "eyj[0-9a-z_-]*([.][0-9a-z_.-])?"


@cache
def _signs_of_tokens() -> re.Pattern[str]:
    return re.compile(secrets.any_of((*map(re.escape, (*_TOKENS_BEGIN, *_DER_HOLDS)), "-[^-]*-[^-]*-")))


def tokens(word: str) -> Iterator[tuple[int, int]]:
    r"""Yield the spans of the tokens in a word. A token contains a digit and follows no letter except that of `\n`."""
    if not _signs_of_tokens().search(word):
        return
    for match in compiled(LOOKING).finditer(_without_halves(word)):
        before = word[max(match.start() - 2, 0) : match.start()]
        if re.search("[0-9]", match[0]) and (not before[-1:].isalnum() or before[0] == "\\"):
            yield match.span()


def _without_halves(word: str) -> str:
    """Return the word with false beginnings of JSON web tokens replaced by other letters.

    Otherwise each beginning would be followed to its end: 64 KB of them took half a second.
    """
    return (
        re.sub(_OF_JWT, lambda run: run[0] if run[1] else run[0].replace("eyj", "eyk"), word) if "eyj" in word else word
    )


# Words of a command. `-password x` and `-u user:x` are secrets of every command. `-px`, `a/b@c` and `/user:a x` are
# secrets of few commands, so the command's name decides.

COMMAND: Final = "command"
LOOKS: Final = "key"

# Options of a command that a password follows, and those that `user:password` follows.
_WORDS_OF_FLAGS = (
    "pw|pwd|pass|passw(or)?[dt]|pswd|psw|(pass|key|id)-?phrase|passin|passout|[a-z]*storepass|keypass|secret|token|bearer"
    "|(api|access|account|secret|shared)-?key|pin|psk"
)
FLAGS = f"^[\"']?(--?(p|([a-z0-9]+[_-])*({_WORDS_OF_FLAGS}))|/(pw|pwd|pass|password))$"
KEY_FLAGS = "^[\"']?--?(key|eab|auth|hmac)$"
USER_FLAGS = "^[\"']?--?(u|user|proxy-?user)$"
_SCHEMES = ("bearer", "basic", "negotiate", "digest", "akia", "asia")
_AWS_ID = f"a[ks]ia{'[0-9a-z]' * 16}[:;|,]?"  # its secret follows
SCHEMES = f"^[\"']?(bearer|basic|negotiate|digest|{_AWS_ID})$"

# Commands to which -p means something else, and what no password behind it looks like: ports.
NOT_FOR_P = (
    "^(ls[a-z]*|prtconf|mkdir|cp|ps|nc|tar|ssh|netstat|df|mount|scp|sftp|rsync|unzip|install|top|strace|ss|nmap"
    "|ip6?tables|logger|sysctl|systemctl|cpio|pax|pgrep|telnet|tcpdump|read|gdb|kill|renice|ionice|taskset|chrt|pidstat|pmap"
    "|prlimit|perf|truss|nsd)$"
)
PORTS = "^[0-9.]*:[0-9.:]*$"
NUMBERS = "^[0-9]+:[0-9]+$"  # of a user and a group: `docker run -u 1000:1000`
OTHER_P = "^(az|git [a-z-]+)$"  # to it and to most of its own commands -p is another option, however far behind
# Commands of a command to which it means what it does not mean to the command: `az login -p`, `db2 connect … user`.
WITHIN = (
    "^(az (login|postgres|sql)|git (add|commit|diff|format-patch|log|reset|show|stash)|db2 (connect|attach)"
    "|db2 (connect|attach) user|tell [^ ]+( log[io]n)?)$"
)
# Commands that take a password without saying so in words.
_MYSQL = "mysql[a-z_]*|mariadb[a-z-]*"
_ORACLE = "sqlplus|sqlldr|expdp|impdp"
_SMB = "smbclient|smbget|rpcclient|winexe|net"
_TAKING = (
    f"{_MYSQL}|{_ORACLE}|{_SMB}|sshpass|7z[a-z]*|rar|sqlcmd|osql|isql|bcp|curl|ldap[a-z]+|redis-cli|dsmadmc|dsmc|lftp"
    "|snmp[a-z]+|openssl|az|vault|mc|db2|schtasks|zip|ipmitool|[xws]?freerdp[0-9]?|swaks|certmgr|runas|bpnbat|git|tell"
)
TOOLS = f"^(.*[^0-9a-z_.-])?({_TAKING}|{NOT_FOR_P[2:-2]})([.]exe)?[\"']?$"
# How: `command|word before the last|last word|word`, up to the password.
_Q = "[\"']?"
_FLAGS_OF_CURL = "-[fgiklnsv#0-46]*u"
COMMANDS = (
    f"^({_MYSQL}|sshpass|7z[a-z]*|rar|sqlcmd|osql|isql|bcp|zip|ipmitool)[|][^ ]* [^ ]* {_Q}-p{_Q}"
    f"|^rar[|][^ ]* [^ ]* {_Q}-hp{_Q}"
    f"|^curl[|][^ ]* ([^ ]* {_Q}({_FLAGS_OF_CURL}|--(proxy-)?user=)|{_Q}{_FLAGS_OF_CURL} ){_Q}[^ :]+:"
    f"|^ldap[a-z]+[|][^ ]* ([^ ]* {_Q}-w|-w ){_Q}"
    f"|^({_SMB})[|][^ ]* ([^ ]* {_Q}(-u|--user=)|(-u|--user) ){_Q}[^ %]+%"
    f"|^net[|]([^ ]* {_Q}/u(ser)?:|(use|[a-z]:|[*]) {_Q}[\\\\][\\\\])[^ ]+ {_Q}|^net[|]user [^ /]+ {_Q}"
    f"|^redis-cli[|][^ ]* ([^ ]* -a|-a ){_Q}"
    f"|^dsm(admc|c)[|][^ ]* [^ ]* {_Q}-pas?s?={_Q}"
    f"|^lftp[|][^ ]* ([^ ]* -u|-u ){_Q}[^ ,]+,"
    f"|^snmp[a-z]+[|][^ ]* (-[acx] |[^ ]* {_Q}-c){_Q}"
    f"|^[xws]?freerdp[0-9]?[|][^ ]* [^ ]* {_Q}/p:{_Q}"
    f"|^swaks[|][^ ]* -ap {_Q}|^certmgr[|]-import(pfx|p12|pem) [^ ]+ {_Q}"
    f"|^runas[|][^ ]* {_Q}/u(ser)?:[^ ]+ {_Q}|^bpnbat[|]-info [^ ]+ {_Q}"
    f"|^openssl[|][^ ]* -k {_Q}"
    f"|^az [a-z]+[|][^ ]* [^ ]* {_Q}-p={_Q}"
    f"|^schtasks[|][^ ]* /rp {_Q}"
    f"|^vault[|]([^ ]*/)?vault(.exe)? login {_Q}(token=)?"
    f"|^mc[|][^ ]*://[^ ]* [^ ]+ {_Q}"
    f"|^db2 [a-z]+ user[|][^ ]+ using {_Q}"
    f"|^tell [^ ]+ log[io]n[|](log[io]n [^ ]+|[^ ]+ log[io]n) {_Q}"  # a password, or a user before it
)
TELL_LOGIN = "(^|[ \t,=\"'])tell[ \t]+[^ \t,]+[ \t]+log[io]n[ \t]+"  # in a list of tasks; up to the next comma
LOGIN_USER = '("[^",]*"|[^ \t,"][^ \t,]*)[ \t]+[^ \t,]'  # behind it, and where the password begins
SLASHED = f"^({_ORACLE})[|][^ ]* ([^ ]*({_ORACLE})([.]exe)?{_Q}|-[a-z]+) {_Q}(userid=)?[^ /@=]+/"  # up to an @
NO_SECRET = "^(-|//|/[a-z]+(:|$)|[(]|[*]+$|$)"  # noqa: S105 a pattern

QUOTES = "\"'"
# Of these only what looks like one: ID vault login failed; a program that runas runs; -Cr10 of snmpbulkwalk.
LIKELY = "^(vault|runas)[|]|^tell .* log[io]n $|^snmp[a-z]+[|][^ ]* ([^-]|-[^acx]|-.[^ ])"


def command_of(word: str, tool: str) -> str:
    """Return the command that a word begins, or `tool`, the command of the words before it."""
    if ";" in word or "|" in word or "&" in word:
        tool = ""
    if word[0] == "-":
        return tool
    return _command_at_end(word[-_LONGEST:], tool)


@lru_cache(4096)  # what a long text has many of are short words, again and again
def _command_at_end(word: str, tool: str) -> str:
    if tool and compiled(WITHIN).search(subcommand := f"{tool} {word.strip(QUOTES)}"):
        return subcommand
    if match := compiled(TOOLS).search(word):
        return match[2]
    return "" if tool and compiled(NOT_FOR_P).search(tool) else tool


def secret_in_argument(word: str, before: str, two_before: str, tool: str) -> Piece | None:
    """Return the secret in a word according to the two lower-case words before it and the command, or None."""
    begin = 1 if word[0] in "\"'" else 0
    end = len(word) - (len(word) > 1 and word[-1] in "\"',;")
    unquoted = word[begin:end]
    if tool and (piece := _in_argument_of(f"{tool}|{two_before} {before} ", word[:end])):
        return piece
    if not _may_precede_secret(before):
        return None
    if compiled(SCHEMES).search(before):
        telling = len(unquoted) > 7 and (
            unquoted[-1] == "=" or len(unquoted) > 19 or compiled("[0-9]").search(unquoted)
        )
        return (begin, end, LOOKS) if telling else None
    if compiled(USER_FLAGS).search(before):
        colon = word.find(":")
        is_one = colon > 0 and "://" not in word and not compiled(NUMBERS).search(unquoted)
        return (colon + 1, end, COMMAND) if is_one else None
    if compiled(KEY_FLAGS).search(before):
        colon = word.rfind(":", 0, end)
        unquoted = word[colon + 1 : end]
        return (colon + 1, end, COMMAND) if secrets.looks_like_a_key(unquoted) else None
    if not compiled(FLAGS).search(before) or unquoted[:1] == "-":
        return None
    if before.lstrip(QUOTES) == "-p" and (
        compiled(NOT_FOR_P).search(tool) or compiled(OTHER_P).search(tool) or compiled(PORTS).search(unquoted)
    ):
        return None
    kind: Kind = KEY if before.endswith("p") else DOUBTFUL if before == "-pin" else PASSWORD
    return (begin, end, COMMAND) if secrets.gives_away(kind, unquoted) else None


@lru_cache(4096)
def _may_precede_secret(before: str) -> bool:
    """Return whether a word may be an option that a secret follows, or a scheme."""
    return not {"-", "/"}.isdisjoint(before[:2]) or any(scheme in before for scheme in _SCHEMES)


def _in_argument_of(words_before: str, word: str) -> Piece | None:
    """Return the secret in an argument of this command: attached to an option, or after a user name."""
    end = len(word)
    if match := compiled(SLASHED).search(words_before + word):
        at_sign = word.rfind("@")
        end = at_sign if at_sign > match.end() - len(words_before) else end
    else:
        match = compiled(COMMANDS).search(words_before + word)
    begin = match.end() - len(words_before) if match else -1
    if begin < 0 or compiled(NO_SECRET).search(word[begin:end]):
        return None
    if compiled(LIKELY).search(words_before) and not secrets.looks_like_a_key(word[begin:end]):
        return None
    return (begin, end, COMMAND) if secrets.gives_away(KEY, word[begin:end]) else None


def to_closing_quote(low: str, begin: int, end: int) -> int:
    """Return the end of a secret after a quote: before the closing quote, or the end of the word."""
    quote = low[begin - 1 : begin]
    if begin < 1 or quote not in "\"'" or quote in low[begin : end + 1]:
        return end
    closing = low.find(quote, end)
    return closing if closing >= 0 else end


# What a shell hands to a command that asks for a password.

ECHO = "(^|[^0-9a-z])(echo|printf)( +-[ne]+)*( +[\"']?%[^ %]*)? +"
ECHOED = "(\"[^\"$*]+\"|'[^'*]+'|[^ \t|\"'$*]+)"
_ASKING = "sudo +(-[a-z]+ +)*(-[a-z]*s|--stdin)( |$)|kinit|passwd +--stdin|chpasswd|cryptsetup"
_BEFORE = "(sudo +(-[a-z]+ +)*)?([^ |;<]*/)?"  # the command
PIPED = (  # echo password | sudo -S
    f"{ECHO}{ECHOED} *[|] *({_BEFORE}({_ASKING}|su )|[^|;<]*(--pass(word-stdin|phrase-fd)|-pass(in)? +stdin))"
)
GIVEN = f"({_ASKING}|--pass(word-stdin|phrase-fd))[^|;<]*<<< *"  # sudo -S x <<< password
_OPTIONS = "( +-[a-oq-y]+)*"
OPENS = f"(^|[^0-9a-z])unzip{_OPTIONS} +-p *"
OPENED = f"{OPENS}[^ .]+([.][^ z.][^ ]*)?{_OPTIONS} +[^ ]+[.]zip"  # unzip -P password x.zip; behind -p is the archive


def _of_pipe(table: str) -> re.Pattern[str]:
    return compiled(table.replace("[^|;<]*", "[^|;<]{0,2000}"))  # more would be read again for each such command


def passed_by_shell(low: str) -> Iterator[Piece]:
    """Yield passwords that a shell passes to a command, for example through a pipe."""
    is_piped = "|" in low and ("echo" in low or "printf" in low)
    for may_be, found, before in (
        (is_piped, PIPED, ECHO),
        ("<<<" in low, GIVEN, GIVEN),
        ("unzip" in low, OPENED, OPENS),
    ):
        for match in _of_pipe(found).finditer(low) if may_be else ():
            begins = _of_pipe(before).match(low, match.start())
            if begins and (value := _of_pipe(ECHOED).match(low, begins.end())):
                is_quoted = value[0][0] in QUOTES
                yield value.start() + is_quoted, value.end() - is_quoted, COMMAND


# Whole texts.

NAMED: Final = "named"
HASH: Final = "hash"  # of a password: masked, and not readable

KEY_BLOCK = "-----begin [a-z0-9 ]*private key( block)?-----"  # written on one line
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
# No form of a secret is without all of these; most texts are.
_SIGNS = (
    *map(re.escape, (*_TOKENS_BEGIN, *_DER_HOLDS, *_SCHEMES, *_ORACLE.split("|"))),
    *("@", r"\.com/", r"\.org/", r"\?", "&", ";", "user(name)?=", r"\{", r"\$", r"\([0-9a-z+/=]{18}"),
    "-((?<![^ \t,=\"']-)|[^ \t-]*-[^ \t-]*-)",  # that begins a word, as of an option; the third of a word
    *("/p", "/rp", "/u(ser)?:", r"\\\\", "tell", "vault login", "db2", "mc alias", "net use", r"net\.exe"),
    *("echo", "printf", "<<<", _PROMPT),
)
_SHORT = 40  # letters of a word that is kept with what was found in it
_TOKEN = 20  # letters and figures that a token without any other sign has at least
_HASHED = 20  # letters that a hash in brackets has at least


@cache
def _signs_of_names() -> re.Pattern[str]:
    return re.compile(secrets.any_of(secrets.SUSPECT_IN_TEXT))


@cache
def _signs_of_forms() -> re.Pattern[str]:
    return re.compile(secrets.any_of(_SIGNS))


def may_hold_secret(low: str) -> bool:
    """Return whether a text in lower case may contain a secret, by its form or after a name."""
    return may_hold_form(low) or _signs_of_names().search(low) is not None


def may_hold_form(low: str) -> bool:
    """Return whether a text in lower case may contain a secret by its form. A long text always may."""
    return len(low) > _LONGEST or _signs_of_forms().search(low) is not None or not low.isascii()


def pieces(text: str, kind_of: Callable[[str], Kind] = secrets.kind, tasks: bool = False) -> list[Piece]:
    """Return the secrets in a text or a setting's value, in order and without overlaps.

    kind_of: returns the kind of a name, by the catalogue or the tables. tasks: the text is a list of tasks, as a line
    of ServerTasks always is; there, a comma ends a secret.
    """
    return [*in_order(text, kind_of, tasks)]


def in_order(text: str, kind_of: Callable[[str], Kind] = secrets.kind, tasks: bool = False) -> Iterator[Piece]:
    """Yield the secrets of `pieces` lazily, so that a caller who needs only the first does not search the rest."""
    low = in_lower_case(text)
    tasks = tasks or low.lstrip().startswith(_TASKS)
    found_pieces = [*_after_names(text, low, kind_of, tasks)]
    prompt = low.find(_PROMPT)
    if prompt >= 0 and prompt + len(_PROMPT) < len(low):
        found_pieces.append((prompt + len(_PROMPT), len(text), NAMED))
    if "-----begin" in low and (block := compiled(KEY_BLOCK).search(low)) and low[block.end() :].strip("-"):
        found_pieces.append((block.end(), len(text), LOOKS))
    found_pieces += passed_by_shell(low)
    if tasks and "tell" in low:
        found_pieces += _in_logins(low)
    of_words = _in_words(low, tasks) if may_hold_form(low) else iter(())
    if not found_pieces:
        return merged_in_order(of_words)
    return merged_in_order(merge(of_words, sorted(found_pieces)))


@lru_cache(1024)  # of a fleet, most servers start the same tasks
def task_holds_secret(name: str, arguments: str) -> bool:
    """Return whether a task with its arguments contains a secret, by a name or by the task: `mysqldump -phunter2`."""
    if not {KEY, PASSWORD, DOUBTFUL}.isdisjoint(map(secrets.kind, f"{name} {arguments}".split())):
        return True
    begin = len(name) + 1
    pieces_of_arguments = {(begin_of_piece, end) for begin_of_piece, end, _ in pieces(arguments)}
    pieces_of_task = pieces(f"{name} {arguments}", tasks=True)
    return any(
        end > begin and (begin_of_piece - begin, end - begin) not in pieces_of_arguments
        for begin_of_piece, end, _ in pieces_of_task
    )


def _in_words(low: str, in_tasks: bool) -> Iterator[Piece]:
    """Yield the secrets of each word, by its form and the words before it, in order."""
    last = before = two_before = tool = ""
    for match in compiled(r"[^ \t,]+" if in_tasks else r"[^ \t]+").finditer(low):
        word = match[0]
        # the last word of a text is looked at by nobody
        tool = command_of(last, tool) if last and not (in_tasks and _is_behind_comma(low, match.start())) else ""
        within = _in_short_word(word) if len(word) <= _SHORT else tuple(_in_word(word))
        if (behind := secret_in_argument(word, before, two_before, tool) if before else None) or within:
            yield from _pieces_of_word(low, match.start(), behind, within)
        last, before, two_before = word, word[-_LONGEST:].rpartition("=")[2], before


def _is_behind_comma(low: str, offset: int) -> bool:
    """Return whether a comma precedes a word. In a list of tasks, a comma ends the command."""
    while offset and low[offset - 1] in " \t":
        offset -= 1
    return low[offset - 1 : offset] == ","


def _pieces_of_word(low: str, offset: int, behind: Piece | None, within: tuple[Piece, ...]) -> list[Piece]:
    """Return the secrets of a word as spans of the text. behind: the secret according to the words before it."""
    found_pieces: list[Piece] = []
    if behind:
        begin, end = offset + behind[0], offset + behind[1]
        if _is_shown(low, begin, end):
            found_pieces.append((begin, to_closing_quote(low, begin, end), behind[2]))
    for start, stop, form in within:
        if _is_shown(low, offset + start, offset + stop):
            found_pieces.append((offset + start, offset + stop, form))
    return sorted(found_pieces)


def _is_shown(low: str, begin: int, end: int) -> bool:
    """Return whether a piece is not empty and not masked."""
    return begin < end and low[begin:end].strip("*") != ""


@lru_cache(4096)  # what a long text has many of are short ones, again and again
def _in_short_word(word: str) -> tuple[Piece, ...]:
    return tuple(_in_word(word))


def _in_word(word: str) -> Iterator[Piece]:
    """Yield the secrets of a word by its form."""
    if word.isalnum() and len(word) < _TOKEN:
        return
    equals = word.find("=", 0, _LONGEST) if word[0] == "-" else -1
    if equals > 0 and compiled(KEY_FLAGS).search(word[:equals]) and secrets.looks_like_a_key(word[equals + 1 :]):
        yield equals + 1, len(word), COMMAND
    yield from _in_address(word)
    yield from ((begin, end, LOOKS) for begin, end in tokens(word))
    if "{" in word or "$" in word or ("(" in word and len(word) > _HASHED):
        yield from ((match.start(), match.end(), HASH) for match in compiled(HASHES).finditer(word))


def _in_logins(low: str) -> Iterator[Piece]:
    """Yield the text after the user in `tell task login` in a list of tasks. A single word may be user or password."""
    for match in compiled(TELL_LOGIN).finditer(low):
        comma = low.find(",", match.end())
        end = len(low[: comma if comma >= 0 else len(low)].rstrip(" \t"))
        user = compiled(LOGIN_USER).match(low, match.end())
        begin = user.end() - 1 if user else match.end()
        if begin < end and _is_shown(low, begin, end):
            yield begin, end, COMMAND if user else NAMED


def _after_names(text: str, low: str, kind_of: Callable[[str], Kind], in_tasks: bool) -> Iterator[Piece]:
    """Yield the text after the first secret's name, to the end, or in a list of tasks to the comma."""
    if not low.isascii() and compiled(secrets.elsewhere()).search(low):
        names = compiled(f"{IN_TEXT}|{secrets.elsewhere()}")
    elif _signs_of_names().search(low):
        names = compiled(IN_TEXT)
    else:
        return
    offset = 0
    while word := names.search(low, offset):
        begin, offset = _begin_of_name(low, word.start()), _end_of_name(low, word.start())
        start = _start_of_value(low, offset)
        end = low.find(",", start) if in_tasks else -1
        end = end if end >= 0 else len(low)
        if start == offset or start >= end or secrets.holds(PROSE, low[begin : min(end, begin + _LONGEST)]):
            continue
        if not (of_kind := kind_of(text[begin:offset].lstrip("-"))):
            continue
        value = compiled(_VALUE).match(low, start)
        if secrets.gives_away(of_kind, value[0] if value and of_kind != PASSWORD else low[start:end]):
            yield start, end, NAMED
            if not in_tasks:
                return
            offset = end


def _begin_of_name(low: str, offset: int) -> int:
    while offset and (low[offset - 1].isalnum() or low[offset - 1] in "_$.-"):
        offset -= 1
    return offset - 2 if low[max(offset - 2, 0) : offset] == "${" else offset


def _end_of_name(low: str, offset: int) -> int:
    match = compiled(_OF_A_NAME).match(low, offset)
    return match.end() if match else offset


def _start_of_value(low: str, offset: int) -> int:
    match = compiled(BETWEEN).match(low, offset)
    return match.end() if match else offset
