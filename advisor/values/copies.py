"""Copies: the name of a file of which another is a copy by its name: `df.txt` of `df.txt.bak` and `df - Copy.txt`."""

import re

_WORD = r"(?:old|bak|backup|copy|kopie|alt)"
_DAY = r"(?:19|20)\d\d([-_.]?)\d\d\1\d\d"
_FORMS = tuple(
    re.compile(form, re.IGNORECASE)
    for form in (
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
