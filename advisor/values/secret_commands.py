"""Secrets on a command line: a word and those before it in, what of the word is a password out.

`-password x` and `-u user:x` tell of one whatever the command. `-px`, `a/b@c` or `/user:a x` do to few commands only,
so those go by the command's name. The tables are as those of `secrets`.
"""

from functools import lru_cache
from typing import Final

from advisor.values import secrets
from advisor.values.secret_pieces import Piece
from advisor.values.secrets import DOUBTFUL, KEY, PASSWORD, Kind, compiled

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
SLASHED = f"^({_ORACLE})[|][^ ]* ([^ ]*({_ORACLE})([.]exe)?{_Q}|-[a-z]+) {_Q}(userid=)?[^ /@=]+/"  # up to an @
NO_SECRET = "^(-|//|/[a-z]+(:|$)|[(]|[*]+$|$)"  # noqa: S105 a pattern
# Of a text that holds one of those commands one of these is true; the others have a sign that tells.
TELLS = (
    "-",
    "/pw",
    "/pass",
    "/rp",
    "/p:",
    "vault login",
    "db2",
    "mc alias",
    "tell ",
    *_SCHEMES,
    *_ORACLE.split("|"),
    "net use",
    "net.exe",
    "/u:",
    "/user:",
    "\\\\",
)

QUOTES = "\"'"
# Of these only what looks like one: ID vault login failed; a program that runas runs; -Cr10 of snmpbulkwalk.
LIKELY = "^(vault|runas)[|]|^tell .* log[io]n $|^snmp[a-z]+[|][^ ]* ([^-]|-[^acx]|-.[^ ])"
_LONGEST = 300  # letters of a word that are looked at for a command's name


def tool_of(word: str, tool: str) -> str:
    """The command that a word begins, or `tool`, that of the words before it, where it goes on."""
    if ";" in word or "|" in word or "&" in word:
        tool = ""
    if word[0] == "-":
        return tool
    return _tool_at_end(word[-_LONGEST:], tool)


@lru_cache(4096)  # what a long text has many of are short words, again and again
def _tool_at_end(word: str, tool: str) -> str:
    if tool and compiled(WITHIN).search(own := f"{tool} {word.strip(QUOTES)}"):
        return own
    if match := compiled(TOOLS).search(word):
        return match[2]
    return "" if tool and compiled(NOT_FOR_P).search(tool) else tool


def behind_words(word: str, before: str, two_before: str, tool: str) -> Piece | None:
    """The part of a word that is a secret by the two words before it, in lower case, and the command they belong to."""
    begin = 1 if word[0] in "\"'" else 0
    end = len(word) - (len(word) > 1 and word[-1] in "\"',;")
    bare = word[begin:end]
    if tool and (found := _of_tool(f"{tool}|{two_before} {before} ", word[:end])):
        return found
    if not _may_tell(before):
        return None
    if compiled(SCHEMES).search(before):
        telling = len(bare) > 7 and (bare[-1] == "=" or len(bare) > 19 or compiled("[0-9]").search(bare))
        return (begin, end, LOOKS) if telling else None
    if compiled(USER_FLAGS).search(before):
        colon = word.find(":")
        is_one = colon > 0 and "://" not in word and not compiled(NUMBERS).search(bare)
        return (colon + 1, end, COMMAND) if is_one else None
    if compiled(KEY_FLAGS).search(before):
        colon = word.rfind(":", 0, end)
        bare = word[colon + 1 : end]
        return (colon + 1, end, COMMAND) if secrets.looks_like_a_key(bare) else None
    if not compiled(FLAGS).search(before) or bare[:1] == "-":
        return None
    if before.lstrip(QUOTES) == "-p" and (
        compiled(NOT_FOR_P).search(tool) or compiled(OTHER_P).search(tool) or compiled(PORTS).search(bare)
    ):
        return None
    kind: Kind = KEY if before.endswith("p") else DOUBTFUL if before == "-pin" else PASSWORD
    return (begin, end, COMMAND) if secrets.gives_away(kind, bare) else None


@lru_cache(4096)
def _may_tell(before: str) -> bool:
    """Whether a word may be an option that a secret follows, or a scheme."""
    return not {"-", "/"}.isdisjoint(before[:2]) or any(scheme in before for scheme in _SCHEMES)


def _of_tool(words_before: str, word: str) -> Piece | None:
    """What is a secret to this command alone: glued to an option, or parted from a user."""
    end = len(word)
    if match := compiled(SLASHED).search(words_before + word):
        at = word.rfind("@")
        end = at if at > match.end() - len(words_before) else end
    else:
        match = compiled(COMMANDS).search(words_before + word)
    begin = match.end() - len(words_before) if match else -1
    if begin < 0 or compiled(NO_SECRET).search(word[begin:end]):
        return None
    if compiled(LIKELY).search(words_before) and not secrets.looks_like_a_key(word[begin:end]):
        return None
    return (begin, end, COMMAND) if secrets.gives_away(KEY, word[begin:end]) else None


def to_closing_quote(low: str, begin: int, end: int) -> int:
    """Where a secret that begins behind a quote ends: before the next such quote, or where its word does."""
    quote = low[begin - 1 : begin]
    if begin < 1 or quote not in "\"'" or quote in low[begin : end + 1]:
        return end
    closing = low.find(quote, end)
    return closing if closing >= 0 else end
