"""Mail boxes: how many there are, and tasks that ServerTasks starts for one mail box each."""

from at_once import at_once
from listings import facts_of

from advisor import pack
from advisor.derive import Context, mail
from advisor.derive.documents import SPECIFIC
from advisor.facts import NEXT_START, NOW, Complete, Fact, Facts
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
DOCUMENT, CONSOLE, STATISTIC = "doc.config.mail_number_of_mailboxes", "console.mailboxes", "stat.server.mailboxes"
ACCESSES, CONFLICTS = "stat.mail.mailbox.accesses", "stat.mail.mailbox.accessconflicts"
TASKS, AT_NIGHT = "ini.servertasks", "ini.servertasksat1"
RANK = "config_document.rank"
INI = Source.of("notes.ini", b"")


def known(told, presumed=(), view=NOW, complete="ini."):
    """The facts after the step; keys in `presumed` stand on a document that is presumed to be the server's."""
    facts = Facts()
    facts.add(
        Fact(key, text, INI, (0, 0), presumed=key in presumed) for key, texts in told for text in texts.split("|")
    )
    facts.add([Complete(complete, INI)])
    facts.add(mail.derive_mail_boxes(facts, Context(CATALOGUE, view=view)))
    return facts


COUNTS = [  # what is told, how many there are, whether there are several
    ([], None, None),
    ([(DOCUMENT, "1")], "1", "no"),
    ([(DOCUMENT, "2")], "2", "yes"),
    ([(DOCUMENT, " 4 ")], "4", "yes"),
    ([(DOCUMENT, "0")], "0", "no"),
    ([(DOCUMENT, "")], None, None),
    ([(DOCUMENT, "several")], None, None),
    ([(DOCUMENT, "1|2")], None, None),
    ([(CONSOLE, "1")], "1", "no"),
    ([(CONSOLE, "3")], "3", "yes"),
    ([(STATISTIC, "1")], "1", "no"),
    ([(STATISTIC, "2")], "2", "yes"),
    ([(CONSOLE, "2"), (STATISTIC, "2")], "2", "yes"),
    ([(CONSOLE, "2"), (STATISTIC, "3")], None, "yes"),
    ([(CONSOLE, "1"), (STATISTIC, "2")], None, None),
    ([(DOCUMENT, "2"), (CONSOLE, "1")], "1", "no"),
    ([(DOCUMENT, "1"), (CONSOLE, "2")], "2", "yes"),
    ([(CONSOLE, "1|2"), (DOCUMENT, "3")], None, None),
    ([(CONSOLE, "1|2"), (STATISTIC, "2")], "2", "yes"),
    ([(DOCUMENT, "1|2"), (CONSOLE, "2"), (RANK, SPECIFIC)], "2", "yes"),
    ([(TASKS, "Router,ScanTask mail1.box mail2.box")], "2", "yes"),
    ([(TASKS, "Router,ScanTask MAIL2.BOX"), (AT_NIGHT, "Compact mail3.box")], "3", "yes"),
    ([(TASKS, "Router,ScanTask mail1.box")], None, None),
    ([(TASKS, "Router,ScanTask mail.box")], None, None),
    ([(TASKS, "Router,ScanTask mail1.boxes amail2.box mail123.box")], None, None),
    ([(TASKS, "Router,ScanTask mail1.box mail2.box"), (CONSOLE, "1")], "1", "no"),
    ([(TASKS, "Router,ScanTask mail1.box mail2.box"), (DOCUMENT, "3")], "3", "yes"),
    ([(ACCESSES, "4711")], None, "yes"),
    ([(CONFLICTS, "0")], None, "yes"),
    ([(ACCESSES, "4711"), (CONSOLE, "2")], "2", "yes"),
    ([(ACCESSES, "4711"), (CONSOLE, "1")], "1", "no"),
    ([(ACCESSES, "0"), (CONFLICTS, "0"), (STATISTIC, "1")], "1", "no"),
    ([(ACCESSES, "0"), (CONFLICTS, "0")], None, None),
    ([(ACCESSES, "4711"), (DOCUMENT, "1")], None, "yes"),
    ([(ACCESSES, "4711"), (DOCUMENT, "3")], "3", "yes"),
    ([(ACCESSES, "4711"), (TASKS, "ScanTask mail1.box mail2.box")], "2", "yes"),
]


@at_once(("told", "count", "several"), COUNTS)
def test_mail_boxes_are_counted(told, count, several):
    facts = known(told)
    assert (facts.ask("mail_boxes.count").text, facts.ask("mail_boxes.several").text) == (count, several)


COMING = [  # what is told, how many there will be from the next start on, whether these are several
    ([(DOCUMENT, "1|2"), (CONSOLE, "2"), (RANK, SPECIFIC)], None, None),
    ([(DOCUMENT, "1|2"), (CONSOLE, "2")], "2", "yes"),
    ([(CONSOLE, "1|2"), (DOCUMENT, "3")], "3", "yes"),
    ([(CONSOLE, "3")], "3", "yes"),
    ([(DOCUMENT, "2"), (CONSOLE, "1")], "2", "yes"),
    ([(DOCUMENT, "1"), (CONSOLE, "2")], "1", "no"),
    ([(DOCUMENT, "1"), (STATISTIC, "2"), (CONSOLE, "3")], "1", "no"),
    ([(ACCESSES, "4711"), (DOCUMENT, "1")], "1", "no"),
    ([(ACCESSES, "4711"), (CONSOLE, "1")], "1", "no"),
    ([(ACCESSES, "4711")], None, "yes"),
]


@at_once(("told", "count", "several"), COMING)
def test_mail_boxes_are_counted_for_the_next_start(told, count, several):
    facts = known(told, view=NEXT_START)
    assert (facts.ask("mail_boxes.count").text, facts.ask("mail_boxes.several").text) == (count, several)


CHANGES = [  # what is told, and the change that the next start brings
    ([(DOCUMENT, "2")], []),
    ([(DOCUMENT, "2"), (CONSOLE, "2")], []),
    ([(DOCUMENT, "2"), (CONSOLE, "1")], [("Mail_Number_Of_MailBoxes", "1", "2")]),
    ([(DOCUMENT, "1"), (CONSOLE, "2"), (STATISTIC, "3")], [("Mail_Number_Of_MailBoxes", None, "1")]),
    ([(DOCUMENT, "1"), (ACCESSES, "4711")], [("Mail_Number_Of_MailBoxes", None, "1")]),
]


@at_once(("told", "changes"), CHANGES)
def test_the_next_start_makes_another_number_of_them(told, changes):
    found = known(told).differences
    assert [(change.name, change.now.text, change.coming.text) for change in found] == changes


PRESUMED = [  # beside a document that is only presumed to be the server's: what is told, count, several, presumed
    ([(DOCUMENT, "1")], "1", "no", True),
    ([(DOCUMENT, "1"), (CONSOLE, "2")], "2", "yes", False),
    ([(DOCUMENT, "1"), (STATISTIC, "2")], "2", "yes", False),
    ([(DOCUMENT, "2"), (CONSOLE, "1")], "1", "no", False),
    ([(DOCUMENT, "1"), (ACCESSES, "4711")], None, "yes", False),
    ([(DOCUMENT, "2"), (TASKS, "ScanTask mail1.box mail3.box")], "2", "yes", True),
]


@at_once(("told", "count", "several", "presumed"), PRESUMED)
def test_what_is_presumed_gives_way_to_what_shows_it(told, count, several, presumed):
    facts = known(told, presumed={DOCUMENT})
    assert (facts.ask("mail_boxes.count").text, facts.ask("mail_boxes.several").text) == (count, several)
    assert facts.ask("mail_boxes.several").facts[0].presumed is presumed
    assert facts.subjects("item") is None


EMPTY = [  # a configuration document that counts and whose field is empty or missing: what else is told
    ([(RANK, SPECIFIC)], "1", "no", False),
    ([(RANK, SPECIFIC), (DOCUMENT, "")], "1", "no", False),
    ([(RANK, "the configuration document for all servers")], "1", "no", True),
    ([(RANK, "the configuration document for all servers"), (CONSOLE, "2")], "2", "yes", False),
    ([(RANK, SPECIFIC), (DOCUMENT, "3")], "3", "yes", False),
]


@at_once(("told", "count", "several", "presumed"), EMPTY)
def test_an_empty_field_is_one_mail_box(told, count, several, presumed):
    facts = known(told, complete="doc.config.")
    assert (facts.ask("mail_boxes.count").text, facts.ask("mail_boxes.several").text) == (count, several)
    assert facts.ask("mail_boxes.several").facts[0].presumed is presumed


DIFFERENCES = [
    ("2", "1", "yes"),
    ("2", "2", "no"),
    ("02", "2", "no"),
    ("two", "2", None),
]


@at_once(("document", "console", "differs"), DIFFERENCES)
def test_the_document_is_held_beside_what_the_server_runs_with(document, console, differs):
    facts = known([(DOCUMENT, document), (CONSOLE, console)])
    found = [facts.ask("item.differs", subject).text for subject in facts.subjects("item") or []]
    assert found == ([differs] if differs else [])


LEFT = [  # ServerTasks, how many mail boxes `show server` prints, which have no task, and what the task is called
    ("Router,dbscan mail1.box,dbscan mail2.box", "2", "none", "dbscan"),
    ("Router,dbscan mail1.box,dbscan mail2.box", "4", "mail3.box and mail4.box", "dbscan"),
    ("Router,dbscan mail1.box,dbscan mail3.box", "3", "mail2.box", "dbscan"),
    ("Router,DBScan MAIL1.BOX, dbscan  mail2.box", "3", "mail3.box", "dbscan"),
    ("Router,dbscan mail1.box,dbscan mail2.box,other mail1.box", "2", "none", "dbscan"),
    ("Router,dbscan mail1.box mail2.box", "4", "none", None),
    ("Router,Compact mail1.box,nfixup mail1.box", "4", "none", None),
    ("Router,dbscan mail.box", "4", "none", None),
    ("Router,dbscan mail1.box", None, None, None),
]


@at_once(("tasks", "count", "left", "task"), LEFT)
def test_mail_boxes_without_a_task(tasks, count, left, task):
    console = (
        f"Lotus Domino (r) Server (Release 7.0 for AIX)\n\nServer name: Mail01/Acme\nNumber of Mailboxes: {count}\n"
    )
    facts = facts_of(f"[Notes]\nKitType=2\nServerTasks={tasks}\n", *([console] if count else []))
    assert facts.ask("mail_boxes.unscanned").text == left
    assert facts.ask("mail_boxes.scanned_by").text == task
