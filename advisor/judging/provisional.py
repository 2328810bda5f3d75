"""Further sources of a value: NOTES.INI has what runs now, a document what runs from the next start on."""

from functools import lru_cache

from advisor.derive.context import SHOWN_BY
from advisor.pack import Catalogue

SERVER_DOCUMENT, MAIL_BOXES, NOTES_INI = "owned", "mail_boxes.", "item"
_HOME = "server document"


@lru_cache(maxsize=4096)
def sources_of(key: str, catalogue: Catalogue) -> tuple[str, ...]:
    """Return the further sources of a key: a document, NOTES.INI, or the console (then the key itself)."""
    if key.startswith("doc.server."):
        return (NOTES_INI,)
    if key.startswith(MAIL_BOXES):
        return (MAIL_BOXES,)
    entry = catalogue.settings.get(key[4:]) if key.startswith("ini.") else None
    owned = (SERVER_DOCUMENT,) if entry is not None and entry.home == _HOME else ()
    return (*owned, key) if key in SHOWN_BY else owned
