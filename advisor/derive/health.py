"""Health: reads the Server Health Monitor's statistics; tells the rating from which on a server is critical."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact
from advisor.known import Facts

_RATING = "stat.health.overall.value"
_FATAL = 98  # from which on a rating is critical whatever the threshold: HCL's page on these statistics


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`health.critical_from`: the threshold, where it is given and not 0; else 98."""
    threshold = facts.ask("stat.health.overall.threshold.critical")
    given = values.whole(threshold.text)
    least = min(given, _FATAL) if given else _FATAL
    yield Fact("health.critical_from", str(least), made_from=threshold.facts or facts.ask(_RATING).facts)
