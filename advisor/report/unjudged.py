"""Unjudged: open results, and rules that raised, as rows of what could not be judged."""

from functools import lru_cache

from advisor.judging.engine import UNKNOWN, Results
from advisor.judging.lookup import Missing
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.identity import Identity, Owner
from advisor.report.report import ONE_FINDING, WHOLE_RULE, Unjudged
from advisor.values.printing import brief, listed


@lru_cache(maxsize=512)
def missing_parts(missing: tuple[Missing, ...], catalogue: Catalogue) -> tuple[Missing, ...]:
    """What was not known as it may be shown; most rules that could not be judged lack the same few inputs.

    A hint may quote a value, but where no file was given it is the catalogue's own words.
    """
    return tuple(
        [one._replace(collect=_collect(one, catalogue), different=()) if one.given else one for one in missing]
    )


def _collect(missing: Missing, catalogue: Catalogue) -> str:
    """What to give; of different values each with its place, or the places alone if no value may be shown."""
    said = masking.masked(catalogue, missing.collect)
    if not missing.different:
        return said
    shown = [brief(masking.value(catalogue, one.key, one.value)) for one in missing.different]
    places = [masking.masked(catalogue, one.place) for one in missing.different]
    if len(set(shown)) == 1:
        return f"{said} in {listed(places)}"
    return f"{said}: {listed(f'{value} ({place})' for value, place in zip(shown, places, strict=True))}"


def of_results(named: list[Identity], owner: Owner, catalogue: Catalogue) -> list[Unjudged]:
    """Return a row for each subject that a rule could not be checked on."""
    server, cluster, _ = owner
    return [
        Unjudged(
            result.rule.id,
            result.rule.name,
            server,
            cluster,
            subject,
            WHOLE_RULE if ordinal is None else ONE_FINDING,
            missing_parts(result.missing, catalogue),
            result.severity,
        )
        for result, subject, ordinal in named
        if result.verdict == UNKNOWN
    ]


def after_raising(results: Results, owner: Owner) -> list[Unjudged]:
    """A row for each rule that raised: nothing is known of what it would have found."""
    subject = "server" if owner.server else "cluster"
    return [
        Unjudged(
            error.rule.id,
            error.rule.name,
            owner.server,
            owner.cluster,
            subject,
            WHOLE_RULE,
            missing=(),
            severity=error.rule.severity,
        )
        for error in results.errors
    ]
