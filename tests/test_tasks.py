import pytest

from advisor.derive import tasks
from advisor.facts import Facts
from advisor.pack import builtin
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = builtin().catalogue


def facts_of(text):
    source = Source.of("notes.ini", ("[Notes]\n" + text).encode())
    facts = Facts()
    facts.add(notes_ini.read(source, CATALOGUE))
    return facts


MEMBERS = [
    ("ServerTasks=Update,Router", [("update", "", "start", 1), ("router", "", "start", 2)]),
    ("servertasks=Update", [("update", "", "start", 1)]),
    ("ServerTasks= Update , Router ", [("update", "", "start", 1), ("router", "", "start", 2)]),
    ("ServerTasks=", []),
    ("ServerTasks=,Update,,Router,", [("update", "", "start", 2), ("router", "", "start", 4)]),
    ("ServerTasks=certmgr -ACCEPT_TOU_AUTO_CONFIG", [("certmgr", "-ACCEPT_TOU_AUTO_CONFIG", "start", 1)]),
    ("ServerTasks=RunJava JAddin X", [("runjava", "JAddin X", "start", 1)]),
    ("ServerTasks=dbscan mail1.box", [("dbscan", "mail1.box", "start", 1)]),
    ("ServerTasksAt2=UpdAll updsystemnsfs.ind", [("updall", "updsystemnsfs.ind", "2", 1)]),
    (
        "ServerTasks=DBMT -compactThreads 4 -range 2:00AM 6:00AM,HTTP",
        [("dbmt", "-compactThreads 4 -range 2:00AM 6:00AM", "start", 1), ("http", "", "start", 2)],
    ),
    ("ServerTasksAt0=Catalog\nServerTasksAt23=Design", [("catalog", "", "0", 1), ("design", "", "23", 1)]),
    ("ServerTasksAt24=Catalog", []),
    ("ServerTasksAtNight=Catalog", []),
    ("ServerTasks=A\nServerTasks=B", []),
    ("ServerTasks=A\nServerTasks=A", [("a", "", "start", 1)]),
]


@pytest.mark.parametrize(("text", "expected"), MEMBERS)
def test_each_member_has_name_arguments_hour_and_position(text, expected):
    found, _ = tasks.members(facts_of(text))
    assert [(one.name, one.arguments, one.hour, one.position) for one in found] == expected


def test_each_member_has_its_place():
    found, _ = tasks.members(facts_of("ServerTasks=Update, RunJava JAddin X ,HTTP"))
    data = found[0].fact.source.data
    assert [data[slice(*one.fact.span)] for one in found] == [b"Update", b"RunJava JAddin X", b"HTTP"]


def test_repeated_tasks_are_counted_with_their_hours():
    facts = facts_of("ServerTasks=Updall,clrepl,CLREPL\nServerTasksAt2=UpdAll")
    facts.add(tasks.derive(facts))
    told = {
        subject.name: (facts.ask("task.times", subject).text, facts.ask("task.hours", subject).text)
        for subject in facts.subjects("task")
    }
    assert told == {"updall": ("2", "start,2"), "clrepl": ("2", "start,start")}


OF_ALL = [
    ("ServerTasks=Update,DBMT -range 2:00AM 6:00AM\nServerTasksAt2=nUpdall", "yes", "yes"),
    ("ServerTasks=Update", "no", None),
    ("ServerTasksAt2=UpdAll -R", "yes", None),
    ("ServerTasksAt2=UpdAll mail\\ -F", "no", None),
    ("ServerTasksAt2=UpdAll updmail.ind,updall names.nsf", "no", None),
    ("ServerTasks=DBMT -updallThreads 0", "no", None),
    ("ServerTasks=Update\nServerTasks=Updall", None, None),
]


@pytest.mark.parametrize(("text", "updall", "dbmt"), OF_ALL)
def test_what_rules_ask_of_all_tasks(text, updall, dbmt):
    facts = facts_of(text)
    facts.add(tasks.derive(facts))
    assert (facts.ask("tasks.updall").text, facts.ask("tasks.dbmt").text) == (updall, dbmt)
