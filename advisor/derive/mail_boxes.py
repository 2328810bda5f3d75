"""Mail boxes: reads the configuration document, `show server`, statistics and scan tasks; tells how many there are.

The document says how many there will be after the next start, `show server` and the statistics how many there are. A
document that only is presumed to be the server's gives way to them.
"""

import re
from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.derive.effective import compared
from advisor.facts import Answer, Fact, Facts

_ITEM = "doc.config.mail_number_of_mailboxes"
_RUNNING = {"console.mailboxes": "`show server`", "stat.server.mailboxes": "the statistic Server.MailBoxes"}
_COUNTED_WITH_SEVERAL = ("stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts")
_NUMBERED = re.compile(r"\bmail(\d{1,2})\.box\b", re.IGNORECASE)
_SCANNED = "the highest number of a mail box that is named in ServerTasks"


def derive(facts: Facts, context: Context) -> Iterator[Fact]:
    """`mail_boxes.count`, `mail_boxes.several`, and the item beside what the server runs with."""
    document = facts.ask(_ITEM)
    running = {where: answer for key, where in _RUNNING.items() if (answer := facts.ask(key)).text}
    counted = next((answer for key in _COUNTED_WITH_SEVERAL if (answer := facts.ask(key)).text), None)
    if (running or counted) and document.text and document.facts[0].presumed:
        document = Answer()
    for where, answer in running.items():
        if document.text:
            yield from compared(context.catalogue.keys[_ITEM], document, answer, where)
    answers = [document] if document.text else list(running.values())
    for answer in answers:
        yield from _count(answer)
    if not answers:
        yield from _by_scan_tasks(facts)
    if counted and all(answer.text == "1" for answer in answers):
        note = "the server counts Mail.Mailbox.Accesses only where there are two mail boxes or more"
        yield Fact("mail_boxes.several", "yes", made_from=counted.facts, note=note)


def _count(answer: Answer) -> Iterator[Fact]:
    """How many there are by one answer, and whether these are several."""
    first, text = answer.facts[0], answer.text or ""
    try:
        several = "yes" if values.parse("number", text) > 1 else "no"
    except values.NotOfType:
        return
    yield Fact("mail_boxes.count", text, made_from=answer.facts, presumed=first.presumed, note=first.note)
    yield Fact("mail_boxes.several", several, made_from=answer.facts, presumed=first.presumed, note=first.note)


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
        yield Fact("mail_boxes.count", str(most), made_from=origins, note=_SCANNED)
        yield Fact("mail_boxes.several", "yes", made_from=origins, note=_SCANNED)
