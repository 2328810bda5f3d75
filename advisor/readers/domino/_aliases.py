"""Aliases: what a YAML file gives once and names again counts once, lest a short one hold gigabytes."""

from typing import Any, NamedTuple

from advisor.facts import Diagnostic
from advisor.source import Source

_ALIAS = "what stands here is given again by an alias; it was read once"


class Written(NamedTuple):
    """The file, what of it was taken already, and what is said of it. An alias is what stands at its anchor again."""

    source: Source
    seen: set[int]
    stopped: list[Diagnostic]

    def taken(self, node: Any) -> bool:
        """Whether a text or a mapping was there before, which is said of the first."""
        at = -1 if node is None else node.start_mark.index
        if at < 0 or at not in self.seen:
            self.seen.add(at)
            return False
        if not any(slip.reason == _ALIAS for slip in self.stopped):
            self.stopped.append(Diagnostic(at, _ALIAS))
        return True
