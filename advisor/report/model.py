"""Report: everything a writer prints. The types are JSON's, field by field; `domlint schema report` is made of them.

Nothing here is raw: whatever came out of a file has been through `masking`. What only findings, a site's decisions or
JSON call for stands in `finding`, `texts`, `accounts` and `shapes`;
`schema` has the types of the fields that hold such.
"""

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Annotated, NamedTuple

from advisor.judging.lookup import Missing
from advisor.pack import Pack, Rule
from advisor.report import identity
from advisor.report.grades import GRADES, Category, Counts, Coverage
from advisor.servers.walk import Unread
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf

if TYPE_CHECKING:
    from advisor.report.accounts import (
        AsRelease,
        BaselineAccount,
        Changed,
        IdleServer,
        IdleWaiver,
        PackedCopy,
        SameName,
        Totals,
    )
    from advisor.report.clusters import ClusterReport
    from advisor.report.finding import Finding, Waived
    from advisor.report.layout import StorageLayout
    from advisor.report.outliers import Outliers
    from advisor.report.texts import CitedSource, SharedTexts
    from advisor.report.troubles import Trouble

SCHEMA_VERSION = 3
ONE_FINDING, WHOLE_RULE = "finding", "rule"  # what a row of `unknown` covers
RULE_RAISED, NOT_JUDGED = "rule raised", "server not judged"  # words of `Trouble.what`; reading has more
NOTHING_RECOGNISED = "nothing recognised"  # another: no server in all that was given


class Program(NamedTuple):
    """The program and the date of its rules."""

    name: Annotated[str, OneOf(("domlint",))]
    version: str
    rulepack: Annotated[str, "the date of the rules"]


class Release(NamedTuple):
    """The Domino release, and how it is known."""

    value: Annotated[
        str | None, "as administrators write it; `12.0 or newer` if only the lowest possible release is known"
    ]
    basis: str | None


class Input(NamedTuple):
    """A file that was read."""

    path: str
    format: str


class ServerReport(NamedTuple):
    """One server or client as a whole.

    bound_by: the categories of what could lower it. plain_name: the name without
    the place that tells it from another of that name. left_open: a rule could not be judged although a file of the kind
    it needs was given. passed: the ids of the rules that passed, where a format needs "passed".
    layout: what lives where on its disks, where one needs "layout".
    """

    name: str
    kind: Annotated[str | None, "server or client; null if it is not known"]
    named_by: str
    release: Release
    platform: str | None
    bits: Annotated[int | None, OneOf((32, 64))]
    role: Annotated[str | None, SPARE, "the role, from domlint.toml"]
    workload: Annotated[tuple[str, ...], SPARE, "the workload, from domlint.toml"]
    criticality: Annotated[
        str | None, SPARE, "what domlint.toml says the loss of its data would cost: low, normal or high"
    ]
    told: Annotated[dict[str, str], SPARE, "those of the last six fields that come from an option or domlint.toml"]
    contradictions: Annotated[tuple[str, ...], SPARE, "contradictions between files and domlint.toml or an option"]
    grade: Annotated[str | None, OneOf(GRADES)]
    ungraded: Annotated[str, SPARE, "why there is no grade"]
    grade_is_bound: Annotated[bool, "the grade is an upper bound: something that could lower it was not checked"]
    grade_note: Annotated[
        str, SPARE, "what the site decided that the grade rests on: rules left out, severities, waivers"
    ]
    categories: tuple[Category, ...]
    counts: Annotated[Counts, "findings by severity, including those of the baseline"]
    waived: Annotated[int, "findings that waivers accept"]
    known: Annotated[int, "findings of the baseline"]
    inputs: tuple[Input, ...]
    beside: Annotated[tuple[str, ...], SPARE, "the other servers on its machine"]
    place: Annotated[str, "its folder, beginning with the name of the folder that was given"]
    copies: Annotated[
        tuple[str, ...], SPARE, "places of each NOTES.INI taken for a copy of its own, or left out beside it"
    ]
    coverage: Coverage
    as_release: Annotated[
        "AsRelease | None",
        SPARE,
        "what it is now, if it is checked as another release: the other fields are as that one",
    ] = None
    bound_by: Annotated[tuple[str, ...], INNER] = ()
    plain_name: Annotated[str, INNER] = ""
    left_open: Annotated[bool, INNER] = False
    passed: Annotated[tuple[str, ...], INNER] = ()
    layout: Annotated["StorageLayout | None", INNER] = None


class Unjudged(NamedTuple):
    """A rule that could not be judged on a subject.

    covers: which findings may be missing, the one of the fingerprint or all of the stem. severity: that of its finding,
    had it failed. as_release: the release that the server was judged as, or "".
    """

    rule: str
    name: str
    server: str | None
    cluster: str | None
    subject: str
    covers: str
    missing: tuple[Missing, ...]
    severity: str
    as_release: str = ""

    @property
    def fingerprint(self) -> str | None:
        """That of its finding, had it failed; None where it is not known on what."""
        if self.covers != ONE_FINDING:
            return None
        return self._of_release(identity.fingerprint_of(self.rule, self.server or self.cluster or "", self.subject))

    @property
    def stem(self) -> str:
        """That of all findings of the rule on the server."""
        return self._of_release(identity.stem(self.rule, self.server or self.cluster or ""))

    @property
    def may_apply(self) -> bool:
        """Whether what is known of the server does not leave open whether the rule is one for its platform at all."""
        return all(missing.key != "platform" for missing in self.missing)

    def _of_release(self, own: str) -> str:
        return identity.apart(own, self.as_release) if self.as_release else own


class Hint(NamedTuple):
    """A file that would help, and what it would answer."""

    collect: str
    keys: Annotated[tuple[str, ...], "the unknown keys that rules ask for"]


class Report(NamedTuple):
    """What `domlint check --format json` prints.

    judged: the rules of the run. pack: where their texts are and how their keys are spelled. totals: makes the
    numbers of the run, of which only some formats print any.
    """

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    complete: Annotated[bool, "everything could be read and checked; if not, `errors` says what could not"]
    tool: Program
    config: Annotated[str | None, "the configuration file that was used"]
    profile: Annotated[str, "the profile of the run"]
    baseline: "BaselineAccount | None"
    as_release: Annotated[
        str, OR_NULL, "the other release (domlint upgrade); the report then contains only what would change"
    ]
    ran: Annotated[
        tuple[str, ...],
        "the ids of all rules that ran; empty without a server, and for another release",
    ]
    changed: Annotated["dict[str, Changed]", "by id: what the configuration changed of rules that ran"]
    servers: tuple[ServerReport, ...]
    places: "tuple[SameName, ...]"
    clusters: "tuple[ClusterReport, ...]"
    rules: "dict[str, SharedTexts]"
    sources: "dict[str, CitedSource]"
    findings: "tuple[Finding, ...]"
    unknown: tuple[Unjudged, ...]
    hints: Annotated[tuple[Hint, ...], "the files that would help; `unknown` has the numbers of these rows"]
    waived: "tuple[Waived, ...]"
    unread: tuple[Unread, ...]
    errors: "tuple[Trouble, ...]"
    idle_waivers: "tuple[IdleWaiver, ...]"
    idle_servers: "tuple[IdleServer, ...]"
    judged: Annotated[tuple[Rule, ...], INNER]
    pack: Annotated[Pack, INNER]
    totals: Annotated["Callable[[], Totals]", INNER]
    packed_copies: Annotated["tuple[PackedCopy, ...]", "archives that hold the same servers as a folder"] = ()
    outliers: Annotated[
        "Outliers | None", SPARE, "with `--outliers` alone: what one server has otherwise than its like"
    ] = None


def hints_of(unknown: Iterable[Unjudged]) -> tuple[Hint, ...]:
    """What to give so that more is judged, in the order of the rows."""
    keys: dict[str, dict[str, None]] = {}
    for missing in (missing for unjudged in unknown for missing in unjudged.missing):
        keys.setdefault(missing.collect, {})[missing.key] = None
    return tuple(Hint(collect, tuple(of_one)) for collect, of_one in keys.items())
