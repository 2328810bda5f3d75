"""check: judges the files and prints a report."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from advisor import writers
from advisor.cli import inputs, options, streams
from advisor.cli.guard import FINDINGS, INTERNAL, NOTHING_READ, WRONG_USE, guarded
from advisor.cli.outputs import outputs, write
from advisor.configuration import decisions, file, selection
from advisor.judging import assess, engine
from advisor.pack import SEVERITIES
from advisor.report import making
from advisor.report.report import Report
from advisor.servers.walk import Exclude
from advisor.writers._options import Options

app = typer.Typer(add_completion=False, rich_markup_mode=None)
_FORMATS = f"{', '.join(writers.FORMATS[:-1])} or {writers.FORMATS[-1]}; several times, each to its file."
_KNOWN = "Findings in this report are known and do not count."
_STRICT = "Fail on files read in part and on rules a given file left open."

Limit = Literal["critical", "high", "medium", "low", "info", "never"]
Formats = Annotated[list[str] | None, typer.Option("--format", "-f", metavar="NAME[:FILE]", help=_FORMATS)]
Select = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Run only these rules.", autocompletion=inputs.rule_words)
]
Ignore = Annotated[
    list[str] | None, typer.Option(metavar="RULE", help="Do not run these rules.", autocompletion=inputs.rule_words)
]
Baseline = Annotated[Path | None, typer.Option(metavar="REPORT.json", help=_KNOWN)]


@app.command()
@guarded
def check(
    paths: options.Paths = None,
    format: Formats = None,
    select: Select = None,
    ignore: Ignore = None,
    fail_on: Annotated[Limit, typer.Option(help="Exit with 1 from this severity on.")] = "medium",
    strict: Annotated[bool, typer.Option("--strict", help=_STRICT)] = False,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    rules: options.Rules = None,
    server: Annotated[str | None, typer.Option(metavar="NAME", help="The name of the one server checked.")] = None,
    with_folder: options.WithFolder = False,
    baseline: Baseline = None,
    stdin_name: Annotated[str, typer.Option(metavar="NAME", help="What to call standard input.")] = "stdin",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print findings only.")] = False,
) -> None:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use, 3 nothing recognised, 4 a bug of domlint.
    """
    trouble = inputs.Trouble()
    overrides, wanted = inputs.overrides(release, platform, bits), outputs(format)
    chosen, ignored = inputs.words(select), inputs.words(ignore)
    pack = inputs.pack_of(rules, trouble)
    site = file.configuration(config, isolated, trouble.add)
    to_run = selection.rules_to_run(pack.rules, site, chosen, ignored, trouble.add)
    decided = decisions.decide(site, pack.rules, baseline, bool(chosen or ignored), trouble.add)
    exclude = Exclude(site.exclude, site.folder)
    gathered = inputs.read(
        paths or ["."], pack.catalogue, trouble, stdin_name=stdin_name, exclude=exclude, with_folder=with_folder
    )
    servers, unread = assess.servers_of(gathered.files, pack.catalogue, overrides, server or "")
    if server and len(servers) > 1:
        trouble.add(f"--server names one server, but the files hold {len(servers)}")
    verdicts = assess.assess(servers, to_run, pack.catalogue)
    report = making.make(verdicts, to_run, gathered.unread + unread, pack, decided)
    inputs.tell(report.unread)
    for error in report.errors:
        streams.error(f"rule {error.rule} raised an error: {error.message}")
    for output in wanted:
        write(report, output, Options(quiet=quiet), trouble)
    raise typer.Exit(_exit_code(report, verdicts, trouble, fail_on, strict, with_folder))


def _exit_code(
    report: Report, verdicts: assess.Verdicts, trouble: inputs.Trouble, fail_on: str, strict: bool, with_folder: bool
) -> int:
    """The first that applies, as docs/output.md lists them."""
    results = [judged.judged for judged in verdicts.servers] + [judged.judged for judged in verdicts.clusters]
    if any(not error.rule.origin for of_one in results for error in of_one.errors):
        return INTERNAL
    if trouble.messages or report.errors:
        return WRONG_USE
    if not report.servers and not with_folder:
        streams.error("nothing here is a file that domlint reads")
        return NOTHING_READ
    counted = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != "never" else ()
    if any(finding.severity in counted and not finding.known for finding in report.findings):
        return FINDINGS
    if strict and (any(part.problem for part in report.unread) or any(map(_left_open, verdicts.servers))):
        return FINDINGS
    return 0


def _left_open(one: assess.Assessment) -> bool:
    """Whether a rule could not be judged although a file of the kind it needs was given."""
    given = {file.reader.FORMAT for file in one.server.files}
    return any(
        not given.isdisjoint(lacking.formats)
        for outcome in one.judged.outcomes
        if outcome.verdict == engine.UNKNOWN
        for lacking in outcome.missing
    )
