"""A large console log is read for the lines that matter, and yields what the whole log yields."""

from random import Random

import pytest
from at_once import at_once

from advisor import readers
from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.console import console_log
from advisor.source import Source

CATALOGUE = builtin().catalogue
RARE = [
    "PANIC: LookupHandle: handle out of range", "Router: Insufficient memory.", "Panic: Semaphore",
    "HTTP JVM: java.lang.OutOfMemoryError: Java heap space", "HTTP Web Server: Out Of Memory Exception",
    "sq THREAD [1:2-3] WAITING FOR FRWSEM 0x030B (shared)", "Recovery Manager: Log file is full",
    "Server error: out of system memory", "OUT OF SHARED HANDLES!", "Server error: Out of backend Memory",
    "The maximum number of memory segments that Notes can support has been exceeded",
    "Document NT00A2 in database d:\\mail\\x.nsf is damaged", "Container integrity has been lost - rebuild",
    "Invalid CNO vector - position == 0", "x.nsf cannot be read due to an invalid on disk structure",
    "B-tree structure is invalid", "Page format is incorrect",
    "Error: database is corrupt -- Cannot allocate space", "Process nserver has terminated abnormally",
    "mail/x.nsf has a reference to 12.nlo which does not exist", "was unable to open or read the file 3.NLO",
    "java.lang.OutOfMemoryError: unable to create native thread", "Failed to create a thread: retVal 1",
    "unable to create new native thread", "cannot create anymore threads", "Error: Too many open files",
    "The requested TCP/IP port is in use on this system", "Traveler: The overall status of HCL Traveler is yellow.",
    "DAOS catalog is NEEDS RESYNC", "DAOS CATALOG IS SYNCHRONIZED", "x\0y",
    "HCL Domino (r) Server (64 Bit), Release 14.0 for Linux/64, March 10, 2024",
    "Domino (r) Server, Release 12.0.2FP3, November 16, 2023", "SHUTDOWN", "shell started", "[memo] text", "a > b",
]  # fmt: skip
LISTINGS = [
    "> show stat mail\n  Mail.Dead = {0}\n  Mail.Waiting = 2\n  2 statistics found",
    "> SHOW STAT\n  Mail.Dead = {0}\n  Server.Users = 5\n  2 statistics found",
    "sh stat disk\n  Disk.C.Free = {0}\n  1 statistics found",
    "MAIL01> show config ServerTasks\nSERVERTASKS = Update,Replica{0}",
    "> tell router quit",
]
DAYS = ["01/02/2026", "02/02/2026", "13/02/2026", "2026-02-01", "1.2.26"]


def log(seed, lines=3_000):
    """A log in which lines that matter are rare, with and without processes and dates."""
    random = Random(seed)
    day = random.choice(DAYS)
    rows = []
    for number in range(lines):
        text = f"Router: Message {random.randrange(10**8):08X} delivered to user {number}@example.com > done"
        if random.random() < 0.01:
            text = random.choice(RARE)
        if random.random() < 0.001:
            day = random.choice(DAYS)
        if random.random() < 0.0015:
            text = random.choice(LISTINGS).format(number)
        elif random.random() < 0.97:
            text = f"{day} {random.choice(['03:04:05 AM', '13:04:05'])}  {text}"
        if random.random() < 0.9:
            text = f"[001A2B:000002-00007F00AA00BB00] {text}"
        rows.append(text)
    return "\n".join(rows) + random.choice(["\n", "", "\n\x1a"])


def yielded(source):
    """What a log yields, with places as they are shown."""
    for item in readers.facts_of(console_log.READER, source, CATALOGUE):
        if isinstance(item, Fact):
            place = source.position(item.span[0])
            yield (
                item.key,
                item.text,
                item.subject,
                item.doubt,
                place,
                source.text(*item.span),
                source.line_text(place[0]),
            )
        elif isinstance(item, Diagnostic):
            yield source.position(item.offset), item.reason
        elif isinstance(item, Complete):
            yield item.prefix


def opened(raw):
    """The log as it is read from a file, in pieces."""
    pieces = [raw[at : at + readers.HEAD] for at in range(0, len(raw), readers.HEAD)]
    return readers.source_of(console_log.READER, "console.log", raw[: readers.HEAD], lambda: iter(pieces))


FORMS = [
    pytest.param(lambda text: text.encode(), id="LF"),
    pytest.param(lambda text: text.replace("\n", "\r\n").encode(), id="CRLF"),
    pytest.param(lambda text: text.replace("\n", "\r").encode(), id="CR"),
    pytest.param(lambda text: text.encode("utf-8-sig"), id="UTF-8 with mark"),
    pytest.param(lambda text: text.replace("user", "us\u00e9r").encode("cp1252", "replace"), id="cp1252"),
    pytest.param(lambda text: text.encode("utf-16"), id="UTF-16"),
]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("seed", range(2))
def test_a_large_log_yields_what_the_whole_log_yields(form, seed):
    raw = form(log(seed))
    told = list(yielded(opened(raw)))
    assert told == list(yielded(Source.of("console.log", raw)))
    assert len(told) > 20


@at_once("message", RARE[:30])
def test_a_rare_line_is_found_wherever_it_stands(message):
    line = "[001A2B:000002-00007F00AA00BB00] 01/02/2026 03:04:05 AM  {}\n"
    plain = line.format("Router: Message delivered") * 1_000
    raw = (plain + line.format(message) + plain).encode()
    told = list(yielded(opened(raw)))
    assert told == list(yielded(Source.of("console.log", raw)))
    assert len(told) > 2


def test_little_of_a_large_log_is_held():
    line = "[001A2B:000002-00007F00AA00BB00] 01/02/2026 03:04:05 AM  Router: Message delivered\n"
    assert opened((line * 20_000).encode()).size < 2 * readers.HEAD


def test_a_listing_is_read_far_below_the_head_of_a_log():
    line = "[001A2B:000002-00007F00AA00BB00] 01/02/2026 03:04:05 AM  Router: Message delivered\n"
    listing = "> show stat mail\n" + "".join(f"  Mail.S{number} = 1\n" for number in range(2_000)) + "  Mail.Dead = 4\n"
    keys = [row[0] for row in yielded(opened((line * 5_000 + listing + line * 5_000).encode()))]
    assert "stat.mail.dead" in keys
