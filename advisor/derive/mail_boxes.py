"""Mail boxes: the configuration document, `show server`, statistics and scan tasks in; how many there are out.

The document says how many there will be after the next start, `show server` and the statistics how many there are.
"""

import re
from collections.abc import Iterator

from advisor.derive.effective import compared
from advisor.facts import Fact, Facts, Reading
from advisor.pack import Catalogue

_ITEM = "doc.config.mail_number_of_mailboxes"
_RUNNING = {"console.mailboxes": "`show server`", "stat.server.mailboxes": "the statistic Server.MailBoxes"}
_COUNTED_WITH_SEVERAL = ("stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts")
_NUMBERED = re.compile(r"\bmail(\d{1,2})\.box\b", re.IGNORECASE)
_SCANNED = "the highest number of a mail box that is named in ServerTasks"


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact]:
    """`mail_boxes.count`, `mail_boxes.several`, and the item beside what the server runs with."""
    document = facts.ask(_ITEM)
    running = {where: reading for key, where in _RUNNING.items() if (reading := facts.ask(key)).text}
    for where, reading in running.items():
        if document.text:
            entry = catalogue.entry(_ITEM)
            yield from compared(entry["item"], entry, document, reading, where)
    told = [document] if document.text else list(running.values())
    for reading in told:
        yield from _count(reading)
    if not told:
        yield from _by_scan_tasks(facts)
    if not told or all(reading.text == "1" for reading in told):
        several = (facts.ask(key) for key in _COUNTED_WITH_SEVERAL)
        if found := next((reading for reading in several if reading.text), None):
            note = "the server counts Mail.Mailbox.Accesses only where there are two mail boxes or more"
            yield Fact("mail_boxes.several", "yes", made_from=found.facts, note=note)


def _count(reading: Reading) -> Iterator[Fact]:
    first = reading.facts[0]
    yield Fact(
        "mail_boxes.count", reading.text or "", made_from=reading.facts, presumed=first.presumed, note=first.note
    )
    several = "no" if reading.text in {"0", "1"} else "yes"
    yield Fact("mail_boxes.several", several, made_from=reading.facts, presumed=first.presumed, note=first.note)


def _by_scan_tasks(facts: Facts) -> Iterator[Fact]:
    """A virus scanner or Compact that is started for mail1.box to mail3.box shows that there are three."""
    numbered = [
        (int(number), fact) for fact in facts.each("ini.servertasks") for number in _NUMBERED.findall(fact.text)
    ]
    if numbered:
        most = max(number for number, _ in numbered)
        origins = tuple(dict.fromkeys(fact for _, fact in numbered))
        yield Fact("mail_boxes.count", str(most), made_from=origins, note=_SCANNED)
        yield Fact("mail_boxes.several", "yes" if most > 1 else "no", made_from=origins, note=_SCANNED)
