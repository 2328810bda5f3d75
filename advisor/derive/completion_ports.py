"""Completion ports: reads what lslpp says of their fileset; tells of the device where no listing of devices does."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact, Facts


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.iocp.state`: not installed, where the fileset is not and lsdev was not asked."""
    device, fileset = facts.ask("aix.iocp.state"), facts.ask("aix.fileset_state.bos.iocp.rte")
    if fileset.text == "not installed" and device.text is None and not device.absent:
        yield Fact("aix.iocp.state", fileset.text, made_from=fileset.facts)
