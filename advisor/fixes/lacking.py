"""Lacking: why nobody could judge, once edits are made, what they are for, in; the words for it out.

And where that is no reason: what a set-up file does not say, nobody knows before the server is set up.
"""

from collections.abc import Iterable

from advisor.derive.server import awaits_set_up
from advisor.facts import SERVER
from advisor.fixes.places import keys_of
from advisor.fixes.proposals import Proposal
from advisor.fixes.trial import Verdicts
from advisor.judging.engine import UNKNOWN
from advisor.pack import Catalogue
from advisor.readers.transcript import CUT
from advisor.report.unjudged import missing_parts
from advisor.servers.server import Server
from advisor.values.printing import listed, spot

_OPEN = "with the edit made, it could no longer be checked"


def lacking(left: Iterable[Proposal], before: Server, now: Verdicts, catalogue: Catalogue) -> str:
    """Why they are left open: the edited file that ends within a line, or what is missing of all that was given.

    before: the server as it is, whose lines are counted.
    """
    asked = list(left)
    edited = {one.file.path for one in asked if one.file}
    cut = [
        spot(end.source.path, end.source.position(end.span[0])[0])
        for end in before.facts.of(SERVER, "cut.format")
        if end.source and end.span and end.source.path in edited
    ]
    if cut:
        return f"{_OPEN}: {listed(cut)}: {CUT}"
    rules = {one.failure[0] for one in asked}
    found = (one for one in now.assessment.judged.outcomes if one.verdict == UNKNOWN and one.rule.id in rules)
    missing = dict.fromkeys(part.collect for one in found for part in missing_parts(one.missing, catalogue))
    return f"{_OPEN}; what would tell: {listed(missing)}" if missing else _OPEN


def is_all_that_tells(asked: Iterable[Proposal], before: Verdicts, now: Verdicts) -> bool:
    """Whether all that is open now is by what the edits took out of the file that the server is to be set up from.

    Nothing else sets anything there, so that it is put right; what rests on other settings is judged as before.
    """
    if not awaits_set_up(now.assessment.server.facts):
        return False
    changes = [(one.failure[0], change) for one in asked for change in one.changes]
    rules = {rule for rule, _ in changes}
    keys = {key for _, change in changes for key in keys_of(change)}
    left = [one for one in now.assessment.judged.outcomes if one.verdict == UNKNOWN]
    opened = [one for one in left if (one.rule.id, one.subject) not in before.open]
    return all(one.rule.id in rules or not keys.isdisjoint(part.key for part in one.missing) for one in opened)
