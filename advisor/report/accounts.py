"""Accounts: the report's types of what became of waivers and baseline, of a run's numbers, and of an upgrade."""

from typing import Annotated, Any, NamedTuple

from advisor.pack import SEVERITIES
from advisor.report.grades import GRADES, Counts
from advisor.report.report import Release
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf, Pattern

UPGRADED, ALREADY, NEWER = "upgraded", "already", "newer"  # how a server stands to the release it is judged as
UNUSED, EXPIRED, NO_SERVER = "unused", "expired", "server not in the run"  # why a waiver accepts nothing


class Changed(NamedTuple):
    """What the configuration changed of a rule that ran."""

    parameters: Annotated[dict[str, Any] | None, "its figures, by name, where not all are the rule's own; else null"]
    severity: Annotated[str | None, "what all its findings have; null where the rule settles it"]


class IdleWaiver(NamedTuple):
    """A waiver that accepts nothing in this run."""

    place: Annotated[str, OR_NULL, "where it stands: `domlint.toml:12`"]
    rule: Annotated[str, "as the waiver names it"]
    server: Annotated[str, OR_NULL, "as the waiver names it; null for every server"]
    subject: Annotated[str, OR_NULL, "as the waiver names it; null for every subject"]
    reason: str
    until: Annotated[str, OR_NULL, "the last day on which it was to hold"]
    owner: Annotated[str, OR_NULL]
    ticket: Annotated[str, OR_NULL]
    why: Annotated[str, OneOf((UNUSED, EXPIRED, NO_SERVER)), "unused: what it accepts was judged, and is not found"]
    meant: Annotated[str | None, "the server of the run whose name is most like the one that is in none"] = None


class IdleServer(NamedTuple):
    """A server of which the configuration tells, and that is not in this run."""

    place: Annotated[str, "where the configuration tells of it"]
    name: str
    meant: Annotated[str | None, "the server of the run whose name is most like it"] = None


class SameName(NamedTuple):
    """One of several servers of one name."""

    name: Annotated[str, "the one that all of them have, spelled as the first has it"]
    server: Annotated[str, "its name in this report, with what tells it apart"]
    place: Annotated[str, "as in `servers`"]


class PackedCopy(NamedTuple):
    """An archive that holds the same files as a folder of the run, for some servers. The folder was used."""

    archive: Annotated[str, "its path as printed"]
    folder: Annotated[str, "the one that was used"]
    servers: Annotated[tuple[str, ...], "the servers that are in both, each of which was checked once"]


class Totals(NamedTuple):
    """The numbers of a run. Findings are those that no waiver accepts, of servers and of clusters."""

    servers: Annotated[int, "those that were judged"]
    counts: Annotated[Counts, "findings by severity, those known from the baseline included"]
    known: Annotated[int, "findings that stand in the baseline"]
    waived: Annotated[int, "findings that a waiver accepts"]
    unknown: Annotated[int, "what could not be judged: a rule on a subject each"]


class BaselineAccount(NamedTuple):
    """What became of the findings of the --baseline report; all but `worse` and `rules_new` add up to `total`."""

    complete: Annotated[bool, "the earlier report was whole; what it missed counts as new"]
    total: Annotated[int, "findings of the earlier report"]
    still_there: Annotated[int, "found again"]
    worse: Annotated[int, "of those, the ones that are worse than they were, and count"]
    waived: Annotated[int, "found again, and accepted by a waiver"]
    gone: Annotated[int, "judged and not found: these are put right"]
    by_configuration: Annotated[
        int,
        "not found, by what the configuration or an option says now: nothing was put right",
    ]
    not_judged: Annotated[int, "not found because they could not be judged: nobody knows"]
    rule_not_run: Annotated[int, "of rules that did not run this time"]
    server_not_in_run: Annotated[int, "of servers and clusters that are not in this run"]
    rules_new: Annotated[int, "rules of this run that did not run for that report; what they find counts as new"]


class Gone(NamedTuple):
    """A finding of now that would go away with another release, be milder, or have no rule any more."""

    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "the one it has now"]
    becomes: Annotated[str, SPARE, OneOf(SEVERITIES), "the one it would have, where it would only be milder"]
    no_rule: Annotated[bool, SPARE, "its rule does not speak of that release: whether the fault stays nobody says"]
    subject: str
    message: Annotated[str, "what is wrong now"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "the one of now, by which its ticket is kept"]


class OtherDefault(NamedTuple):
    """A setting that NOTES.INI does not have, and whose built-in value is another one in another release."""

    setting: Annotated[str, "its name"]
    now: Annotated[str, "the built-in value in the release that runs"]
    then: Annotated[str, "the one in the other release"]
    meaning: Annotated[str, "what the setting does"]


class AsRelease(NamedTuple):
    """What a server, or a cluster, is now, and what of that would be otherwise as the release that is asked for.

    lost: the names of the rules in `no_longer_judged`.
    """

    how: Annotated[
        str,
        OneOf((UPGRADED, ALREADY, NEWER)),
        "upgraded: judged as that release; already: it runs it; newer: it runs a newer one, and is judged as it is",
    ]
    release: Annotated[Release | None, SPARE, "the one that runs now; left out of a cluster"]
    grade: Annotated[str, SPARE, OneOf(GRADES), "the one of now; the server's own is as that release"]
    grade_is_bound: Annotated[bool, SPARE, "that it is the best there is"]
    same: Annotated[int, "findings that stand now and as that release: they are not told"]
    gone: Annotated[tuple[Gone, ...], SPARE, "findings of now that would go away, or be milder"]
    defaults: Annotated[tuple[OtherDefault, ...], SPARE, "settings that are not set and would have another value"]
    no_longer_judged: Annotated[
        tuple[str, ...], SPARE, "by id: rules with a verdict now that could not be judged as that release"
    ]
    lost: Annotated[tuple[str, ...], INNER] = ()
