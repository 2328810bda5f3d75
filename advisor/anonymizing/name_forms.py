"""Find names in the lines of a file by their form."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from advisor.anonymizing.vocabulary import is_plain, is_product_domain, is_word

# Kinds of names, which are also the words that replace them. An earlier kind wins if a name has several.
KINDS = (
    "Server", "Org", "Unit", "Cluster", "Domain", "Host", "Person", "Group", "Site", "User", "Share", "File",
    "Folder", "Place", "Phone", "Serial", "Name",
)  # fmt: skip


class Name(NamedTuple):
    """A name that was found. kind: one of KINDS. loose: only its unknown words are names, not the whole text."""

    kind: str
    text: str
    loose: bool = False


_MIN_ORG = 4  # letters of an organisation that only the form of the name suggests
_COLLECTED = re.compile(r"(?i)(?:serverdoc|configspecific|configall|configgroup)_(.+?)_\d{4}_\d\d_\d\d@")
_NO_ORG = re.compile(r"(?i)(?:https?|tcp|ip)\b.*")
COUNTRY = re.compile(r"(?i)[a-z]{2}")
_VALUE = r"[^/=,;:\"'<>()\[\]{}|*?\x00-\x1f\\+]{1,255}"
_COMPONENT = re.compile(
    rf"(?<![A-Za-z0-9_])(CN|OU\d?|O|DC|ST|L|UID|STREET|E|EMAILADDRESS)\s?=\s?({_VALUE})", re.IGNORECASE
)
_DISTINGUISHED = re.compile(r"(?i)(?<![a-z0-9_])(?:CN|OU?|DC)\s?=\s?\w")
_ABBREVIATED = re.compile(
    r"(?<![\w/\\.:@=%&?'\u2019-])((?:[^\W_][\w.'&\u2019-]*[ ]){0,3}[^\W_][\w.'&\u2019-]*)"
    r"((?:/[^\W_][\w.&'-]*(?:[ ][^\W\d_][\w&'-]*)?){1,4})(?![\w/\\=-])"
)
_MAIL = re.compile(r"(?<![\w.+-])([\w.+-]{1,64})@(?!\d\d_\d\d_\d\d)((?:[\w-]+\.)*[^\W\d_][\w-]*)(?![\w@])")
_TLD = (
    "com|net|org|edu|gov|mil|info|biz|local|lan|intern|internal|corp|example|test|invalid|localdomain|home|cloud|dev|app|io"
    "|de|at|ch|fr|it|es|nl|be|uk|eu|us|ca|au|jp|cn|br|se|no|dk|fi|cz|hu|ru|ie|pt|gr|tr|za|mx|nz|kr|hk|sg|il|ro|sk|lt|lv|ee|lu|li|pl|in"
)
_DNS = re.compile(rf"(?<![\w.@/\\-])(?:\*\.)?((?:[\w-]+\.)+(?:{_TLD}))(?![\w-]|\.\w)", re.IGNORECASE)
_URL = re.compile(r"(?i)\b([a-z][a-z0-9+.-]{1,20})://(?:([^/@\s\"'<>]*)@)?([^/:\s\"'<>\]?#,;)]+)([^\s\"'<>]*)")
_UNC = re.compile(r"(?<![\w\\])\\\\{1,3}([\w][\w.-]*)(?:\\{1,2}([\w$][\w$ .-]*))?")
_ACCOUNT = re.compile(r"(?<![\w\\/:.%$-])([A-Za-z][\w.-]{1,19})\\{1,2}([\w][\w.$-]*)(?![\w.\\-])")
_ENDING = re.compile(r"(?i)\.(?:nsf|ntf|box|id|ini|exe|dll|log|txt|sys|xml|dxl|ft|bat|cmd|mdb|dat|tmp)$")
_PATH = re.compile(r"(?:(?<![\w])[A-Za-z]:[\\/]|(?<![\w.:/<])/(?=\w)|(?<=[\w.-])[\\/](?=\w))[^\s\"'<>|;,=()\[\]{}*?]*")
_IQN = re.compile(r"\biqn\.\d{4}-\d\d\.([\w.-]{1,128})(?::(\S{1,223}))?")
_CALLED = re.compile(r"(?i)\b(group|domain|cluster|user|host|realm|tenant)[ =:]+[\"']?([^\s\"'<>,;:=()]{3,64})")
_NOT_IN_NAME = r"\s\"'<>|;,=()\[\]{}*?\\/:"
_FILE = re.compile(
    rf"(?:^|(?<=[{_NOT_IN_NAME}]))([^{_NOT_IN_NAME}]{{1,128}})"
    r"\.(nsf|ntf|nsg|id|kyr|sth|ft|p12|pem|key|crt|cer|ldif|lic|vmdk|vhdx?)(?![\w])",
    re.IGNORECASE,
)
_PROMPT = re.compile(r"(?:^|\[|\s)([\w-]+)@([\w-]+)(?=[:\s][~/]|\]?[#$])")
_UNAME = re.compile(r"^(?:Linux|AIX|SunOS) (?:\S+ \()?([A-Za-z][\w.-]+)")
_SPOKEN = re.compile(r"(?i)\b(?:contact|call|ask|mail to|admin is|owner is)[ :]+((?:[A-ZÀ-Þ][\w'\u2019-]+ ?){1,3})")


def names_by_form(line: str) -> Iterator[Name]:
    """Yield the names of a line that their form shows, such as mail addresses, paths and hierarchical names."""
    if "=" in line and _DISTINGUISHED.search(line):
        yield from _components(line)
    if "@" in line:
        yield from _addresses(line)
    if "/" in line or "\\" in line:
        yield from _with_slashes(line)
    if "." in line:
        for match in _DNS.finditer(line):
            label = match[1].rpartition(".")[2]
            if label.islower() or label.isupper():  # else it is a statistic, such as SessionBytes.In
                yield from dns_names(match[1])
        for match in _FILE.finditer(line):
            yield Name("File", match[1], loose=True)
        for match in _COLLECTED.finditer(line):
            yield Name("Server", match[1])
    if system := _UNAME.match(line):
        yield Name("Host", system[1])
    yield from _in_sentence(line)


def _in_sentence(line: str) -> Iterator[Name]:
    """Yield the names that words of a sentence announce, such as `group Sales` and `Contact Jane Doe`."""
    for match in _CALLED.finditer(line):
        kind = match[1].capitalize()
        yield Name(kind if kind in KINDS else "Name", match[2], loose=True)
    for match in _SPOKEN.finditer(line):
        yield Name("Person", match[1].strip())
    for match in _IQN.finditer(line):
        yield Name("Site", match[1], loose=True)
        yield Name("Host", match[2] or "", loose=True)


def _components(line: str) -> Iterator[Name]:
    """Yield the parts of hierarchical and distinguished names, such as `CN=Mail01/OU=North/O=Acme`."""
    for match in _COMPONENT.finditer(line):
        part = match[1].upper().rstrip("0123456789")
        text = match[2].strip()
        if part in {"O", "OU"} and not _ends_value(line, match.end()):
            text = _capitalised(text)
        if part == "CN" and "." in text:
            yield from dns_names(text)
        kind = {"CN": "Person", "OU": "Unit", "O": "Org", "DC": "Site", "UID": "User"}.get(part, "Place")
        if part != "O" or not _NO_ORG.fullmatch(text):
            yield Name(kind, text)


def _ends_value(line: str, end: int) -> bool:
    """Return whether a value goes to the end of a setting or item, so that all its words belong to it."""
    return line[end : end + 1] in {"<", '"', "'", "/", ",", ";", ")", "]"}


def _capitalised(text: str) -> str:
    """Return the first word of a text, and those after it that begin with a capital letter or a sign."""
    words = text.split(" ")
    count = 1
    while count < len(words) and words[count] and (words[count][0].isupper() or words[count] == "&"):
        count += 1
    return " ".join(words[:count])


def dns_names(host: str) -> Iterator[Name]:
    """Yield the names in a DNS name: of the host, and of the domain without its last label."""
    if is_product_domain(host):
        return
    *labels, _ = host.strip(".").split(".")
    for label in labels[:-1]:
        yield Name("Host", label)
    if not labels:
        return
    yield Name("Site", labels[-1])
    if is_word(labels[-1]):
        yield Name("Site", ".".join(host.strip(".").split(".")[-2:]))


def _addresses(line: str) -> Iterator[Name]:
    for match in _MAIL.finditer(line):
        if is_product_domain(match[2]):
            continue
        yield Name("User", match[1])
        if "." in match[1]:
            yield Name("Person", match[1].replace(".", " "), loose=True)
        if "." in match[2]:
            yield from dns_names(match[2])
    for match in _PROMPT.finditer(line):
        yield Name("User", match[1])
        yield Name("Host", match[2])


def _with_slashes(line: str) -> Iterator[Name]:
    for match in _URL.finditer(line):
        user, host, path = match[2], match[3], match[4]
        if is_product_domain(host):
            continue
        if user:
            yield Name("User", user.partition(":")[0])
        yield from dns_names(host) if "." in host else [Name("Host", host)]
        yield Name("Folder", path, loose=True)
    if "\\" in line:
        for match in _UNC.finditer(line):
            yield from dns_names(match[1]) if "." in match[1] else [Name("Host", match[1])]
            if match[2]:
                yield Name("Share", match[2].strip(), loose=True)
        for match in _ACCOUNT.finditer(line):
            if not _ENDING.search(match[2]) and (match[1].isupper() or not is_plain(match[1])):
                yield Name("Domain", match[1])
                yield Name("User", match[2])
    for match in _PATH.finditer(line):
        yield Name("Folder", match[0], loose=True)
    if "/" in line:
        yield from abbreviated_names(line)


def abbreviated_names(line: str, organisations: re.Pattern[str] | None = None) -> Iterator[Name]:
    """Yield the parts of abbreviated names, such as `Mail01/North/Acme`.

    organisations: finds a known organisation; then small letters are accepted too.
    """
    for match in _ABBREVIATED.finditer(line):
        first, *rest = f"{match[1]}{match[2]}".split("/")
        words = first.split(" ")
        last = _capitalised(rest[-1])
        is_known = organisations is not None and organisations.fullmatch(last.casefold()) is not None
        if not is_known and (
            len(last) < _MIN_ORG or is_plain(last) or not last[0].isupper() or not _is_name_like(words[-1])
        ):
            continue
        keep = 1
        while keep < len(words) and words[-keep - 1][0].isupper() and not is_word(words[-keep - 1]):
            keep += 1
        yield Name("Person", " ".join(words[-keep:]))
        for unit in rest[:-1]:
            yield Name("Unit", unit)
        if not COUNTRY.fullmatch(last):
            yield Name("Org", last)


def _is_name_like(word: str) -> bool:
    return word[0].isupper() or not word[0].isascii() or any(map(str.isdigit, word))
