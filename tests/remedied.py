"""Remedied: a failed result in, what its remedy changes out; and files read with these changes made.

tests/remedies.toml says what a sentence means as facts.
"""

import re
import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from advisor import pack, readers
from advisor.facts import SERVER, Complete, Document, Fact
from advisor.report import remedies
from advisor.source import Source

PACK = pack.builtin()
TABLE = tomllib.loads(Path(__file__).with_name("remedies.toml").read_text(encoding="utf-8"))
APPLIED = TABLE["applied"]
SET_CONFIG = re.compile(r"set config (\S+?)=(.*)")
EDITED = {"notes.ini": "~", "environment": "~environment:"}  # a format → how expressions on its text begin
EXPRESSION = re.compile(r"(~(?:environment:)?)(.*)", re.DOTALL)
LETTERS = {"translog": "O:", "rebuild": "P:", "daos": "Q:"}
OWN = "".join(
    f"""
[[array]]
name = "own {name}"
level = "RAID 1"
media = "hdd"

[[volume]]
mount = "{mount}"
array = "own {name}"
"""
    for name, letter in LETTERS.items()
    for mount in (f"/own/{name}", letter)
)  # volumes with nothing else on them
KEPT_BY = {key.setting.lower(): name for name, key in PACK.catalogue.keys.items() if key.setting}  # items of documents
FORMS = {"doc.server.": "server", "doc.config.": "config", "program.": "program"}


class Change(NamedTuple):
    """What one remedy does: a key of the files' facts, of a subject, and its value (None: it goes).

    A key that begins with `~` is an expression on the text of NOTES.INI, `~environment:` on that of a profile.
    mounts: of a disk that no file calls an array, the volumes on it.
    """

    key: str
    value: str | None
    subject: str = ""
    mounts: tuple[str, ...] = ()


def asked(result, server, shared=None) -> dict[tuple[str, str], Change]:
    """What the remedy of a failed result changes, by key and subject. shared: the lines that others change too."""
    fix, found = result.fix, {}
    remedy = remedies.remedy(result, result.subject.name, PACK.catalogue, shared)
    for command in remedy.commands:
        if command.target == "console" and (told := SET_CONFIG.fullmatch(command.command)):
            key = f"ini.{told[1].lower()}"
            found[key, ""] = Change(key, told[2] or None)
    edits = remedies.edits_of(result, result.subject.name, PACK.catalogue) or ()
    for edit in shared.final(edits) if shared else edits:
        for key, value in lines_of(edit, server):
            found[key, ""] = Change(key, value)
    said = " ".join([fix.summary, remedy.summary, *(one.command for one in (*fix.command, *remedy.commands))])
    for line in APPLIED.get(result.rule.name, ()):
        key, value, words = (part.replace("{least}", str(result.rule.parameters.get("least"))) for part in parted(line))
        key = key.replace("{setting.name}", result.subject.name.lower())
        key = filled(key, result, server, re.escape if key.startswith("~") else str)
        in_a_file = "{setting.name}" not in line or f"setting.{result.subject.name}".count(".") == 1
        if (
            in_a_file
            and re.search(rf"(?<![\w]){re.escape(words)}(?![\w])", said)
            and not any(key == other for other, _ in found)
        ):
            of_each = alike(result, server) if key.partition(".")[0] == result.subject.kind != "program" else [""]
            changes = [Change(key, filled(value, result, server), name) for name in of_each]
            found |= {(key, one.subject): one._replace(mounts=on_bare(one, server)) for one in changes}
    return found


def lines_of(edit, server):
    """What an edit makes of the lines of NOTES.INI: keys, and their values (None: they go)."""
    key, new = f"ini.{edit.name.lower()}", f"ini.{edit.to.lower()}"
    if edit.action == "rename" and key != new:  # of the same name only the blanks behind it go
        yield new, server.facts.ask(key).text
    if (edit.action, key) != ("rename", new):
        yield key, edit.to if edit.action == "set" else None


def on_bare(change, server):
    """The volumes on a disk that becomes an array."""
    volumes = server.facts.subjects("volume") or [] if change.key == "array.level" else []
    told = {volume.name: server.facts.of(volume, "volume.bare_disk")[:1] for volume in volumes}
    return tuple(name for name, facts in told.items() if facts and facts[0].text == change.subject)


def alike(result, server):
    """The subject of a result, or all arrays that it speaks for."""
    if "array.first_alike" not in result.rule.keys:
        return [result.subject.name if result.subject != SERVER else ""]
    told = server.facts.ask("array.alike", result.subject).text or result.subject.name
    return [array.name for array in server.facts.subjects("array") if array.name in told]


def parted(line):
    """`key = value as words of the remedy`; without words the value itself stands there."""
    key, _, value = line.partition(" = ")
    value, _, words = value.partition(" as ")
    return key, value, words or value


def filled(value, result, server, quoted=str):
    """A value with the rule's parameters, with the setting's name, and on a volume of its own (`OWN/`)."""
    known = {answer.key: answer.text for answer in (*result.fix_named, *result.named)} | result.rule.parameters
    for name, figure in known.items():
        value = value.replace(f"{{{name}}}", quoted(str(figure)))
    windows = server.facts.ask("platform").text == "windows" or "\\" in (server.facts.ask("ini.directory").text or "")
    if value.startswith("OWN/"):
        name = value.removeprefix("OWN/")
        return f"{LETTERS[name]}\\{name}" if windows else f"/own/{name}"
    return None if value == "NOTHING" else value


def is_own(change):
    """Whether a remedy gives something a volume of its own."""
    return (change.value or "").startswith(("/own/", *LETTERS.values()))


def changed(changes, paths):
    """readers.facts_of, of files that were changed."""
    original = readers.facts_of

    def facts_of(reader, source, catalogue):
        if source.path not in paths or not isinstance(source, Source):
            return original(reader, source, catalogue)
        if reader.name in EDITED:
            data = edited(source.data, changes, EDITED[reader.name])
            source = Source(source.path, data, source.encoding, source.mark)
        items = list(of_items(list(original(reader, source, catalogue)), changes))
        if reader.name == "notes.ini" and (text := storage(changes)):
            own = Source("own.toml", text.encode())
            items += original(readers.reader("storage_toml"), own, catalogue)
        return iter(items)

    return facts_of


def storage(changes):
    """What storage.toml says when disks and volumes were added."""
    text = OWN if any(is_own(change) for change in changes) else ""
    for change in changes:
        if change.mounts:
            text += f'[[array]]\nname = "{change.subject}"\nlevel = "RAID {change.value}"\nmedia = "hdd"\n'
            text += "".join(f'[[volume]]\nmount = "{one}"\narray = "{change.subject}"\n' for one in change.mounts)
    return text


def edited(data, changes, begins):
    """The text of NOTES.INI with other lines, or of another file. begins: how expressions on its text begin."""
    text = data.decode("utf-8", "surrogateescape")
    for change in changes:
        if found := EXPRESSION.fullmatch(change.key):
            text = re.sub(found[2], partial(put, change.value or ""), text) if found[1] == begins else text
        elif change.key.startswith("ini.") and begins == EDITED["notes.ini"]:
            lines = text.splitlines(keepends=True)
            kept = [line for line in lines if line.partition("=")[0].strip().lower() != change.key[4:]]
            line = f"{PACK.catalogue.spelling(change.key[4:])}={change.value}\n"
            text = "".join(kept) + (line if change.value is not None else "")
    return text.encode("utf-8", "surrogateescape")


def put(value, found):
    """What comes in the place of what an expression found: COMMAS for what parts its words, else the value."""
    return re.sub(r"[;|\s]+", ",", found[0]) if value == "COMMAS" else found.expand(value)


def of_items(items, changes) -> Iterator:
    """What a reader told, with other facts; one that there was not stands where its like would."""
    of_files = {
        (change.key, change.subject): change
        for change in changes
        if not (change.mounts or change.key.startswith(("ini.", "~")))
    }
    of_ini = {
        KEPT_BY.get(change.key.removeprefix("ini.")): change for change in changes if change.key.startswith("ini.")
    }
    of_files |= {(key, ""): change._replace(key=key) for key, change in of_ini.items() if key}
    met = set()
    for item in items:
        if isinstance(item, Document):
            yield replace(item, items=tuple(of_document(item, of_files)))
        elif isinstance(item, Fact) and (change := change_of(item, of_files)):
            met.add(change.key)
            if change.value is not None:
                yield replace(item, text=change.value, doubt="")
        else:
            yield item
    for item in items:
        for (key, subject), change in of_files.items():
            told = (
                isinstance(item, Fact)
                and item.subject.kind == key.partition(".")[0]
                and subject in ("", item.subject.name)
            )
            vouched = isinstance(item, Complete) and key.startswith(item.prefix)
            if key not in met and change.value is not None and (told or vouched):
                met.add(key)
                yield Fact(key, change.value, item.source, (0, 0), item.subject if told else SERVER)


def change_of(item, of_files):
    """What a remedy changes of a fact; one that names no subject changes all of them."""
    return of_files.get((item.key, item.subject.name)) or of_files.get((item.key, ""))


def of_document(document, of_files) -> Iterator[Fact]:
    """The items of a document, changed; an item that it has not is added to a document of its form."""
    met = set()
    for item in document.items:
        change = change_of(item, of_files)
        met.add(item.key)
        if change is None:
            yield item
        elif change.value is not None:
            yield replace(item, text=change.value)
    for (key, _), change in of_files.items():
        form = next((form for prefix, form in FORMS.items() if key.startswith(prefix)), "")
        if form == document.form and key not in met and change.value is not None:
            yield Fact(key, change.value, document.source, document.span)
