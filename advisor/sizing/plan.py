"""The plan: what a size.toml or the command line asks `domlint size` to work out, and errors in it."""

from collections.abc import Iterable, Iterator
from decimal import Decimal
from functools import cache
from math import ceil
from typing import Annotated, Any
from unicodedata import normalize

from msgspec import Struct
from msgspec.structs import replace
from pydantic import Field, ValidationError, field_validator

from advisor import limits
from advisor.pack.tables import FigureRow, table, tables
from advisor.sizing import predictions
from advisor.sizing.predictions import ClusterRequest, LoggingRequest, PredictRequest
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, number, printable
from advisor.values.release import parse, spell
from advisor.values.toml import quoted
from advisor.values.toml_forms import Form, in_words

ALL_SERVERS = "All servers"
TEST_HEADINGS = {"cluster": "What the tests of clusters say", "logging": "What the tests of transaction logging say"}
ERRATA_HEADINGS = {False: "Otherwise than in print", True: "Wrong in these results, as printed"}  # as printed, or not
OTHER_ERRATA = "Also wrong in print, without bearing on these results"
SOURCES, NOTE = "Sources", "note"
_HEADINGS = (ALL_SERVERS, *TEST_HEADINGS.values(), *ERRATA_HEADINGS.values(), OTHER_ERRATA, SOURCES, NOTE)


def shown_name(name: str) -> str:
    """Return a server's name as it is printed: no control characters, single blanks."""
    return " ".join(printable(name).split())


def folded_name(name: str) -> str:
    """Return a key that is equal for names that look alike."""
    return normalize("NFKC", name).casefold()


def name_errors(names: Iterable[str]) -> Iterator[tuple[int, str]]:
    """Yield errors in servers' names with their index: empty, duplicate, or equal to a heading."""
    first: dict[str, str] = {}
    taken = {folded_name(heading): heading for heading in _HEADINGS}
    for place, name in enumerate(names):
        known = folded_name(name)
        if not name:
            yield place, "name: a server wants a name that can be seen"
        elif known in taken:
            yield place, f'name: "{name}" is what the answer calls a part of its own; call the server otherwise'
        elif known in first:
            yield place, f'two servers are called "{first[known]}"'
        first.setdefault(known, name)


_WINDOWS_NT = "notesbench-nt-"  # the method's paper counts on Windows NT


class MeasuredResult(Struct, frozen=True):
    """A measured result of a system with one workload: the table and the index of its row."""

    table: str
    place: int


@cache
def measured_systems() -> dict[str, dict[str, MeasuredResult]]:
    """Return the measured systems: name → workload → result."""
    found: dict[str, dict[str, MeasuredResult]] = {}
    for workload in dict.fromkeys(row.text("workload") for row in table("users-conversion").rows):
        results = table(f"notesbench-nt-{workload}")
        for place, row in enumerate(results.rows):
            found.setdefault(_name_in_print(row, results.rows), {})[workload] = MeasuredResult(results.name, place)
    return found


def system_name(table: str, place: int) -> str:
    """Return the name that plans use for the system of a table row."""
    ours = MeasuredResult(table, place)
    return next(name for name, results in measured_systems().items() if ours in results.values())


def unknown_system(name: str) -> str:
    """Return why a system cannot be planned with, with a suggestion."""
    alike = [system for system in measured_systems() if system.startswith(f"{name}, ")]
    if alike:
        return f'"{name}" was measured more than once: write {" or ".join(map(quoted, alike))}'
    other_platforms = (
        results
        for results in tables().values()
        if results.name.startswith("notesbench-") and not results.name.startswith(_WINDOWS_NT)
    )
    elsewhere = dict.fromkeys(
        results.title.partition(" on ")[2].partition(":")[0]
        for results in other_platforms
        for row in results.rows
        if row["system"] == name
    )
    if elsewhere:
        return f'"{name}" was measured on {listed(elsewhere)} alone, and the method counts users of Windows NT'
    known = suggestion(closest(name, measured_systems()), "docs/size.md has those that were measured")
    return f'no system "{name}" was measured{known}'


def partitions(row: FigureRow) -> int:
    """Return the number of partitioned servers that a result was measured on; 1 if the paper names none."""
    together = table("partitioned-server").rows[0]
    same = all(row.get(column) == together[column] for column in ("users", "notesmark"))
    return table("partitioned-server-setup").rows[0].count("partitions") if same else 1


def _name_in_print(row: FigureRow, rows: tuple[FigureRow, ...]) -> str:
    """Return the printed name, with the processors if the system was measured with several numbers of them."""
    several = sum(other["system"] == row["system"] for other in rows) > 1
    return f"{row['system']}, {number(row.count('processors'), 'processor')}" if several else row.text("system")


_PERCENT = 100
MIN_FIGURE, MAX_FIGURE = 1 / 1000, 10 * 1000 * 1000  # beyond these a figure is a slip, and no plan

PlanError = tuple[tuple[str | int, ...], str]  # where in the plan, and what is wrong there


class Load(Struct, frozen=True):
    """The users of a server, or of each of several equal servers."""

    name: str
    users: dict[str, int]  # real users by kind; in a plan without the growth
    databases: int = 0
    place: tuple[str | int, ...] = ()  # where the plan names the server
    servers: int = 1  # how many are equal


class SizePlan(Struct, frozen=True):
    """What is to be sized; PlanForm describes each field."""

    users: dict[str, int]
    databases: int | None = None
    servers: tuple[Load, ...] = ()
    total: int = 0  # the sum that the plan states, or 0
    release: str = ""
    critical: bool = False
    growth_percent: Decimal = Decimal(0)
    drive_gb: Decimal | None = None
    system: str = ""
    disk_operations: Decimal | None = None
    drive_operations: Decimal | None = None
    space_mb: dict[str, int] = {}
    predict: PredictRequest = PredictRequest()

    def grown_users(self) -> dict[str, int]:
        """Return all users by kind, with the planned growth."""
        return {kind: self.grown(count) for kind, count in self.users.items()}

    def grown(self, users: int) -> int:
        """Return a number of users with the planned growth, rounded up."""
        return ceil(users * (_PERCENT + self.growth_percent) / _PERCENT)


class CannotSize(ValueError):
    """A plan that the tables do not cover or that contradicts itself. slips: each place with its error."""

    def __init__(self, slips: Iterable[PlanError]) -> None:
        self.slips = tuple(slips)
        super().__init__("; ".join(says for _, says in self.slips))


def users_by_kind(loads: Iterable[Load]) -> dict[str, int]:
    """Return the users of several servers by kind."""
    users: dict[str, int] = {}
    for load in loads:
        for kind, count in load.users.items():
            users[kind] = users.get(kind, 0) + count * load.servers
    return users


def checked_plan(plan: SizePlan) -> SizePlan:
    """Return the plan with users and databases summed over its servers. Raises CannotSize if sums disagree."""
    slips = [*_name_errors(plan), *_sum_errors(plan), *predictions.prediction_errors(plan.predict)]
    if slips:
        raise CannotSize(slips)
    databases = plan.databases if plan.databases is not None else sum(load.databases for load in plan.servers)
    return replace(plan, users=users_by_kind(plan.servers) or plan.users, databases=databases)


def _name_errors(plan: SizePlan) -> Iterable[PlanError]:
    for place, says in name_errors(load.name for load in plan.servers):
        yield (*plan.servers[place].place, "name"), says
    for load in plan.servers:
        if not load.users:
            yield load.place, f'server "{load.name}" has no users'
    if plan.system and plan.system not in measured_systems():
        yield ("system",), unknown_system(plan.system)


def _sum_errors(plan: SizePlan) -> Iterable[PlanError]:
    by_server = users_by_kind(plan.servers)
    for kind, count in plan.users.items() if plan.servers else ():
        if (held := by_server.get(kind, 0)) != count:
            yield ("kinds", kind), f"{kind} is {count:,}, and the servers have {held:,} of them together"
    for kind in by_server if plan.users else ():
        if kind not in plan.users:
            yield ("kinds",), f"{kind} is missing, and the servers have {by_server[kind]:,} of them"
    users = by_server or plan.users
    held = sum(users.values())
    if not users and not plan.servers and not any(plan.predict):
        yield (), "there are no users: name them by kind under [kinds], or under a [[server]] each"
    elif plan.total and plan.total != held:
        yield ("users",), f"users is {plan.total:,}, and the kinds add up to {held:,}"
    databases = sum(load.databases for load in plan.servers)
    if plan.servers and plan.databases is not None and plan.databases != databases:
        yield ("databases",), f"databases is {plan.databases:,}, and the servers have {number(databases, 'database')}"


PredictedUsers = Annotated[int, Field(strict=True, ge=1, le=MAX_FIGURE)]


class ClusterPredictForm(Form):
    """A cluster of R4.6, as the tests had it: two active servers, or one with standby servers."""

    kind: str = Field(description="of mail users: light, medium or heavy")
    users: PredictedUsers = Field(description="on each active server")
    standbys: Annotated[int, Field(strict=True, ge=0, le=MAX_FIGURE)] = Field(
        0, description="standby servers of one active server; 0: two active servers that replicate to each other"
    )
    replicators: Annotated[int, Field(strict=True, ge=1, le=MAX_FIGURE)] = Field(
        1, description="Cluster Replicators of the active server, with standby servers"
    )


class LoggingPredictForm(Form):
    """Transaction logging of Domino 6 by the drive that the log is on."""

    users: PredictedUsers = Field(description="at work at once")
    drive: str = Field("", description="that the log lies on, as docs/tables.md names it; left out: each")
    platform: str = Field("", description="whose tests of processors and users count; left out: all")
    workload: str = Field("", description="whose tests of processors and users count; left out: all")
    within_s: Annotated[float, Field(strict=True, ge=MIN_FIGURE, le=MAX_FIGURE, allow_inf_nan=False)] | None = Field(
        None, description="response time in seconds that answers are to stay within"
    )


class PredictForm(Form):
    """What the plan says about the tests of clusters and of logging."""

    cluster: ClusterPredictForm | None = Field(None, description="load and response of a cluster")
    logging: LoggingPredictForm | None = Field(None, description="users, response and load with a log")

    def request(self) -> PredictRequest:
        """Return the section as PredictRequest."""
        cluster = ClusterRequest(**self.cluster.model_dump()) if self.cluster else None
        if not self.logging:
            return PredictRequest(cluster)
        within = self.logging.within_s
        rest = self.logging.model_dump(exclude={"within_s"})
        return PredictRequest(
            cluster, LoggingRequest(**rest, within_s=None if within is None else Decimal(str(within)))
        )


KINDS = ("mail_light", "mail_medium", "mail_heavy", "maildb_readers", "maildb_active", "groupware", "discussion")
_SPACES = ("mail", "maildb", "groupware", "discussion_database")

UserCount = Annotated[int | None, Field(strict=True, ge=1, le=MAX_FIGURE)]
Count = Annotated[int, Field(strict=True, ge=0, le=MAX_FIGURE)]
PositiveNumber = Annotated[float | None, Field(strict=True, ge=MIN_FIGURE, le=MAX_FIGURE, allow_inf_nan=False)]


class KindsForm(Form):
    """Real users by kind."""

    mail_light: UserCount = Field(
        None, description="mail alone, short messages; docs/tables.md#mail-sizes has how long each kind's are"
    )
    mail_medium: UserCount = Field(None, description="mail alone, longer messages")
    mail_heavy: UserCount = Field(None, description="mail alone, the longest messages")
    maildb_readers: UserCount = Field(None, description="mail, and shared databases that they read")
    maildb_active: UserCount = Field(None, description="mail, and shared databases that they write to")
    groupware: UserCount = Field(None, description="intensive users, or messages longer than those of any mail user")
    discussion: UserCount = Field(None, description="shared discussion databases alone, used heavily")

    def users(self) -> dict[str, int]:
        """Return the users by kind, without kinds that are not set."""
        return {kind: count for kind in KINDS if (count := getattr(self, kind)) is not None}


class SizedServerForm(KindsForm):
    """A server, with its users by kind."""

    name: str = Field(min_length=1, max_length=limits.MAX_PLAN_NAME, description="what the answer calls it")
    databases: Count = Field(0, description="shared discussion databases")


class SpaceForm(Form):
    """Disk space of each, in MB, where it is not the paper's."""

    mail: UserCount = Field(None, description="for each mail user")
    maildb: UserCount = Field(None, description="for each user of mail and shared databases")
    groupware: UserCount = Field(None, description="for each groupware user")
    discussion_database: UserCount = Field(None, description="for each discussion database")


class PlanForm(Form):
    """A size.toml. Users are under [kinds] or, where it is settled who is on which server, under [[server]]."""

    release: str = Field("", description="the Domino release that is planned for")
    critical: bool = Field(False, strict=True, description="whether the data is critical, which decides the RAID level")
    growth_percent: Annotated[float, Field(strict=True, ge=0, le=MAX_FIGURE, allow_inf_nan=False)] = Field(
        0, description="how many more users there will be, in percent"
    )
    users: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        None, description="all users: held against the sum of the kinds"
    )
    databases: Count | None = Field(
        None, description="shared discussion databases; left out: the sum of the servers', or none"
    )
    drive_gb: PositiveNumber = Field(
        None, description="size of a drive, in GB; left out: that of the paper's case study"
    )
    system: str = Field("", description="a measured system, as docs/size.md lists them; left out: the method's")
    disk_operations: PositiveNumber = Field(
        None, description="reads and writes a second that a server asks of its data volume"
    )
    drive_operations: PositiveNumber = Field(None, description="operations a second that one drive bears, by its maker")
    kinds: KindsForm | None = Field(None, description="users by kind")
    space_mb: SpaceForm | None = Field(None, description="disk space of each, where it is not the paper's")
    predict: PredictForm | None = Field(None, description="what the tests of clusters and of logging say of others")
    server: list[SizedServerForm] = Field(
        [], max_length=limits.MAX_PLAN_SERVERS, description="who is on which server; left out: all alike on each"
    )

    @field_validator("release")
    @classmethod
    def _names_a_release(cls, release: str) -> str:
        if release and parse(release) is None:
            raise ValueError(f"{quoted(release)} names no release; write it as 9.0.1FP10")
        return spell(release)


def plan_of(data: dict[str, Any]) -> tuple[SizePlan | None, list[PlanError]]:
    """Return the plan of a parsed size.toml, or None and the errors."""
    try:
        form = PlanForm.model_validate(data)
    except ValidationError as slips:
        return None, list(_form_errors(slips))
    spaces = {name: size for name in _SPACES if (size := getattr(form.space_mb, name, None)) is not None}
    plan = SizePlan(
        form.kinds.users() if form.kinds else {},
        form.databases,
        tuple(
            Load(shown_name(server.name), server.users(), server.databases, ("server", place))
            for place, server in enumerate(form.server)
        ),
        form.users or 0,
        form.release,
        form.critical,
        Decimal(str(form.growth_percent)),
        _decimal(form.drive_gb),
        form.system,
        _decimal(form.disk_operations),
        _decimal(form.drive_operations),
        spaces,
        form.predict.request() if form.predict else PredictRequest(),
    )
    return plan, []


def _decimal(figure: float | None) -> Decimal | None:
    return None if figure is None else Decimal(str(figure))


def _form_errors(errors: ValidationError) -> Iterator[PlanError]:
    for error in errors.errors(include_url=False):
        place = error["loc"]
        name = printable(str(place[-1])) if place else ""
        yield place, _error_text(error, place, name)


def _error_text(error: Any, place: tuple[str | int, ...], name: str) -> str:
    if error["type"] == "extra_forbidden":
        known = [*_known_fields(place[:-1])]
        called = {"kinds": f'no kind of users is called "{name}"', "server": f'a server has no "{name}"'}
        what = called.get(str(place[0]), f'there is no "{name}"')
        if len(place) == 1 and name in KINDS:
            return f"{name} belongs under [kinds] or a [[server]]"
        return what + suggestion(closest(name, known), f"there are {listed(known, len(known))}")
    if error["type"] in {"greater_than_equal", "less_than_equal"}:
        most = error["type"] == "less_than_equal"
        bound = error["ctx"]["le" if most else "ge"]
        bound_text = f"{'most' if most else 'least'} {bound if 0 < bound < 1 else int(bound):,}"
        return f"{name}: at {bound_text} is wanted, not {error['input']}"
    if error["type"] == "float_type":
        return f"{name}: a number is wanted, without quotes"
    if error["type"] == "finite_number":
        return f"{name}: a number that ends is wanted, not {error['input']}"
    if error["type"] == "too_long":
        most, number = limits.MAX_PLAN_SERVERS, len(error["input"])
        return f"a plan has at most {most} servers, and this one has {number:,}: make several of it"
    if error["type"] == "string_too_long":
        return f"{name}: at most {limits.MAX_PLAN_NAME} characters are wanted, not {len(error['input']):,}"
    if place == ("server",):
        return "every server is a table under [[server]], in two brackets"
    return f"{name}: {in_words(error)}"


def _known_fields(place: tuple[str | int, ...]) -> list[str]:
    """Return the fields of a table of the plan."""
    if not place:
        return list(PlanForm.model_fields)
    names = [part for part in place if isinstance(part, str)]
    return list(_FORMS[".".join(names)].model_fields)


_FORMS: dict[str, type[Form]] = {
    "kinds": KindsForm,
    "server": SizedServerForm,
    "space_mb": SpaceForm,
    "predict": PredictForm,
    "predict.cluster": ClusterPredictForm,
    "predict.logging": LoggingPredictForm,
}
