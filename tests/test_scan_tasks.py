"""Tasks that ServerTasks starts for a mail box each, and the mail boxes that have none."""

import pytest
from listings import facts_of

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


@pytest.mark.parametrize(("tasks", "count", "left", "task"), LEFT)
def test_mail_boxes_without_a_task(tasks, count, left, task):
    console = (
        f"Lotus Domino (r) Server (Release 7.0 for AIX)\n\nServer name: Mail01/Acme\nNumber of Mailboxes: {count}\n"
    )
    facts = facts_of(f"[Notes]\nKitType=2\nServerTasks={tasks}\n", *([console] if count else []))
    assert facts.ask("mail_boxes.unscanned").text == left
    assert facts.ask("mail_boxes.scanned_by").text == task
