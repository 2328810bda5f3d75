"""No network: the guard of the tests sees what it is to see, and of domlint's modules two know of one at all."""

import asyncio
import os
import re
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from at_once import at_once
from guard import no_network

import advisor

PACKAGE = Path(advisor.__file__).parent
NETWORK = Path(os.environ[no_network.TOLD])
NOWHERE = ("127.0.0.1", 9)


def sent():
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as one:
        one.sendto(b"x", NOWHERE)


def bound():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))


def asked_of_asyncio():
    asyncio.run(asyncio.open_connection(*NOWHERE))


def asked_by_a_child():
    program = "import socket\ntry: socket.create_connection(('127.0.0.1', 9))\nexcept OSError: raise SystemExit(7)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 7
    raise PermissionError("tests do without a network")


WAYS = [
    sent,
    bound,
    asked_of_asyncio,
    asked_by_a_child,
    lambda: socket.create_connection(NOWHERE),
    lambda: socket.getaddrinfo("host.example", 80),
    lambda: socket.gethostbyname("host.example"),
    lambda: socket.getfqdn("192.0.2.1") and socket.gethostbyaddr("192.0.2.1"),
    lambda: urllib.request.urlopen("http://127.0.0.1:9/x"),
]


@at_once("way", WAYS)
def test_whatever_asks_for_a_network_fails_and_is_written_down(way):
    with pytest.raises(OSError, match="without a network"):
        way()
    assert "socket." in NETWORK.read_text()
    NETWORK.unlink()


@pytest.mark.loopback
def test_a_test_that_is_marked_may_talk_to_this_machine_alone():
    with socket.socket() as one:
        assert one.connect_ex(NOWHERE)  # refused, by this machine itself
        assert not NETWORK.exists()
        with pytest.raises(PermissionError, match="without a network"):
            one.connect(("192.0.2.1", 9))
    NETWORK.unlink()


TALKS = r"asyncio|socket\w*|ssl|https?|urllib\.request|urllib3|requests|ftplib|smtplib|poplib|imaplib|xmlrpc|webbrowser|distributed|fsspec"
STARTS = r"subprocess|pty|ctypes|os\.(?:system|popen|exec\w+|spawn\w+|startfile)"
KNOWN = {
    "cli/explain.py": "subprocess",
    "servers/addresses.py": "fsspec",
    "workers/dask.py": "distributed",
}


def test_of_all_modules_those_alone_that_are_told_to_talk_or_start_a_program():
    """What fsspec and distributed do is what an argument asks for: an address, a scheduler."""
    names = re.compile(rf"(?m)^\s*(?:import|from)\s+({TALKS}|{STARTS})\b(?!\.parse)|(?<!\w)({STARTS})\(")
    found = {
        path.relative_to(PACKAGE).as_posix(): match[1] or match[2]
        for path in PACKAGE.rglob("*.py")
        if (match := names.search(path.read_text(encoding="utf-8")))
    }
    assert found == KNOWN
