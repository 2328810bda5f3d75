"""Guess what an unrecognised file is, and find formats that begin below its head."""

import codecs
import re

from msgspec.structs import replace

from advisor import readers
from advisor.pack import Catalogue
from advisor.servers.contents import NOT_FIRST, FoundFile, Lost
from advisor.servers.model import BROKEN_FILE, NOT_READ, Unread
from advisor.servers.walk import EMPTY, SERVER, is_lost
from advisor.source import Source

PIPED = "an archive that comes through a pipe: give it as a file"
_OWN_LOG = "gathered.log"  # what the collecting script says of its steps
_OURS = "storage.toml"
_OURS_ALONE = r"^notes\.ini$|\.dxl$|^lsblk.*\.json$|dominoautoconfig.*\.json$"  # what others call no file
_BLANKS_AND_REMARKS = rb"(?>[ \t\f\v\0]*+(?:[;#:][^\r\n]*+)?(?:[\r\n]++|\Z))*+"
_ONLY_REMARKS = "nothing but blanks and remarks in its first 64 KB: it was not read"
_NOTES = rb"(?mi)^[ \t]*\[Notes\]"
_REPORT = b'"name":"domlint"'  # is near the beginning of JSON and of SARIF
_LINES_OF_REPORT = (b'{"schema_version":', b'{"domlint":"')  # how a line of ndjson begins, and one of tickets
_PAGE = b'<metaname="generator"content="domlint'  # in the head of a page
_A_REPORT = "a report of domlint"
_REPORT_HEAD = 1000  # bytes
_EVENTS = (  # as wevtutil and Get-WinEvent print them
    rb"(?m)^Event\[\d+\]:?\s*$|schemas\.microsoft\.com/win/2004/08/events|^[ \t]*ProviderName\s*: \S"
    rb"|^Log Name:[ \t]+\S[^\r\n]*\r?\nSource:[ \t]+\S"
)
_SESSIONS = (  # as iscsiadm and Get-IscsiSession list them
    rb"(?m)^(?:tcp|iser): \[\d+\] \S+:\d+,\d+ \S|^iscsiadm: No active sessions"
    rb"|^[ \t]*\"?(?:InitiatorPortalAddress|TargetNodeAddress)\"?[ \t]*:[ \t]"
)
_NO_DISKS = "a list of iSCSI sessions, which names no disks: give `iscsiadm -m session -P 3`, or Get-Disk"
_NO_FORMAT = "not a format that domlint reads"
# What is in every text that a reason below is for; most texts have none of it.
_MAY_BE_NAMED = rb"(?i)[%:]|Event\[|windows|iscsiadm"
_FIGURES = rb"(?:[ \t]+\d[\d.,]{0,20}[KMGTPE]?i?B?)"
_IN_ANOTHER_LANGUAGE = {  # the tables of tools that print their heads in the reader's language, by their figures
    "df": rb"(?m)^\S{1,200}" + _FIGURES + rb"{2,4}[ \t]+\d{1,3}[ ]?%[ \t]+/",
    "free": (
        rb"(?m)^[^\d\r\n]{20,200}\r?\n[^:\d\r\n]{2,30}:"
        + _FIGURES
        + rb"{5,7}[ \t]*\r?\n[^:\d\r\n]{2,40}:"
        + _FIGURES
        + rb"{3}[ \t]*\r?$"
    ),
}
_ENGLISH = {"df": rb"Filesystem[ \t][^\r\n]*Mounted on", "free": rb"[ \t]total +used +free"}
_IN_ENGLISH = {"df": "LC_ALL=C df -P -k", "free": "LC_ALL=C free -b"}
# The code pages of EBCDIC differ in brackets and line ends: all become those of cp037.
_EBCDIC = bytes.maketrans(b"\x4a\xad\x5a\xbd\x15", b"\xba\xba\xbb\xbb\x25")
_EBCDIC_TEXT = bytes(range(0x20, 0x7F)).decode("ascii").encode("cp037") + b"\x05\x0d\x15\x25\x4a\xad\xbd"
_HEAD_LINES = 512  # bytes of a file that are examined for its encoding
_CONVERT = "looks like {}: convert it to UTF-8"
WRONG_ENCODINGS = frozenset(map(_CONVERT.format, ("UTF-32", "EBCDIC")))
_SEALED = rb"(?m)^(?:[ \t-]*kind:[ \t]*[\"']?Secret\b|.{0,200}\"kind\"[ \t]*:[ \t]*\"Secret\")"
_OF_SERVERS = r"\.(?:ini|zip|7z|rar|cab|tar|tgz|tbz2?|txz|tzst|taz)(?:\.|$)"  # also notes.ini.gz
_OF_SEVERAL = {"zip", "tar", "tar.gz", "a 7z archive", "a rar archive", "a cab archive"}  # as `archives.kind` says
_PROGRAMS = (".jar", ".war", ".ear", ".docx", ".xlsx", ".pptx", ".odt", ".ods", ".xpi")  # are zips


def unrecognised_remarks(printed: str, name: str, size: int, head: bytes, catalogue: Catalogue) -> list[Unread]:
    """Return why a file with this name is not read, from any source. size: in bytes, if known."""
    name = name.lower()
    if name == _OWN_LOG and b"domlint collect" in head[:40]:
        return []
    if encoding := _wrong_encoding(name, head, catalogue):
        return [Unread(printed, None, _CONVERT.format(encoding), True, NOT_READ)]
    if name == _OURS and _says_something(head):
        from advisor.readers.volumes.storage_toml import unrecognised

        slips = unrecognised(Source.of(printed, head), catalogue)
        return [Unread(printed, line, reason, True, BROKEN_FILE) for line, reason in slips]
    if max(size, len(head)) >= readers.HEAD and re.fullmatch(_BLANKS_AND_REMARKS, Source.of(printed, head).data):
        missed = is_lost(name) or bool(readers.suggested(name))
        return [Unread(printed, None, _ONLY_REMARKS, missed, NOT_READ * missed)]
    why = why_not(head)
    if name == SERVER and why != _A_REPORT and re.search(_NOTES, Source.of(printed, head).data):
        return [Unread(printed, None, NOT_FIRST, True, NOT_READ)]
    missed = (why == EMPTY and is_lost(name)) or (why == _A_REPORT and name == SERVER)
    missed = missed or (max(size, len(head)) >= readers.HEAD and bool(re.search(_OURS_ALONE, name)))
    return [Unread(printed, None, why, missed, NOT_READ * missed)]


def without_wrong_encodings(unread: list[Unread]) -> list[Unread]:
    """Do not count files in a wrong encoding as lost. If no file was read, "nothing recognised" is reported."""
    return [replace(part, what="") if part.reason in WRONG_ENCODINGS else part for part in unread]


def _wrong_encoding(name: str, head: bytes, catalogue: Catalogue) -> str:
    """Return "UTF-32" or "EBCDIC" if a reader would take the file once it is converted, else ""."""
    text = _from_utf_32(head[: readers.HEAD])
    if text:
        return "UTF-32" if readers.recognise(name, text.encode(), catalogue) else ""
    other_bytes = head[:_HEAD_LINES].translate(None, _EBCDIC_TEXT)
    if not head or len(other_bytes) * 10 > len(head[:_HEAD_LINES]):
        return ""
    text = head[: readers.HEAD].translate(_EBCDIC).decode("cp037")
    return "EBCDIC" if readers.recognise(name, text.encode(), catalogue) else ""


def _from_utf_32(head: bytes) -> str:
    """Return the text of UTF-32 with or without a byte order mark; "" of other bytes."""
    begin = head[: _HEAD_LINES // 4 * 4]
    if b"\0" not in begin:
        return ""
    planes = [begin[index::4].strip(b"\0") for index in range(4)]
    if begin.startswith(codecs.BOM_UTF32_LE) or (planes[0] and not planes[2] and not planes[3]):
        encoding = "utf-32-le"
    elif begin.startswith(codecs.BOM_UTF32_BE) or (planes[3] and not planes[0] and not planes[1]):
        encoding = "utf-32-be"
    else:
        return ""
    return head.decode(encoding, "replace").removeprefix("\ufeff")


def why_not(head: bytes) -> str:
    """Return why no reader recognises a file with this head."""
    begin = head[:_REPORT_HEAD].translate(None, b" \t\r\n\0\xff\xfe\xef\xbb\xbf")
    if begin.startswith(_LINES_OF_REPORT) or (begin.startswith(b"{") and _REPORT in begin):
        return _A_REPORT
    if begin.startswith(b"<!doctypehtml>") and _PAGE in begin:
        return _A_REPORT
    begin = Source.of("", head[:_REPORT_HEAD]).data
    if not re.search(_MAY_BE_NAMED, begin):
        return _NO_FORMAT if head else EMPTY
    if re.search(_EVENTS, begin):
        return "events of Windows, none of which domlint checks"
    if re.search(_SESSIONS, begin):
        return _NO_DISKS
    for tool, table in _IN_ANOTHER_LANGUAGE.items():
        if re.search(table, begin):
            if re.search(_ENGLISH[tool], begin):
                return f"what `{tool}` prints stands below other text: give it a file of its own"
            return f"what `{tool}` prints in another language than English: give `{_IN_ENGLISH[tool]}`"
    if re.search(_SEALED, begin):
        return "a Kubernetes Secret; it is left unread"
    return _NO_FORMAT


def may_hold_servers(name: str, packed_as: str = "") -> bool:
    """Return whether an unread file may contain a server, by its name or its kind of archive."""
    plain = name.lower()
    return not is_program(name) and (packed_as in _OF_SEVERAL or bool(re.search(_OF_SERVERS, plain)))


def is_program(name: str) -> bool:
    """Return whether an archive's name is that of a program or an office document."""
    return name.lower().endswith(_PROGRAMS)


def _says_something(head: bytes) -> bool:
    """Return whether a TOML file has a line that is not a comment."""
    return any(line.strip() and not line.lstrip().startswith(b"#") for line in head.splitlines())


def not_read(file: FoundFile, reason: str, packed_as: str = "") -> Unread:
    """Return a remark on a file that is not read because of its size or because it is packed."""
    lacking = _is_missed(file, packed_as)
    return Unread(file.printed, None, reason, lacking, NOT_READ * lacking)


def below_other_text(file: FoundFile, error: OSError) -> Unread:
    """Return the remark on a file in which a NOTES.INI or DXL begins below other text."""
    return Unread(file.printed, None, error.strerror or str(error), True, NOT_READ * _is_missed(file))


def unreadable(file: FoundFile, error: OSError) -> Unread:
    """Return a remark on a file that the system could not read."""
    lacking = isinstance(error, Lost) or _is_missed(file)
    return Unread(file.printed, None, error.strerror or str(error), True, NOT_READ * lacking)


def _is_missed(file: FoundFile, packed_as: str = "") -> bool:
    """Return whether a missing file makes the report incomplete: it was named, may be a server, or has a known name."""
    holds = file.role != "context" and may_hold_servers(file.path.name, packed_as)
    return file.role == "itself" or holds or (not packed_as and bool(readers.suggested(file.path.name)))
