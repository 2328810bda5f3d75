"""The form of storage.toml, field by field: what no tool prints about arrays and volumes."""

import re
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field, ValidationError

from advisor import values
from advisor.values.near import closest, suggestion
from advisor.values.printing import listed
from advisor.values.toml_forms import Form, in_words

Holding = Literal["os", "swap", "databases", "transaction-log", "view-rebuild", "log"]


def _a_size(text: str) -> str:
    values.parse("size", text)
    return text


def _a_mount(text: str) -> str:
    if not re.match(r"[A-Za-z]:|/|\\\\|\[SWAP\]$", text):
        raise ValueError(f'"{text}" is neither a drive letter with its colon nor a path from the root')
    return text


class ArrayForm(Form):
    """Disks that are one to whoever uses them: a RAID array, a logical drive, a single disk."""

    name: str = Field(min_length=1, description="what volumes call it by")
    controller: str | None = Field(None, description="the controller's name; arrays on one controller share its cache")
    level: str | None = Field(None, description="in any vendor's spelling; one that nobody knows counts as not told")
    disks: Annotated[int, Field(ge=1, strict=True)] | None = None
    media: Literal["hdd", "ssd", "nvme", "virtual"] | None = None
    stripe: Annotated[str, AfterValidator(_a_size)] | None = Field(None, description='as "64KB"')
    software: bool | None = Field(None, description="RAID by the operating system, not by a controller")
    write_cache: Literal["write-back", "write-through"] | None = None
    write_cache_protected: bool | None = Field(None, description="by a healthy battery, capacitor or flash")
    cache_read_percent: Annotated[int, Field(ge=0, le=100, strict=True)] | None = None
    write_percent: Annotated[int, Field(ge=0, le=100, strict=True)] | None = Field(
        None, description="the share of writes among the disks' operations, where it was measured"
    )


class VolumeForm(Form):
    """A drive letter or a mounted file system."""

    mount: Annotated[str, AfterValidator(_a_mount)] = Field(description='"D:" or "/local/notesdata"')
    array: str | None = Field(None, description="the name of the array it lies on")
    block: Annotated[str, AfterValidator(_a_size)] | None = Field(None, description='its allocation unit, as "4KB"')
    file_system: str | None = Field(None, min_length=2, description='as "NTFS", "FAT"')
    holds: list[Holding] = Field([], description="what the paths of NOTES.INI do not tell")


class StorageForm(Form):
    """storage.toml, beside the server's notes.ini."""

    array: list[ArrayForm] = []
    volume: list[VolumeForm] = []


_FORMS: dict[str, type[Form]] = {"array": ArrayForm, "volume": VolumeForm}


def wrong_fields(kind: str, row: Any) -> list[tuple[tuple[int | str, ...], str]]:
    """Return the path and the reason of each invalid field of a table, in the order of the form."""
    form = _FORMS[kind]
    try:
        form.model_validate(row)
    except ValidationError as error:
        return [(slip["loc"], _reason(slip, kind, form)) for slip in error.errors()]
    return []


def _reason(slip: Any, kind: str, form: type[Form]) -> str:
    field = str(slip["loc"][0]) if slip["loc"] else f"[[{kind}]]"
    if slip["type"] != "extra_forbidden":
        return f"{field}: {in_words(slip)}"
    # Not `password: …`: the text after the colon would be masked as a secret.
    all_there_are = f"there are {listed(form.model_fields, len(form.model_fields))}"
    return f"there is no field {field}{suggestion(closest(field, form.model_fields), all_there_are)}"
