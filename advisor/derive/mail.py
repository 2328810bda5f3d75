"""Mail boxes and mail that waits."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor import values
from advisor.derive.context import Context, derived, first_by_precedence
from advisor.derive.documents import NO_MORE_SPECIFIC, SPECIFIC
from advisor.derive.effective import compared, differ
from advisor.facts import NOW, Answer, Difference, Fact, Facts
from advisor.values.printing import listed

_ITEM = "doc.config.mail_number_of_mailboxes"
_COUNT, _SEVERAL = "mail_boxes.count", "mail_boxes.several"
_RUNNING = {"console.mailboxes": "`show server`", "stat.server.mailboxes": "the statistic Server.MailBoxes"}
_COUNTED_WITH_SEVERAL = ("stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts")
_NUMBERED = re.compile(r"\bmail([0-9]{1,2})\.box\b", re.IGNORECASE)
_SCANNED = "the highest number of a mail box that is named in ServerTasks"


@derived(
    "mail_boxes.count", "mail_boxes.several", "item.differs", "item.document", "item.field", "item.in_document",
    "item.in_force", "item.name", "item.shown_by", "item.told",
)  # fmt: skip
def derive_mail_boxes(facts: Facts, context: Context) -> Iterator[Fact]:
    """Yield `mail_boxes.count`, `mail_boxes.several`, and the item beside what the server runs with."""
    document = _said_by_the_document(facts, context)
    asked = {where: facts.ask(key) for key, where in _RUNNING.items()}
    running = {where: answer for where, answer in asked.items() if answer.text}
    runs = list(running.values()) or [answer for answer in asked.values() if answer.trouble]
    counted = None if running else _counted_with_several_boxes(facts)
    if (running or counted) and document.text and document.facts[0].presumed:
        document = Answer()
    for where, answer in running.items():
        if document.text:
            yield from compared(context.catalogue.keys[_ITEM], document, answer, where)
    undecided = bool(runs and document.trouble and facts.ask("config_document.rank").text == SPECIFIC)
    coming = [document] if document.text or undecided else runs
    now = runs or ([] if counted and document.text == "1" else coming)
    if undecided:
        facts.undecided.append(context.catalogue.keys[_ITEM].item)
    if document.text and (change := _change(context, now, document)):
        facts.differences.append(change)
    answers = now if context.view == NOW else coming
    for answer in answers:
        yield from _count(answer)
    if not answers:
        yield from _by_scan_tasks(facts)
    of_now = context.view == NOW or not document.text
    if counted and of_now and all(answer.text == "1" for answer in answers):
        note = "the server counts Mail.Mailbox.Accesses only where there are two mail boxes or more"
        yield Fact(_SEVERAL, "yes", made_from=counted.facts, note=note)


def _change(context: Context, now: list[Answer], document: Answer) -> Difference | None:
    """Return what the next start will make of the number of mail boxes, where that is another one."""
    entry = context.catalogue.keys[_ITEM]
    current = now[0] if len({answer.text for answer in now}) == 1 else Answer()
    return (
        Difference(entry.item, (_COUNT, _SEVERAL), current, document) if differ(entry.type, current, document) else None
    )


def _said_by_the_document(facts: Facts, context: Context) -> Answer:
    """Return what the configuration document that counts says.

    A field that is empty or missing there is the default.
    """
    document, rank = facts.ask(_ITEM), facts.ask("config_document.rank")
    if not (document.absent and rank.text):
        return document
    default = context.catalogue.keys[_ITEM].default[0].value
    presumed = rank.text != SPECIFIC
    note = f"{rank.text} leaves the field empty, which means one" + f"; {NO_MORE_SPECIFIC}" * presumed
    return Answer(default, (Fact(_ITEM, default, made_from=rank.facts, presumed=presumed, note=note),), key=_ITEM)


def _counted_with_several_boxes(facts: Facts) -> Answer | None:
    """Return a counter that only several mail boxes have.

    Of accesses there must be some, for a single one may show 0.
    """
    accesses, conflicts = (facts.ask(key) for key in _COUNTED_WITH_SEVERAL)
    if accesses.text:
        return accesses if accesses.text != "0" else None
    return conflicts if conflicts.text else None


def _count(answer: Answer) -> Iterator[Fact]:
    """Yield the number of mail boxes by one answer, and whether there are several; unknown if it is in doubt."""
    if answer.trouble:
        for key in (_COUNT, _SEVERAL):
            yield from (replace(fact, key=key, doubt=answer.trouble) for fact in answer.facts)
        return
    if (number := values.number(answer.text)) is not None:
        first = answer.facts[0]
        for key, text in ((_COUNT, answer.text or ""), (_SEVERAL, "yes" if number > 1 else "no")):
            yield Fact(key, text, made_from=answer.facts, presumed=first.presumed, note=first.note)


def _by_scan_tasks(facts: Facts) -> Iterator[Fact]:
    """Yield a virus scanner or Compact that is started for mail1.box to mail3.box shows that there are three.

    Where only mail1.box is named, nobody can say: a single one is called mail.box.
    """
    numbered = [
        (int(number), fact) for fact in facts.each("ini.servertasks") for number in _NUMBERED.findall(fact.text)
    ]
    most = max((number for number, _ in numbered), default=0)
    if most > 1:
        origins = tuple(dict.fromkeys(fact for _, fact in numbered))
        yield Fact(_COUNT, str(most), made_from=origins, note=_SCANNED)
        yield Fact(_SEVERAL, "yes", made_from=origins, note=_SCANNED)


_SITE = re.compile(r"stat\.smtp\.dnsbl\.((?:[a-z0-9-]+\.)+[a-z]{2,})(?:\.|$)")
_DEAD = {"relays.ordb.org", "list.dsbl.org", "dnsbl.inps.de", "ubl.unsubscore.com", "dnsbl.sorbs.net"}
_REFUSES_ALL = "relays.ordb.org"  # since 2008 it lists every address there is


@derived("mail.dead", "mail.waiting", "blacklist.dead", "blacklist.refuses_all")
def derive_mail_queues(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `mail.dead`, `mail.waiting`, `blacklist.dead` and `blacklist.refuses_all` if statistics show them."""
    yield from first_by_precedence(_mail_count(facts, "mail.dead", "stat.mail.dead", "console.mail_dead"))
    yield from first_by_precedence(_waiting(facts))
    yield from _blacklists(facts)


def _mail_count(facts: Facts, key: str, *told_by: str) -> Iterator[Fact]:
    for name in told_by:
        answer = facts.ask(name)
        if values.whole(answer.text) is not None:
            yield Fact(key, answer.text or "", made_from=answer.facts)


def _waiting(facts: Facts) -> Iterator[Fact]:
    """Return the waiting messages. From Domino 10 on some may wait because their sender delays them.

    Those do not count.
    """
    yield from _mail_count(facts, "mail.waiting", "stat.mail.waitingnotscheduled")
    waiting, scheduled = facts.ask("stat.mail.waiting"), facts.ask("stat.mail.waitingforschedule")
    both = values.whole(waiting.text), values.whole(scheduled.text)
    if both[0] is not None and both[1] is not None:
        yield Fact("mail.waiting", str(max(both[0] - both[1], 0)), made_from=waiting.facts + scheduled.facts)
    yield from _mail_count(facts, "mail.waiting", "stat.mail.waiting", "console.mail_waiting")


def _blacklists(facts: Facts) -> Iterator[Fact]:
    """Yield the sites that statistics count hits of.

    Of none nothing is said, for hits may not have been counted yet.
    """
    sites: dict[str, list[Fact]] = {}
    for fact in facts.each("stat.smtp.dnsbl."):
        if match := _SITE.match(fact.key):
            name = next((dead for dead in sorted(_DEAD) if f".{dead}." in f".{match[1]}."), match[1])
            sites.setdefault(name, []).append(fact)
    dead = sorted(_DEAD & sites.keys())
    origins = tuple(fact for name in dead or sites for fact in sites[name])
    if sites:
        yield Fact("blacklist.dead", listed(dead) or "none", made_from=origins)
        yield Fact("blacklist.refuses_all", "yes" if _REFUSES_ALL in dead else "no", made_from=origins)
