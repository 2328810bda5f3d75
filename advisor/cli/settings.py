"""`domlint settings`: list the settings of servers, with value, meaning, default and status."""

from contextlib import ExitStack
from typing import Annotated

import typer
from msgspec.structs import replace

from advisor.cli import check_run, errors, inputs, options
from advisor.cli.console import Progress
from advisor.cli.errors import FINE, INTERNAL, NOTHING_READ, WRONG_USE, Faults, Troubles, not_allowed
from advisor.cli.output import write_product
from advisor.cli.run_options import CheckOptions, CheckPlan, plan_check
from advisor.comparing.settings_matrix import settings_list
from advisor.report import run_report
from advisor.report.model import NOTHING_RECOGNISED, STATUSES, Report
from advisor.report.server_report import SETTINGS
from advisor.report.settings import ORDERS, Selection, inventory
from advisor.run import parts_of_servers
from advisor.writers.settings import RENDERERS

_FORMATS = tuple(RENDERERS)
Formats = Annotated[list[str] | None, options.format_option(_FORMATS)]


def _status_words(incomplete: str) -> list[str]:
    """Complete the name of a status."""
    return [status for status in STATUSES if status.startswith(incomplete)]


@options.command("domlint settings notes.ini", "domlint settings servers/ --changed --format html:settings.html")
def settings(
    paths: options.Paths = None,
    status: Annotated[
        list[str] | None,
        typer.Option(
            metavar="STATUS",
            help=f"Only rows with this status: {', '.join(STATUSES)}.",
            autocompletion=_status_words,
        ),
    ] = None,
    changed: Annotated[bool, typer.Option("--changed", help="Only rows that differ from the default.")] = False,
    search: Annotated[
        list[str] | None,
        typer.Option(metavar="WORD", help="Only rows that contain this word, in the name, the value or the meaning."),
    ] = None,
    sort: Annotated[str, typer.Option(metavar="ORDER", help=f"Sort by {', '.join(ORDERS)}.")] = ORDERS[0],
    format: Formats = None,
    output_file: options.OutputFile = None,
    color: options.Color = "auto",
    profile: options.ProfileName = None,
    rules: options.Rules = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    with_folder: options.WithFolder = False,
    release: options.Release = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    jobs: options.Jobs = None,
    dask: options.Dask = None,
) -> int:
    """List the settings of servers: value, meaning, default, and what may be removed.

    One row for each line of NOTES.INI, and for each setting that a document sets. Secrets are masked.

    Exit code: 0 a server was found, 2 wrong use or unreadable input, 3 nothing recognised, 4 a bug of domlint.
    """
    selection = Selection(tuple(inputs.words(status)), changed, tuple(search or ()), sort)
    faults = Faults()
    for word in selection.statuses:
        if word not in STATUSES:
            faults.add(not_allowed("--status", word, list(STATUSES)))
    if sort not in ORDERS:
        faults.add(not_allowed("--sort", sort, list(ORDERS)))
    faults.stop()
    check_options = CheckOptions.of(locals())
    plan = plan_check(check_options, _FORMATS)
    report = _report(check_options, replace(plan, outputs=[], needs=frozenset({SETTINGS})))
    trouble = Troubles()
    write_product(settings_list(inventory(report), selection), RENDERERS, plan.outputs, plan.options, trouble)
    return _exit_code(report, trouble)


def _report(check_options: CheckOptions, plan: CheckPlan) -> Report:
    """Check the servers and return the report with their settings. Print what could not be read."""
    with ExitStack() as stack:
        progress = stack.enter_context(Progress())
        starter = stack.enter_context(check_run.RequestedWorkers(check_options, plan))
        loaded = check_run.load_run(check_options, plan, progress, starter)
        context = replace(loaded.context, needs=plan.needs)
        builder = run_report.ReportBuilder(loaded.run, context)
        for part in parts_of_servers(loaded.run, context, builder.names, starter):
            builder.add(part)
            progress.server_checked()
        report = builder.report(loaded.unread, check_run.named_inputs(check_options, plan))
    errors.print_unread(report.unread)
    for error in report.errors:
        errors.print_error(error)
    return report


def _exit_code(report: Report, trouble: Troubles) -> int:
    """Return the first exit code that applies."""
    if any(error.internal for error in report.errors):
        return INTERNAL
    if trouble.messages or any(error.what != NOTHING_RECOGNISED for error in report.errors):
        return WRONG_USE
    return NOTHING_READ if report.errors else FINE
