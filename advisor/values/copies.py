"""Copies: the name of a file of which another is a copy by its name: `df.txt` of `df.txt.bak` and `df - Copy.txt`."""

import re

_WORD = r"(?:old|bak|backup|copy|kopie|alt)"
_DAY = r"(?:19|20)\d\d([-_.]?)\d\d\1\d\d"
_KEPT = r"(?P<name>.+)\.\d{4}-\d\d-\d\dT\d{6}(?:\.\d+)?\.bak"  # the old file when `domlint fix` writes a new one
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
        _KEPT,
        r"(?P<name>.+?)\.(?:bak|old|orig|save?|rpmsave|rpmnew|rpmorig|dpkg-(?:old|dist|bak))[.\d]*",
        r"(?P<name>.+?)(?:\.~\d+)?~",
        r"\.(?P<name>.+)\.sw[a-p]",  # of vi
        r"#(?P<name>.+)#",
        r"(?P<name>.+)[-_.]" + _DAY.replace(r"\1", r"\2"),
        rf"(?:copy of |kopie von |copie de |{_WORD}[-_])(?P<name>.+)",
        rf"(?P<stem>.+?)(?: - |[-_.]){_WORD}(?: ?\(\d+\)|\d*)(?P<end>\.[^.]+)?",
    )
)


def originals(name: str) -> set[str]:
    """What the file may be called that one of this name is a copy of, in small letters."""
    matches = [match.groupdict() for form in _FORMS if (match := form.fullmatch(name))]
    return {(one.get("name") or f"{one['stem']}{one['end'] or ''}").lower() for one in matches} - {name.lower()}


def kept_of(name: str) -> str:
    """The file, in small letters, whose earlier text `domlint fix` keeps under this name; "" of any other name."""
    match = _FORMS[0].fullmatch(name)
    return match["name"].lower() if match else ""
