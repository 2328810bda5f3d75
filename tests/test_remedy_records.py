"""What a remedy changes, as data: settings, fields of documents and commands, each with its way back, and no secret."""

import pytest
from msgspec.structs import astuple
from test_remedies import RULE, built, fix_of

from advisor.pack import builtin

HEAD, TAIL = RULE[: RULE.index("[fix]")], RULE[RULE.index("[[example]]") :]
FIX = """\
[fix]
safety = "{safety}"
summary = "Look at it for {{limit}} minutes."
restart = "server"
rollback = "Set it back again."
verify = "show config prints it."
{said}

"""
GIVEN = {
    "server_session_timeout": "31",
    "ports": "LAN0, TCPIP",
    "directory": "/local/notes",
    "servertasks": "Router,HTTP",
}


def remedy(folder, said, safety="unsafe", **settings):
    """The remedy of a rule that changes what is said; settings: of the server, None: not set."""
    text = HEAD + FIX.format(safety=safety, said=said) + TAIL
    told = {name: value for name, value in (GIVEN | settings).items() if value is not None}
    return fix_of(built(folder, text), **told)


EDITS = [  # what the rule says, of a server with GIVEN and what else is said; its edits, and what is typed with its way back
    (
        'set = { "ini.server_session_timeout" = "{limit}" }', {},
        [("set", "Server_Session_Timeout", "30")],
        [("set config Server_Session_Timeout=30", "set config Server_Session_Timeout=31")],
    ),
    (
        'set = { "ini.log_replication" = "1" }', {},
        [("set", "Log_Replication", "1")],
        [("set config Log_Replication=1", "set config Log_Replication=")],
    ),
    (
        'set = { "ini.servertasks" = "{ini.ports}" }', {"servertasks": "Router|HTTP"},
        [("set", "ServerTasks", "LAN0, TCPIP")],
        [("set config ServerTasks=LAN0, TCPIP", "")],  # the old value cannot be typed safely
    ),
    ('set = { "ini.servertasks" = "{ini.ports}" }', {"ports": None}, [], []),  # not known
    ('set = { "ini.servertasks" = "{ini.ports}" }', {"ports": "a;b"}, [("set", "ServerTasks", "a;b")], []),
    (
        'remove = ["ini.server_session_timeout", "ini.log_replication"]', {},
        [("remove", "Server_Session_Timeout", ""), ("remove", "Log_Replication", "")],
        [("set config Server_Session_Timeout=", "set config Server_Session_Timeout=31")],  # the other one is not set
    ),
    (
        'remove = ["ini.{ini.ports}"]', {"ports": "Debug_AMgr, DEBUG_REPL", "debug_repl": "1"},
        [("remove", "Debug_AMgr", ""), ("remove", "DEBUG_REPL", "")],
        [("set config DEBUG_REPL=", "set config DEBUG_REPL=1")],
    ),
    ('remove = ["ini.{ini.ports}"]', {"ports": "Debug_AMgr, TRANSLOG_Status"}, [], []),  # a document owns one
    ('rename = { "ini.{ini.directory}" = "ServerTasks" }', {"directory": "ServrTasks"},
     [("rename", "ServrTasks", "ServerTasks")], []),
    (
        'rename = { "ini.{ini.directory}" = "ServerTasks" }',
        {"directory": "ServrTasks", "servrtasks": "Router, HTTP", "servertasks": None},
        [("rename", "ServrTasks", "ServerTasks")],
        [
            ("set config ServerTasks=Router, HTTP", "set config ServerTasks="),
            ("set config ServrTasks=", "set config ServrTasks=Router, HTTP"),
        ],
    ),
    *(
        ('rename = { "ini.{ini.directory}" = "ServerTasks" }', {"directory": "ServrTasks"} | others,
         [("rename", "ServrTasks", "ServerTasks")], [])
        for others in (
            {"servrtasks": "Router"},  # the new one is set
            {"servrtasks": "Router; quit", "servertasks": None},
            {"servrtasks": "", "servertasks": None},
        )
    ),
    ('rename = { "ini.servertasks" = "SERVERTASKS" }', {}, [("rename", "ServerTasks", "SERVERTASKS")], []),  # blanks
    ('rename = { "ini.{ini.directory}" = "ServerTasks" }', {"directory": "translog_style"}, [], []),
    ('rename = { "ini.servertasks" = "{ini.directory}" }', {"directory": "translog_style"}, [], []),
    (
        'set = { "ini.server_session_timeout" = "{limit}" }\n[[fix.command]]\ntarget = "console"\ncommand = "restart server"\nback = ""', {},
        [("set", "Server_Session_Timeout", "30")],
        [("set config Server_Session_Timeout=30", "set config Server_Session_Timeout=31"), ("restart server", "")],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("said", "settings", "edits", "typed"), EDITS)
def test_what_is_edited_is_told_as_data_and_typed_with_its_way_back(said, settings, edits, typed, tmp_path):
    fix = remedy(tmp_path, said, **settings)
    assert [astuple(one) for one in fix.edits] == edits
    assert [(one.command, one.back) for one in fix.commands] == typed
    assert fix.safety == ("unsafe" if edits else "manual")


SECRETS = [
    ('set = { "ini.servertasks" = "{ini.directory}" }', {"directory": "run -password hunter2"}),
    ('remove = ["ini.{ini.ports}"]', {"ports": "https://bob:hunter2@acme.example"}),
    ('rename = { "ini.servertasks" = "{ini.directory}" }', {"directory": "password=hunter2"}),
    ('set = { "ini.servertasks" = "Router" }', {"servertasks": "run -password hunter2"}),  # the way back
]


@pytest.mark.parametrize(("said", "settings"), SECRETS)
def test_no_edit_and_no_way_back_prints_a_secret(said, settings, tmp_path):
    fix = remedy(tmp_path, said, **settings)
    assert "hunter2" not in repr(fix)
    assert fix.edits != ()


LOOK = '[[fix.command]]\ntarget = "{}"\ncommand = "{}"\n{}'
COMMANDS = [
    (LOOK.format("linux", "ls {ini.directory}", "looks = true"), ("ls /local/notes", "", True)),
    (LOOK.format("linux", "chmod 750 {ini.directory}", 'back = "chmod 755 {ini.directory}"'),
     ("chmod 750 /local/notes", "chmod 755 /local/notes", False)),
    (LOOK.format("linux", "chmod 750 /x", 'back = "chmod {ini.logfile_dir} /x"'), ("chmod 750 /x", "", False)),
    (LOOK.format("linux", "kill {ini.directory}", 'back = ""'), ("kill /local/notes", "", False)),
]  # fmt: skip


@pytest.mark.parametrize(("said", "line"), COMMANDS)
def test_a_command_has_its_way_back_as_far_as_that_is_known(said, line, tmp_path):
    [command] = remedy(tmp_path, said, "manual").commands
    assert (command.command, command.back, command.looks) == line


def test_a_way_back_is_typed_for_each_member_of_a_list(tmp_path):
    said = LOOK.format("console", "stop port {ini.ports}", 'back = "start port {ini.ports}"\neach = "ini.ports"')
    assert [one.back for one in remedy(tmp_path, said).commands] == ["start port LAN0", "start port TCPIP"]


FIELDS = [
    ("ini.translog_status", "Enabled", ("Server document", "Transactional Logging", "Transactional logging", "Enabled")),
    ("doc.config.mail_number_of_mailboxes", "{limit}", ("Configuration Settings document", None, None, "30")),
    ("ini.translog_path", "", ("Server document", "Transactional Logging", "Log path", "")),  # a person chooses
    ("doc.server.nsdenbld", "{ini.logfile_dir}",
     ("Server document", "Basics", "Run NSD To Collect Diagnostic Information", "")),
    ("doc.server.nsdenbld", "", ("Server document", "Basics", None, "")),
]  # fmt: skip


@pytest.mark.parametrize(("key", "to", "field"), FIELDS)
def test_a_field_is_named_as_the_form_names_it(key, to, field, tmp_path):
    said = f'[[fix.field]]\nkey = "{key}"\n' + (f'to = "{to}"' if to else "")
    [told] = remedy(tmp_path, said, "manual").fields
    assert all(part in (None, one) for part, one in zip(field, astuple(told), strict=True))


OTHER = "[[fix.where]]\nwhen = 'set(ini.ports)'\n"
EDIT = 'set = { "ini.server_session_timeout" = "30" }\n'
ALTERNATIVES = [  # of the fix, of what holds in its stead; its safety, its edits
    (EDIT, 'remove = ["ini.servertasks"]', "unsafe", [("remove", "ServerTasks", "")]),
    (EDIT, 'safety = "safe"', "safe", [("set", "Server_Session_Timeout", "30")]),
    (EDIT, 'safety = "manual"', "manual", []),
    (EDIT, 'at = "NOTES.INI"', "unsafe", [("set", "Server_Session_Timeout", "30")]),
]


@pytest.mark.parametrize(("said", "other", "safety", "edits"), ALTERNATIVES)
def test_edits_of_an_alternative_stand_in_the_place_of_the_fix_s(said, other, safety, edits, tmp_path):
    fix = remedy(tmp_path, said + OTHER + other)
    assert (fix.safety, [astuple(one) for one in fix.edits]) == (safety, edits)


BY_HAND = {  # rules whose remedy waits for a task that no command restarts: by its sentence a person does
    "traveler-heap-small": "restart Traveler",  # no source at hand prints the command
    "password-in-clear": "restart",  # whichever program reads it
    "insecure-tls-on": "restart the Internet tasks",  # it is not known which do
    "web-login-in-clear": "restart HTTP again",  # twice, with a look between
    "java-heap-ran-out": "restart the ",  # the lines of the log name the task
}
AGAIN = ("restart task ", "tell ", "load ")


def test_what_waits_for_a_task_types_its_restart_or_says_it_in_words():
    found = {}
    for rule in builtin().rules:
        for fix in (rule.fix, *(other.of(rule.fix) for other in rule.fix.where)):
            typed = any(one.command.startswith(AGAIN) for one in fix.command if not one.looks)
            if fix.restart == "task" and not typed:
                found.setdefault(rule.name, []).append(fix.summary)
    assert set(found) == set(BY_HAND)
    assert not [name for name, said in found.items() if any(BY_HAND[name].lower() not in one.lower() for one in said)]
