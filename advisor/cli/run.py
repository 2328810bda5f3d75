"""Run: paths and what is asked for, as a check: judges the files, prints the report, ends with an exit code."""

from pathlib import Path

from advisor.cli import inputs, streams
from advisor.cli.guard import FINDINGS, FINE, INTERNAL, NOTHING_READ, WRONG_USE
from advisor.cli.outputs import outputs, write
from advisor.configuration import decisions, file, selection
from advisor.judging import assess, engine
from advisor.pack import SEVERITIES
from advisor.report import making
from advisor.report.report import Report
from advisor.servers.walk import Exclude
from advisor.writers._options import Options


def check(
    paths: list[str] | None,
    *,
    format: list[str] | None = None,
    select: list[str] | None = None,
    ignore: list[str] | None = None,
    fail_on: str = "medium",
    strict: bool = False,
    release: str | None = None,
    platform: str | None = None,
    bits: str | None = None,
    config: Path | None = None,
    isolated: bool = False,
    rules: Path | None = None,
    server: str | None = None,
    with_folder: bool = False,
    baseline: Path | None = None,
    stdin_name: str = inputs.STDIN,
    quiet: bool = False,
) -> int:
    """Checks files and prints what is wrong with them. The options and their defaults are the command's; its exit code.

    Raises WrongOption.
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
        inputs.tell_error(error)
    for output in wanted:
        write(report, output, Options(quiet=quiet), trouble)
    return _exit_code(report, verdicts, trouble, fail_on, strict, with_folder)


def _exit_code(
    report: Report, verdicts: assess.Verdicts, trouble: inputs.Trouble, fail_on: str, strict: bool, with_folder: bool
) -> int:
    """The first that applies, as docs/output.md lists them."""
    results = [judged.judged for judged in verdicts.servers] + [judged.judged for judged in verdicts.clusters]
    if verdicts.failed or any(not error.rule.origin for of_one in results for error in of_one.errors):
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
    return FINE


def _left_open(one: assess.Assessment) -> bool:
    """Whether a rule could not be judged although a file of the kind it needs was given."""
    given = {file.reader.FORMAT for file in one.server.files}
    return any(
        not given.isdisjoint(lacking.formats)
        for outcome in one.judged.outcomes
        if outcome.verdict == engine.UNKNOWN
        for lacking in outcome.missing
    )
