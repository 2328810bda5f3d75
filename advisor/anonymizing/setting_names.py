"""Find names by the name of the setting, item, column or heading before them."""

import re
from collections.abc import Iterator
from html import unescape

from advisor.anonymizing.identifiers import identifiers
from advisor.anonymizing.name_forms import COUNTRY, Name, dns_names
from advisor.anonymizing.vocabulary import is_plain

_MAX_NAME = 255  # characters
_SETTING = re.compile(
    r"^[\s\"'*#;-]*(?:set |export )?[\"']?([A-Za-z$][\w$ .()#&/-]{0,48}?)[\"']?\s*(?:\.{2,})?\s*[:=]+\s*(\S.*)"
)
_PAIR = re.compile(r"[\"']?([A-Za-z$][\w$-]{0,48})[\"']?\s*[:=]\s*[\"']([^\"'\r\n]{1,200})[\"']")
_ITEM = re.compile(r"<item [^<>]*?name=['\"]([^'\"]+)['\"]([^<>]*)>(.*)", re.IGNORECASE)
_TEXT = re.compile(r">([^<>]+)<")
_IN_TAG = re.compile(
    r"<(name|updatedby|author|from|user|person|server|servername|hostname|owner)\b[^<>]*>([^<>]{1,80})<", re.IGNORECASE
)
_MAIL_SERVERS = "mail|home|admin|catalog|passthru|console|directory|replica|source|target|destination|pull|smtp"
_DOMAINS = "mail|notes|adjacent|local|other|global|foreign|destination|source|current|nt|windows|active|logon|user|dns"
_TYPES = (  # of what a setting, an item, a column or a heading contains; the name's letters and digits in lower case
    (
        "Server",
        rf"\w*(?:{_MAIL_SERVERS})server|\w*servers|server(?:name\w*)?|(?:server)?keyfilenameowner|trustedsrvrs"
        "|connectserver|serverfullname",
    ),
    ("Domain", rf"(?:{_DOMAINS}|userdns)?domain(?:s|name)?|workgroup"),
    ("Cluster", r"\w*cluster(?:name)?"),
    (
        "Org",
        r"\w*org(?:name)?|organi[sz]ation(?:name)?|company(?:name)?|registeredorgani[sz]ation|certifiername"
        "|customer(?:name)?|clientname",
    ),
    ("Unit", r"orgunit\w*|organi[sz]ationalunit\w*|department|dept|division"),
    (
        "Person",
        r"\w*owner|administrator|author|updatedby|\w*(?:first|last|full|middle|nick)name|contact\w*|manager|person|creator"
        r"|registereduser|approver|requestedby|lastmodifiedby|members?|\w*admins?|\w*access|adminname|escalationcontact",
    ),
    ("Group", r"group(?:s|name)?|listname|\w+group"),
    (
        "User",
        "user(?:s|name|id)?|shortname|login(?:name)?|logonuser|runas(?:user)?|serviceaccount|account(?:name)?"
        "|startname|objectname|logonas",
    ),
    (
        "Host",
        r"\w*host(?:s|name)?|computer(?:name)?|node(?:name)?|machine(?:name)?|systemname|fqdn|smtpfullhostdomain"
        r"|nameservers?|partitionname|relayhosts?|logonserver|hostinfo|netname|httphostname\w*|virtualhost|containername"
        r"|dnsname|netaddr\w*|searchdomain",
    ),
    ("Phone", r"\w*(?:phone|fax|mobile|cellular|pager)(?:number|no)?"),
    (
        "Serial",
        r"\w*(?:serialno|serialnumber|serialnum|serial|assettag|servicetag|wwn|wwpn|wwnn|wwid|uniqueid|worldwidename"
        "|worldwideid|productid|machineid|guid|sn|systemid|platformid|machineserialnumber|lunid|pdisn|diskid)",
    ),
    (
        "Place",
        "location|city|officecity|street|streetaddress|officestreetaddress|zip|postalcode|address|site|sitename|room"
        "|building|datacenter|rack",
    ),
    (
        "Text",
        r"servertitle|title|description|comments?|remarks?|\w*label|note|displayname|volumename|systemdescription|caption"
        "|subject|issuer",
    ),
)
_TYPE = re.compile("|".join(f"(?P<{kind}>{names})" for kind, names in _TYPES))
_NOT_LETTERS = re.compile(r"[^a-z0-9]")
_NO_NAME = re.compile(r"(?i)[\d.,:;%+*/\s-]*|\W*|\{\{.*|\$.*|%.*|yes|no|true|false|null|none|n/a")
_PHONE = re.compile(r"[\d ()/.+x-]+")
_MIN_PHONE_DIGITS = 5
_SERIAL = re.compile(r"(?=\S*\d)[\w-]{5,40}")
_INQUIRY = re.compile(r"Inquiry Data:\s*(\S+)\s+(\S+)(?:\s+(\S+))?\s*$")
_INLINE = re.compile(r"(?<![\w.])(?:SERVERSETUP_)?([A-Za-z_]{3,40})=([^\"',;\s()<>]{2,80})")
_LPAR = re.compile(r"LPAR Info:\s*\d+\s+(\S+)")
_IN_BRACKETS = re.compile(r"(?i)\((?:sn|s/n|serial(?: number)?)[:=]? ?([\w-]{5,40})\)")


def names_of_settings(line: str) -> Iterator[Name]:
    """Yield the names after a setting, an item, a JSON key or a heading that announces a name."""
    if "<" in line:
        for item in _ITEM.finditer(line):
            is_of_names = "names=" in item[2]
            for value in _TEXT.findall(f">{item[3]}" if item[3].startswith("<") else f">{item[3]}<"):
                yield from _of_value(item[1], unescape(value), "Person" if is_of_names else "", is_certain=is_of_names)
        for match in _IN_TAG.finditer(line):
            yield from _of_value("", unescape(match[2]), "Person")
    elif setting := _SETTING.match(line):
        yield from _of_value(setting[1], setting[2])
    for pattern in (_PAIR, _INLINE) if "=" in line else (_PAIR,):
        for match in pattern.finditer(line):
            yield from _of_value(match[1], match[2])
    if lpar := _LPAR.match(line):
        yield Name("Host", lpar[1])
    if inquiry := _INQUIRY.search(line):
        is_of_vendor = inquiry[1].replace("-", "").isalpha()
        yield Name("Serial", inquiry[3] or inquiry[2] if is_of_vendor else inquiry[1])
    for match in _IN_BRACKETS.finditer(line):
        yield Name("Serial", match[1])


def type_of(setting: str) -> str:
    """Return the kind of name that a setting, item or heading announces, "Text", "Phone" or ""."""
    match = _TYPE.fullmatch(_NOT_LETTERS.sub("", setting.lower().strip("$ ")).rstrip("0123456789"))
    return match.lastgroup or "" if match else ""


def _of_value(setting: str, value: str, kind: str = "", *, is_certain: bool = False) -> Iterator[Name]:
    """Yield the names in the value of a setting. kind: of its names, if something else than its name says it.

    is_certain: all entries of the value are names, even those that consist of known words.
    """
    kind = type_of(setting) or kind
    if not kind:
        return
    value = value.strip(" \t\"'")
    if kind in {"Text", "Place"}:
        yield Name("Name" if kind == "Text" else "Place", value, loose=True)
        return
    for entry in re.split(r"[,;]", value):
        text = entry.strip(" \t\"'")
        if (
            is_certain
            or kind in {"Serial", "Phone"}
            or set(text) & set("/=\\")
            or not is_plain(text)
            or " " not in text
        ):
            yield from _of_entry(kind, text)


def _of_entry(kind: str, text: str) -> Iterator[Name]:
    text = text.partition("@")[0] if kind == "Person" else text
    if kind == "Phone" and _PHONE.fullmatch(text) and sum(map(str.isdigit, text)) >= _MIN_PHONE_DIGITS:
        yield Name(kind, text)
    if not text or len(text) > _MAX_NAME or ": " in text or _NO_NAME.fullmatch(text) or kind == "Phone":
        return
    if kind == "Serial":
        if _SERIAL.fullmatch(text) and not any(identifiers(text)):
            yield Name(kind, text)
    elif "/" in text or "\\" in text or "=" in text:
        yield from _of_hierarchical(kind, text)
    elif "." in text:
        yield from dns_names(text) if re.fullmatch(r"[\w.-]+", text) else [Name(kind, text, loose=True)]
    elif kind == "Server" and " - " in text:
        yield Name(kind, text.partition(" - ")[0])
        yield Name("Name", text.partition(" - ")[2], loose=True)
    elif len(text.split()) <= 4:
        yield Name(kind, text)
    else:
        yield Name(kind, text, loose=True)


def _of_hierarchical(kind: str, text: str) -> Iterator[Name]:
    """Yield the parts of a name such as `Mail01/Acme - the hub`, of a kind that is known for its first part."""
    name, dash, title = text.partition(" - ")
    if dash:
        yield Name("Name", title, loose=True)
    if "\\" in name or name.startswith(("/", ".")) or "://" in name or re.match(r"[\w.-]+/[\w.-]+/?[\w.-]*:", name):
        yield Name("Folder", name, loose=True)
        return
    parts = [part.partition("=")[2] if "=" in part else part for part in name.split("/")]
    if kind in {"Server", "Person", "Group", "User"}:
        yield Name("Server" if kind == "Server" else "Person", parts[0].strip())
        for unit in parts[1:-1]:
            yield Name("Unit", unit.strip())
        if len(parts) > 1 and not COUNTRY.fullmatch(parts[-1].strip()):
            yield Name("Org", parts[-1].strip())
    else:
        yield Name(kind, name, loose=True)
