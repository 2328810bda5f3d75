"""What a fix needs, what was measured, and which sources disagree."""

from collections.abc import Iterator

from advisor.report.finding import Finding, Remedy
from advisor.report.first_steps import first_sentence
from advisor.report.texts import Dispute, Reference
from advisor.values.printing import begun

_RESTARTS = {
    "task": "needs a restart of the task",
    "server": "needs a restart of the server",
    "down": "needs the server down",
    "system": "needs a reboot of the machine",
    "rebuild": "needs a rebuild of the array and restore from backup",
}
_MOST_OBJECTIONS = 2


def price(fix: Remedy) -> str:
    """Return ` [unsafe; needs a restart of the server]`, or ""."""
    safety = [fix.safety] if fix.safety == "unsafe" else []
    restart = [_RESTARTS[fix.restart]] if fix.restart in _RESTARTS else []
    return f" [{'; '.join(safety + restart)}]" if safety or restart else ""


def grounds(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield labels and sentences: one measured figure with its source, and who disagrees."""
    if measured := _measured(finding):
        yield "Figure", f"{measured.figure} ({_witness(measured)})"
    if finding.dispute:
        yield "Disputed", disputed(finding, finding.dispute)
        return
    for against in _objections(finding)[:_MOST_OBJECTIONS]:
        yield "Against", f"{_said(against)} ({_witness(against)})"


def _measured(finding: Finding) -> Reference | None:
    """The figure to show: where sources disagree that of one which is followed, or else of the server's release."""
    given = [one for one in finding.references if one.figure and one.says != "against"]
    if dispute := finding.dispute:
        followed, strangers = dispute.followed.sources, dispute.strangers
        given.sort(key=lambda one: (one.id not in followed, one.id in strangers))
    return next(iter(given), None)


def disputed(finding: Finding, dispute: Dispute) -> str:
    """Who says otherwise, of which releases, and whom the rule follows here and why; two others at most."""
    here = [one for one in finding.references if one.side and one.id in dispute.followed.sources]
    told = "; ".join(_side(one, dispute) for one in _others(finding, dispute)[:_MOST_OBJECTIONS])
    called = " and ".join(dict.fromkeys(_called(one) for one in here))
    return f"{begun(told)}. Followed here: {called}, {dispute.followed.because}."


def _others(finding: Finding, dispute: Dispute) -> list[Reference]:
    """Those who say otherwise, those first who speak of this server's release."""
    others = [one for one in finding.references if one.side and one.id not in dispute.followed.sources]
    return sorted(others, key=lambda one: one.id in dispute.strangers)


def _side(one: Reference, dispute: Dispute) -> str:
    """`16 KB (Iris, a cluster in the field, 1999, of R4.6.2a only)`; only: and not of this server's release."""
    return f"{one.side} ({_called(one)}, of {one.of}{' only' * (one.id in dispute.strangers)})"


def _called(one: Reference) -> str:
    return ", ".join(part for part in (one.short, one.date[:4]) if part)


def _objections(finding: Finding) -> list[Reference]:
    return [one for one in finding.references if one.says == "against"]


def _said(against: Reference) -> str:
    return begun(first_sentence(against.note or "").rstrip("."))


def _witness(source: Reference) -> str:
    """`LDD, Domino 6 logging: Drive selection`."""
    return f"{source.short}: {source.where}" if source.where else source.short
