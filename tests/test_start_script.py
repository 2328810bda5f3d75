"""The start script's configuration, and which of several is this server's."""

import data
from at_once import at_once

from advisor import pack, readers
from advisor.derive import Context, systemd
from advisor.facts import Diagnostic, Fact, Facts
from advisor.readers import transcript
from advisor.readers.linux import start_script as reader
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
FILE = data.text("start_script/file.txt")
TOLD = {
    "data_path": "/local/notesdata",
    "shutdown_timeout": "180",
    "nsd_before_kill": "yes",
    "systemd_name": "domino.service",
}
T = "DOMINO_SHUTDOWN_TIMEOUT"


def read(raw, path="rc_domino_config"):
    return list(reader.read(Source.of(path, raw if isinstance(raw, bytes) else raw.encode()), CATALOGUE))


TEXTS = [
    (FILE, TOLD),
    ("[root@mail01 ~]# cat /etc/sysconfig/rc_domino_config\n" + FILE, TOLD),
    (f"export {T}=600\n", {"shutdown_timeout": "600"}),
    (f"{T}=600;\n", {"shutdown_timeout": "600"}),
    (f"{T}=600\n{T}=300\n", {"shutdown_timeout": "300"}),
    (f"{T}=600\n{T}=\n", {}),
    ('DOMINO_DATA_PATH="/local/notes data"\n', {"data_path": "/local/notes data"}),
]


@at_once(("raw", "expected"), TEXTS)
def test_what_a_shell_would_set_is_read(raw, expected):
    found = {item.key.removeprefix("start_script."): item.text for item in read(raw) if isinstance(item, Fact)}
    assert found == expected


DAMAGES = [
    (FILE, []),
    (f"{T} = 600\n", [reader.NO_VALUE]),
    (f"{T}: 600\n", [reader.NO_VALUE]),
    (f'{T}="600\n', [reader.NO_VALUE]),
    (f"{T}=10 minutes\n", [reader.NO_VALUE]),
    (f"{T}=ten\n", [reader.NO_SECONDS]),
    (f"{T}=-1\n", [reader.NO_SECONDS]),
    (f"{T}=3.5\n", [reader.NO_SECONDS]),
    (f"{T}=60", [transcript.CUT]),
    (f"{T}=6\0\n", [transcript.NUL]),
]


DOUBTFUL = [
    (f"{T}=$LONG\n", True),
    (f'{T}="${{LONG}}"\n', True),
    (f"if [ -n $A ]; then\n  {T}=600\nfi\n", True),
    (f"A=b\\\n{T}=600\n", True),
    (f"A=b\\\n\n{T}=600\n", False),
    (f"A=b\\\n# c\n{T}=600\n", False),
    (f"# D:\\backup\\\n{T}=600\n", False),
    (f"A=b\\\\\n{T}=600\n", False),
    (f"if [ -n $A ]; then\n  A=1\nfi\n{T}=600\n", False),
]


@at_once(("raw", "in_doubt"), DOUBTFUL)
def test_what_only_the_shell_knows_is_in_doubt(raw, in_doubt):
    assert [bool(item.doubt) for item in read(raw)] == [in_doubt]


EXAMPLES = [
    FILE,
    "LOTUS=/opt/hcl/domino\nDOMINO_CONFIGURED=yes\nDOMINO_SHUTDOWN_TIMEOUT=600\nNOTES_SHARED_DPOOLSIZE=20971520\n",
    "export DOMINO_SYSTEMD_NAME=domino2.service\n",
]
RECOGNISED = [
    ("DOMINO_DATA_PATH=/local/notesdata\n", False),
    ("CONTAINER_NAME=domino\nDOMINO_SHUTDOWN_TIMEOUT=120\n", False),
    ("PATH=/usr/bin\nHOME=/home/notes\nDOMINO_CONFIGURED=yes\n", False),
    ("#DOMINO_CONFIGURED=yes\n", False),
    ("#!/bin/sh\nstop()\n{\n  DOMINO_SHUTDOWN_TIMEOUT=600\n  kill_all\n}\n", False),
]


@at_once("name", ["rc_domino_config", "rc_domino_config_notes2", "rc_domino_config.txt"])
def test_its_name_speaks_of_it(name):
    assert readers.suggested(name) == "start_script"


INI = ("notes_ini", "notes.ini", "[Notes]\nDirectory=/local/notesdata\n")


def unit(name, seconds=300, more=""):
    text = f"[Service]\nExecStart=/opt/nashcom/startscript/rc_domino_script start\nTimeoutStopSec={seconds}\n{more}"
    return ("systemd_unit", name, text)


def script(*lines, user=""):
    return ("start_script", "rc_domino_config" + user, "".join(f"DOMINO_{line}\n" for line in lines))


def known(files):
    facts = Facts()
    for name, path, text in files:
        items = readers.facts_of(readers.reader(name), Source.of(path, text.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    for derive in (systemd.derive_start_script, systemd.derive_units):
        facts.add(derive(facts, Context(CATALOGUE)))
    return facts


OWN, OTHER = "DATA_PATH=/local/notesdata", "DATA_PATH=/local/notesdata2"
TWO = (unit("domino.service"), unit("domino2.service"))
NAMED = [
    (TWO, None),
    ((*TWO, script("SYSTEMD_NAME=domino2.service")), "domino2.service"),
    ((*TWO, script("SYSTEMD_NAME=domino2", OWN)), "domino2.service"),
    ((*TWO, script("SYSTEMD_NAME=domino3.service")), None),
    ((*TWO, script("SYSTEMD_NAME=domino2.service", OTHER)), None),
    ((*TWO, script("SYSTEMD_NAME=$NAME.service", OWN)), None),
    ((*TWO, script("SYSTEMD_NAME=domino.service", OTHER), script("SYSTEMD_NAME=domino2.service", OWN, user="_n2")),
     "domino2.service"),
    ((*TWO, script("SYSTEMD_NAME=domino.service"), script("SYSTEMD_NAME=domino2.service", user="_n2")), None),
    ((unit("domino.service", more="PIDFile=/local/notesdata/domino.pid\n"), TWO[1], script("SYSTEMD_NAME=domino2")),
     "domino.service"),
    ((("systemd_unit", "mail.service", "[Service]\nExecStart=/opt/start.sh\nTimeoutStopSec=9\n"),
      script("SYSTEMD_NAME=mail.service")), "mail.service"),
]  # fmt: skip


@at_once(("files", "name"), NAMED)
def test_of_several_units_the_start_script_names_the_servers(files, name):
    assert known([INI, *files]).ask("unit.name").text == name


KILLED = [
    ((unit("domino.service"),), "no"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=300")), "no"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=301")), "yes"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=301", "DATA_PATH=/local/notesdata/")), "yes"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=301", OTHER)), "no"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=$LONG")), "no"),
    ((unit("domino.service", "infinity"), script("SHUTDOWN_TIMEOUT=301")), "no"),
    ((unit("domino.service"), script("SHUTDOWN_TIMEOUT=180", OWN), script("SHUTDOWN_TIMEOUT=900", OTHER, user="_n2")),
     "no"),
]  # fmt: skip


@at_once(("files", "sooner"), KILLED)
def test_systemd_is_held_against_the_script_of_this_server(files, sooner):
    assert known([INI, *files]).ask("unit.kills_before_script").text == sooner
