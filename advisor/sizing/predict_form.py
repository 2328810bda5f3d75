"""Predict form: the [predict] of a size.toml, field by field. Imports pydantic."""

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from advisor.sizing.cluster_load import AskedCluster
from advisor.sizing.logging_load import AskedLogging
from advisor.sizing.plan import LEAST, MOST
from advisor.sizing.predicting import AskedOfTests
from advisor.values.toml_forms import Form

_Users = Annotated[int, Field(strict=True, ge=1, le=MOST)]


class ClusterPredictForm(Form):
    """A cluster of R4.6, as the tests had it: two active servers, or one with standby servers."""

    kind: str = Field(description="of mail users: light, medium or heavy")
    users: _Users = Field(description="on each active server")
    standbys: Annotated[int, Field(strict=True, ge=0, le=MOST)] = Field(
        0, description="standby servers of one active server; 0: two active servers that replicate to each other"
    )
    replicators: Annotated[int, Field(strict=True, ge=1, le=MOST)] = Field(
        1, description="Cluster Replicators of the active server, with standby servers"
    )


class LoggingPredictForm(Form):
    """Transaction logging of Domino 6 by the drive that the log lies on."""

    users: _Users = Field(description="at work at once")
    drive: str = Field("", description="that the log lies on, as docs/tables.md names it; left out: each")
    platform: str = Field("", description="whose tests of processors and users count; left out: all")
    workload: str = Field("", description="whose tests of processors and users count; left out: all")
    within_s: Annotated[float, Field(strict=True, ge=LEAST, le=MOST, allow_inf_nan=False)] | None = Field(
        None, description="response time in seconds that answers are to stay within"
    )


class PredictForm(Form):
    """What is to be told of the tests of clusters and of logging."""

    cluster: ClusterPredictForm | None = Field(None, description="load and response of a cluster")
    logging: LoggingPredictForm | None = Field(None, description="users, response and load with a log")

    def asked(self) -> AskedOfTests:
        """As predicting takes it."""
        cluster = AskedCluster(**self.cluster.model_dump()) if self.cluster else None
        if not self.logging:
            return AskedOfTests(cluster)
        within = self.logging.within_s
        rest = self.logging.model_dump(exclude={"within_s"})
        return AskedOfTests(cluster, AskedLogging(**rest, within_s=None if within is None else Decimal(str(within))))
