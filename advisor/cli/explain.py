"""`domlint explain`: print the page of a rule, a setting or a word, and its verdict on a server with --for."""

import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
from collections import Counter
from typing import Annotated, NamedTuple

import typer
from msgspec import Struct
from msgspec.structs import replace
from rich.console import Console, Group
from rich.markdown import Markdown
from rich.text import Text

from advisor import terminal
from advisor.cli import console, errors, inputs, options
from advisor.cli.errors import INTERNAL, NOTHING_HERE, NOTHING_READ, WRONG_USE, Exit, Faults, WrongUse
from advisor.cli.run_options import AS_RELEASE, checked_as_release, configuration
from advisor.configuration import selection
from advisor.configuration.site import ConfigurationError
from advisor.derive import Overrides
from advisor.derive.server import awaits_set_up
from advisor.facts import VIEWS, Answer, View
from advisor.judging import assess, engine
from advisor.judging.run import Run
from advisor.pack import Catalogue, Pack, Rule, builtin, claims, glossary, pages, profiles, setting_pages
from advisor.report import findings, masking, server_report
from advisor.report.evidence import evidence_of, evidence_of_all
from advisor.report.finding import Evidence, Finding, Remedy
from advisor.report.identity import Owner, identities
from advisor.report.model import Trouble
from advisor.servers.model import Server
from advisor.values.near import nearest
from advisor.values.printing import number, printable, spot
from advisor.writers.sentences import disputed

_HEADING = 3  # lines
_MAX_VERDICTS = 200  # of a rule that are printed
_WORDS = {
    engine.PASSED: "passed",
    engine.UNKNOWN: "could not be checked",
    engine.NOT_APPLICABLE: "does not apply",
}
_MARKDOWN, _ESCAPED = re.compile(r"([\\`*\[\]<>&])"), r"\\\1"  # what a server's name must not mean


class OnServers(Struct, frozen=True):
    """The verdicts on the servers of a path."""

    own: str = ""  # sections in Markdown, one a server
    raised: tuple[Trouble, ...] = ()  # rules that failed to run


class Question(NamedTuple):
    """What to explain about the servers of a path."""

    name: str
    rules: list[Rule]
    pack: Pack
    overrides: Overrides
    as_release: str  # the release to check them as; "": their own


_OUT_OF_LINE = (
    "out-of-line (FLT001): what servers have otherwise than nearly all others of their role, cluster or release\n\n"
    "It is told with `domlint check --outliers`, is no finding, and counts for no grade and no exit code.\n"
    '`ignore = ["out-of-line"]` in domlint.toml leaves it out; a waiver with `rule = "out-of-line"`, the server\n'
    "and the setting as `subject` accepts what is so on purpose.\n"
)


def _page_words(incomplete: str) -> list[str]:
    """Complete the name of a rule, a setting or a profile, or a word of reports."""
    catalogue, plain = builtin().catalogue, incomplete.lower()
    settings = [catalogue.spelling(name) for name in sorted(catalogue.names)]
    names = [*(word.word for word in glossary.WORDS), *builtin().profiles, *settings]
    return inputs.rule_words(incomplete) + [name for name in names if name.lower().startswith(plain)]


@options.command(
    "domlint explain LOG001", "domlint explain NSF_BUFFER_POOL_SIZE_MB", "domlint explain LOG001 --for notes.ini"
)
def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="RULE|SETTING|WORD",
            help="A rule (id, name or category), a setting, a profile, or a word of the reports.",
            autocompletion=_page_words,
        ),
    ],
    for_path: Annotated[
        str | None,
        typer.Option("--for", metavar="PATH", help="Also show the verdict on this server, with its values."),
    ] = None,
    rules: options.Rules = None,
    release: options.Release = None,
    as_release: options.AsRelease = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    color: options.Color = "auto",
    no_pager: Annotated[bool, typer.Option("--no-pager", help="Do not use a pager for long pages.")] = False,
) -> None:
    """Explain a rule, a setting, a profile, or a word of the reports.

    A rule: what it finds, why, how to fix it, its sources, how to accept it. A category such as logging: its rules.
    A NOTES.INI setting: what it does, its values, default, releases and rules. The beginning of a name: all matches.
    """
    faults, trouble, name = Faults(), errors.Troubles(), " ".join(words)
    site = configuration(config, isolated, faults)
    pack = inputs.pack_of(rules, faults, site)
    nothing: tuple[list[Rule], str] = [], ""
    named, page = faults.tried(lambda: _pages(name, pack), nothing)
    overrides = faults.tried(lambda: inputs.overrides(release, platform, bits), Overrides())
    if as_release is not None and for_path is None:
        faults.add(f"{AS_RELEASE} tells what would be so on a server: name one with --for")
    upgrade_to = checked_as_release(as_release, None, faults) if as_release is not None else ""
    if for_path is not None:
        inputs.must_be_there([for_path], faults)
        overrides = replace(overrides, servers=site.servers)
        named = selection.rules_with_figures(named, site, pack.rules, faults.add)
    faults.stop()
    asked = Question(name, named, pack, overrides, upgrade_to)
    on = OnServers() if for_path is None else _on_servers(for_path, asked, trouble)
    coloured = terminal.uses_colour(color, sys.stdout)
    if coloured or terminal.is_terminal(sys.stdout):
        _show(page, on.own, coloured, not no_pager)
    else:
        console.out(page + on.own)
    _end(on.raised, trouble)


def _end(raised: tuple[Trouble, ...], trouble: errors.Troubles) -> None:
    """Print what went wrong, and end with its exit code."""
    for error in raised:
        errors.print_error(error)
    if any(error.internal for error in raised):
        raise Exit(INTERNAL)
    if trouble.messages or raised:
        raise Exit(WRONG_USE)


def _pages(name: str, pack: Pack) -> tuple[list[Rule], str]:
    """Return the rules in question, and the pages of the rules, the setting and the report's word of a name.

    If nothing has the name, list the rules and settings whose names begin so. Raises WrongUse if there are none.
    """
    other_pages = [
        text for text in (setting_pages.page(name, pack), glossary.page(name), profiles.page(name, pack)) if text
    ]
    if selection.OUT_OF_LINE.named_in([name]):
        return [], _OUT_OF_LINE
    try:
        ids = selection.rule_ids(pack.rules, name)
    except ConfigurationError:
        if other_pages:
            setting_rules = [rule for rule in pack.rules if rule.subject == "setting"]
            return setting_pages.rules_on(name, pack) + setting_rules, "\n".join(other_pages)
        return _beginning_with(name, pack)
    rules = [rule for rule in pack.rules if rule.id in ids]
    if len(rules) > 1:
        rule_pages = pages.contents(name, rules, pack)
    else:  # with the errors in the papers that the rule cites
        rule_pages = pages.page(rules[0], pack, claims.errors(claims.builtin()) if rules[0].page else {})
    return rules, "\n".join([rule_pages, *other_pages])


def _beginning_with(name: str, pack: Pack) -> tuple[list[Rule], str]:
    """Return the rules that begin with a name or look at settings that do, and both lists. Raises WrongUse."""
    rules = [rule for rule in pack.rules if name and rule.name.startswith(name.lower())]
    lists = [pages.contents(name, rules, pack)] if rules else []
    if settings := setting_pages.beginning_with(name, pack):
        lists.append(settings)
        rules += [rule for rule in setting_pages.rules_on_beginning_with(name, pack) if rule not in rules]
    if not lists:
        raise WrongUse([_nobody_knows(name, pack)])
    return rules, "\n".join(lists)


def _nobody_knows(name: str, pack: Pack) -> str:
    """Return the message that nothing is called so, with the nearest names of rules, settings and words."""
    labels = [label for rule in pack.rules for label in (rule.id, rule.name, rule.category)]
    words = [*(word.word for word in glossary.WORDS), *pack.profiles]
    settings = [pack.catalogue.spelling(setting) for setting in sorted(pack.catalogue.names)]
    short = printable(name[:80])
    suggestions = [f'"{each}"' for each in nearest(short, [*labels, *words, *settings], 3)]
    hint = f"did you mean {' or '.join(suggestions)}?" if suggestions else "domlint rules list names all rules"
    return f'no rule, setting or word is called "{short}"; {hint}'


def _on_servers(path: str, asked: Question, trouble: errors.Troubles) -> OnServers:
    """Return the verdicts on the servers of a path. Raises Exit if there is no server."""
    name, rules, pack, overrides, as_release = asked
    reading, unread = inputs.read([path], pack.catalogue)
    run = Run(reading, overrides, as_release=as_release)
    pack = replace(pack, catalogue=masking.of_run(pack.catalogue, run.servers))
    names = masking.server_names(pack.catalogue, run.servers)
    each = list(zip(assess.judged(run, rules, explain=True), names, strict=True))
    errors.print_unread(masking.unread_parts(pack.catalogue, unread + run.unread), trouble)
    if not each:
        if trouble.messages:
            raise Exit(WRONG_USE)
        console.error(f"{inputs.as_typed(path)}: {NOTHING_HERE}")
        raise Exit(NOTHING_READ)
    raised = [
        server_report.failure(own_name, assessment, pack.catalogue)
        for assessment, own_name in each
        if isinstance(assessment, Server)
    ]
    assessments = [(assessment, own_name) for assessment, own_name in each if isinstance(assessment, assess.Assessment)]
    upgraded = {
        own_name for assessment, own_name in assessments if assessment.server.upgraded is not assessment.server.views
    }
    if as_release:
        assessments = [(assessment.as_upgraded(), own_name) for assessment, own_name in assessments]
    if setting_pages.is_known(name, pack):
        assessments = [(about(assessment, name), own_name) for assessment, own_name in assessments]
    raised += [
        error for assessment, _ in assessments for error in server_report.raised(assessment.judged, pack.catalogue)
    ]
    sections = "".join(
        server_section(assessment, own_name, name, pack, as_release if own_name in upgraded else "")
        for assessment, own_name in assessments
    )
    return OnServers(sections, tuple(raised))


def _show(page: str, own: str, coloured: bool, in_pager: bool) -> None:
    """Print a page on a terminal, in a pager if it is longer than the screen. own: what is known of a server."""
    text = _drawn(page, own, coloured)
    rows = terminal.rows(sys.stdout)
    pager = pager_command() if in_pager and 0 < rows <= text.count("\n") else []
    if pager:
        paged = text if not coloured or shows_colour(pager) else _drawn(page, own, False)
        if show_in_pager(paged, pager):
            return
    console.out(text)


def _drawn(page: str, own: str, coloured: bool) -> str:
    """Return a page of Markdown as text for a terminal."""
    drawn = Console(
        width=terminal.width(sys.stdout),
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        legacy_windows=False,
        highlight=False,
    )
    with drawn.capture() as captured:
        drawn.print(Group(Markdown(page, hyperlinks=False), Text(own)))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def about(assessment: assess.Assessment, name: str) -> assess.Assessment:
    """Return the assessment without the verdicts on other settings."""
    results = [
        result
        for result in assessment.judged.outcomes
        if result.subject.kind != "setting" or result.subject.name.lower() == name.lower()
    ]
    return replace(assessment, judged=engine.Results(tuple(results), assessment.judged.errors))


def _lines_of(assessment: assess.Assessment, name: str, catalogue: Catalogue) -> list[str]:
    """Return the lines about a setting in the server's files."""
    key = f"ini.{name.lower()}"
    now, *later = assessment.server.views
    lines = _lines_in(now, key, catalogue)
    for view in later:
        if now.facts.ask(key).text != view.facts.ask(key).text:
            lines = [f"{line}, {now.name}" for line in lines]
            lines += [f"{line}, {view.name}" for line in _lines_in(view, key, catalogue)]
    return [*lines, ""]


def _lines_in(view: View, key: str, catalogue: Catalogue) -> list[str]:
    answer = view.facts.ask(key)
    if not answer.facts and not answer.absent:
        return [f"- {key}: unknown, because no complete notes.ini was given"]
    answers = [Answer(fact.text, (fact,), key=key) for fact in answer.facts] or [answer]
    return [f"- {_ground_in_words(evidence_of(catalogue, answer), answer.absent)}" for answer in answers]


def server_section(assessment: assess.Assessment, server: str, name: str, pack: Pack, as_release: str = "") -> str:
    """Return a section on one server: its values of a setting, and the verdicts of rules with their evidence.

    as_release: the release to check the server as, if it is not its own.
    """
    catalogue, results = pack.catalogue, _in_bounds(assessment.judged)
    more = len(assessment.judged.outcomes) - len(results.outcomes)
    assessment = replace(assessment, judged=results)
    lines = ["", f"## {_MARKDOWN.sub(_ESCAPED, server)}{f' as Domino {as_release}' * bool(as_release)}", ""]
    lines += _lines_of(assessment, name, catalogue) if setting_pages.is_known(name, pack) else []
    findings_by_result = _findings(assessment, server, pack)
    for result in results.outcomes:
        if result.verdict == engine.FAILED:
            lines += _found(result, findings_by_result[id(result)], catalogue)
        elif result.subject.kind == "server" or result.verdict == engine.UNKNOWN:
            lines += _verdict(result, catalogue)
    if len(lines) == _HEADING and not results.errors:
        lines += ["No finding on this server.", ""]
    if more:
        lines += [f"{number(more, 'more verdict')} not shown: at most {_MAX_VERDICTS} of a rule are.", ""]
    lines += _ready_waivers(results, server, catalogue)
    return "\n".join(lines) + "\n"


def _in_bounds(results: engine.Results) -> engine.Results:
    """Limit the results of a rule with one verdict: a file may have a fault on each line."""
    outcomes, met = [], Counter[tuple[str, str]]()
    for result in results.outcomes:
        met[result.rule.id, result.verdict] += 1
        outcomes += [result] * (met[result.rule.id, result.verdict] <= _MAX_VERDICTS)
    return engine.Results(tuple(outcomes), results.errors)


def _findings(assessment: assess.Assessment, server: str, pack: Pack) -> dict[int, Finding]:
    """Return the finding of each failed result, by the id() of the result."""
    facts = assessment.server.facts
    owner = Owner(server, awaits_set_up=awaits_set_up(facts))
    failed = [
        identity
        for identity in identities(assessment.judged, pack.catalogue)
        if identity.result.verdict == engine.FAILED
    ]
    found = findings.found(failed, owner, pack, facts.ask("release").text)
    return {id(identity.result): finding for identity, finding in zip(failed, found, strict=True)}


def _found(result: engine.Result, finding: Finding, catalogue: Catalogue) -> list[str]:
    """Return a finding with the values of this server: message, evidence and fix."""
    when = "" if result.views == VIEWS else f", {', '.join(result.views)}"
    dispute = ["", f"Sources disagree: {disputed(finding, finding.dispute)}"] if finding.dispute else []
    return [
        f"{_head(result, catalogue)}: a finding of severity {result.severity}{when}",
        "",
        finding.message,
        "",
        *_grounds(result, catalogue),
        *dispute,
        "",
        *(_to_do(finding.fix) if finding.fix else []),
        "",
    ]


def _to_do(fix: Remedy) -> list[str]:
    """Return the fix, the commands to type, the undo and the check."""
    lines = [f"Fix: {fix.summary}"]
    for target in dict.fromkeys(line.target for line in fix.commands):
        commands_of_target = [line.command for line in fix.commands if line.target == target]
        where = "on the Domino console" if target == "console" else f"({target})"
        lines += [f"Type {where}:", "```", *commands_of_target, "```"]
    return [*lines, f"Undo: {fix.rollback}", f"Verify: {fix.verify}"]


def _head(result: engine.Result, catalogue: Catalogue) -> str:
    """Return the name of the rule and its subject, unless that is the server."""
    subject = "" if result.subject.kind == "server" else f", {masking.subject_name(catalogue, result.subject)}"
    return f"{result.rule.name}{subject}"


def _grounds(result: engine.Result, catalogue: Catalogue) -> list[str]:
    grounds = tuple(dict.fromkeys(result.evidence + result.named + result.scope))
    rows = [(row, answer.absent) for answer in grounds for row in evidence_of_all(catalogue, answer)]
    return list(dict.fromkeys(f"- {_ground_in_words(evidence, absent)}" for evidence, absent in rows))


def _verdict(result: engine.Result, catalogue: Catalogue) -> list[str]:
    """Return a verdict with its evidence and the missing inputs."""
    missing = server_report.missing_parts(result.missing, catalogue)
    return [
        f"{_head(result, catalogue)} {_WORDS[result.verdict]}",
        "",
        *_grounds(result, catalogue),
        *(f"- unknown: {part.key}; collect {part.collect}" for part in missing),
        "",
    ]


def _ready_waivers(results: engine.Results, server: str, catalogue: Catalogue) -> list[str]:
    """Return waivers that accept the findings, one for each subject."""
    lines = []
    for result in results.outcomes:
        if result.verdict == engine.FAILED:
            subject = "" if result.subject.kind == "server" else masking.subject_name(catalogue, result.subject)
            lines += [pages.waiver(result.rule, server, subject), ""]
    if not lines:
        return []
    how = f"To accept it on this server, write this into domlint.toml, with your reason. {pages.WAIVER_OPTIONS}"
    return [how, "", "```toml", *lines[:-1], "```"]


def _ground_in_words(evidence: Evidence, absent: bool) -> str:
    """Return a piece of evidence in words. absent: no value is set, though a line may name the setting."""
    place = f" ({spot(evidence.path, evidence.line)})" if evidence.path else ""
    if evidence.value is None and evidence.line and not absent:
        return f"{evidence.key}: one of several lines that disagree{place}"
    if not evidence.value:
        return f"{evidence.key}: not set{place}"
    notes = ["assumed"] * evidence.presumed + [evidence.note] * bool(evidence.note)
    return f"{evidence.key} = {evidence.value}{place}{''.join(f', {note}' for note in notes)}"


def pager_command() -> list[str]:
    """Return the pager and its arguments; nothing if PAGER is empty or unknown, or the terminal is dumb.

    The program is named with its whole path: Windows looks for a bare word in the working folder first.
    """
    if os.environ.get("TERM") == "dumb":
        return []
    if os.name == "nt" and "PAGER" not in os.environ:
        words = [os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "more.com")]  # noqa: PTH118
    else:
        try:
            words = shlex.split(os.environ.get("PAGER", "less -R"), posix=os.name != "nt")
        except ValueError:
            return []
    found = shutil.which(words[0]) if words else None
    if not found or not (os.path.dirname(words[0]) or os.path.isabs(found)):  # noqa: PTH117, PTH120
        return []
    return [found, *words[1:]]


def shows_colour(pager: list[str]) -> bool:
    """Return whether a pager is known to show colours."""
    return os.path.splitext(os.path.basename(pager[0]))[0].lower() in {"less", "bat", "most", "moar"}  # noqa: PTH119, PTH122


def show_in_pager(text: str, pager: list[str]) -> bool:
    """Show text in a pager until it is closed. Return False if the pager failed."""
    environment = {"LESS": "-R", **os.environ}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)  # noqa: S603  the user's own choice
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        process.communicate(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    except BrokenPipeError:  # it was closed before the end
        process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return process.returncode == 0
