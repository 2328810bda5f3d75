"""Mount options: what is mounted, and what stands in /etc/filesystems, in; which volumes have concurrent I/O, out."""

from collections.abc import Iterator

from advisor import values
from advisor.facts import Fact, Facts

_UNSUPPORTED = {"cio", "dio"}


def derive(facts: Facts) -> Iterator[Fact]:
    """`volume.concurrent_io`: yes where it is mounted so, or will be; no where it is mounted otherwise."""
    for volume in facts.subjects("volume") or []:
        mounted = facts.known.get((volume, "volume.options"), [])
        configured = facts.known.get((volume, "volume.configured_options"), [])
        if found := [fact for fact in (*mounted, *configured) if _UNSUPPORTED & set(values.parse("list", fact.text))]:
            yield Fact("volume.concurrent_io", "yes", subject=volume, made_from=tuple(found))
        elif mounted:
            yield Fact("volume.concurrent_io", "no", subject=volume, made_from=tuple(mounted))
