"""Pager: a text that is longer than the screen, shown by the program that PAGER names, less, or more on Windows.

What is started is named with its whole path: Windows takes a bare word out of the working directory first, which may be
a stranger's.
"""

import os
import shlex
import shutil
import signal
import subprocess
import sys


def height() -> int:
    """The rows of the terminal behind standard output; 0 where there is none, or it does not know."""
    try:
        return os.get_terminal_size(sys.stdout.fileno()).lines if sys.stdout is not None else 0
    except (OSError, ValueError):
        return 0


def command() -> list[str]:
    """The pager and its arguments; nothing where PAGER is empty or names what is not there, or the terminal is dumb."""
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


def takes_colour(pager: list[str]) -> bool:
    """Whether it is known to show colours as such."""
    return os.path.splitext(os.path.basename(pager[0]))[0].lower() in {"less", "bat", "most", "moar"}  # noqa: PTH119, PTH122


def paged(text: str, pager: list[str]) -> bool:
    """Shows the text, and returns when it was looked at. False where the pager did not do its work."""
    environment = {"LESS": "-R", **os.environ}
    try:
        process = subprocess.Popen(pager, stdin=subprocess.PIPE, env=environment)  # noqa: S603  the user's own choice
    except OSError:
        return False
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the pager's, which lives on
    try:
        process.communicate(text.encode(sys.stdout.encoding or "utf-8", "backslashreplace"))
    except BrokenPipeError:  # it was left before the end
        process.wait()
    finally:
        signal.signal(signal.SIGINT, before)
    return process.returncode == 0
