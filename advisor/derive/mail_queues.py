"""Mail queues: reads what statistics and `show server` count in mail boxes; names dead ones of the DNS blacklists."""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context, first_that_tells
from advisor.facts import Fact
from advisor.known import Facts
from advisor.values.printing import listed

_SITE = re.compile(r"stat\.smtp\.dnsbl\.((?:[a-z0-9-]+\.)+[a-z]{2,})(?:\.|$)")
_DEAD = {"relays.ordb.org", "list.dsbl.org", "dnsbl.inps.de", "ubl.unsubscore.com", "dnsbl.sorbs.net"}
_REFUSES_ALL = "relays.ordb.org"  # since 2008 it lists every address there is


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`mail.dead`, `mail.waiting`, `blacklist.dead` and `blacklist.refuses_all`, of what tells them."""
    yield from first_that_tells(_counted(facts, "mail.dead", "stat.mail.dead", "console.mail_dead"))
    yield from first_that_tells(_waiting(facts))
    yield from _blacklists(facts)


def _counted(facts: Facts, key: str, *told_by: str) -> Iterator[Fact]:
    for name in told_by:
        answer = facts.ask(name)
        if values.whole(answer.text) is not None:
            yield Fact(key, answer.text or "", made_from=answer.facts)


def _waiting(facts: Facts) -> Iterator[Fact]:
    """From 10 on messages may wait because their sender wants them sent later: those do not count."""
    yield from _counted(facts, "mail.waiting", "stat.mail.waitingnotscheduled")
    waiting, scheduled = facts.ask("stat.mail.waiting"), facts.ask("stat.mail.waitingforschedule")
    both = values.whole(waiting.text), values.whole(scheduled.text)
    if both[0] is not None and both[1] is not None:
        yield Fact("mail.waiting", str(max(both[0] - both[1], 0)), made_from=waiting.facts + scheduled.facts)
    yield from _counted(facts, "mail.waiting", "stat.mail.waiting", "console.mail_waiting")


def _blacklists(facts: Facts) -> Iterator[Fact]:
    """The sites that statistics count hits of; of none nothing is said, for hits may not have been counted yet."""
    sites: dict[str, list[Fact]] = {}
    for fact in facts.each("stat.smtp.dnsbl."):
        if match := _SITE.match(fact.key):
            name = next((dead for dead in sorted(_DEAD) if _is_site(match[1], dead)), match[1])
            sites.setdefault(name, []).append(fact)
    dead = sorted(_DEAD & sites.keys())
    origins = tuple(fact for name in dead or sites for fact in sites[name])
    if sites:
        yield Fact("blacklist.dead", listed(dead) or "none", made_from=origins)
        yield Fact("blacklist.refuses_all", "yes" if _REFUSES_ALL in dead else "no", made_from=origins)


def _is_site(told: str, site: str) -> bool:
    """Whether a statistic tells of a site or of a part of it, `spam.dnsbl.sorbs.net`; an address may follow."""
    return f".{site}." in f".{told}."
