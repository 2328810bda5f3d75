"""Server: reads the files that were gathered and makes servers of them, each with its name and its files' facts."""

from typing import NamedTuple

from advisor import readers
from advisor.facts import NOW, ONCE_SET, Complete, Diagnostic, Document, Fact, Facts, View
from advisor.pack import Catalogue
from advisor.readers import Item
from advisor.servers.gather import InputFile
from advisor.servers.grouping import files_by_server
from advisor.servers.parsed import SET_UP, ParsedFile, ServerFiles, documents_of
from advisor.servers.walk import Unread
from advisor.source import Source
from advisor.values.names import abbreviated

# What names a server, first come first: keys, the document between them, and how a report calls each.
_FIRST = {"ini.servername": "ServerName", "one_touch.server_name": "serverSetup.server.name"}
_BY_DOCUMENT = "the server document"
_LAST = {"ini.keyfilename_owner": "KeyFileName_Owner", "ini.serverkeyfilename_owner": "ServerKeyFileName_Owner"}
_LEFT_BY_SET_UP = {"ini.serversetup", "ini.setup", "ini.faultrecovery_build", *_FIRST, *_LAST}
_LONGEST_QUOTE = 120  # characters
_RANK = [*_FIRST.values(), _BY_DOCUMENT, *_LAST.values()]


class Server(NamedTuple):
    """One server, or one client: its name, by what it is named, its files and their facts.

    views: as it runs now; what the next start will change makes up a second one. plain_name: as the files give it.
    told_apart: another one has that name and comes first, so the folder was added to it. error: why it could not be
    judged, a bug.
    """

    name: str
    named_by: str
    files: tuple[InputFile, ...]
    views: tuple[View, ...]
    plain_name: str
    told_apart: bool = False
    error: str = ""

    @property
    def facts(self) -> Facts:
        """What is known of the server as it runs now."""
        return self.views[0].facts


def group(inputs: list[InputFile], catalogue: Catalogue) -> tuple[list[Server], list[Unread]]:
    """The servers in the order of their first file, and what was left: copies, and the parts that could not be read."""
    unread: list[Unread] = []
    files = [_parsed(input_file, unread, catalogue) for input_file in inputs]
    grouped, loose = files_by_server(files, unread)
    servers = [_server(server_files, catalogue) for server_files in grouped]
    by_name: dict[str, list[Facts]] = {}
    for server in servers:
        by_name.setdefault(server.plain_name.casefold(), []).append(server.facts)
    homes = {id(file): server.facts for group, server in zip(grouped, servers, strict=True) for file in group.files}
    homes |= {id(file): Facts() for file in loose}
    documents: list[tuple[Document, Facts]] = []
    history = {id(file) for of_one in grouped for file in of_one.files if _is_history(file, of_one)}
    for file in (file for file in files if id(file) in homes and id(file) not in history):
        if file.format in SET_UP:  # it speaks of the server that it sets up, whomever it names
            homes[id(file)].documents.extend(documents_of(file))
        else:
            documents += [(document, homes[id(file)]) for document in documents_of(file)]
    if documents or loose:
        from advisor.servers.documents import hand_out, unspoken

        unread += hand_out(documents, by_name)
        servers = [_with_documents(server, loose) for server in servers]
        named = {part.path for part in unread} | {file.path for server in servers for file in server.files}
        unread += unspoken(loose, named)
    return _named_apart(servers) if len(servers) > 1 else servers, unread


def _parsed(input_file: InputFile, unread: list[Unread], catalogue: Catalogue) -> ParsedFile:
    source = input_file.opened()
    items = tuple(readers.facts_of(input_file.reader, source, catalogue))
    facts = Facts()
    facts.add(item for item in items if not isinstance(item, Diagnostic | Document))
    for item in items:
        if isinstance(item, Diagnostic):
            line, _ = source.position(item.offset)
            unread.append(Unread(source.path, line, _reason(item, source), item.problem))
    name, named_by = _named(items, facts)
    return ParsedFile(input_file, items, abbreviated(name) if name else "", named_by)


def _reason(diagnostic: Diagnostic, source: Source) -> str:
    """Why a part could not be read, with what the file itself says of it."""
    if diagnostic.quote is None:
        return diagnostic.reason
    return f"{diagnostic.reason}: {source.text(*diagnostic.quote)[:_LONGEST_QUOTE]}"


def _named(items: tuple[Item, ...], facts: Facts) -> tuple[str, str]:
    """The server's name by one file, and what gives it; two empty texts where nothing does."""
    for key, label in _FIRST.items():
        if text := facts.ask(key).text:
            return text, label
    documents = (item for item in items if isinstance(item, Document) and item.form == "server" and item.server)
    names = {abbreviated(document.server).casefold(): document.server for document in documents}
    if len(names) == 1:
        return names.popitem()[1], _BY_DOCUMENT
    for key, label in _LAST.items():
        if text := facts.ask(key).text:
            return text, label
    return "", ""


def _server(group: ServerFiles, catalogue: Catalogue) -> Server:
    facts = Facts()
    for file in group.files:
        items = (item for item in file.items if not isinstance(item, Diagnostic | Document))
        facts.add(map(_as_history, items) if _is_history(file, group) else items)
    _withhold(facts, catalogue)
    files, views = tuple(file.input for file in group.files), (View(NOW, facts),)
    if group.name:
        return Server(group.name, _BY_DOCUMENT, files, views, group.name)
    by_document = {file.name.casefold() for file in group.files if file.named_by == _BY_DOCUMENT}
    naming = [file for file in group.files if file.name and (file.named_by != _BY_DOCUMENT or len(by_document) == 1)]
    if naming:
        best = min(naming, key=lambda file: _RANK.index(file.named_by))
        return Server(best.name, best.named_by, files, views, best.name)
    folder = files[0].folder_name
    return Server(folder, "folder", files, views, folder)


def _withhold(facts: Facts, catalogue: Catalogue) -> None:
    """Takes back what files call complete where another that tells of the same is cut: that may have held it."""
    cut = {fact.text for fact in facts.each("cut.format")}
    if cut:
        formats = {complete.prefix: catalogue.kind_of_evidence(complete.prefix).formats for complete in facts.completes}
        facts.completes[:] = [one for one in facts.completes if cut.isdisjoint(formats[one.prefix])]


def _with_documents(server: Server, loose: list[ParsedFile]) -> Server:
    """The server with those of the files that make up none whose documents speak of it."""
    spoken = {id(document) for document in server.facts.documents}
    speaking = [file for file in loose if any(id(document) in spoken for document in documents_of(file))]
    for file in speaking:
        server.facts.add(item for item in file.items if isinstance(item, Fact) and item.key == "cut.format")
    return server._replace(files=(*server.files, *(file.input._replace(role="context") for file in speaking)))


def _is_history(file: ParsedFile, group: ServerFiles) -> bool:
    """Whether it is the set-up file of a server that is set up: what became of it NOTES.INI and documents tell."""
    return file.format in SET_UP and any(map(_is_set_up, group.files))


def _is_set_up(file: ParsedFile) -> bool:
    """Whether it is a NOTES.INI with what only set-up, or a server that ran, has left in it."""
    if file.format != "notes.ini":
        return False
    left = (item for item in file.items if isinstance(item, Fact) and item.key in _LEFT_BY_SET_UP)
    return any(fact.text.strip() not in {"", "0"} for fact in left)


def _as_history(item: Fact | Complete) -> Fact | Complete:
    """A setting that was set up once is none of the server's any more: it stands under its name in the set-up file."""
    if isinstance(item, Fact) and item.key.startswith("ini."):
        return item._replace(key=f"{ONCE_SET}{item.key[4:]}")
    return item


def _named_apart(servers: list[Server]) -> list[Server]:
    """Each with a name of its own."""
    from advisor.servers.naming import names, place  # late: a server alone has its name

    shown = names([one.plain_name for one in servers], [place(one.files[0], one.named_by) for one in servers])
    pairs = zip(servers, shown, strict=True)
    return [one._replace(name=name, told_apart=name != one.plain_name) for one, name in pairs]
