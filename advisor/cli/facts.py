"""facts: prints what domlint knows of the servers in the files, with the place of each fact; secrets are masked."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from advisor.cli import inputs, streams
from advisor.cli.guard import NOTHING_READ, WRONG_USE, guarded
from advisor.facts import Fact
from advisor.judging import assess, engine
from advisor.pack import Catalogue
from advisor.report import findings
from advisor.servers.server import Server

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
@guarded
def facts(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files and folders; - is standard input.  [default: .]", show_default=False),
    ] = None,
    format: Annotated[Literal["text", "json"], typer.Option("--format", "-f", help="How to print.")] = "text",
    release: Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, as 9.0.1FP10.")] = None,
    platform: Annotated[inputs.Platform | None, typer.Option(help="What the server runs on.")] = None,
    bits: Annotated[inputs.Bits | None, typer.Option(help="Of the Domino program.")] = None,
    rules: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")] = None,
    with_folder: Annotated[bool, typer.Option("--with-folder", help="Read a file's folder along with it.")] = False,
) -> None:
    """Print the facts that were read and derived, each with its place."""
    trouble = inputs.Trouble()
    told = inputs.told(release, platform, bits)
    catalogue = inputs.pack_of(rules, trouble).catalogue
    gathered = inputs.read(paths or ["."], catalogue, trouble, with_folder=with_folder)
    servers, unread = assess.servers_of(gathered.files, catalogue, told)
    inputs.tell(gathered.unread + unread)
    if format == "json":
        import json

        from advisor.writers.json_report import witness_row

        rows = [
            {
                "server": server.name,
                "facts": [{"subject": subject} | witness_row(seen) for subject, _, seen in _rows(server, catalogue)],
            }
            for server in servers
        ]
        streams.out_utf8(json.dumps(rows, indent=2, ensure_ascii=False) + "\n")
    else:
        for server in servers:
            streams.out(_as_text(server, catalogue))
    if trouble.messages:
        raise typer.Exit(WRONG_USE)
    if not servers:
        streams.error("nothing here is a file that domlint reads")
        raise typer.Exit(NOTHING_READ)


Row = tuple[str, str, findings.Witness]  # subject, key, what is known


def _rows(server: Server, catalogue: Catalogue) -> list[Row]:
    rows = []
    for (subject, _), found in server.facts.known.items():
        for fact in found:
            seen = _seen(catalogue, fact)
            rows.append((findings.subject_name(catalogue, subject), seen.key, seen))
    return rows


def _seen(catalogue: Catalogue, fact: Fact) -> findings.Witness:
    return findings.witness(catalogue, engine.Evidence(fact.key, fact.text, (fact,)))


def _as_text(server: Server, catalogue: Catalogue) -> str:
    rows = _rows(server, catalogue)
    width = max((len(key) for _, key, _ in rows), default=0)
    lines = [server.name]
    last = "server"
    for subject, key, seen in rows:
        if key == "setting.name":  # the subject says it
            continue
        if subject != last:
            lines.append(f"  {subject}")
            last = subject
        place = seen.place
        spot = f"  {place.path}:{place.line}:{place.column}" if place else ""
        notes = ["presumed"] * seen.presumed + [seen.note] * bool(seen.note)
        lines.append(f"  {key:<{width}}  {seen.value}{spot}{'  (' + '; '.join(notes) + ')' if notes else ''}")
    return "\n".join(lines) + "\n\n"
