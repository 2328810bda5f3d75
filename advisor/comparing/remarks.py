"""Sentences about how two reports differ apart from their findings: files, rules, releases and servers."""

from collections.abc import Iterator

from advisor.comparing.reading import Reported
from advisor.values.printing import listed, number


def remarks(old: Reported, new: Reported) -> Iterator[str]:
    """Yield one sentence each, the most important first."""
    if old is new:
        yield f"Both are one report, {new.shown}."
    yield from _whole(old, new)
    yield from _as_release(old, new)
    yield from _rules(old, new)
    yield from _servers(old, new)


def _whole(old: Reported, new: Reported) -> Iterator[str]:
    if not new.complete:
        yield f"{new.shown} is incomplete, so nothing in it counts as fixed{_troubles(new)}."
    if not old.complete:
        yield f"{old.shown} is incomplete, so what it missed counts as new{_troubles(old)}."


def _troubles(report: Reported) -> str:
    return f" ({listed(report.troubles, 3)})" if report.troubles else ""


def _as_release(old: Reported, new: Reported) -> Iterator[str]:
    if old.as_release == new.as_release:
        if old.as_release:
            yield f"Both reports are about release {old.as_release}, not about what runs: nothing counts as fixed."
        return
    for one in (old, new):
        if one.as_release:
            yield f"{one.shown} is about release {one.as_release} (domlint upgrade): the two share no finding."


def _rules(old: Reported, new: Reported) -> Iterator[str]:
    if old.profile != new.profile:
        yield f"{old.shown} used the profile {old.profile}, {new.shown} the profile {new.profile}."
    if (old.version, old.rulepack) != (new.version, new.rulepack):
        yield (
            f"{old.shown} was made by domlint {old.version} (facts of {old.rulepack}), {new.shown} by {new.version} "
            f"(facts of {new.rulepack}): their rules may differ for the same files."
        )
    if old.as_release or new.as_release:
        return
    if more := sorted(new.ran - old.ran):
        rules = number(len(more), "rule")
        yield f"{rules} ran only for {new.shown} ({listed(more)}): what {_they(more)} found is new."
    if fewer := sorted(old.ran - new.ran):
        yield (
            f"{number(len(fewer), 'rule')} ran only for {old.shown} ({listed(fewer)}): "
            f"what {_they(fewer)} found then is not checked now."
        )


def _they(rules: list[str]) -> str:
    return "it" if len(rules) == 1 else "they"


def _servers(old: Reported, new: Reported) -> Iterator[str]:
    for one, other in ((old, new), (new, old)):
        alone = [one.owners[owner].name for owner in one.owners if owner not in other.owners and not owner[0]]
        if alone:
            verb = "is" if len(alone) == 1 else "are"
            yield f"{number(len(alone), 'server')} {verb} only in {one.shown}: {listed(alone)}."
    both = [owner for owner in new.owners if owner in old.owners]
    spelled = [(old.owners[owner].name, new.owners[owner].name) for owner in both]
    if others := [f"{then} is now {now}" for then, now in spelled if then != now]:
        yield f"{number(len(others), 'name')} spelled differently, which makes no difference: {listed(others)}."
