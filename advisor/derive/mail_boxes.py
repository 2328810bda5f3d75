"""Mail boxes: reads the configuration document, `show server`, statistics and scan tasks; tells how many there are.

`show server` and the statistics say how many there are, the document how many there will be after the next start; where
only it tells, there are as many now. A document that only is presumed to be the server's gives way to them. What
contradicts itself is unknown, with all its places.
"""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.derive.documents import NO_MORE_SPECIFIC, SPECIFIC
from advisor.derive.effective import compared, differ
from advisor.facts import Answer, Fact
from advisor.known import NOW, Difference, Facts

_ITEM = "doc.config.mail_number_of_mailboxes"
_COUNT, _SEVERAL = "mail_boxes.count", "mail_boxes.several"
_RUNNING = {"console.mailboxes": "`show server`", "stat.server.mailboxes": "the statistic Server.MailBoxes"}
_COUNTED_WITH_SEVERAL = ("stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts")
_NUMBERED = re.compile(r"\bmail([0-9]{1,2})\.box\b", re.IGNORECASE)
_SCANNED = "the highest number of a mail box that is named in ServerTasks"


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`mail_boxes.count`, `mail_boxes.several`, and the item beside what the server runs with."""
    document = _said_by_the_document(facts, context)
    asked = {where: facts.ask(key) for key, where in _RUNNING.items()}
    running = {where: answer for where, answer in asked.items() if answer.text}
    runs = list(running.values()) or [answer for answer in asked.values() if answer.trouble]
    counted = None if running else _counted(facts)
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
    """What the next start will make of the number of mail boxes, where that is another one."""
    entry = context.catalogue.keys[_ITEM]
    told = now[0] if len({answer.text for answer in now}) == 1 else Answer()
    return Difference(entry.item, (_COUNT, _SEVERAL), told, document) if differ(entry.type, told, document) else None


def _said_by_the_document(facts: Facts, context: Context) -> Answer:
    """What the configuration document that counts says; a field that is empty or missing there is the default."""
    document, rank = facts.ask(_ITEM), facts.ask("config_document.rank")
    if not (document.absent and rank.text):
        return document
    default = context.catalogue.keys[_ITEM].default[0].value
    presumed = rank.text != SPECIFIC
    note = f"{rank.text} leaves the field empty, which means one" + f"; {NO_MORE_SPECIFIC}" * presumed
    return Answer(default, (Fact(_ITEM, default, made_from=rank.facts, presumed=presumed, note=note),), key=_ITEM)


def _counted(facts: Facts) -> Answer | None:
    """A counter that only several mail boxes have; of accesses there must be some, for a single one may show 0."""
    accesses, conflicts = (facts.ask(key) for key in _COUNTED_WITH_SEVERAL)
    if accesses.text:
        return accesses if accesses.text != "0" else None
    return conflicts if conflicts.text else None


def _count(answer: Answer) -> Iterator[Fact]:
    """How many there are by one answer, and whether these are several; nobody can say where it is in doubt."""
    if answer.trouble:
        for key in (_COUNT, _SEVERAL):
            yield from (fact._replace(key=key, doubt=answer.trouble) for fact in answer.facts)
        return
    first, text = answer.facts[0], answer.text or ""
    try:
        several = "yes" if values.parse("number", text) > 1 else "no"
    except values.NotOfType:
        return
    yield Fact(_COUNT, text, made_from=answer.facts, presumed=first.presumed, note=first.note)
    yield Fact(_SEVERAL, several, made_from=answer.facts, presumed=first.presumed, note=first.note)


def _by_scan_tasks(facts: Facts) -> Iterator[Fact]:
    """A virus scanner or Compact that is started for mail1.box to mail3.box shows that there are three.

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
