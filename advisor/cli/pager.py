"""The pager of a terminal: which program, and how a text is shown in it."""

import os
import shlex
import shutil
import signal
import subprocess
import sys


def pager_command() -> list[str]:
    """Return the pager and its arguments; nothing if PAGER is empty or unknown, or the terminal is dumb.

    The program is named with its whole path: Windows looks for a bare word in the working folder first.
    """
    if os.environ.get("TERM") == "dumb":
        return []
    if os.name == "nt" and "PAGER" not in os.environ:
        words = [os.path.join(os.environ.get("SYSTEMROOT", r"C:\Windows"), "System32", "more.com")]  # noqa: PTH118
    else:
        try:
            words = shlex.split(os.environ.get("PAGER", "less -R"), posix=os.name != "nt")
        except ValueError:
            return []
    found = shutil.which(words[0]) if words else None
    if not found or not (os.path.dirname(words[0]) or os.path.isabs(found)):  # noqa: PTH117, PTH120
        return []
    return [found, *words[1:]]


def shows_colour(pager: list[str]) -> bool:
    """Return whether a pager is known to show colours."""
    return os.path.splitext(os.path.basename(pager[0]))[0].lower() in {"less", "bat", "most", "moar"}  # noqa: PTH119, PTH122


def show_in_pager(text: str, pager: list[str]) -> bool:
    """Show text in a pager until it is closed. Return False if the pager failed."""
    environment = {"LESS": "-R", **os.environ}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)  # noqa: S603  the user's own choice
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the pager
    try:
        process.communicate(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    except BrokenPipeError:  # it was closed before the end
        process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return process.returncode == 0
