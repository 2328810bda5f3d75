"""Commands: odd command lines, and what stands on standard input; never a traceback, and an exit code that is promised.

Paths stay in the folder of the run, nothing is shared out to other processes, and no address is opened.
"""

from functools import cache
from importlib import import_module
from random import Random
from typing import Any

from typer.main import get_command

from advisor.cli.commands import COMMANDS
from advisor.pack import builtin
from fuzzing import mutations
from fuzzing.planted import FILES, reports
from fuzzing.promises import STEERS, folder_of, ran

FEW = 3
END = b"\0"
NOT_HERE = ("--jobs", "-j", "--engine", "--scheduler", "--install-completion", "--show-completion")  # other processes
NOTES = FILES["in/Zq71/notes.ini"].encode()
LAID = {"notes.ini": NOTES, "in/a/notes.ini": NOTES, "in/a/storage.toml": FILES["in/Zq71/storage.toml"].encode(), "in/b/notes.ini": NOTES, "in/b/x.txt": b"x",
        "plan.toml": FILES["plan.toml"].encode(), "empty": b"", "house/x.toml": b"id = 1", "o.json": b"{}"}  # fmt: skip
VALUES = ["", "-", "--", ".", "in", "in/a", "in/b", "notes.ini", "nope", "empty", "plan.toml", "old.json", "new.json", "o.json", "house", "x" * 300, "a\nb", "\x1b[2J", "\u202e", "*",
          "\ud800", "%", "$HOME", "~", "=", ",", ",,", "LOG001", "LOG", "nonsense", "logging,THR001", "json", "text", "html", "json:out.json", "json:", ":x", "nope:x", "csv:a.csv",
          "json:in/a/notes.ini", "ndjson", "sarif", "critical", "info", "never", "high", "12.0.2", "9.9.9.9", "12", "windows", "aix", "linux", "amiga", "64", "32", "16", "0", "-1", "1e9",
          "9" * 30, "1,5", "nan", "inf", "always", "auto", "rule", "server", "console", "unix:now.sh", "default", "strict", "quick", "Zq71/Zq7", "mail_light=800", "mail_light=", "=5",
          "mail_light=1e400", "x=1", "measured", "Server_Session_Timeout", "report", "rule", "config", "plan", "ini.ports", "ini.", "list", "new", "test", "lint", "coverage", "build",
          "sessions-over-limit", "RAID 5", "\u0663", "a b", "'", '"', "{}", "[", "::error::x", "##[error]x"]  # fmt: skip


def labels() -> list[str]:
    return [*COMMANDS, "no command"]


@cache
def seeds(label: str) -> list[bytes]:
    first = [label] if label in COMMANDS else []
    return [
        END.join(word.encode("utf-8", "replace") for word in [*first, *words])
        for words in (["--help"], ["in"], ["notes.ini"], ["in/a", "in/b"], [])
    ] or [b""]


def made(label: str, random: Random) -> bytes:
    words = [label] if label in COMMANDS else [random.choice([*VALUES, *COMMANDS])]
    options = _options(label)
    for _ in range(random.choice([0, 1, 2, 3, 4, 6])):
        drawn = random.random()
        if drawn < 0.5 and options:
            option, takes = random.choice(options)
            value = _value(random)
            words += (
                [f"{option}={value}"]
                if takes and random.random() < 0.3
                else [option, *[value] * (takes or random.random() < 0.05)]
            )
        elif drawn < 0.55:
            words.append(random.choice(["--nope", "-x", "-qq", "---", "-", "--", "--format", "--é"]))
        else:
            words.append(_value(random))
    return END.join(word.encode("utf-8", "replace") for word in words)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(mutations.material(seeds(label)), data, random)


def hold(label: str, data: bytes) -> None:
    words = [_kept_here(word) for word in data[:4000].decode("utf-8", "replace").split(END.decode())]
    words = [word for word in words if word.partition("=")[0] not in NOT_HERE and not word.startswith("-j")]
    if label in COMMANDS and words[:1] != [label]:
        words = [label, *words]
    files = LAID | {
        name.replace("report-1", "old").replace("report-2", "new"): text.encode() for name, text in reports().items()
    }
    with folder_of(files) as folder:
        done = ran(words, folder, NOTES)
    if label != "collect":
        assert not STEERS.search(done.out), words
    if done.code == 2:
        assert done.err, words


def _kept_here(word: str) -> str:
    """A word that names no place but in the folder of the run, and no address."""
    word = word.replace("..", "_").replace(":/", ":").replace("=/", "=").replace(":\\", ":")
    return word.lstrip("/\\")


@cache
def _options(label: str) -> list[tuple[str, bool]]:
    """The options of a command and of those below it, each with whether it takes a value."""
    if label not in COMMANDS:
        return [("--version", False), ("--help", False)]
    command: Any = get_command(import_module(f"advisor.cli.{label}").app)
    every = [command, *getattr(command, "commands", {}).values()]
    found = {
        option: not getattr(parameter, "is_flag", False)
        for one in every
        for parameter in one.params
        for option in (*parameter.opts, *parameter.secondary_opts)
        if option.startswith("-") and option not in NOT_HERE
    }
    return sorted(found.items())


def _value(random: Random) -> str:
    drawn = random.random()
    if drawn < 0.8:
        return random.choice(VALUES)
    if drawn < 0.9:
        return random.choice(builtin().rules).name
    return ",".join(random.choices(VALUES, k=random.randint(2, 4)))
