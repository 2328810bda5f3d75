"""JUnit: for tools that show tests: a test case for each rule on each server, passed and unchecked rules included.

A suite is a server or a cluster. The first suite is the run: files that could not be read are errors there. A case
fails if its findings make the exit code 1. Findings below `--fail-on` are the output of a passed case. A case is
skipped if the rule could not be checked, or if waivers or the baseline accept all findings; the message has the reason.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple
from xml.sax.saxutils import escape

from msgspec import Struct

from advisor.pack import Rule
from advisor.report.finding import Finding, Waived
from advisor.report.model import NOT_JUDGED, RULE_RAISED, Report, ServerReport, Unjudged
from advisor.values.printing import listed, number, printable
from advisor.writers import Options, sentences
from advisor.writers.summaries import failing_severities, owner

FOR_PEOPLE = False
FINDINGS_ALONE = False
LINE_BY_LINE = False
NEEDS = frozenset({"passed"})
LIMITS = "none; GitLab accepts 30 MB, about 500 servers"

_NO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")  # what `printable` leaves, and XML 1.0 cannot hold
_RUN = "domlint"
_COUNTED = ("tests", "failures", "errors", "skipped")
_MOST_MISSING = 3


class _Case(NamedTuple):
    """A test case.

    outcome: failure, error or skipped, with its kind, words and text; "" if the case passed. output: the text of
    findings below `--fail-on`.
    """

    group: str
    name: str
    outcome: str = ""
    kind: str = ""
    words: str = ""
    text: str = ""
    output: str = ""


class _OfRule(NamedTuple):
    """The results of a rule on a server or cluster.

    failing: findings that make the exit code 1. lower: new findings below `--fail-on`. known: those of the baseline.
    """

    failing: list[Finding]
    lower: list[Finding]
    known: list[Finding]
    waived: list[Waived]
    unknown: list[Unjudged]


class _Suite(Struct, frozen=True):
    """A suite as text, and how many tests, failures and errors it has."""

    text: str
    counts: tuple[int, int, int]


def render(report: Report, options: Options) -> str:
    """Return all suites: the run first, then each server, then each cluster."""
    suites = [_suite(_RUN, _of_run(report), _about(report))]
    by_owner = _by_owner(report, failing_severities(options.fail_on))
    raised = {error.where for error in report.errors if error.what == RULE_RAISED}
    rules = {rule.id: rule for rule in report.judged}
    as_release = f" as {report.as_release}" * bool(report.as_release)
    unchanged = {one.owner: one.sentence for one in sentences.unchanged(report)}
    for name, passed, about in _owners(report):
        shown = ("server " * (name == _RUN)) + name + as_release  # the run's own suite has that name
        cases = list(_cases(shown, passed, by_owner.get(name, {}), rules, raised))
        if name in unchanged:
            cases.insert(0, _Case(shown, "what is so now too", "skipped", "as now", unchanged[name]))
        suites.append(_suite(shown, cases, about))
    totals = map(sum, zip(*(suite.counts for suite in suites), strict=True))
    begin = _tag("testsuites", {"name": _RUN} | dict(zip(_COUNTED, map(str, totals), strict=False)))
    end = "</testsuites>\n"
    return "".join(['<?xml version="1.0" encoding="UTF-8"?>\n', begin, "\n", *(suite.text for suite in suites), end])


def _owners(report: Report) -> Iterator[tuple[str, tuple[str, ...], dict[str, str]]]:
    """Yield each server and cluster by name, with its passed rules and its properties."""
    for server in report.servers:
        yield server.name, server.passed, _about_server(server)
    for cluster in report.clusters:
        yield f"cluster {cluster.name}", cluster.passed, {"members": listed(cluster.members, len(cluster.members))}


def _by_owner(report: Report, failing: Sequence[str]) -> dict[str, dict[str, _OfRule]]:
    """Return the results by server or cluster, and by rule. failing: the severities that fail a case."""
    made: dict[str, dict[str, _OfRule]] = {}

    def of(one: Finding | Unjudged) -> _OfRule:
        of_owner = made.setdefault(owner(one), {})
        return of_owner.setdefault(one.rule, _OfRule([], [], [], [], []))

    for finding in report.findings:
        group = of(finding)
        if finding.known:
            group.known.append(finding)
        elif finding.severity in failing:
            group.failing.append(finding)
        else:
            group.lower.append(finding)
    for waived in report.waived:
        of(waived.finding).waived.append(waived)
    for unjudged in report.unknown:
        of(unjudged).unknown.append(unjudged)
    return made


def _cases(
    owner: str, passed: tuple[str, ...], by_rule: dict[str, _OfRule], rules: dict[str, Rule], raised: set[str]
) -> Iterator[_Case]:
    """Yield a case for each rule with a result on the server or cluster, in the order of the rules."""
    passes = set(passed)
    for rule in rules.values():
        if rule.id in by_rule or rule.id in passes:
            case = _Case(f"{owner}.{rule.category}", f"{rule.id} {rule.name}")
            yield _settled(case, by_rule[rule.id], rule.id in raised) if rule.id in by_rule else case


def _settled(case: _Case, of_rule: _OfRule, raised: bool) -> _Case:
    """Return the case of a rule that found something or could not be checked. The worst result decides."""
    case = case._replace(output=_texts(of_rule.lower))
    if of_rule.failing:
        found = sentences.worst_first(of_rule.failing)
        more = f" (and {len(found) - 1} more)" * (len(found) > 1)
        text = "\n\n".join([_texts(found), *_open(of_rule)])
        return case._replace(outcome="failure", kind=found[0].severity, words=found[0].message + more, text=text)
    if raised and any(not one.missing for one in of_rule.unknown):
        return case._replace(outcome="error", kind=RULE_RAISED, words="The rule raised an error and checked nothing.")
    if of_rule.lower and not of_rule.unknown:
        return case._replace(output="\n\n".join([case.output, *_accepted(of_rule)]))
    skipped = [*_open(of_rule), *_accepted(of_rule)]
    kind = "not judged" if of_rule.unknown else "waived" if of_rule.waived else "known"
    return case._replace(outcome="skipped", kind=kind, words=" ".join(skipped))


def _texts(findings: list[Finding]) -> str:
    """Return the texts of findings, the worst first."""
    return "\n\n".join("\n".join(_finding(one)) for one in sentences.worst_first(findings))


def _finding(finding: Finding) -> Iterator[str]:
    """Yield the lines of a finding: message, location, fix, commands, reasons and fingerprint."""
    yield f"{finding.severity}: {printable(finding.message)}"
    if finding.expired:
        yield printable(finding.expired)
    if spot := sentences.spot(finding):
        yield f"At: {spot}"
    yield from sentences.advice(finding.fix)
    yield f"Why: {finding.why}"
    yield f"Fingerprint: {finding.fingerprint}"


def _open(rule: _OfRule) -> Iterator[str]:
    """Yield which subjects a rule could not check, and what to collect."""
    if rule.unknown:
        collects = dict.fromkeys([missing.collect for one in rule.unknown for missing in one.missing])
        yield _not_judged(tuple(dict.fromkeys([one.subject for one in rule.unknown])), tuple(collects))


@lru_cache(maxsize=4096)  # of hundreds of servers most lack the same
def _not_judged(subjects: tuple[str, ...], collects: tuple[str, ...]) -> str:
    give = f" To check it: {'; '.join(collects[:_MOST_MISSING])}" * bool(collects)
    return printable(f"Could not be checked on {listed(subjects)}.{give}")


def _accepted(rule: _OfRule) -> Iterator[str]:
    """Yield why findings do not count."""
    yield from (f"Waived: {sentences.accepted(one)}: {one.finding.message}" for one in rule.waived)
    yield from (f"Known from the baseline ({one.severity}): {one.message}" for one in rule.known)


def _of_run(report: Report) -> list[_Case]:
    """Return the cases of the run: whether the report is complete, and the files that were not read, or only partly."""
    case = _Case(_RUN, "the report is whole")
    if not report.complete:
        words = f"The report is incomplete: {number(len(report.errors), 'error')}. What is missing here is not fine."
        case = case._replace(outcome="error", kind="not whole", words=words)
    return [case, *_lost(report), *_in_part(report)]


def _lost(report: Report) -> Iterator[_Case]:
    """Yield a case for each file or rule that was not read or checked, with all reasons."""
    of_each: dict[tuple[str, str], list[str]] = {}
    for error in report.errors:
        what = f"{_RUN}.servers" if error.what == NOT_JUDGED else f"{_RUN}.inputs"
        group = f"{_RUN}.rules" if error.what == RULE_RAISED else what
        of_each.setdefault((group, error.where), []).append(f"{error.what}: {error.message}")
    for (group, where), reasons in of_each.items():
        yield _Case(group, where, "error", reasons[0].partition(":")[0], "; ".join(reasons))


def _in_part(report: Report) -> Iterator[_Case]:
    """Yield a case for each file that was only partly read. Rules that need the rest could not be checked."""
    of_file: dict[str, list[str]] = {}
    for part in report.unread:
        if part.problem and not part.what:
            at = f"line {part.line}: " if part.line else ""
            of_file.setdefault(part.path, []).append(at + part.reason)
    for path, reasons in of_file.items():
        yield _Case(f"{_RUN}.inputs", f"{path} (in part)", "skipped", "read in part", "; ".join(reasons))


def _about(report: Report) -> dict[str, str]:
    """Return the properties of the run: version, profile, configuration and release."""
    properties = {"version": report.tool.version, "rulepack": report.tool.rulepack, "profile": report.profile}
    properties |= {"config": report.config} if report.config else {}
    return properties | ({"as release": report.as_release} if report.as_release else {})


def _about_server(server: ServerReport) -> dict[str, str]:
    """Return the known properties of a server: release, platform, grade and place."""
    letter = f"{server.grade}{' at best' * server.grade_is_bound}" if server.grade else ""
    properties = {"release": server.release.value, "platform": server.platform, "grade": letter, "place": server.place}
    return {name: value for name, value in properties.items() if value}


def _suite(name: str, cases: list[_Case], about: dict[str, str]) -> _Suite:
    """Return a suite as text, which takes less memory than elements: a fleet has a hundred thousand cases."""
    outcomes = [case.outcome for case in cases]
    counts = len(cases), outcomes.count("failure"), outcomes.count("error")
    numbers = dict(zip(_COUNTED, map(str, (*counts, outcomes.count("skipped"))), strict=True))
    lines = [f"  {_tag('testsuite', {'name': name} | numbers)}"]
    if about:
        properties = [f"      {_tag('property', {'name': of_what, 'value': about[of_what]}, '')}" for of_what in about]
        lines += ["    <properties>", *properties, "    </properties>"]
    else:
        lines.append("    <properties />")
    for case in cases:
        begin = f'    <testcase classname="{_escaped(case.group)}" name="{_escaped(case.name)}"'
        outcome = _outcome(*case[2:6]) if case.outcome else ""
        output = _output(case.output) if case.output else ""
        lines.append(f"{begin}>{outcome}{output}\n    </testcase>" if outcome or output else f"{begin} />")
    return _Suite("\n".join([*lines, "  </testsuite>\n"]), counts)


@lru_cache(maxsize=1024)  # of hundreds of servers most lack the same
def _outcome(outcome: str, kind: str, words: str, text: str) -> str:
    """Return the element that says why a case did not pass, on its own line. GitLab shows only its text."""
    return f"\n      {_tag(outcome, {'type': kind, 'message': words}, _lines(text or words))}"


@lru_cache(maxsize=1024)
def _output(text: str) -> str:
    """Return the output of a case on its own line."""
    return f"\n      <system-out>{_lines(text)}</system-out>"


def _lines(text: str) -> str:
    """Return a text of several lines as an element holds it."""
    return "\n".join([escape(_xml(line)) for line in text.split("\n")])


def _tag(name: str, attributes: dict[str, str], text: str | None = None) -> str:
    """Return an element, or only its start tag if there is no text."""
    begin = f"<{name} " + " ".join([f'{of_what}="{_escaped(value)}"' for of_what, value in attributes.items()])
    return f"{begin}>" if text is None else f"{begin}>{text}</{name}>" if text else f"{begin} />"


@lru_cache(maxsize=4096)
def _escaped(text: str) -> str:
    """Return a text escaped for an attribute."""
    return escape(_xml(text), {'"': "&quot;"})


def _xml(text: str) -> str:
    r"""Return a text for XML 1.0, with characters that XML cannot contain as `\x0b`."""
    return _NO_XML.sub(lambda found: f"\\u{ord(found[0]):04x}", printable(text))
