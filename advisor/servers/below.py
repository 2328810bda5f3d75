"""Below: a text that no reader takes by its head in, out what of a server stands in it below something else.

Only of a file whose name does not say that it is about such things: documents, source code, mail and logs quote them.
"""

import re
from itertools import islice
from pathlib import PurePath

from advisor import readers
from advisor.pack import Catalogue
from advisor.readers import HEAD, Reader
from advisor.servers.walk import BelowOtherText
from advisor.source import Source

NOT_FIRST = "its [Notes] stands below other text: it must be the first line, but for remarks"
_NOT_FIRST_IN_DXL = "its DXL stands below other text: it must be the first in the file"
_HEADER = b"[notes]"
_LOOKED_AT = 40  # lines behind it
_LONGEST = 8192  # bytes of these
_LEAST = 3  # settings
_SETTINGS, _DOCUMENTS, _MAPS = "settings", "documents", "maps"
_BY_SUFFIX = {  # of a file's name: what is looked for
    "": (_MAPS, _SETTINGS, _DOCUMENTS),
    ".ini": (_SETTINGS,),
    ".dxl": (_DOCUMENTS,),
    ".xml": (_DOCUMENTS,),
    **dict.fromkeys((".yaml", ".yml", ".json"), (_MAPS,)),
}
_BEGINNING = 512  # bytes, by which a text is told from a program
_REMARK = (b";", b"#")
_NAMESPACE = b"http://www.lotus.com/dxl"
_DXL = re.compile(
    rb"<(?:database|document|note)\s[^<>]{0,1000}xmlns=[\"']%s[\"'][^<>]{0,1000}>\s{0,200}<(?:databaseinfo|document|note|item)"
    % re.escape(_NAMESPACE)
)


def is_looked_for(name: str) -> bool:
    """Whether in a file of this name something is."""
    return PurePath(name.lower()).suffix in _BY_SUFFIX


def may_be_a_config_map(name: str) -> bool:
    """Return whether a file of this name may be a config map, of which the kind is often below a long `data`."""
    return _MAPS in _BY_SUFFIX.get(PurePath(name.lower()).suffix, ())


def reader_of(name: str, text: bytes, catalogue: Catalogue) -> Reader | None:
    """Return the reader of config maps if a long text is one. Raises BelowOtherText."""
    looked_for = _BY_SUFFIX.get(PurePath(name.lower()).suffix, ())
    encoding = Source.of("", text[:_BEGINNING]).encoding
    if b"\0" in text[:_BEGINNING] and not encoding.startswith("utf-16"):
        return None  # a program's, or a picture
    data = Source.of("", text).data
    if _MAPS in looked_for and len(text) > HEAD and b"ConfigMap" in data:
        reader = readers.reader("config_map")
        if reader.recognises(data, catalogue):
            return reader
    if _SETTINGS in looked_for and _holds_settings(data, catalogue):
        raise BelowOtherText(None, NOT_FIRST)
    if _DOCUMENTS in looked_for and _NAMESPACE in data and _DXL.search(data):
        raise BelowOtherText(None, _NOT_FIRST_IN_DXL)
    return None


def _holds_settings(data: bytes, catalogue: Catalogue) -> bool:
    """Whether a line says that settings begin, and most of the lines behind it are such as Domino knows."""
    low = data.lower()
    at = low.find(_HEADER)
    while at >= 0:
        begins_line, behind = low[max(at - 1, 0) : at] in {b"", b"\n", b"\r"}, at + len(_HEADER)
        at = low.find(_HEADER, behind)
        end = min(at, behind + _LONGEST) if at >= 0 else behind + _LONGEST
        if begins_line and _are_settings(data[behind:end], catalogue):
            return True
    return False


def _are_settings(behind: bytes, catalogue: Catalogue) -> bool:
    stripped = (line.strip() for line in islice(behind.splitlines(), 1, _LOOKED_AT))
    lines = [line for line in stripped if line and not line.startswith(_REMARK)]
    names = (line.partition(b"=")[0].strip().decode("ascii", "replace").lower() for line in lines if b"=" in line)
    known = sum(catalogue.knows(name) for name in names)
    return known >= _LEAST and 2 * known > len(lines)
