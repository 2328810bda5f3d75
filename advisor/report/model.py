"""The types of a report: everything a writer prints, masked.

The types are JSON's, field by field; `domlint schema report` is made of them. `finding`, `texts` and `accounts` define
the types of findings, of the texts that findings share, and of the run as a whole.
"""

from collections.abc import Callable, Iterable
from typing import Annotated

from msgspec import Struct

from advisor.configuration.site import Waiver
from advisor.judging.lookup import Missing
from advisor.pack import SEVERITIES, Pack, Rule
from advisor.report import identity
from advisor.report.accounts import (
    BaselineAccount,
    Changed,
    IdleServer,
    IdleWaiver,
    Outliers,
    PackedCopy,
    SameName,
    Totals,
    Traits,
)
from advisor.report.finding import Finding, Waived
from advisor.report.grades import GRADES, Category, Counts, Coverage
from advisor.report.texts import CitedSource, SharedTexts
from advisor.servers.model import Unread
from advisor.values.rows import INNER, OR_NULL, SPARE, OneOf, Pattern

SCHEMA_VERSION = 3
ONE_FINDING, WHOLE_RULE = "finding", "rule"  # what a row of `unknown` covers
RULE_RAISED, NOT_JUDGED = "rule raised", "server not judged"  # words of `Trouble.what`; reading has more
NOTHING_RECOGNISED = "nothing recognised"  # another: no server in all that was given


class Program(Struct, frozen=True):
    """The program and the date of its rules."""

    name: Annotated[str, OneOf(("domlint",))]
    version: str
    rulepack: Annotated[str, "the date of the rules"]


class Release(Struct, frozen=True):
    """The Domino release, and how it is known."""

    value: Annotated[
        str | None, "as administrators write it; `12.0 or newer` if only the lowest possible release is known"
    ]
    basis: str | None


class Input(Struct, frozen=True):
    """A file that was read."""

    path: str
    format: str


UPGRADED, ALREADY, NEWER = "upgraded", "already", "newer"  # how a server stands to the release it is judged as


class Gone(Struct, frozen=True):
    """A finding that would go away with another release, be less severe, or have no rule."""

    rule: Annotated[str, "the rule's id"]
    name: Annotated[str, "the rule's name"]
    severity: Annotated[str, OneOf(SEVERITIES), "the severity now"]
    becomes: Annotated[str, SPARE, OneOf(SEVERITIES), "the severity then, if it would only be less severe"]
    no_rule: Annotated[bool, SPARE, "its rule is not about that release, so the fault may remain"]
    subject: str
    message: Annotated[str, "what is wrong now"]
    fingerprint: Annotated[str, Pattern(r"^dl1:[0-9a-f]{20}$"), "the fingerprint now, which its ticket has"]


class OtherDefault(Struct, frozen=True):
    """An unset setting whose default changes with the release."""

    setting: Annotated[str, "its name"]
    now: Annotated[str, "the default in the release that runs"]
    then: Annotated[str, "the default in the other release"]
    meaning: Annotated[str, "what the setting does"]


class AsRelease(Struct, frozen=True):
    """A server or cluster as it is now, and what another release would change.

    lost: the names of the rules in `no_longer_judged`. prepare: those of `same` that concern an upgrade, as findings of
    the other release. set_at: settings that the upgrade concerns, each with its location.
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
    prepare: Annotated[tuple[Finding, ...], INNER] = ()
    set_at: Annotated[tuple[tuple[str, str], ...], INNER] = ()


class Clash(Struct, frozen=True):
    """A finding about a volume, an array or what is stored there."""

    rule: str
    name: str
    severity: str
    fingerprint: str


class Resident(Struct, frozen=True):
    """Files of Domino or of the system that are stored on a volume or an array.

    what: their kind, as an administrator calls it. owner: the other server on the machine that they belong to, or "".
    presumed: the assumption that places them here; "" if files show it.
    """

    what: str
    path: str = ""
    owner: str = ""
    presumed: str = ""
    clashes: tuple[Clash, ...] = ()


class DrawnVolume(Struct, frozen=True):
    """A volume, by its mount point or letter. size, free: in words; "" if unknown. percent: the free share.

    presumed: what is assumed of everything that is stored there.
    """

    mount: str
    size: str = ""
    free: str = ""
    percent: str = ""
    presumed: str = ""
    residents: tuple[Resident, ...] = ()
    clashes: tuple[Clash, ...] = ()


class DrawnArray(Struct, frozen=True):
    """An array, or disks in no known array. about: level, disks, media and cache, as far as they are known.

    names: its name, and those of equal arrays of its controller, because a volume may span them. health: "" if it is
    healthy. residents: what is stored on it, on an unknown volume.
    """

    names: tuple[str, ...]
    about: tuple[str, ...] = ()
    health: str = ""
    volumes: tuple[DrawnVolume, ...] = ()
    residents: tuple[Resident, ...] = ()
    clashes: tuple[Clash, ...] = ()


class DrawnController(Struct, frozen=True):
    """A controller and its arrays. The name is "" for arrays whose controller is unknown."""

    name: str
    arrays: tuple[DrawnArray, ...]
    about: str = ""
    clashes: tuple[Clash, ...] = ()


class StorageLayout(Struct, frozen=True):
    """The storage of a server. elsewhere: volumes on unknown disks. unplaced: contents on no known volume."""

    controllers: tuple[DrawnController, ...] = ()
    elsewhere: tuple[DrawnVolume, ...] = ()
    unplaced: tuple[Resident, ...] = ()


FINDING, DEFAULT, CHANGED, OBSOLETE, INTERNAL_SETTING, UNDOCUMENTED, UNKNOWN_SETTING = STATUSES = (
    "finding", "default", "changed", "obsolete", "internal", "undocumented", "unknown",
)  # fmt: skip
SETTERS = ("NOTES.INI", "document", "command output")


class SettingFinding(Struct, frozen=True):
    """A finding about a setting."""

    rule: Annotated[str, "the id of the rule"]
    name: Annotated[str, "the name of the rule"]
    severity: Annotated[str, OneOf(SEVERITIES)]


class SettingRow(Struct, frozen=True):
    """One line of NOTES.INI, or one setting that a document sets."""

    name: Annotated[str, "as written"]
    value: Annotated[str, OR_NULL, "as written, secrets as ***; null if it is empty"]
    path: Annotated[str, OR_NULL, "the file"]
    line: Annotated[int | None, "from 1"]
    set_by: Annotated[str, OneOf(SETTERS), "what sets it"]
    times: Annotated[int, "how many lines of NOTES.INI set it"]
    effective: Annotated[str, OR_NULL, "the value that counts; null if it is not known"]
    because: Annotated[str, "why this value counts, or why it is not known"]
    default: Annotated[str, OR_NULL, "the default in the release of this server; null if it is not known"]
    status: Annotated[str, OneOf(STATUSES)]
    findings: Annotated[tuple[SettingFinding, ...], SPARE, "what speaks against it"] = ()
    nearest: Annotated[tuple[str, ...], SPARE, "known names that are similar to an unknown name"] = ()


class SettingRows(Struct, frozen=True):
    """The settings of a server. complete: NOTES.INI was read to its end, so that a missing setting is not set."""

    rows: tuple[SettingRow, ...]
    complete: bool


class ServerReport(Struct, frozen=True):
    """One server or client as a whole."""

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
    as_release: Annotated[AsRelease | None, SPARE, "what it is now, if it was checked as another release"] = None
    bound_by: Annotated[tuple[str, ...], INNER] = ()  # the categories that could lower the grade
    plain_name: Annotated[str, INNER] = ""  # the name without the place that distinguishes servers of one name
    left_open: Annotated[bool, INNER] = False  # a rule could not be checked although a file of its format was given
    passed: Annotated[tuple[str, ...], INNER] = ()  # ids of rules that passed, if a format needs "passed"
    layout: Annotated[StorageLayout | None, INNER] = None  # of its disks, if a format needs "layout"
    settings: Annotated[SettingRows | None, INNER] = None  # if the run needs "settings"


class Unjudged(Struct, frozen=True):
    """A rule that could not be checked on a subject."""

    rule: str
    name: str
    server: str | None
    cluster: str | None
    subject: str
    covers: str  # which findings may be missing: the one of the fingerprint, or all of the stem
    missing: tuple[Missing, ...]
    severity: str  # of the finding, if the rule failed
    as_release: str = ""  # the release that the server was checked as

    @property
    def fingerprint(self) -> str | None:
        """Return the fingerprint of the finding, if the rule failed; None if its subject is unknown."""
        if self.covers != ONE_FINDING:
            return None
        return self._of_release(identity.fingerprint_of(self.rule, self.server or self.cluster or "", self.subject))

    @property
    def stem(self) -> str:
        """Return the stem of all findings of the rule on the server."""
        return self._of_release(identity.stem(self.rule, self.server or self.cluster or ""))

    @property
    def may_apply(self) -> bool:
        """Return whether the platform of the server is known, so that the rule may apply."""
        return all(missing.key != "platform" for missing in self.missing)

    def _of_release(self, own: str) -> str:
        return identity.apart(own, self.as_release) if self.as_release else own


class Hint(Struct, frozen=True):
    """A file that would help, and what it would answer."""

    collect: str
    keys: Annotated[tuple[str, ...], "the unknown keys that rules ask for"]


class Trouble(Struct, frozen=True):
    """Why a report is incomplete."""

    what: Annotated[str, "a fixed word: rule raised, server not judged, nothing recognised, not read …"]
    where: Annotated[str, "the path with its line, the server, or the id of the rule"]
    message: str
    internal: Annotated[bool, INNER] = False

    @property
    def subject(self) -> str:
        """What it is about, in words: `rule THR001`, or as `where` has it."""
        return f"rule {self.where}" if self.what == RULE_RAISED else self.where


class ClusterReport(Struct, frozen=True):
    """A cluster with two or more members in the run."""

    name: str
    members: tuple[str, ...]
    as_release: Annotated[AsRelease | None, SPARE, "what it is now, if its members were checked as another release"] = (
        None
    )
    passed: Annotated[tuple[str, ...], INNER] = ()


class ReportPart(Struct, frozen=True):
    """What the report says of one server or cluster."""

    server: ServerReport | None  # None for a cluster, and for a server that could not be checked
    findings: tuple[Finding, ...] = ()
    unknown: tuple[Unjudged, ...] = ()
    waived: tuple[Waived, ...] = ()
    errors: tuple[Trouble, ...] = ()
    used: frozenset[Waiver] = frozenset()  # waivers that accept a finding, or might if their rules could be checked
    names: tuple[str, ...] = ()  # the names by which a configuration may call it
    traits: Traits | None = None  # what similar servers are compared by, if the run asks for outliers


def found_by(part: ReportPart) -> set[str]:
    """Return the ids of the rules with findings, waived or not."""
    return {finding.rule for finding in part.findings} | {waived.finding.rule for waived in part.waived}


def remedies_of(part: ReportPart) -> set[tuple[str, int]]:
    """Return the remedies of the findings: the id of the rule and the number of its remedy."""
    found = (*part.findings, *(waived.finding for waived in part.waived))
    return {(finding.rule, finding.fix.number) for finding in found if finding.fix}


class Report(Struct, frozen=True):
    """What `domlint check --format json` prints."""

    schema_version: Annotated[int, OneOf((SCHEMA_VERSION,))]
    complete: Annotated[bool, "everything could be read and checked; if not, `errors` says what could not"]
    tool: Program
    config: Annotated[str | None, "the configuration file that was used"]
    profile: Annotated[str, "the profile of the run"]
    baseline: Annotated[BaselineAccount | None, "what happened to the findings of the --baseline report"]
    as_release: Annotated[
        str, OR_NULL, "the other release (domlint upgrade); the report then contains only what would change"
    ]
    ran: Annotated[
        tuple[str, ...],
        "the ids of all rules that ran; empty without a server, and for another release",
    ]
    changed: Annotated[dict[str, Changed], "by id: what the configuration changed of rules that ran"]
    servers: tuple[ServerReport, ...]
    places: Annotated[tuple[SameName, ...], "the servers whose name another server has too"]
    clusters: tuple[ClusterReport, ...]
    rules: Annotated[dict[str, SharedTexts], "by id: the texts that all findings of a rule share"]
    sources: Annotated[dict[str, CitedSource], "the publications that `rules` cite"]
    findings: tuple[Finding, ...]
    unknown: tuple[Unjudged, ...]
    hints: Annotated[tuple[Hint, ...], "the files that would help; `unknown` has the numbers of these rows"]
    waived: tuple[Waived, ...]
    unread: tuple[Unread, ...]
    errors: tuple[Trouble, ...]
    idle_waivers: Annotated[tuple[IdleWaiver, ...], "waivers that accept nothing, each with the reason why"]
    idle_servers: Annotated[tuple[IdleServer, ...], "servers in the configuration that are not in the run"]
    judged: Annotated[tuple[Rule, ...], INNER]  # the rules of the run
    pack: Annotated[Pack, INNER]  # has the texts of rules and the spelling of keys
    totals: Annotated[Callable[[], Totals], INNER]  # returns the numbers of the run, which few formats print
    packed_copies: Annotated[tuple[PackedCopy, ...], "archives that hold the same servers as a folder"] = ()
    outliers: Annotated[
        Outliers | None, "with domlint fleet: settings in which few servers differ from the others; else null"
    ] = None


def hints_of(unknown: Iterable[Unjudged]) -> tuple[Hint, ...]:
    """Return the inputs that would let more rules be checked, in the order of the rows."""
    keys: dict[str, dict[str, None]] = {}
    for missing in (missing for unjudged in unknown for missing in unjudged.missing):
        keys.setdefault(missing.collect, {})[missing.key] = None
    return tuple(Hint(collect, tuple(of_one)) for collect, of_one in keys.items())
