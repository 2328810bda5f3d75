"""Check rules in all views of one server, and merge the results into one for each rule and subject.

Rules are independent of views. Each rule is checked in every view; a rule whose keys do not differ is checked once. A
rule failed if it failed in any view; else it is unknown if it is unknown in any view; else it passed or does not apply.
"""

from collections.abc import Iterable, Iterator, Set

from msgspec.structs import replace

from advisor.facts import SERVER, Answer, Difference, Fact, Facts, View
from advisor.judging import engine
from advisor.judging.engine import FAILED, NOT_APPLICABLE, PASSED, UNKNOWN, Result, Results
from advisor.judging.lookup import Questions, given_formats
from advisor.pack import SEVERITIES, Catalogue, Rule

_WORST_FIRST = (FAILED, UNKNOWN, PASSED, NOT_APPLICABLE)
_ITEM = "item"  # subjects that tell of differences: judged last, when it is known which ones a finding tells of


def run(
    rules: list[Rule],
    views: tuple[View, ...],
    catalogue: Catalogue,
    questions: Questions | None = None,
    *,
    explain: bool = False,
) -> Results:
    """Check every rule on every subject, in all views.

    questions: those of the rules, if several servers are checked. explain: also return the evidence of passed rules.
    """
    questions = questions or Questions(rules, catalogue)
    if len(views) == 1:
        explained = engine.VERDICTS if explain else frozenset({FAILED})
        return engine.run(rules, views[0].facts, catalogue, questions, explained=explained)
    explained = engine.VERDICTS if explain else frozenset({FAILED, UNKNOWN})
    on_items = [rule for rule in rules if rule.subject == _ITEM]
    differences = views[0].facts.differences
    others = [rule for rule in rules if rule.subject != _ITEM]
    results = _run(others, views, differences, catalogue, questions, explained)
    if on_items:
        reported_names = {change.item or change.name for result in results.outcomes for change in result.differences}
        views = tuple(replace(view, facts=_with_told(view.facts, reported_names)) for view in views)
        last = _run(on_items, views, [], catalogue, questions, explained)
        order = {rule.id: number for number, rule in enumerate(rules)}
        outcomes = sorted(results.outcomes + last.outcomes, key=lambda result: order[result.rule.id])
        return Results(tuple(outcomes), results.errors + last.errors)
    return results


def _run(
    rules: list[Rule],
    views: tuple[View, ...],
    differences: list[Difference],
    catalogue: Catalogue,
    questions: Questions,
    explained: Set[str],
) -> Results:
    """Return the merged results of all views. A rule that raises in one view has no result."""
    now, *other_views = views
    judged_now = engine.run(rules, now.facts, catalogue, questions, explained=explained)
    by_subject = {(result.rule.id, result.subject): {now.name: result} for result in judged_now.outcomes}
    errors = list(judged_now.errors)
    for view in other_views:
        differing = _asking_for_what_differs(rules, now.facts, view.facts)
        results = engine.run(differing, view.facts, catalogue, questions, explained=explained)
        errors += [error for error in results.errors if error not in errors]
        anew = {rule.id for rule in differing}
        for (rule, _), of_one in by_subject.items():
            if rule not in anew:
                of_one[view.name] = of_one[now.name]
        for result in results.outcomes:
            by_subject.setdefault((result.rule.id, result.subject), {})[view.name] = result
    broken = {error.rule.id for error in errors}
    merged_results = [_merged(of_one, differences) for (rule, _), of_one in by_subject.items() if rule not in broken]
    order = {rule.id: number for number, rule in enumerate(rules)}
    return Results(tuple(sorted(merged_results, key=lambda result: order[result.rule.id])), tuple(errors))


def _asking_for_what_differs(rules: list[Rule], now: Facts, other: Facts) -> list[Rule]:
    """Return the rules whose result may differ in another view of the same files."""
    if _circumstances(now) != _circumstances(other):
        return rules
    places = now.known.keys() | other.known.keys()
    keys = {key_of_fact[1] for key_of_fact in places if now.known.get(key_of_fact) != other.known.get(key_of_fact)}
    kinds = {kind for kind in now.kinds.keys() | other.kinds.keys() if now.subjects(kind) != other.subjects(kind)}
    return [rule for rule in rules if rule.subject in kinds or not keys.isdisjoint(rule.keys)]


def _circumstances(facts: Facts) -> tuple[object, ...]:
    """Return the facts that influence missing inputs and defaults for every rule."""
    prefixes = {complete.prefix for complete in facts.completes}
    release, platform = (facts.of(SERVER, key) for key in ("release", "platform"))
    return prefixes, release, platform, {fact.text for fact in facts.each("cut.format")}, given_formats(facts)


def _merged(by_view: dict[str, Result], differences: list[Difference]) -> Result:
    """Return the worst result with its views; of equal results the first, which is the current view's.

    Its worst possible severity is that of all views with a failed or unknown result.
    """
    worst, *other_results = by_view.values()
    if any(other_result is not worst for other_result in other_results):
        severities = [one.worst for one in by_view.values() if one.verdict in {FAILED, UNKNOWN}]
        worst = min(by_view.values(), key=_badness)
        worst = replace(worst, worst=min(severities, key=SEVERITIES.index, default=worst.worst))
    views = tuple([name for name, result in by_view.items() if result.verdict == worst.verdict])
    if worst.verdict != FAILED:
        return worst if worst.views == views else replace(worst, views=views)
    grounds = worst.evidence + worst.named + (worst.scope if len(views) == 1 else ())
    rests_on = tuple(resting(grounds, differences))
    return replace(worst, views=views, differences=rests_on)


def _badness(result: Result) -> tuple[int, int, bool]:
    """Return a sort key, worst first. A verdict based on an assumption precedes an equal one."""
    return _WORST_FIRST.index(result.verdict), SEVERITIES.index(result.severity), not result.presumed


def resting(grounds: tuple[Answer, ...], differences: list[Difference]) -> Iterator[Difference]:
    """Yield the differences on which a verdict depends, by its evidence and the origins of the evidence."""
    keys = {answer.key for answer in grounds}
    waiting = [fact for answer in grounds for fact in answer.facts]
    known_ids: set[int] = set()
    while waiting:
        fact = waiting.pop()
        if id(fact) not in known_ids:
            known_ids.add(id(fact))
            keys.add(fact.key)
            waiting += fact.made_from
    return (change for change in differences if not keys.isdisjoint(change.keys))


def _with_told(facts: Facts, reported_names: Iterable[str]) -> Facts:
    """Return the facts with a mark on the items whose difference a finding reports."""
    items = [subject for subject in facts.subjects(_ITEM) or [] if subject.name in reported_names]
    if not items:
        return facts
    marked = facts.copy()
    for item in items:
        marked.settle(Fact("item.told", "yes", subject=item, made_from=marked.of(item, "item.differs")))
    return marked
