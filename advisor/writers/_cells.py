"""Cells: how many columns of a terminal a text takes, and texts cut and filled up to a number of them."""

DOTS = "…"  # stands where something was cut away; a console that lacks it is given three dots instead


def cells(text: str) -> int:
    """The columns that a text takes: two for a wide character of East Asia, none for a combining one."""
    return len(text) if text.isascii() else sum(map(_of, text))


def _of(character: str) -> int:
    import unicodedata  # late: most reports are ASCII

    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def beginning(text: str, room: int) -> str:
    """As much of a text as takes no more than so many columns, with the marks on its last character."""
    if text.isascii():
        return text[: max(room, 0)]
    taken = 0
    for place, character in enumerate(text):
        taken += _of(character)
        if taken > room:
            return text[:place]
    return text


def ending(text: str, room: int) -> str:
    """As much of a text's end as takes no more than so many columns; a mark whose character is cut away goes too."""
    if text.isascii():
        return text[max(len(text) - room, 0) :]
    place, taken = len(text), 0
    while place and taken + _of(text[place - 1]) <= room:
        place -= 1
        taken += _of(text[place])
    while place < len(text) and place and _of(text[place]) == 0:
        place += 1
    return text[place:]


def cut(text: str, room: int) -> str:
    """A text that takes no more than so many columns; what was cut away at its end is marked."""
    return text if cells(text) <= room else beginning(text, room - 1) + DOTS * (room > 0)


def cut_inside(text: str, room: int) -> str:
    """A path or a name cut in its middle, because its end tells most: `servers/…/notes.ini`."""
    if cells(text) <= room:
        return text
    behind = (room - 1) * 2 // 3
    return beginning(text, room - 1 - behind) + DOTS * (room > 0) + ending(text, behind)


def filled(text: str, room: int, right: bool = False) -> str:
    """A text with blanks up to a number of columns, behind it, or before it where it is to stand at the right."""
    blanks = " " * (room - cells(text))
    return blanks + text if right else text + blanks
