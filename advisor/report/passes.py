"""Passes: the rules that found nothing amiss, of a server or cluster. Imported late: few formats name them."""

from advisor.judging.engine import NOT_APPLICABLE, PASSED, Results


def passed(results: Results) -> tuple[str, ...]:
    """The ids of the rules that passed on all subjects that they speak of, and on one at least, in their order."""
    verdicts: dict[str, bool] = {}
    for rule, verdict in ((result.rule.id, result.verdict) for result in results.outcomes):
        if verdict != NOT_APPLICABLE:
            verdicts[rule] = verdicts.get(rule, True) and verdict == PASSED
    return tuple(rule for rule, fine in verdicts.items() if fine)
