"""Terminals: what the program shows on a pseudo-terminal, which only POSIX has."""

import os
import subprocess
import sys


def shown(words, env, cwd, *, err=subprocess.STDOUT, rows=0):
    """What a command shows, its exit code, and what it told on a standard error that is no terminal.

    rows: of a screen of 80 columns, which is its standard input too.
    """
    controller, terminal = os.openpty()
    if rows:
        _resize(terminal, rows)
    process = subprocess.Popen(
        [sys.executable, "-m", "advisor", *words],
        stdin=terminal if rows else None, stdout=terminal, stderr=err, cwd=cwd, env=env,
    )  # fmt: skip
    os.close(terminal)
    text = b"".join(_pieces(controller))
    _, told = process.communicate(timeout=300)
    os.close(controller)
    return text.decode().replace("\r\n", "\n"), process.returncode, told


def _resize(terminal, rows):
    import fcntl
    import struct
    import termios

    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", rows, 80, 0, 0))


def _pieces(controller):
    while True:
        try:
            piece = os.read(controller, 65536)
        except OSError:  # the terminal's other end is closed
            return
        if not piece:
            return
        yield piece
