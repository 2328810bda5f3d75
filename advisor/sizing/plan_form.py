"""Plan form: the shape of a size.toml, field by field, and what is wrong with one, with its line. Imports pydantic."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Annotated, Any

from pydantic import Field, ValidationError, field_validator

from advisor import limits
from advisor.sizing import names
from advisor.sizing.plan import LEAST, MOST, Load, SizePlan, Slip
from advisor.sizing.predict_form import ClusterPredictForm, LoggingPredictForm, PredictForm
from advisor.sizing.predicting import AskedOfTests
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed, printable
from advisor.values.release import parse, spell
from advisor.values.toml_forms import Form, in_words, quoted

KINDS = ("mail_light", "mail_medium", "mail_heavy", "maildb_readers", "maildb_active", "groupware", "discussion")
_SPACES = ("mail", "maildb", "groupware", "discussion_database")

Users = Annotated[int | None, Field(strict=True, ge=1, le=MOST)]
Count = Annotated[int, Field(strict=True, ge=0, le=MOST)]
Positive = Annotated[float | None, Field(strict=True, ge=LEAST, le=MOST, allow_inf_nan=False)]


class KindsForm(Form):
    """Real users by kind."""

    mail_light: Users = Field(
        None, description="mail alone, short messages; docs/tables.md#mail-sizes has how long each kind's are"
    )
    mail_medium: Users = Field(None, description="mail alone, longer messages")
    mail_heavy: Users = Field(None, description="mail alone, the longest messages")
    maildb_readers: Users = Field(None, description="mail, and shared databases that they read")
    maildb_active: Users = Field(None, description="mail, and shared databases that they write to")
    groupware: Users = Field(None, description="intensive users, or messages longer than those of any mail user")
    discussion: Users = Field(None, description="shared discussion databases alone, used heavily")

    def users(self) -> dict[str, int]:
        """Those that there are, by kind."""
        return {kind: count for kind in KINDS if (count := getattr(self, kind)) is not None}


class SizedServerForm(KindsForm):
    """A server, with its users by kind."""

    name: str = Field(min_length=1, max_length=limits.MAX_PLAN_NAME, description="what the answer calls it")
    databases: Count = Field(0, description="shared discussion databases")


class SpaceForm(Form):
    """Disk space of each, in MB, where it is not the paper's."""

    mail: Users = Field(None, description="for each mail user")
    maildb: Users = Field(None, description="for each user of mail and shared databases")
    groupware: Users = Field(None, description="for each groupware user")
    discussion_database: Users = Field(None, description="for each discussion database")


class PlanForm(Form):
    """A size.toml. Users stand under [kinds] or, where it is settled who is on which server, under [[server]]."""

    release: str = Field("", description="the Domino release that is planned for")
    critical: bool = Field(False, strict=True, description="whether the data is critical, which decides the RAID level")
    growth_percent: Annotated[float, Field(strict=True, ge=0, le=MOST, allow_inf_nan=False)] = Field(
        0, description="how many more users there will be, in percent"
    )
    users: Annotated[int, Field(strict=True, ge=1)] | None = Field(
        None, description="all users: held against the sum of the kinds"
    )
    databases: Count | None = Field(
        None, description="shared discussion databases; left out: the sum of the servers', or none"
    )
    drive_gb: Positive = Field(None, description="size of a drive, in GB; left out: that of the paper's case study")
    system: str = Field("", description="a measured system, as docs/size.md lists them; left out: the method's")
    disk_operations: Positive = Field(
        None, description="reads and writes a second that a server asks of its data volume"
    )
    drive_operations: Positive = Field(None, description="operations a second that one drive bears, by its maker")
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


def plan_of(data: dict[str, Any]) -> tuple[SizePlan | None, list[Slip]]:
    """What a plan's tables say, or what is wrong with them."""
    try:
        form = PlanForm.model_validate(data)
    except ValidationError as slips:
        return None, list(_slips(slips))
    spaces = {name: size for name in _SPACES if (size := getattr(form.space_mb, name, None)) is not None}
    plan = SizePlan(
        form.kinds.users() if form.kinds else {},
        form.databases,
        tuple(_load(server, place) for place, server in enumerate(form.server)),
        form.users or 0,
        form.release,
        form.critical,
        Decimal(str(form.growth_percent)),
        _decimal(form.drive_gb),
        form.system,
        _decimal(form.disk_operations),
        _decimal(form.drive_operations),
        spaces,
        form.predict.asked() if form.predict else AskedOfTests(),
    )
    return plan, []


def _load(server: SizedServerForm, place: int) -> Load:
    return Load(names.shown(server.name), server.users(), server.databases, ("server", place))


def _decimal(figure: float | None) -> Decimal | None:
    return None if figure is None else Decimal(str(figure))


def _slips(slips: ValidationError) -> Iterator[Slip]:
    for slip in slips.errors(include_url=False):
        place = slip["loc"]
        name = printable(str(place[-1])) if place else ""
        yield place, _sentence(slip, place, name)


def _sentence(slip: Any, place: tuple[str | int, ...], name: str) -> str:
    if slip["type"] == "extra_forbidden":
        known = [*_fields(place[:-1])]
        called = {"kinds": f'no kind of users is called "{name}"', "server": f'a server has no "{name}"'}
        what = called.get(str(place[0]), f'there is no "{name}"')
        if len(place) == 1 and name in KINDS:
            return f"{name} belongs under [kinds] or a [[server]]"
        return what + suggestion(closest(name, known), f"there are {listed(known, len(known))}")
    if slip["type"] in {"greater_than_equal", "less_than_equal"}:
        most = slip["type"] == "less_than_equal"
        bound = slip["ctx"]["le" if most else "ge"]
        told = f"{'most' if most else 'least'} {bound if 0 < bound < 1 else int(bound):,}"
        return f"{name}: at {told} is wanted, not {slip['input']}"
    if slip["type"] == "float_type":
        return f"{name}: a number is wanted, without quotes"
    if slip["type"] == "finite_number":
        return f"{name}: a number that ends is wanted, not {slip['input']}"
    if slip["type"] == "too_long":
        most, number = limits.MAX_PLAN_SERVERS, len(slip["input"])
        return f"a plan has at most {most} servers, and this one has {number:,}: make several of it"
    if slip["type"] == "string_too_long":
        return f"{name}: at most {limits.MAX_PLAN_NAME} characters are wanted, not {len(slip['input']):,}"
    if place == ("server",):
        return "every server is a table under [[server]], in two brackets"
    return f"{name}: {in_words(slip)}"


def _fields(place: tuple[str | int, ...]) -> list[str]:
    """The fields that there are in a table of the plan."""
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
