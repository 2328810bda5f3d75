"""What `show server` prints of transaction logging and DAOS is what runs now."""

import pytest

from advisor import pack
from advisor.derive import Context, derive
from advisor.known import Facts
from advisor.readers.console import show_server
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
HEADING = "Domino Server (Release 12.0.2 for Linux/64) 2026-08-02 10:20:30\n\nServer name:            Mail01/Acme\n"
LOGGED = HEADING + "DAOS:                   Enabled\nTransactional Logging:  Enabled\n"
NOT_LOGGED = HEADING + "DAOS:                   Not Enabled\nTransactional Logging:  Not Enabled\n"
OTHER = HEADING + "Elapsed time:           00:27:11\n"
INI = "[Notes]\nKitType=2\n"

CASES = [
    (None, LOGGED, "1", "1"),
    (None, NOT_LOGGED, "0", "0"),
    (None, OTHER, None, None),
    (INI, LOGGED, "1", "1"),  # NOTES.INI has no line of it: what runs is the better witness
    (INI + "TRANSLOG_Status=0\n", LOGGED, "1", "1"),  # it is the better witness too where NOTES.INI says otherwise
    (INI + "TRANSLOG_Status=1\nDAOSEnable=1\n", NOT_LOGGED, "0", "0"),
    (INI + "TRANSLOG_Status=1\nTRANSLOG_Status=0\n", LOGGED, None, "1"),
    (INI + "TRANSLOG_Status=\n", LOGGED, "1", "1"),
]


@pytest.mark.parametrize(("ini", "console", "logging", "daos"), CASES)
def test_the_console_tells_what_no_file_tells(ini, console, logging, daos):
    facts = Facts()
    facts.add(show_server.read(Source.of("console.txt", console.encode()), CATALOGUE))
    facts.add(notes_ini.read(Source.of("notes.ini", ini.encode()), CATALOGUE) if ini else ())
    derive(facts, Context(CATALOGUE))
    assert (facts.ask("ini.translog_status").text, facts.ask("ini.daosenable").text) == (logging, daos)
