"""The form of a rule's fix, field by field. Defaults are those of `fixes`."""

from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import Field, model_validator

from advisor.pack import fixes
from advisor.values.targets import PLACES, TARGETS
from advisor.values.toml_forms import Form

Safety = Literal["safe", "unsafe", "manual"]
Restart = Literal["none", "task", "server", "down", "system", "rebuild"]
if TYPE_CHECKING:
    Target = str
    Belongs = str
else:
    Target = Literal[TARGETS]
    Belongs = Literal["", *PLACES]

# Entries with nothing but their defaults. Any: a form narrows their types to what may be written.
_TEMPLATE: Any = fixes.Template("", "")
_FIELD: Any = fixes.FieldChange("")
_FIX: Any = fixes.Fix("", "", "", "", "")


class TemplateForm(Form):
    """One line to type, and where: on Domino's console, in a shell, or a RAID controller's tool in whatever shell."""

    target: Target
    command: str = Field(min_length=4, pattern=r"^[^\n]*$", description="{key} and {parameter} are filled in, quoted")
    each: str = Field(_TEMPLATE.each, description="a key that holds a list: typed once for each of its members")
    back: str | None = Field(
        _TEMPLATE.back,
        pattern=r"^[^\n]*$",
        description='what takes it back, typed at the same place; "" where nothing that can be typed does',
    )
    looks: bool = Field(_TEMPLATE.looks, description="it changes nothing")

    @model_validator(mode="after")
    def _what_looks_needs_no_way_back(self) -> Self:
        if self.looks and self.back is not None:
            raise ValueError("a command that only looks has no way back")
        return self


class FieldForm(Form):
    """A field of a document that a person changes."""

    key: str = Field(description="of the catalogue, whose `field` names the document, the tab and the field")
    to: str = Field(
        _FIELD.to,
        min_length=1,
        description="what is to stand in it, as the form shows it; {key} is filled in; left out: a person chooses",
    )


class AlternativeForm(Form):
    """What a fix says where `when` is true; what is left out is as the fix has it; `command = []` is none.

    Where it has one of set, remove and rename, those of the fix do not hold.
    """

    when: str = Field(description="a condition; what is not known counts as not true")
    safety: Safety | None = None
    summary: str | None = Field(None, min_length=10)
    restart: Restart | None = None
    rollback: str | None = Field(None, min_length=10)
    verify: str | None = Field(None, min_length=10)
    at: Belongs | None = None
    risk: str | None = Field(None, min_length=10)
    set: dict[str, str] | None = None
    remove: tuple[str, ...] | None = None
    rename: dict[str, str] | None = None
    field: tuple[FieldForm, ...] | None = None
    command: tuple[TemplateForm, ...] | None = None
    after: tuple[str, ...] | None = None

    @model_validator(mode="after")
    def _manual_has_no_edit(self) -> Self:
        if self.safety == "manual" and (self.set or self.remove or self.rename):
            raise ValueError("a manual fix has no set, remove or rename")
        return self


class FixForm(Form):
    """How to put it right, and where. Without `set`, `remove`, `rename` and commands that change it is a person's work.

    {key} and {parameter} are filled in. A sentence may name only what is known wherever it is said; an edit or a
    command that names what is not known is left out, so the sentences must do without them.
    """

    safety: Safety = Field(
        description="safe: does what the rule says and can be taken back; unsafe: a judgement, or an outage; manual: "
        "a person's work"
    )
    summary: str = Field(min_length=10)
    at: Belongs = Field(_FIX.at, description="where the change belongs")
    risk: str = Field(_FIX.risk, description="what may go wrong on the way or afterwards, in one sentence")
    set: dict[str, str] = Field(_FIX.set, description="key of notes.ini → value, which may hold {key}")
    remove: tuple[str, ...] = Field(_FIX.remove, description='keys of notes.ini; "ini.{key}" is the setting it names')
    rename: dict[str, str] = Field(_FIX.rename, description="key of notes.ini → the setting's name; the value stays")
    field: tuple[FieldForm, ...] = Field(_FIX.field, description="what a person changes in documents")
    project: bool = Field(_FIX.project, description="work with a plan of its own: an upgrade, new hardware")
    restart: Restart = Field(
        description="down: done while it is stopped; rebuild: of the array, with the data restored from a backup"
    )
    rollback: str = Field(min_length=10)
    verify: str = Field(min_length=10)
    command: tuple[TemplateForm, ...] = Field(_FIX.command, description="what can be typed, line by line")
    after: tuple[str, ...] = Field(_FIX.after, description="rules whose remedies come first, where both are to be done")
    where: tuple[AlternativeForm, ...] = Field(
        _FIX.where,
        max_length=20,
        description="where something else is to be done; the first whose condition is true counts",
    )

    @model_validator(mode="after")
    def _safety_is_of_what_changes(self) -> Self:
        if slip := self.amiss():
            raise ValueError(slip)
        return self

    def amiss(self) -> str:
        """Why its safety is none of what it changes; "" where it is."""
        edits = bool(self.set or self.remove or self.rename)
        if self.safety == "manual" and edits:
            return "a manual fix has no set, remove or rename"
        if self.safety != "manual" and not edits and all(one.looks for one in self.command):
            return f"a fix that is {self.safety} has set, remove, rename, or a command that changes something"
        return ""
