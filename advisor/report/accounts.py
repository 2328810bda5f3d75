"""Types of the report about the run as a whole: configuration, baseline, waivers, totals and outliers."""

from typing import Annotated, Any

from msgspec import Struct

from advisor import values
from advisor.configuration.selection import OUT_OF_LINE
from advisor.report.grades import Counts
from advisor.values.rows import OR_NULL, SPARE, OneOf

UNUSED, EXPIRED, NO_SERVER = "unused", "expired", "server not in the run"  # why a waiver accepts nothing


class Changed(Struct, frozen=True):
    """What the configuration changed of a rule that ran."""

    parameters: Annotated[dict[str, Any] | None, "its figures, by name, if the configuration changed any; else null"]
    severity: Annotated[str | None, "the severity of all its findings; null if the rule decides"]


class IdleWaiver(Struct, frozen=True):
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


class IdleServer(Struct, frozen=True):
    """A server in the configuration that is not in the run."""

    place: Annotated[str, "the place in the configuration"]
    name: str
    meant: Annotated[str | None, "the server of the run with the most similar name"] = None


class SameName(Struct, frozen=True):
    """One of several servers with the same name."""

    name: Annotated[str, "the name that all of them have"]
    server: Annotated[str, "its own name in this report"]
    place: Annotated[str, "as in `servers`"]


class PackedCopy(Struct, frozen=True):
    """An archive that holds the same files as a folder of the run, for some servers. The folder was used."""

    archive: Annotated[str, "its path as printed"]
    folder: Annotated[str, "the folder that was used"]
    servers: Annotated[tuple[str, ...], "the servers in both, each checked once"]


class Totals(Struct, frozen=True):
    """The numbers of a run. Findings are those that no waiver accepts, of servers and of clusters."""

    servers: Annotated[int, "servers that were checked"]
    counts: Annotated[Counts, "findings by severity, including those of the baseline"]
    known: Annotated[int, "findings of the baseline"]
    waived: Annotated[int, "findings that a waiver accepts"]
    unknown: Annotated[int, "rules that could not be checked: one for each rule and subject"]


class BaselineAccount(Struct, frozen=True):
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


ID, NAME = OUT_OF_LINE
ROLE, CLUSTER, RELEASE = "role", "cluster", "release"


class OddServer(Struct, frozen=True):
    """A server that differs from similar servers."""

    server: str
    value: Annotated[str, OR_NULL, "secrets as ***; null if it is not set"]
    place: Annotated[str, OR_NULL, "the line of the setting"]
    fingerprint: Annotated[str, "made of server and setting; never changes"]
    waived: Annotated[str, SPARE, "the reason of the waiver that accepts it"] = ""


class OutOfLine(Struct, frozen=True):
    """A setting in which one or a few servers differ from the others of their group."""

    setting: Annotated[str, "the setting's name"]
    by: Annotated[str, OneOf((ROLE, CLUSTER, RELEASE)), "what the servers of the group have in common"]
    group: Annotated[str, "the group, in words"]
    servers: Annotated[int, "servers of the group whose value is known"]
    alike: Annotated[int, "servers with the common value"]
    value: Annotated[str, OR_NULL, "the common value; null if no server sets it"]
    default: Annotated[str, SPARE, "the default in the release of the group"]
    odd: Annotated[tuple[OddServer, ...], "the servers that differ, at most 20"]
    more: Annotated[int, SPARE, "the number of further servers"]


class Outliers(Struct, frozen=True):
    """What `domlint fleet` found. It changes no grade and no exit code."""

    rule: Annotated[str, OneOf((ID,)), "the id for `ignore` and waivers"]
    name: Annotated[str, OneOf((NAME,))]
    compared: Annotated[int, "servers in a group that is large enough"]
    rows: Annotated[tuple[OutOfLine, ...], "by setting; null if no server differs"]
    alone: Annotated[int, SPARE, "servers in no such group"] = 0
    alone_named: Annotated[tuple[str, ...], SPARE, "the first of them, at most 20"] = ()
    partly: Annotated[int, SPARE, "servers with an incomplete NOTES.INI; their unset settings are left out"] = 0
    by_disks: Annotated[tuple[str, ...], SPARE, "settings that depend on the disks, never compared"] = ()
    by_memory: Annotated[
        tuple[str, ...],
        SPARE,
        "settings that depend on the memory, not compared for servers of other or unknown memory",
    ] = ()


class Kind(Struct, frozen=True):
    """What peers have alike. release: "" where no more than a floor is known; memory: in MB, where that counts."""

    kind: str
    platform: str
    role: str
    cluster: str
    release: str
    memory: str = ""


class HasValue(Struct, frozen=True):
    """What a server has in one setting. value: to compare; None where nobody can say what it is."""

    name: str
    value: values.Value | None
    shown: str = ""
    place: str = ""


class Traits(Struct, frozen=True):
    """What of a server counts for its peers. whole: what `held` does not name is not set.

    by_disks: the settings that depend on the disks, if it sets them.
    """

    kind: Kind
    whole: bool
    held: tuple[HasValue, ...]
    by_disks: tuple[str, ...] = ()
