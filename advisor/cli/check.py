"""check: judges the files and prints a report."""

import errno
import os
import sys
from pathlib import Path
from typing import Annotated, Literal

import typer

from advisor import __version__, writers
from advisor.cli import inputs, streams
from advisor.cli.guard import FINDINGS, INTERNAL, NOTHING_READ, WRONG_USE, guarded
from advisor.configuration import site as configuration
from advisor.judging import assess, engine
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report import report
from advisor.servers.walk import Exclude

app = typer.Typer(add_completion=False, rich_markup_mode=None)
Limit = Literal["critical", "high", "medium", "low", "info", "never"]


@app.command()
@guarded
def check(
    paths: Annotated[
        list[str] | None,
        typer.Argument(help="Files and folders; - is standard input.  [default: .]", show_default=False),
    ] = None,
    format: Annotated[
        list[str] | None,
        typer.Option(
            "--format", "-f", metavar="NAME[:FILE]", help="text, json or sarif; several times, each to its file."
        ),
    ] = None,
    select: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Run only these rules.", autocompletion=inputs.rule_words)
    ] = None,
    ignore: Annotated[
        list[str] | None, typer.Option(metavar="RULE", help="Do not run these rules.", autocompletion=inputs.rule_words)
    ] = None,
    fail_on: Annotated[Limit, typer.Option(help="Exit with 1 from this severity on.")] = "medium",
    strict: Annotated[
        bool, typer.Option("--strict", help="Fail on files read in part and on rules a given file left open.")
    ] = False,
    release: Annotated[str | None, typer.Option(metavar="RELEASE", help="The Domino release, as 9.0.1FP10.")] = None,
    platform: Annotated[inputs.Platform | None, typer.Option(help="What the server runs on.")] = None,
    bits: Annotated[inputs.Bits | None, typer.Option(help="Of the Domino program.")] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="This configuration file, and no other.")] = None,
    isolated: Annotated[bool, typer.Option("--isolated", help="Look for no configuration file.")] = False,
    rules: Annotated[Path | None, typer.Option(metavar="DIR", help="A folder of the site's own rules.")] = None,
    server: Annotated[str | None, typer.Option(metavar="NAME", help="The name of the one server checked.")] = None,
    with_folder: Annotated[bool, typer.Option("--with-folder", help="Read a file's folder along with it.")] = False,
    baseline: Annotated[
        Path | None, typer.Option(metavar="REPORT.json", help="Findings in this report are known and do not count.")
    ] = None,
    stdin_name: Annotated[str, typer.Option(metavar="NAME", help="What to call standard input.")] = "stdin",
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Print findings only.")] = False,
) -> None:
    """Check configuration files and print what is wrong with them.

    Exit code: 0 fine, 1 findings, 2 wrong use, 3 nothing recognised, 4 a bug of domlint.
    """
    trouble = inputs.Trouble()
    told = inputs.told(release, platform, bits)
    outputs = _outputs(format)
    pack = inputs.pack_of(rules, trouble)
    site = inputs.configuration(config, isolated, trouble)
    exclude = Exclude(site.exclude, site.folder)
    gathered = inputs.read(
        paths or ["."], pack.catalogue, trouble, stdin_name=stdin_name, exclude=exclude, with_folder=with_folder
    )
    chosen, ignored = inputs.words(select), inputs.words(ignore)
    found, unread = assess.servers_of(gathered.files, pack.catalogue, told, server or "")
    if server and len(found) > 1:
        trouble.add(f"--server names one server, but the files hold {len(found)}")
    rules_to_run = _rules(pack, site, chosen, ignored, trouble)
    judged = assess.assess(found, rules_to_run, pack.catalogue)
    terms = _terms(pack, site, baseline, trouble, graded=not (chosen or ignored))
    made = report.make(judged, rules_to_run, gathered.unread + unread, pack, terms)
    inputs.tell(gathered.unread + unread)
    for rule, message in made.errors:
        streams.error(f"rule {rule} raised an error: {message}")
    for name, file in outputs:
        _print(made, name, file, quiet, trouble)
    raise typer.Exit(_exit_code(made, judged, trouble, fail_on, strict, with_folder))


def _outputs(formats: list[str] | None) -> list[tuple[str, str]]:
    """`json:out.json` as ("json", "out.json"); `C:` in a file's name is no trouble, only the first colon counts."""
    outputs = []
    for option in formats or ["text"]:
        name, _, file = option.partition(":")
        if name not in writers.FORMATS:
            raise typer.BadParameter(f'"{name}" is none of {", ".join(writers.FORMATS)}', param_hint="--format")
        outputs.append((name, file))
    if sum(not file for _, file in outputs) > 1:
        raise typer.BadParameter("only one format can go to standard output; name a file", param_hint="--format")
    return outputs


def _rules(
    pack: Pack,
    site: configuration.Configuration,
    chosen: tuple[str, ...],
    ignored: tuple[str, ...],
    trouble: inputs.Trouble,
) -> list[Rule]:
    """The rules that run, with the site's figures. The command line's selection replaces the site's."""
    rules = inputs.tuned(pack.rules, site, pack, trouble)
    wanted = _known_words(pack, chosen, "", trouble) if chosen else _known_words(pack, site.select, site.path, trouble)
    unwanted = _known_words(pack, site.ignore, site.path, trouble) + _known_words(pack, ignored, "", trouble)
    return configuration.select(rules, wanted if chosen or site.select else None, unwanted)


def _known_words(pack: Pack, words: tuple[str, ...], where: str | None, trouble: inputs.Trouble) -> tuple[str, ...]:
    """The words that name a rule; each of the others is trouble."""
    return tuple(word for word in words if _names(pack.rules, word, where, trouble))


def _names(rules: list[Rule], word: str, where: str | None, trouble: inputs.Trouble) -> list[str]:
    try:
        return configuration.named(rules, word)
    except configuration.ConfigurationError as slip:
        trouble.add(f"{where}: {slip}" if where else str(slip))
        return []


def _terms(
    pack: Pack, site: configuration.Configuration, baseline: Path | None, trouble: inputs.Trouble, graded: bool
) -> report.Terms:
    waived = {waiver: set(_names(pack.rules, waiver.rule, site.path, trouble)) for waiver in site.waivers}
    severities = {
        rule: severity
        for word, severity in site.severity.items()
        for rule in _names(pack.rules, word, site.path, trouble)
    }
    return report.Terms(__version__, site, severities, waived, _known(baseline, trouble), graded)


def _known(baseline: Path | None, trouble: inputs.Trouble) -> dict[str, str]:
    """Fingerprint → severity, of an earlier JSON report."""
    if baseline is None:
        return {}
    import json

    try:
        data = json.loads(baseline.read_bytes())
        return {str(one["fingerprint"]): SEVERITIES[SEVERITIES.index(one["severity"])] for one in data["findings"]}
    except OSError as slip:
        trouble.add(f"--baseline {baseline.as_posix()}: {slip.strerror}")
    except (ValueError, KeyError, TypeError, RecursionError):
        trouble.add(f"--baseline {baseline.as_posix()}: not a report of domlint check --format json")
    return {}


def _print(made: report.Report, name: str, file: str, quiet: bool, trouble: inputs.Trouble) -> None:
    if name == "text" and not file and sys.stdout is not None and sys.stdout.isatty():
        from advisor.writers import terminal

        terminal.show(made, quiet)
        return
    if name == "text":
        from advisor.writers import text

        rendered = text.render(made, quiet=quiet)
    else:
        rendered = writers.writer(name).render(made)
    if file:
        _save(file, rendered, trouble)
    elif name == "text":
        streams.out(rendered)
    else:
        streams.out_utf8(rendered)


def _save(file: str, rendered: str, trouble: inputs.Trouble) -> None:
    """The old file or the new one, never half; a link keeps being one, and a device or pipe is written to."""
    target = Path(os.path.realpath(file))
    data = rendered.encode("utf-8", "backslashreplace")
    beside = target.parent / (target.name + ".domlint-new")
    try:
        if target.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        if target.exists() and not target.is_file():
            target.write_bytes(data)
            return
        beside.write_bytes(data)
        beside.replace(target)
    except OSError as slip:
        beside.unlink(missing_ok=True)
        trouble.add(f"{file}: {slip.strerror}")


def _exit_code(
    made: report.Report,
    judged: assess.Verdicts,
    trouble: inputs.Trouble,
    fail_on: str,
    strict: bool,
    with_folder: bool,
) -> int:
    """The first that applies, as docs/output.md lists them."""
    everything = [one.judged for one in judged.servers] + [one.judged for one in judged.clusters]
    if any(not slip.rule.origin for one in everything for slip in one.errors):
        return INTERNAL
    if trouble.messages or made.errors:
        return WRONG_USE
    if not made.servers and not with_folder:
        streams.error("nothing here is a file that domlint reads")
        return NOTHING_READ
    counted = SEVERITIES[: SEVERITIES.index(fail_on) + 1] if fail_on != "never" else ()
    if any(one.severity in counted and not one.known for one in made.findings):
        return FINDINGS
    if strict and (any(one.problem for one in made.unread) or any(map(_left_open, judged.servers))):
        return FINDINGS
    return 0


def _left_open(one: assess.Assessment) -> bool:
    """Whether a rule could not be judged although a file of the kind it needs was given."""
    given = {file.reader.FORMAT for file in one.server.files}
    return any(
        lacking.format in given
        for outcome in one.judged.outcomes
        if outcome.verdict == engine.UNKNOWN
        for lacking in outcome.missing
    )
