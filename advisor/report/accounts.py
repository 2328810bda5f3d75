"""Accounts: the report's types of what became of waivers and baseline, of a run's numbers, and of an upgrade."""

from typing import Annotated, Any, NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.grades import GRADES, Counts
from advisor.report.model import Release
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf, Pattern

UPGRADED, ALREADY, NEWER = "upgraded", "already", "newer"  # how a server stands to the release it is judged as
UNUSED, EXPIRED, NO_SERVER = "unused", "expired", "server not in the run"  # why a waiver accepts nothing


class Changed(NamedTuple):
    """What the configuration changed of a rule that ran."""

    parameters: Annotated[dict[str, Any] | None, "its figures, by name, if the configuration changed any; else null"]
    severity: Annotated[str | None, "the severity of all its findings; null if the rule decides"]


class IdleWaiver(NamedTuple):
    """A waiver that accepts nothing in this run."""

    place: Annotated[str, OR_NULL, "its place: `domlint.toml:12`"]
    rule: Annotated[str, "as the waiver names it"]
    server: Annotated[str, OR_NULL, "as the waiver names it; null for every server"]
    subject: Annotated[str, OR_NULL, "as the waiver names it; null for every subject"]
    reason: str
    until: Annotated[str, OR_NULL, "the last day of the waiver"]
    owner: Annotated[str, OR_NULL]
    ticket: Annotated[str, OR_NULL]
    why: Annotated[
        str,
        OneOf((UNUSED, EXPIRED, NO_SERVER)),
        "why it accepts nothing; unused: the rule was checked and found nothing",
    ]
    meant: Annotated[str | None, "the server of the run with the most similar name"] = None


class IdleServer(NamedTuple):
    """A server in the configuration that is not in the run."""

    place: Annotated[str, "the place in the configuration"]
    name: str
    meant: Annotated[str | None, "the server of the run with the most similar name"] = None


class SameName(NamedTuple):
    """One of several servers with the same name."""

    name: Annotated[str, "the name that all of them have"]
    server: Annotated[str, "its own name in this report"]
    place: Annotated[str, "as in `servers`"]


class PackedCopy(NamedTuple):
    """An archive that holds the same files as a folder of the run, for some servers. The folder was used."""

    archive: Annotated[str, "its path as printed"]
    folder: Annotated[str, "the folder that was used"]
    servers: Annotated[tuple[str, ...], "the servers in both, each checked once"]


class Totals(NamedTuple):
    """The numbers of a run. Findings are those that no waiver accepts, of servers and of clusters."""

    servers: Annotated[int, "servers that were checked"]
    counts: Annotated[Counts, "findings by severity, including those of the baseline"]
    known: Annotated[int, "findings of the baseline"]
    waived: Annotated[int, "findings that a waiver accepts"]
    unknown: Annotated[int, "rules that could not be checked: one for each rule and subject"]


class BaselineAccount(NamedTuple):
    """What happened to the findings of the --baseline report; all but `worse` and `rules_new` add up to `total`."""

    complete: Annotated[bool, "the earlier report was complete; what it missed counts as new"]
    total: Annotated[int, "findings of the earlier report"]
    still_there: Annotated[int, "found again"]
    worse: Annotated[int, "of these, the findings that are more severe now; they count"]
    waived: Annotated[int, "found again, and accepted by a waiver"]
    gone: Annotated[int, "checked and not found: these are fixed"]
    by_configuration: Annotated[
        int,
        "not found because the configuration or an option changed: nothing was fixed",
    ]
    not_judged: Annotated[int, "not found because they could not be checked: unknown"]
    rule_not_run: Annotated[int, "findings of rules that did not run this time"]
    server_not_in_run: Annotated[int, "findings on servers and clusters that are not in this run"]
    rules_new: Annotated[int, "rules that did not run for the earlier report; their findings count as new"]


class Gone(NamedTuple):
    """A finding that would go away with another release, be less severe, or have no rule."""

    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "the severity now"]
    becomes: Annotated[str, SPARE, OneOf(SEVERITIES), "the severity then, if it would only be less severe"]
    no_rule: Annotated[bool, SPARE, "its rule is not about that release, so the fault may remain"]
    subject: str
    message: Annotated[str, "what is wrong now"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "the fingerprint now, which its ticket has"]


class OtherDefault(NamedTuple):
    """An unset setting whose default changes with the release."""

    setting: Annotated[str, "its name"]
    now: Annotated[str, "the default in the release that runs"]
    then: Annotated[str, "the default in the other release"]
    meaning: Annotated[str, "what the setting does"]


class AsRelease(NamedTuple):
    """A server or cluster as it is now, and what another release would change.

    lost: the names of the rules in `no_longer_judged`.
    """

    how: Annotated[
        str,
        OneOf((UPGRADED, ALREADY, NEWER)),
        "upgraded: checked as that release; already: it runs it; newer: it runs a newer one and is checked as it is",
    ]
    release: Annotated[Release | None, SPARE, "the release that runs now; left out for a cluster"]
    grade: Annotated[str, SPARE, OneOf(GRADES), "the grade now; the grade of the server is for the other release"]
    grade_is_bound: Annotated[bool, SPARE, "the grade is an upper bound"]
    same: Annotated[int, "the number of findings that stay as they are; the report does not list them"]
    gone: Annotated[tuple[Gone, ...], SPARE, "findings that would go away or be less severe"]
    defaults: Annotated[tuple[OtherDefault, ...], SPARE, "unset settings whose default changes"]
    no_longer_judged: Annotated[
        tuple[str, ...], SPARE, "by id: rules that can be checked now but not for the other release"
    ]
    lost: Annotated[tuple[str, ...], INNER] = ()
