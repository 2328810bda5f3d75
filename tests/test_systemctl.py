"""`systemctl show` of a service, whole or of some properties."""

import data
import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.linux import systemctl

SHOWN = data.text("systemctl/shown.txt")
TOLD = {
    "restart": "no", "pid_file": "/run/notes/domino.pid", "timeout_stop_seconds": "90", "tasks_max": "unlimited",
    "starts": "{ path=/opt/nashcom/startscript/rc_domino_script ; argv[]=/opt/nashcom/startscript/rc_domino_script start ; ignore_errors=no }",
    "open_files": "1024", "processes": "8000", "user": "notes", "description": "HCL Domino Server", "shown": "yes",
}  # fmt: skip
SOME = "TimeoutStopUSec=infinity\nLimitNOFILE=80000\nTasksMax=8000\n"


def told(raw):
    return {
        (item.subject.name, item.key.removeprefix("unit.")): item.doubt or item.text
        for item in listings.read(systemctl, raw)
        if isinstance(item, Fact)
    }


def of(name, expected):
    return {(name, key): text for key, text in expected.items()}


HARD = "LimitNOFILE is the hard limit, and LimitNOFILESoft is not shown"
TEXTS = [
    (SHOWN, of("domino.service", TOLD)),
    ("$ systemctl show domino\n" + SHOWN, of("domino.service", TOLD)),
    (SOME, of("", {"timeout_stop_seconds": "infinity", "open_files": HARD, "tasks_max": "8000", "shown": "yes"})),
    (SHOWN + SHOWN.replace("domino.service", "b.service"), {("", "shown"): "yes"}),
]


@at_once(("raw", "expected"), TEXTS)
def test_a_service_is_read(raw, expected):
    assert told(raw) == expected


DAMAGES = [
    (SHOWN, []),
    (SOME + "Unit x could not be found.\n", ["this is no line that systemctl prints"]),
    (SOME[:-2], [transcript.CUT]),
]


EXAMPLES = [SHOWN, SOME, "# systemctl show domino.service\n" + SHOWN]
RECOGNISED = [
    ("Type=simple\nPorts=TCPIP\n", False),
    ("[Service]\nTasksMax=8000\n", False),
]
