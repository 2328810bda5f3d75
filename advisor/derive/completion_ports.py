"""Completion ports: reads what lslpp says of their fileset; tells of the device where no listing of devices does."""

from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`aix.iocp.told`, what is known of the device, in words.

    And `aix.iocp.state`: not installed, where the fileset is not and lsdev was not asked.
    """
    device, fileset = facts.ask("aix.iocp.state"), facts.ask("aix.fileset_state.bos.iocp.rte")
    if device.text is not None:
        yield Fact("aix.iocp.told", f"iocp0 is {device.text}", made_from=device.facts)
    elif device.absent:
        yield Fact("aix.iocp.told", "lsdev lists no iocp0")
    elif fileset.text == "not installed":
        yield Fact("aix.iocp.state", fileset.text, made_from=fileset.facts)
        yield Fact("aix.iocp.told", "bos.iocp.rte is not installed", made_from=fileset.facts)
