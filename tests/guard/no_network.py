"""Network: whatever a test, or a Python process that it starts, asks of one fails, and is written down for the test's end.

Python's own audit events tell of it, so that no library gets past: sockets that connect, bind or send, and look-ups of
names. A test that is marked `loopback` may talk to this machine.
"""

import os
import sys

TOLD, ALLOWED = "DOMLINT_TESTS_NETWORK", "DOMLINT_TESTS_LOOPBACK"  # the file that is written to, and leave to talk
_OF_A_SOCKET = {"socket.connect", "socket.bind", "socket.sendto", "socket.sendmsg"}
_OF_A_NAME = {"socket.getaddrinfo", "socket.gethostbyname", "socket.gethostbyaddr", "socket.getnameinfo"}
_HERE = ("127.", "::1", "localhost")


def forbid():
    """From here on, for good: no audit hook can be taken away."""
    sys.addaudithook(_hook)


def _hook(event, arguments):
    if not event.startswith("socket.") or event not in _OF_A_SOCKET | _OF_A_NAME:
        return
    asked = arguments[1 if event in _OF_A_SOCKET else 0]
    host = asked[0] if isinstance(asked, tuple) else asked
    host = host.decode() if isinstance(host, bytes) else host
    if os.environ.get(ALLOWED) and (not host or host.startswith(_HERE)):
        return
    if told := os.environ.get(TOLD):
        descriptor = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        os.write(descriptor, f"{event} {asked}\n".encode())
        os.close(descriptor)
    raise PermissionError(f"the tests do without a network: {event} {asked}")
