"""Commands: odd command lines, and what stands on standard input; never a traceback, and an exit code that is promised.

Paths stay in the folder of the run, nothing is shared out to other processes, and no address is opened.
"""

import re
from functools import cache
from random import Random
from typing import Any

from advisor.cli.commands import FIRST_COMMANDS, OTHER_COMMANDS, load_command
from advisor.pack import builtin
from fuzzing import mutations
from fuzzing.made_rules import RULE
from fuzzing.planted import FILES, reports
from fuzzing.promises import STEERS, folder_of, ran

COMMANDS = [*FIRST_COMMANDS, *OTHER_COMMANDS]
FEW = 3
LONGEST = 900  # bytes of a command line: what of it is told is told whole
LATE = True
END = b"\0"
DEAR = {"lint", "test"}  # of the whole pack they take many seconds
COLOURS = re.compile("\x1b\\[[0-9;]*m")  # which --color always asks for
NOT_HERE = ("--jobs", "-j", "--engine", "--scheduler", "--install-completion", "--show-completion")  # other processes
NOTES = FILES["in/Zq71/notes.ini"].encode()
LAID = {"notes.ini": NOTES, "in/a/notes.ini": NOTES, "in/a/storage.toml": FILES["in/Zq71/storage.toml"].encode(), "in/b/notes.ini": NOTES, "in/b/x.txt": b"x",
        "plan.toml": FILES["plan.toml"].encode(), "empty": b"", "house/x.toml": RULE.encode(),
    "site.toml": FILES["domlint.toml"].encode(), "o.json": b"{}"}  # fmt: skip
VALUES = ["", "-", "--", ".", "in", "in/a", "in/b", "notes.ini", "nope", "empty", "plan.toml", "old.json", "new.json", "o.json", "house", "x" * 300, "a\nb", "\x1b[2J", "\u202e", "*",
          "\ud800", "%", "$HOME", "~", "=", ",", ",,", "LOG001", "LOG", "nonsense", "logging,THR001", "json", "text", "html", "json:out.json", "json:", ":x", "nope:x", "csv:a.csv",
          "json:in/a/notes.ini", "ndjson", "sarif", "critical", "info", "never", "high", "12.0.2", "9.9.9.9", "12", "windows", "aix", "linux", "amiga", "64", "32", "16", "0", "-1", "1e9",
          "9" * 30, "1,5", "nan", "inf", "always", "auto", "rule", "server", "console", "unix:now.sh", "default", "strict", "quick", "Zq71/Zq7", "mail_light=800", "mail_light=", "=5",
          "mail_light=1e400", "x=1", "measured", "Server_Session_Timeout", "report", "rule", "config", "plan", "ini.ports", "ini.", "list", "new", "test", "lint", "coverage", "build",
          "sessions-over-limit", "RAID 5", "\u0663", "a b", "'", '"', "{}", "[", "::error::x", "##[error]x", "##teamcity[x]"]  # fmt: skip
RELEASES = ["12.0.2", "9.0.1FP10", "14.5", "4.5"]
RULES = ["LOG", "THR001", "logging,storage", "transaction-logging-off"]
FITTING = {
    "--format": ["text", "json", "markdown", "html", "csv", "sarif", "json:out.json", "concise", "tickets"], "-f": ["json", "text"],
    "--output-file": ["out.txt", "-", "in/out.json"], "--config": ["site.toml"], "--rules": ["house"], "--select": RULES, "--ignore": RULES,
    "--release": RELEASES, "--as-release": ["14.5", "12.0.2"], "--platform": ["aix", "windows", "linux"], "--bits": ["64", "32"],
    "--baseline": ["old.json"], "--fail-on": ["high", "never"], "--min-severity": ["high", "low"], "--severity": ["high"], "--category": ["logging"],
    "--color": ["always", "never"], "--group-by": ["rule", "server"], "--server": ["Zq71/Zq7"], "--only": ["Zq71/Zq7"], "--stdin-name": ["a/notes.ini"],
    "--profile": ["quick", "strict"], "--confidence": ["measured"], "--script": ["console", "unix", "linux:now.sh"], "--users": ["mail_light=800", "maildb_active=30"],
    "--databases": ["3"], "--growth": ["10", "0"], "--drive": ["9.1", "18"], "--key": ["ini.ports", "release"], "--for": ["in/a"], "--dir": ["own"],
}  # fmt: skip
FOLDERS = [["in"], ["in/a"], ["notes.ini"], ["-"], ["in/a", "in/b"], ["in", "notes.ini", "in"]]
ARGUMENTS = {
    "check": FOLDERS, "facts": FOLDERS, "fix": FOLDERS, "compare": [["old.json", "new.json"], ["reports"], ["old.json", "new.json", "old.json"], ["-", "new.json"]],
    "diff": [["in/a", "in/b"], ["in", "Zq71/Zq7", "b"], ["in/a/notes.ini", "notes.ini"]], "explain": [[name] for name in ("LOG001", "measured", "Ports", "strict", "A")],
    "size": [["plan.toml"], []], "new": [["my-own-rule"]], "test": [["house"], []], "lint": [["house"]], "list": [[]], "coverage": [[]], "build": [["house"]],
}  # fmt: skip
NO_OPTIONS = ["--nope", "-x", "-qq", "---", "-", "--", "--format", "--\u00e9", "--help"]


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
    """Mostly a command line that is right, but for a word or two."""
    words, options = [label] if label in COMMANDS else [random.choice([*VALUES, *COMMANDS])], _options(label, "")
    if below := _below(label):
        words.append(random.choice(below) if random.random() < 0.95 else _value(random))
        options = _options(label, words[-1])
    right = random.choice([0.5, 0.9, 1.0])
    for _ in range(random.choice([0, 1, 2, 3, 4])):
        option, takes = (
            random.choice(options) if options and random.random() < right else (random.choice(NO_OPTIONS), False)
        )
        value = random.choice(FITTING.get(option, VALUES)) if random.random() < right else _value(random)
        words += [f"{option}={value}"] if takes and random.random() < 0.3 else [option, *[value] * takes]
    for good in random.choice(ARGUMENTS.get(words[1] if below and len(words) > 1 else label, [[]])):
        words.append(good if random.random() < right else _value(random))
    if random.random() > right:
        random.shuffle(words)
    return END.join(word.encode("utf-8", "replace") for word in words)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(mutations.material(seeds(label)), data, random)


def hold(label: str, data: bytes) -> None:
    words = [_kept_here(word) for word in data[:LONGEST].decode("utf-8", "replace").split(END.decode())]
    words = [word for word in words if word.partition("=")[0] not in NOT_HERE and not word.startswith("-j")]
    if label in COMMANDS and words[:1] != [label]:
        words = [label, *words]
    if DEAR.intersection(words) and "house" not in words:
        words.append("house")
    files = LAID | {
        name.replace("report-1", "old").replace("report-2", "new"): text.encode() for name, text in reports().items()
    }
    with folder_of(files) as folder:
        done = ran(words, folder, NOTES)
    if label != "collect":
        assert not STEERS.search(COLOURS.sub("", done.out).replace("\r\n", "\n")), words
    if done.code == 2:
        assert done.err, words


def _kept_here(word: str) -> str:
    """A word that names no place but in the folder of the run, and no address."""
    word = word.replace("..", "_").replace(":/", ":").replace("=/", "=").replace(":\\", ":")
    return word.lstrip("/\\")


def _command(label: str) -> Any:
    return load_command(label)


@cache
def _below(label: str) -> list[str]:
    """The commands below one."""
    return sorted(getattr(_command(label), "commands", {})) if label in COMMANDS else []


@cache
def _options(label: str, below: str) -> list[tuple[str, bool]]:
    """The options of a command, each with whether it takes a value."""
    if label not in COMMANDS:
        return [("--version", False), ("--help", False)]
    command = _command(label)
    command = getattr(command, "commands", {}).get(below, command)
    found = {
        option: not getattr(parameter, "is_flag", False)
        for parameter in command.params
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
