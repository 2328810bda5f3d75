"""Tasks of ServerTasks and its like, scheduled ones among them: names, arguments, hours."""

from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.derive import Context, schedule, tasks
from advisor.derive.schedule import compact_arguments as what_it_does
from advisor.derive.tasks import _KNOWN, _WITHOUT_ARGUMENTS, corrected, slips_of
from advisor.facts import MAYBE_CUT, Diagnostic, Fact, Facts, Subject
from advisor.judging.lookup import Values
from advisor.pack import builtin
from advisor.pack.compile import compiled
from advisor.pack.language.parse import parse as condition
from advisor.readers import facts_of as facts_of_file
from advisor.readers import reader
from advisor.readers.domino import notes_ini, nsd
from advisor.source import Source, Stream
from advisor.values import secret_forms

CATALOGUE = builtin().catalogue
CONTEXT = Context(CATALOGUE)


def facts_of(text):
    source = Source.of("notes.ini", ("[Notes]\nKitType=2\nDirectory=/local/notesdata\n" + text).encode())
    facts = Facts()
    facts.add(notes_ini.read(source, CATALOGUE))
    return facts


MEMBERS = [
    ("ServerTasks=Update,Router", [("update", "", "start"), ("router", "", "start")]),
    ("servertasks=Update", [("update", "", "start")]),
    ("ServerTasks= Update , Router ", [("update", "", "start"), ("router", "", "start")]),
    ("ServerTasks=", []),
    ("ServerTasks=,Update,,Router,", [("update", "", "start"), ("router", "", "start")]),
    ("ServerTasks=certmgr -ACCEPT_TOU_AUTO_CONFIG", [("certmgr", "-ACCEPT_TOU_AUTO_CONFIG", "start")]),
    ("ServerTasks=RunJava JAddin X", [("runjava", "JAddin X", "start")]),
    ("ServerTasks=dbscan mail1.box", [("dbscan", "mail1.box", "start")]),
    ("ServerTasksAt2=UpdAll updsystemnsfs.ind", [("updall", "updsystemnsfs.ind", "2")]),
    ("ServerTasks=DBMT -compactThreads 4 -range 2:00AM 6:00AM,HTTP",
        [("dbmt", "-compactThreads 4 -range 2:00AM 6:00AM", "start"), ("http", "", "start")]),
    ("ServerTasksAt0=Catalog\nServerTasksAt23=Design", [("catalog", "", "0"), ("design", "", "23")]),
    ("ServerTasksAt24=Catalog", []),
    ("ServerTasksAtNight=Catalog", []),
    ("ServerTasks=A\nServerTasks=B", []),
    ("ServerTasks=A\nServerTasks=A", [("a", "", "start")]),
]  # fmt: skip


@at_once(("text", "expected"), MEMBERS)
def test_each_member_has_name_arguments_and_hour(text, expected):
    members, _ = tasks.members(facts_of(text))
    assert [(member.name, member.arguments, member.hour) for member in members] == expected


def test_each_member_has_its_place():
    members, _ = tasks.members(facts_of("ServerTasks=Update, RunJava JAddin X ,HTTP"))
    data = members[0].fact.source.data
    assert [data[slice(*member.fact.span)] for member in members] == [b"Update", b"RunJava JAddin X", b"HTTP"]


def test_repeated_tasks_have_the_hour_of_each_mention():
    facts = facts_of("ServerTasks=Updall,clrepl,CLREPL\nServerTasksAt2=UpdAll")
    facts.add(tasks.derive_tasks(facts, CONTEXT))
    hours = {subject.name: facts.ask("task.hours", subject).text for subject in facts.subjects("task")}
    assert hours == {"updall": "start,2", "clrepl": "start,start"}


OF_ALL = [
    ("ServerTasks=Update,DBMT -range 2:00AM 6:00AM\nServerTasksAt2=nUpdall", "yes", "yes"),
    ("ServerTasks=Update", "no", None),
    ("ServerTasksAt2=UpdAll -R", "yes", None),
    ("ServerTasksAt2=UpdAll mail\\ -F", "no", None),
    ("ServerTasksAt2=UpdAll updmail.ind,updall names.nsf", "no", None),
    ("ServerTasks=DBMT -updallThreads 0", "no", None),
    ("ServerTasks=Update\nServerTasks=Updall", None, None),
    ("ServerTasks=Update\nServerTasks=Updall\nServerTasksAt2=Updall,DBMT", "yes", "yes"),
]


@at_once(("text", "updall", "dbmt"), OF_ALL)
def test_what_rules_ask_of_all_tasks(text, updall, dbmt):
    facts = facts_of(text)
    facts.add(tasks.derive_tasks(facts, CONTEXT))
    assert (facts.ask("tasks.updall").text, facts.ask("tasks.dbmt").text) == (updall, dbmt)


OF_SOME = [  # what a file that is not whole starts, and what `show tasks` prints
    ("ServerTasks=Router,HTTP\n", [], "router,http,…"),
    ("", ["HTTP Server"], "http,…"),
    ("ServerTasks=Router\n", ["HTTP Server"], "router,http,…"),
    ("ServerTasks=A\nServerTasks=B\n", [], None),
    ("", [], None),
]
IN_DOUBT = [  # lists of which one is in doubt, whether http is among them, and what is missing
    ("ServerTasks=A,HTTP\nServerTasks=B,HTTP\nServerTasksAt1=HTTP\n", True, ""),
    ("ServerTasks=A\nServerTasks=HTTP\nServerTasksAt1=B\n", None, "ServerTasks has different values"),
    ("ServerTasks=A,HTTP\nServerTasks=B\n", None, "ServerTasks has different values"),
    ("ServerTasksAt1=HTTP\nServerTasks=A,HTT", True, ""),
    ("ServerTasksAt1=B\nServerTasks=A,HTTP", None, MAYBE_CUT),
    ("ServerTasks=HTTP,A", True, ""),
    ("ServerTasks=HTTP" + ",A" * 1_001 + "\n", True, ""),
    ("ServerTasks=B" + ",A" * 1_001 + "\n", None, tasks.TOO_MANY),
]


def lists_task(name):
    """The condition that a task is among those of a server."""
    return compiled(None, condition(f'"{name}" in tasks.names', {"tasks.names": "list"}, {}), []).when


@at_once(("text", "verdict", "lacking"), IN_DOUBT)
def test_a_task_that_is_read_is_among_them_whatever_is_in_doubt(text, verdict, lacking):
    source = Source.of("notes.ini", f"[Notes]\nKitType=2\nDirectory=/local/notesdata\n{text}".encode())
    facts = Facts()
    facts.add(
        item for item in facts_of_file(reader("notes_ini"), source, CATALOGUE) if not isinstance(item, Diagnostic)
    )
    facts.add(tasks.derive_tasks(facts, CONTEXT))
    values = Values(facts, CATALOGUE)
    judged = lists_task("http")(values, {})
    questions = judged if verdict is None else ()
    assert verdict is None or judged is verdict
    assert [missing.collect for missing in values.missing(questions)] == ([lacking] if lacking else [])


@at_once(("text", "shown", "names"), OF_SOME)
def test_of_lists_that_may_have_others_what_is_known_counts(text, shown, names):
    facts = Facts()
    facts.add(notes_ini.read(Source.of("notes.ini", f"[Notes]\n{text}".encode()), CATALOGUE))
    facts.add(Fact("running_task.name", name, subject=Subject("running task", name)) for name in shown)
    facts.add(tasks.derive_tasks(facts, CONTEXT))
    assert facts.ask("tasks.names").text == names
    values = Values(facts, CATALOGUE)
    unknown = (("tasks.names", "list"),)
    assert lists_task("imap")(values, {}) == unknown
    assert values.missing(unknown)
    assert lists_task("http")(values, {}) == (True if "http" in (names or "") else unknown)


def test_the_tasks_of_a_file_that_is_not_held_are_told():
    lines = [
        "[Notes]",
        "KitType=2",
        "Directory=/local/notesdata",
        "ServerTasks=Router, HTTP ,IMAP",
        "ServerTasksAt1=Catalog",
    ]
    text = "<@@ ------ System Data -> INI -> notes.ini (Time 12:23:01) ------ @@>\n" + "\n".join(lines) + "\n"
    facts = Facts()
    items = nsd.read(Stream("nsd.log", lambda: iter([text.encode()])), CATALOGUE)
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    assert [(member.name, member.hour) for member in tasks.members(facts)[0]] == [
        ("router", "start"), ("http", "start"), ("imap", "start"), ("catalog", "1"),
    ]  # fmt: skip


SHOWN = [  # what `show tasks` prints, what NOTES.INI starts; the names that rules ask for
    (["HTTP Server", "LDAP Server"], "Router", "router,http,ldap"),
    (["HTTP Server", "Router"], "Router,HTTP", "router,http"),
    (["http server", "HCL Traveler", "SMTP Server"], "", "http,traveler,smtp"),
    (["Database Server", "Indexer", "Cluster Replicator", "HTTP Server Monitor"], "Router", "router"),
    ([], "", "none"),
]


@at_once(("shown", "listed", "names"), SHOWN)
def test_a_service_that_runs_counts_though_no_list_starts_it(shown, listed, names):
    facts = facts_of(f"ServerTasks={listed}\n")
    facts.add(Fact("running_task.name", name, subject=Subject("running task", name)) for name in shown)
    facts.add(tasks.derive_tasks(facts, CONTEXT))
    assert facts.ask("tasks.names").text == names


MEMBER_SLIPS = {
    "Router": {},
    "nRouter": {},
    "RunJava ISpy": {},
    "Object Collect mailobj.nsf": {},
    "Router Hub01": {},
    "certmgr -ACCEPT_TOU": {"since": "12.0"},
    "nDBMT -range 2:00AM 6:00AM": {"since": "9.0"},
    "Rotuer": {"resembles": "router"},
    "Roter": {"resembles": "router"},
    "htpt": {"resembles": "http"},  # of four letters only two that are swapped
    "hmtp": {},
    "adminp2": {},  # another digit is another name
    "Smdreg": {},
    "nomad": {},
    "Replica;Router": {"run_together": "Replica;Router"},
    "Replica Router AdminP": {"run_together": "Replica Router AdminP"},
    "Replica | Router": {"run_together": "Replica | Router"},
    "Vendor Router": {},
    "Compact Router": {},  # Compact takes the names of databases and directories
    ";": {},
}


@at_once("written", MEMBER_SLIPS)
def test_what_is_told_of_a_member(written):
    assert dict(slips_of(written.split()[0].lower(), written)) == MEMBER_SLIPS[written]


PUT_RIGHT = {
    "Roter": "router",
    "Roter Hub01": "router Hub01",
    "certmgr -ACCEPT_TOU": "",
    "Replica;Router": "Replica,Router",
    "Replica | nRouter ;AdminP;": "Replica,nRouter,AdminP",
    "Router Hub01 AdminP": None,  # Hub01 may be meant for the router
}


@at_once("written", PUT_RIGHT)
def test_what_a_member_should_be(written):
    [(slip, text)] = slips_of(written.split()[0].lower(), written)
    assert corrected(slip, text, written) == PUT_RIGHT[written]


@at_once("name", sorted(_KNOWN))
def test_no_known_name_is_another_s_slip(name):
    assert "resembles" not in dict(slips_of(name, name))
    assert "resembles" not in dict(slips_of(f"n{name}", f"n{name}"))


@given(
    st.sampled_from(sorted(_WITHOUT_ARGUMENTS)), st.sampled_from(sorted(_WITHOUT_ARGUMENTS)), st.sampled_from("; |\t")
)
def test_any_two_tasks_without_a_comma_are_told_of(one, other, sign):
    assert dict(slips_of(one, f"{one}{sign}{other}"))["run_together"]


@given(st.text(min_size=1).filter(str.strip))
def test_a_name_that_is_meant_is_a_known_one(written):
    told = dict(slips_of(written.split()[0].lower(), written))
    assert told.get("resembles", "router") in _KNOWN


PUBLIC = [
    ("updall", "-R mail\\joe.nsf", True),
    ("run.sh", "-p hunter2 -u x", True),  # masked where it is shown
    ("run.sh", "", True),
    ("run.sh", "-user admin -password hunter2", False),
    ("mysqldump", "-phunter2", False),
    ("mysqldump", "--all-databases", True),
    ("net", "use x: \\\\srv\\s hunter2 /user:adm", False),
    ("compact", "-phunter2", True),  # only to some programs is that a password
]


STARTED = [
    ("nserver", '-c "load compact -B"', ("compact", "-B")),
    ("/opt/hcl/domino/bin/server", "-c 'load nupdall -R mail'", ("updall", "-R mail")),
    ("nserver.exe", '-C "Load fixup"', ("fixup", "")),
    ("nserver", "-c load updall", ("updall", "")),
    ("nserver", '-c "tell http quit"', ("nserver", '-c "tell http quit"')),
    ("nserver", "", ("nserver", "")),
    ("nserver", '-c "load compact', ("nserver", '-c "load compact')),
    ("run.sh", '-c "load compact -B"', ("run.sh", '-c "load compact -B"')),
    ("nupdall", "-R", ("updall", "-R")),
]


@at_once(("program", "arguments", "task"), STARTED)
def test_what_a_console_command_loads_is_the_task(program, arguments, task):
    assert schedule.started(program, arguments) == task


@at_once(("name", "arguments", "public"), PUBLIC)
def test_arguments_are_looked_at_behind_their_program(name, arguments, public):
    assert secret_forms.task_holds_secret(name, arguments) is not public


def told(name, words):
    return {fact.key.rpartition(".")[2]: None if fact.doubt else fact.text for fact in what_it_does(name, words)}


@at_once(("words", "expected"), [  # words, and the command with -b
    ("-B -S10 mail", "compact -b -S10 mail"),
    ("-c -i -S 15 mail", "compact -b -i -S 15 mail"),
    ("mail -S 10 -B", "compact mail -S 10 -b"),
    ('-C "my mail"', 'compact -b "my mail"'),
    ("-b -B", "compact -b"),
    ("-c -D", "compact -b"),
    ("-B", "compact -b"),
    ("-c -ZU mail", None),  # turns something on that only a copy can have
    ("-c -DAOS on", None),
    ("-c +h", None),
    ("-b -S10 mail", None),  # is so already
    ("mail", None),
])  # fmt: skip
def test_the_words_that_keep_a_database_s_instance(words, expected):
    assert told("compact", words).get("in_place") == expected
