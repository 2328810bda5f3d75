"""facts: prints what domlint knows of the servers in the files, with the place of each fact; secrets are masked."""

import re
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal, NamedTuple

import typer

from advisor.cli import inputs, options, streams, telling
from advisor.cli.guard import INTERNAL, NOTHING_HERE, NOTHING_READ, WRONG_USE, Exit, Faults, WrongUse
from advisor.cli.options import guarded
from advisor.cli.progress import Progress
from advisor.cli.settled import configuration
from advisor.derive import Overrides
from advisor.facts import Answer, Fact, Subject
from advisor.judging.run import Run
from advisor.known import VIEWS
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.evidence import evidence_of
from advisor.report.finding import Evidence
from advisor.report.troubles import failure
from advisor.servers.reading import Reading
from advisor.servers.server import Server
from advisor.values.near import most_slips, near
from advisor.values.printing import printable
from advisor.values.rows import INLINE, row

app = typer.Typer(add_completion=False, rich_markup_mode=None)

_OF_NOTES_INI = "ini."


class ShownFact(NamedTuple):
    """A fact as it may be shown, and the views it stands in."""

    subject: str
    evidence: Annotated[Evidence, INLINE]
    views: tuple[str, ...]


class ShownServer(NamedTuple):
    """A server with its facts, in the order they were added."""

    server: str
    facts: tuple[ShownFact, ...]


@app.command(cls=options.Once)
@guarded
def facts(
    paths: options.Paths = None,
    format: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="Output format.")] = "text",
    key: Annotated[
        list[str] | None, typer.Option(metavar="PREFIX", help="Only keys that begin so, as ini.nsf, Server_ or array.")
    ] = None,
    exclusions: Annotated[
        bool, typer.Option("--exclusions", help="Only the directories that a virus scanner should leave alone.")
    ] = False,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    with_folder: options.WithFolder = False,
) -> None:
    """Print the facts that were read and derived, each with its place."""
    faults, trouble = Faults(), telling.Troubles()
    if exclusions and key:
        faults.add("--exclusions and --key do not go together")
    inputs.must_be_there(paths or ["."], faults)
    overrides = faults.tried(lambda: inputs.overrides(release, platform, bits), Overrides())
    site = configuration(config, isolated, faults)
    overrides = overrides._replace(servers=site.servers)
    catalogue = inputs.pack_of(rules, faults, site).catalogue
    faults.stop()
    reading = Reading(catalogue)
    with Progress() as progress:
        gathered = inputs.read(
            paths or ["."], catalogue, with_folder=with_folder, seen=progress.seen, take=reading.take
        )
    run = Run(reading, overrides)
    servers, unread = list(run.derived()), run.unread
    catalogue = masking.of_run(catalogue, servers)
    telling.tell(masking.unread_parts(catalogue, gathered.unread + unread), trouble)
    if exclusions:
        _print_exclusions(servers, catalogue, format)
    else:
        _print_facts(servers, catalogue, inputs.words(key), format)
    for name, server in zip(masking.server_names(catalogue, servers), servers, strict=True):
        if server.error:
            telling.tell_error(failure(name, server, catalogue))
    if any(server.error for server in servers):
        raise Exit(INTERNAL)
    if trouble.messages:
        raise Exit(WRONG_USE)
    if not servers:
        streams.error(NOTHING_HERE)
        raise Exit(NOTHING_READ)


def _print_facts(servers: list[Server], catalogue: Catalogue, prefixes: tuple[str, ...], format: str) -> None:
    everything = _shown(servers, catalogue)
    shown = _of_keys(everything, prefixes)
    if unknown := [told for told in (_nowhere(prefix, everything, catalogue) for prefix in prefixes) if told]:
        raise WrongUse(unknown)
    told = [{"server": one.server, "facts": row(one.facts)} for one in shown]  # a list also where it is empty
    _print(told, (_lines(one) for one in shown), format)


def _print_exclusions(servers: list[Server], catalogue: Catalogue, format: str) -> None:
    from advisor.cli import exclusions

    named = zip(masking.server_names(catalogue, servers), servers, strict=True)
    told = [exclusions.told(name, server, catalogue) for name, server in named if not server.error]
    _print(told, (exclusions.lines(one) for one in told), format)


def _print(rows: list[dict[str, Any]], blocks: Iterable[Iterable[str]], format: str) -> None:
    """Rows as JSON, or the lines of each with an empty one behind."""
    if format == "json":
        import json

        streams.out_utf8(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")
    else:
        for lines in blocks:
            streams.out("\n".join(lines) + "\n\n")


def _shown(servers: list[Server], catalogue: Catalogue) -> list[ShownServer]:
    names = masking.server_names(catalogue, servers)
    return [ShownServer(name, tuple(_facts(server, catalogue))) for name, server in zip(names, servers, strict=True)]


def _of_keys(shown: list[ShownServer], prefixes: tuple[str, ...]) -> list[ShownServer]:
    """Only the facts whose keys begin with one of the prefixes, in whatever case; all of them without a prefix."""
    if not prefixes:
        return shown
    return [
        one._replace(facts=tuple(fact for fact in one.facts if any(_begins(fact, prefix) for prefix in prefixes)))
        for one in shown
    ]


def _begins(fact: ShownFact, prefix: str) -> bool:
    """Whether a fact's key begins so; of a setting its name will do."""
    key, plain = fact.evidence.key.lower(), prefix.lower()
    return key.startswith(plain) or key.removeprefix(_OF_NOTES_INI).startswith(plain)


def _nowhere(prefix: str, shown: list[ShownServer], catalogue: Catalogue) -> str:
    """What is to be said of a prefix with which no key begins, here or anywhere; "" where one does.

    A key that exists and that no file here tells is no slip: nothing is known of it.
    """
    plain = prefix.lower()
    here = {fact.evidence.key.lower() for one in shown for fact in one.facts}
    settings = {f"{_OF_NOTES_INI}{name}" for name in catalogue.names}
    keys = here | settings | set(catalogue.keys)
    if any(key.startswith(plain) or key.removeprefix(_OF_NOTES_INI).startswith(plain) for key in keys):
        return ""
    meant = _meant(plain, sorted(here), sorted(keys))
    return f'--key: no key begins with "{printable(prefix)}"' + (f'; did you mean "{meant}"?' if meant else "")


def _meant(plain: str, *known: list[str]) -> str:
    """The key, or the beginning of one, that may have been meant; those that are here and whole words first."""
    for keys in known:
        names = [name for key in keys for name in (key, key.removeprefix(_OF_NOTES_INI))]
        words = (name[: end.start()] for name in names for end in re.finditer(r"[._]|$", name))
        for begun in (words, (name[: len(plain)] for name in names)):
            if slips := near(plain, dict.fromkeys(begun), most_slips(plain)):
                return min(slips)[1]
    return ""


def _facts(server: Server, catalogue: Catalogue) -> Iterator[ShownFact]:
    """The facts of now, behind each what the next start will make of it, and last what only then is so."""
    places = dict.fromkeys(place for view in server.views for place in view.facts.known)
    for subject, key in places:
        name = masking.subject_name(catalogue, subject)
        for fact, views in _by_view(server, subject, key):
            yield ShownFact(name, evidence_of(catalogue, Answer(fact.text, (fact,), key=key)), views)


def _by_view(server: Server, subject: Subject, key: str) -> Iterator[tuple[Fact, tuple[str, ...]]]:
    """The facts of a key, each with the views in which its value stands."""
    if len(server.views) == 1:
        yield from ((fact, VIEWS) for fact in server.facts.of(subject, key))
        return
    texts = {view.name: {fact.text for fact in view.facts.of(subject, key)} for view in server.views}
    told: set[str] = set()
    for view in server.views:
        facts = [fact for fact in view.facts.of(subject, key) if fact.text not in told]
        yield from ((fact, tuple(name for name in texts if fact.text in texts[name])) for fact in facts)
        told |= texts[view.name]


def _lines(server: ShownServer) -> Iterator[str]:
    width = max((len(fact.evidence.key) for fact in server.facts), default=0)
    yield server.server
    last = "server"
    for subject, evidence, views in server.facts:
        if evidence.key == "setting.name":  # the subject says it
            continue
        if subject != last:
            yield f"  {subject}"
            last = subject
        spot = f"  {evidence.path}:{evidence.line}:{evidence.column}" if evidence.path else ""
        notes = ["presumed"] * evidence.presumed + [evidence.note] * bool(evidence.note)
        notes = list(views) * (views != VIEWS) + notes
        remark = "  (" + "; ".join(notes) + ")" if notes else ""
        yield f"  {evidence.key:<{width}}  {evidence.value}{spot}{remark}"
