r"""Decide by a name whether its value is a password, token or key.

These tables and those of `secret_forms` are used for reports, facts, rules, readers and the scripts of `collect`. They
are therefore extended regular expressions that awk, .NET and Python read alike, for text in lower case: no classes like
`\d`, no counts in braces, no look-around. The time grows only with the length of name and value: a line may be a
megabyte long.
"""

import re
import sys
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import dropwhile
from typing import Final, Literal

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"  # as word processors make them of a hyphen
_HEX = "[0-9a-f]"
ESCAPES: Final = (  # of JSON, addresses and XML; as the tables of `secrets`, for text in lower case
    f"\\\\u{_HEX * 4}|(%|\\\\x){_HEX * 2}|&#x?{_HEX}{f'{_HEX}?' * 6};|\\\\/"
)


# Lower-case letters of Cyrillic, Greek and Armenian that look like an ASCII letter, at least as a capital.
_LOOK_ALIKES: Final = dict(
    zip("авсԁенһіјкӏмпорԛгѕтѵԝхуαβεηικμνορτχυωօսհո", "abcdehhijklmnopqrstvwxyabehikmnoptxywouhn", strict=True)
)


def in_lower_case(text: str) -> str:
    """Return the text in lower case with ASCII letters for those that look alike. Positions stay the same."""
    return text.lower() if text.isascii() else "".join(map(_plain, text))


@lru_cache(maxsize=4096)
def _plain(letter: str) -> str:
    if letter in _DASHES:
        return "-"
    from unicodedata import normalize  # few files have such letters

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
    from unicodedata import category  # few files have such letters

    return letters[0][0] + "".join(dropwhile(lambda letter: category(letter) == "Mn", letters[0][1:]))


def _letter(escape: re.Match[str]) -> str:
    code = escape[0].lower().rstrip(";")
    if code == "\\/":
        return "/"
    number = int(code[2:]) if code[:2] == "&#" and code[2:].isdecimal() else int(code.lstrip("\\ux%&#"), 16)
    return chr(number) if number <= sys.maxunicode else "?"


MASK = "***"

Kind = Literal["", "password", "key", "doubtful", "like a key", "server", "pair", "login"]  # of names
PASSWORD: Final = "password"  # noqa: S105 a word
KEY: Final = "key"
DOUBTFUL: Final = "doubtful"
LIKE_A_KEY: Final = "like a key"
SERVER: Final = "server"  # that knows a password, or a group of people
PAIR: Final = "pair"  # a user's and a password
LOGIN: Final = "login"  # the name says nothing; its value may be `user/password`

# Words that make a name a secret's wherever they stand in it; slips too.
_ANY = "[^ -~][^ -~]?"  # a letter that is none of ASCII
_PASSWORD = (  # in other languages; slips too
    f"p[a4@]?[s5$]+[_ \t.-]?w[o0]*r?[dt]|pas+ord|kennwo?rt|senha|salasana|heslo($|[^a-z])|lozinka|parool"
    f"|l(o|{_ANY})senord|adgangskode|kodeord|jelsz(o|{_ANY})|has(l|{_ANY})o($|[^a-z])|sifre|geheimnis|zugangs(daten|code)|mot_?de_?passe"
)
WORDS = f"{_PASSWORD}|pas+phrase|pwd|secret|sekret|token|credential|api_?key|r[ow]community"
# In other letters. The scripts of `collect`, which are plain ASCII, do not know these words.
_ELSEWHERE = "пароль|密码|密碼|口令|パスワード|暗証番号|암호|비밀번호|şifre|κωδικός|סיסמה|كلمة المرور|รหัสผ่าน|mật khẩu"
# Parts of names that hold such a word and mean something else. They are taken for a dash.
PUBLIC = (
    "secretar(y|ies|iat)|token_?ring|pass_?thr|pas+ports?([^0-9a-z]|$)|(key|id)_?(file|ring|store)|keyboard"
    "|(public|foreign|registry)_?key(_?token)?"
    "|(^|[^0-9a-z])((hot|short|sort|func|soft|index|primary)_?|mon|tur|don|whis|hoc|joc)keys?([^a-z]|$)"
    "|(^|[^0-9a-z])(com|tres|sur|over|under)pass(es)?([^a-z]|$)|(^|[^0-9a-z]|proxy|allow|https?)bypass([^a-z]|$)"
    "|[$][{]?(old)?pwd$"  # the folder that a shell is in
)
# Ends of names whose value is a password, whatever it looks like.
PASSWORDS = (
    f"({_PASSWORD})s?|pas+phrases?|private-mac|pas+code|pas+w|psw|pwd?|p[a@]ss|kennw|(^|[^a-z])mdp"
    "|community_?string|(^|[^a-z]|[ht])otp|(recovery|unlock)_?codes?|(^|[^a-z])unlock|authtok|tkn|geheim"
    "|contrase(n|[^ -~][^ -~]?)a|wachtwoord|parola|(^|[_.$-])clave|creds?|credentials?|psk|(^|[_.$-])pin"
    "|(key|user|so|token|hsm|card|slot|admin|id|notes|domino|server|vault|login|unlock|my|sim|bank|phone|device|mail|access|client)pin"
    "|(key|id|pass|store|cred|cert|vault|secret|ssl|tls|file|ring|recovery|seed|backup|wallet|^-|[_.-]-)[_.-]?phrase"
    "|(security|secret|recovery|challenge|hint|question)_?answers?|(^|[_.$-]|my|sim)puk|mnemonic(_?(words?|seed))?"
    "|snmp(v[0-9][a-z]?)?_?([a-z]+_?)?community(_?(name|string))?|(trap|ro|rw|read|write)_?community(_?(name|string))?|snmp_?r[ow]"
)
# Ends of names whose value is one unless it is a path, an algorithm or a small number.
KEYS = (
    "secrets?|tokens?|bearer|stash|auth(orization)?_?codes?|(o?auth2?|oidc)_?refresh|hook_?(sig|signature|key)|(saml|oidc|oauth)[a-z0-9_]*key|(access|api|private|priv|shared|secret|encryption|encrypt|signing|sign|ltpa|3des|aes|hmac|master"
    "|security|license|licence|activation|app|account|pre_?shared|ingest|insert)[_-]?keys?|seed|hmac|chap|authorization"
)
# Ends of names whose value is one if it looks like one.
PERHAPS = (
    "keys?|key_?id|[_-]eab|[_.-]sig|auth|auth_?info|log[io]n|licen[cs]e|licen[cs]e_?(blob|code)|cookie|session|signature|jwt|salt"
    "|conn|connect|connection|dsn|community_?name"
)
# Ends of names whose value is a user, or a user and a password behind it.
PAIRS = "(proxy|smtp|relay|ldap|bind|auth)_?(user|user_?name|account)|sasl|(^|[_.-]|ldap)bind"
# Names that end in P say nothing of a secret, but their value may be `user/password`. Most of them are these words.
_NO_LOGINS = (
    *("ip", "tcp", "udp", "http", "smtp", "ldap", "imap", "ntp", "ftp", "nntp", "snmp", "up", "group", "grp", "map"),
    *("hop", "loop", "stop", "shop", "top", "app", "dump", "jump", "temp", "tmp", "step", "help", "skip", "strip"),
    *("zip", "trip", "drop", "swap", "wrap", "snap", "trap", "cap", "heap", "stamp", "keep", "sleep"),
)
NO_LOGIN = f"({'|'.join(_NO_LOGINS)})$"
# Ends of names that hold such a word and name a server or group: its name stays, a value that looks like a key goes.
WHERE = "(pwd|passw(or)?d)_?(server|host|domain|access|(notify_?)?group)"
# Ends of names that hold such a word and tell something about a secret: how long it lives, where it is made.
ABOUT = (
    "qualit(y|ies)|polic(y|ies)|strength|complexity|time_?outs?|expir(y|es?|ation)|life_?time|days|hours|minutes|seconds"
    "|tries|attempts|(^|[^c])ur[il]|help_?text"
    "|(secret|token|credential)s?[_-]?([a-z]+[_-]?)?(name|domain|server|host|port)"
)
# Parts of names of a password, where nothing tells more: pass_svc, AdminPassLdap; and what only looks like one.
PARTS = "(^|[^0-9a-z])(pw|psw|mdp)([^0-9a-z]|$)|pass([^0-9a-z]|[a-z]|$)|^pw[a-z]"
NO_PART = (
    "(com|by|tres|sur|over|under|im|en)pass|pass(es|ed)?[_.-]?(through|thr|port|iv|age|ing|ion|ov|by|able|ant|au|count|level|result)"
    "|pass[_.-]?(filter|mark|book|band|back|start|interval|duration|number|buffer|window|delay|flag|threads|type|state|status)"
    "|(one|two|multi|single)[_.-]?pass|pass[_.-]?(limit|rate|time|mode|header|list|size|fail)|pass(e|$)|^pwr"
)
# A name of a secret contains one of these, or ends in P. Most names contain none. Each begins with a letter or sign.
_OF_SECRETS = (
    *("p[a4@]?[s5$]+w", "p[a@]s", "pw", "puk", "psk", "parola", "parool", "phrase", "private-mac", "answer"),
    *("auth", "bearer", "chap", "clave", "community", "contras", "cre", "geheim", "hmac", "hook", "kennw", "mdp"),
    *("mnemonic", "oidc", "otp", "secr", "seed", "sekret", "snmp_?r", "stash", "tkn", "tok", "unlock"),
    *("adgangskode", f"has(l|{_ANY})o", "heslo", "jelsz", "kodeord", "lozinka", "salasana", "senha", "senord", "sifre"),
    *("woord", "wort", "y_?code", "zugangs"),
)
SUSPECT = (
    *_OF_SECRETS,
    *("api_?key", "bind", "sasl"),
    *(f"{of}_?(user|acc)" for of in ("proxy", "smtp", "relay", "ldap")),
    *(f"{end}[0-9]*$" for end in ("key(s|_?id)?", "conn(ect(ion)?)?", "cookie", "dsn", "jwt", "log[io]n", "salt")),
    *(f"{end}[0-9]*$" for end in ("licen[cs]e(_?(blob|code))?", "pin", "session", "signature")),
    *(rf"{sign}{end}[0-9]*$" for sign in ("_", "-", r"\.") for end in ("eab", "sig")),
)
SUSPECT_IN_TEXT = (*_OF_SECRETS, "key", "pin[0-9]*[^a-z]")  # a text that names a secret contains one of these

_SWITCHES = "yes|no|true|false|on|off|none|enabled?|disabled?|[0-9]?"
_COOKIES = "ltpatoken2?|domauthsessid"  # their names
HARMLESS = (  # a switch, in its tags too, nothing, where JSON goes on, or a mask
    f"^(({_SWITCHES})|(<[a-z]+>)*({_SWITCHES})(</[a-z]+>)+|null|{_COOKIES}|[{{]|[*]+|xxx+)$"
)
SMALL = "^[+-]?[0-9]?[0-9]?[0-9]?[0-9]?$"
FIGURE = (  # 30, 1.5, 10:00, 30s, 64MB; a longer one may be a PIN
    "^[+-]?[0-9][0-9]?[0-9]?[0-9]?(%|[a-z]|[a-z][a-z])?$|^[+-]?[0-9][0-9]?[.,:/][0-9][0-9]?(%|[a-z]|[a-z][a-z])?$"
)
BARE_FIGURE = "^[+-]?[0-9., ]*$"  # 30, 1.5, and nothing
_FILES = (
    "id|pem|key|kyr|sth|p12|p8|pfx|pkcs12|jks|jceks|bcfks|keytab|ppk|asc|gpg|der|kdb|crt|cer|zip|txt|ini|nsf|conf|cfg|json"
    "|xml|properties|dll|so"
)
_NOTES_NAME = "cn=[^=/]+/(ou=[^=/]+/)*o=[^=/]+(/c=[a-z][a-z])?$"
PATH = f"^([a-z]:[\\\\/]|[\\\\/][^/\\\\]*[\\\\/]|[.]?[.][\\\\/]|[^ @=?&]*[.]({_FILES})$|{_NOTES_NAME})"
BASE64 = "^/[0-9a-z+/]*=+$|^/[0-9a-z/]*[+][0-9a-z+/]*$"  # begins as a path does
ALGORITHM = "^(hmac[_-]?)?(sha-?[0-9]*|md5|aes-?[0-9]*|3?des|rsa|rc[24]|required|optional)$"
_OF_A_KEY = "[0-9a-z+/=_-]"
A_KEY = (  # or `scott/tiger@db`, `svc:password`
    f"^[0-9a-z+=_-]{_OF_A_KEY * 7}{_OF_A_KEY}*$|^[^/@ ]+/[^@ ]+@[^ ]+$|^[^/:@ ]+:{'[0-9a-z+=_-]' * 6}[0-9a-z+=_-]*$"
    f"|^[^! ]+![^! ]+![^! ]+!{'[0-9a-z+=_-]' * 8}[0-9a-z+=_-]*$"  # of DECS: db2!database!user!password
)
_PASSED = "[^ \t:;/]" * 6
A_PAIR = f"^[^:; ]+[:;]{_PASSED}[^ \t:;/]*$"
BOUND = "^[a-z]+=[^,]*,.*[ \t][^ \t=,/]+=*$"  # cn=reader,o=acme password
A_LOGIN = f"^[^/ \t]+/{'[^/ ]' * 6}[^/ ]*$"  # user/password
A_SERVER = "^[^/+=]+/([^/+=]+/)*[a-z][a-z &._-]*$"  # Mail01/Acme

_LONGEST_NAME = 200
_AROUND = " \t\r\n\"',"  # a value


@cache
def _ends() -> re.Pattern[str]:
    return re.compile(f"(?:(?P<password>{PASSWORDS})|(?P<key>{KEYS})|(?:{PERHAPS}))[0-9]*$")


@cache
def compiled(table: str) -> re.Pattern[str]:
    """Return a compiled table. It is compiled on first use, because most files need few tables."""
    return re.compile(table.replace("[]", r"[\]"))


def any_of(signs: Iterable[str]) -> str:
    """Return a table that finds any of several signs, each of which begins with a letter.

    Signs with the same first letter are grouped, so that a search tries few of them at each position.
    """
    by_letter: dict[str, list[str]] = {}
    for sign in signs:
        first = 2 if sign[0] == "\\" else 1
        by_letter.setdefault(sign[:first], []).append(sign[first:])
    return "|".join(f"{letter}({'|'.join(rests)})" for letter, rests in by_letter.items())


@cache
def suspect() -> re.Pattern[str]:
    """Return what finds SUSPECT in a name."""
    return re.compile(any_of(SUSPECT))


@cache
def elsewhere() -> str:
    """Return the table of words for a password in other letters, as `in_lower_case` spells them."""
    return in_lower_case(_ELSEWHERE)


@lru_cache(maxsize=4096)
def kind(name: str) -> Kind:
    """Return the kind of a name by its ending, DOUBTFUL by a word in it, or "" for most names."""
    low = in_lower_case(meant(name).strip()[-_LONGEST_NAME:])
    if not low.isascii() and compiled(elsewhere()).search(low):
        return PASSWORD
    if not suspect().search(low):
        return _kind_by_last_letter(low)
    plain = compiled(PUBLIC).sub("-", low)
    end = _ends().search(plain)
    if end and (end["password"] or end["key"]):
        return PASSWORD if end["password"] else KEY
    if compiled(WORDS).search(plain):
        if compiled(f"({ABOUT})[0-9]*$").search(plain):
            return ""
        return SERVER if compiled(f"({WHERE})[0-9]*$").search(plain) else DOUBTFUL
    if end:
        return LIKE_A_KEY
    if compiled(PARTS).search(compiled(NO_PART).sub("-", plain)):
        return DOUBTFUL
    if compiled(f"({PAIRS})[0-9]*$").search(plain):
        return PAIR
    return _kind_by_last_letter(low)


def _kind_by_last_letter(low: str) -> Kind:
    if low == "p":
        return KEY
    return LOGIN if low.endswith("p") and not low.endswith(_NO_LOGINS) else ""


def names_a_secret(name: str) -> bool:
    """Return whether a name announces a secret. A name that only ends in P does not."""
    return kind(name) not in {"", LOGIN}


def kind_of_path(path: str) -> Kind:
    """Return the kind of a JSON key: that of its own name, or of a parent that announces a secret."""
    *parents, own_name = path.split(".")
    return kind(own_name) or next((of_kind for name in parents if (of_kind := kind(name)) in {PASSWORD, KEY}), "")


def gives_away(kind_of_name: Kind, value: str) -> bool:
    """Return whether a value under a name of this kind must be hidden. Numbers, switches and paths mostly need not."""
    low = in_lower_case(value).strip(_AROUND)
    if not kind_of_name or holds(HARMLESS, low):
        return False
    if kind_of_name == PASSWORD:
        return True
    if kind_of_name == KEY:
        return not (holds(SMALL, low) or _is_path(low) or holds(ALGORITHM, low))
    if kind_of_name == DOUBTFUL:
        return not (holds(FIGURE, low) or _is_path(low))
    if kind_of_name == PAIR:
        return holds(BOUND, low) or (holds(A_PAIR, low) and holds("[0-9]", low) and holds("[a-z]", low))
    if kind_of_name == LOGIN:
        return holds(A_LOGIN, low) and holds("[a-z]", low) and not _is_path(low)
    return looks_like_a_key(low) and not (kind_of_name == SERVER and holds(A_SERVER, low))


def looks_like_a_key(low: str) -> bool:
    """Return whether a value in lower case is one word of letters and digits, like a key, and no path or host."""
    return holds(A_KEY, low) and holds("[0-9]", low) and holds("[a-z]", low) and not _is_path(low)


def _is_path(low: str) -> bool:
    return holds(PATH, low) and not holds(BASE64, low)


def holds(table: str, low: str) -> bool:
    """Return whether a text in lower case matches a table."""
    return compiled(table).search(low) is not None
