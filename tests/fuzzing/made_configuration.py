"""Made-up configurations and reports: domlint.toml of known fields, reports with values changed, folders of odd names."""

import json
import re
from functools import cache
from random import Random
from typing import Any

from fuzzing import mutations
from fuzzing.planted import reports
from fuzzing.promises import folder_of, ran

WORDS = ["LOG001", "LOG", "logging", "transaction-logging-off", "THR001", "session-timeout-long", "INI003", "nonsense", "", "Zq71/Zq7", "*", "\u00dc", "x" * 300, "a\nb",
         "\x1b[2J", "\u202e", "2027-03-31", "9" * 20, "critical", "high", "info", "never", "default", "quick", "strict", "12.0.2", "windows", "mail", "imap", "low", "high"]  # fmt: skip
TOKENS = ["true", "false", "1", "-1", "0", "1e400", "nan", "inf", "-inf", "2027-03-31", "2027-03-31T00:00:00Z", "07:32:00", "[]", "{}", "[[]]", "{a={}}", "9" * 400, "0x1F",
          "1_000", '""', "''", '"""\n"""', "[1, 2]", '["LOG", 1]', '{x="y"}', "0.1", "1e5"]  # fmt: skip
FIELDS = ["select", "ignore", "exclude", "profile", "fail_on", "strict", "min_severity", "rules", "baseline", "severity", "parameters", "servers", "waive",
          "rule", "reason", "server", "subject", "until", "owner", "ticket", "limit", "release", "platform", "bits", "role", "workload", "criticality", "slect"]  # fmt: skip
TABLES = ["[severity]", "[parameters.session-timeout-long]", "[parameters.THR001]", '[servers."Zq71/Zq7"]', "[[waive]]", "[parameters]", "[[servers]]", "[waive]", "[x]",
          '["a.b"]', "[severity.x]", "[parameters.nonsense]", '[servers."CN=Zq71/O=Zq7"]', '[servers.""]', "[tool.domlint]", "[[tool.domlint.waive]]"]  # fmt: skip
FIT = {"select": ['["LOG", "THR", "INI"]', '["logging"]'], "ignore": ['["THR001"]', "[]"], "exclude": ['["*.bak", "in/*"]', '["*"]', '["**/a"]'], "profile": ['"quick"', '"strict"'],
       "fail_on": ['"high"', '"never"'], "strict": ["true", "false"], "min_severity": ['"high"'], "rules": ['["house"]'], "baseline": ['"old.json"']}  # fmt: skip
REASON = ['"agreed"', '"\\u001b[2J\\u202e"', '"' + "x" * 900 + '"', '""']
OF_TABLES = {
    "[severity]": {"THR001": ['"high"', '"info"'], "INI003": ['"critical"'], "transaction-logging-off": ['"low"']},
    "[parameters.session-timeout-long]": {"limit": ["120", "15", "1440", "1441", "30.5"], "reason": REASON},
    '[servers."Zq71/Zq7"]': {"release": ['"12.0.2"', '"4.5"'], "platform": ['"aix"'], "bits": ["64"], "role": ['"mail"'], "workload": ['["imap"]'], "criticality": ['"low"'], "reason": REASON},
    '[servers."notes"]': {"release": ['"9.0.1"'], "reason": REASON},
    "[[waive]]": {"rule": ['"THR001"', '"INI"', '"logging"', '"setting-repeated"'], "server": ['"Zq71/Zq7"', '"*"', '"x"'], "subject": ['"Zq7"', '"setting Zq7"'], "reason": REASON,
                  "until": ["2030-01-01", "1999-12-31", '"2030-01-01"'], "owner": REASON, "ticket": ['"OPS-1"']},
}  # fmt: skip
JSONS: list[Any] = [
    None,
    True,
    False,
    0,
    -1,
    1.5,
    10**30,
    1e308,
    float("inf"),
    float("nan"),
    "",
    "x",
    "\x1b[2J",
    "\u202e",
    "\ud800",
    [],
    {},
    [None],
    [[]],
    {"": None},
    "x" * 3000,
]


def toml(random: Random) -> str:
    """A configuration, mostly of known fields with values that fit, in known tables and others."""
    right = random.choice([0.6, 0.9, 0.97, 1.0])
    lines = [_field(name, random, right) for name in random.sample(list(FIT), k=random.randint(0, 6))]
    for table in random.choices(list(OF_TABLES), k=random.randint(0, 3)):
        lines.append(table if random.random() < right else random.choice(TABLES))
        lines += [_field(name, random, right, OF_TABLES[table]) for name in OF_TABLES[table] if random.random() < right]
    return "\n".join(dict.fromkeys(lines) if random.random() < 0.5 else lines) + "\n"


def _field(name: str, random: Random, right: float, fit: dict[str, list[str]] | None = None) -> str:
    if random.random() < right:
        return f"{name} = {random.choice((fit or FIT)[name])}"
    word = json.dumps(random.choice(WORDS), ensure_ascii=random.random() < 0.8)
    return (
        f"{random.choice([name, random.choice(FIELDS)])} = {random.choice([word, f'[{word}]', random.choice(TOKENS)])}"
    )


def in_pyproject(text: str) -> str:
    """A configuration as it stands in pyproject.toml."""
    return "[tool.domlint]\n" + re.sub(r"(?m)^(\[\[?)(?!\[|tool\.)", r"\1tool.domlint.", text)


@cache
def small() -> list[str]:
    """A short report with a finding, and another with one more: a guided run begins with whole ones."""
    notes = b"[Notes]\nKitType=2\nServerName=Zq71/Zq7\nServer_Session_Timeout=480\nFoo =1\n"
    check = ["check", "notes.ini", "--isolated", "--format", "json", "--select"]
    with folder_of({"notes.ini": notes}) as folder:
        return [ran([*check, rules], folder).out for rules in ("THR001", "THR001,INI005")]


def report(random: Random) -> bytes:
    """A report in which values are others, are gone, or stand where they do not belong."""
    return changed(random.choice([*reports().values(), *small()]).encode(), random)


def changed(data: bytes, random: Random) -> bytes:
    """A JSON text in which some values are others."""
    value = json.loads(data)
    for _ in range(random.choice([1, 1, 2, 5])):
        if isinstance(value, dict | list) and value:
            _one_changed(value, random)
    text = json.dumps(value)
    return ("\n".join([text] * random.choice([1, 1, 1, 1, 2]))).encode()


def _keys(value: dict | list) -> list:
    return list(value) if isinstance(value, dict) else [*range(len(value))]


def _one_changed(value: dict | list, random: Random) -> None:
    holder: Any = value
    at = random.choice(_keys(holder))
    while isinstance(holder[at], dict | list) and holder[at] and random.random() < 0.8:
        holder = holder[at]
        at = random.choice(_keys(holder))
    drawn = random.random()
    if drawn < 0.6:
        holder[at] = random.choice(JSONS)
    elif drawn < 0.75:
        del holder[at]
    elif drawn < 0.85 and isinstance(holder, dict):
        holder[random.choice(WORDS)] = holder[at]
    elif isinstance(holder, list):
        holder.extend(holder[at : at + 1] * random.choice([1, 3]))


NAMES = ["notes.ini", "NOTES.INI", "notes - Copy.ini", "storage.toml", "a\nb.txt", "\x1b[2J.txt", "\u202e.ini", " ", "x" * 200, "k/notes.ini", "k/l/m/notes.ini", "k/storage.toml",
         "\u00dc/notes.ini", "-", "--help", "*.ini", "[a]", "~", "x.zip", "names.dxl", "show-stat.txt", "k!/x", ".hidden", "notes.ini.bak", "%s", "$HOME", "k/notes (1).ini"]  # fmt: skip
GLOBS = ["", "*", "*.ini", "k", "k/*", "**", "in/k", "[", "[!a]*", "?", "x", "\u00dc", "/", "../*", "!*", "\\", "*" * 40, "a\nb.txt", ".hidden", " "]  # fmt: skip


def file_list(random: Random) -> bytes:
    """What a folder holds, as JSON: patterns of what is left out, and of each file its name and which of some contents."""
    rows = [[random.choice(NAMES), random.randrange(9)] for _ in range(random.randint(0, 6))]
    globs = [random.choice(GLOBS)] if random.random() < 0.4 else []
    return json.dumps([globs, *rows]).encode()


def other_bytes(data: bytes, of: mutations.Material, random: Random) -> bytes:
    """A JSON text with other values, where it is one, or with other bytes."""
    if random.random() < 0.6:
        try:
            return changed(data, random)
        except ValueError:
            pass
    return mutations.mutated(of, data, random)
