"""Forms: the shapes of what domlint takes and gives, checked by pydantic; `domlint schema` prints them.

Imported only where a rule is compiled, a configuration file is read or a schema is asked for.
"""

from typing import Literal

from pydantic import BaseModel, ConfigDict

Severity = Literal["critical", "high", "medium", "low", "info"]


class Form(BaseModel):
    """A shape that takes no field it does not know and does not change."""

    model_config = ConfigDict(extra="forbid", frozen=True)
