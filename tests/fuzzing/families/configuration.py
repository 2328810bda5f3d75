"""Configuration: domlint.toml, a plan of `size`, what a rules folder holds besides rules, and earlier reports, damaged and made up.

What cannot be followed is said, a line a fault with its place, and nothing is printed; anything else is followed.
"""

import json
from functools import cache
from random import Random
from typing import Any

from test_condition import VERDICTS

from fuzzing import mutations
from fuzzing.corpus import FIXTURES
from fuzzing.made_rules import RULE
from fuzzing.planted import FILES, SITE, reports
from fuzzing.promises import STEERS, folder_of, held_in, ran

TOML, PYPROJECT, PLAN, RULES_FOLDER, BASELINE, REPORTS = (
    "domlint.toml",
    "pyproject.toml",
    "size plans",
    "rules folders",
    "baselines",
    "reports",
)
FEW = 4
PROJECT = FIXTURES.parent
NOTES = FILES["in/Zq71/notes.ini"].encode()
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
MODELS = {
    "catalogue": "rules/catalogue/settings/x.toml",
    "sources": "rules/sources/hcl.toml",
    "profiles": "rules/profiles/quick.toml",
}


def labels() -> list[str]:
    return [TOML, PYPROJECT, PLAN, RULES_FOLDER, BASELINE, REPORTS]


@cache
def seeds(label: str) -> list[bytes]:
    if label in {TOML, PYPROJECT}:
        block = (
            (PROJECT / "docs" / "configuration.md")
            .read_text(encoding="utf-8")
            .partition("```toml\n")[2]
            .partition("```")[0]
        )
        texts = [
            SITE.replace("Zq7", "Zq7"),
            block.replace('rules = ["our-rules"]', 'rules = ["house"]'),
            'select = ["LOG"]\n',
        ]
        if label == PYPROJECT:
            texts = [
                f"[tool.domlint]\n{text.replace('[[', '[[tool.domlint.').replace(chr(10) + '[', chr(10) + '[tool.domlint.', 0)}"
                for text in texts
            ]
        return [text.encode() for text in texts]
    if label == PLAN:
        study = (FIXTURES / "size" / "case-study.toml").read_bytes()
        return [
            study,
            b'users = 300\n[kinds]\nmail_light = 300\n[predict]\nrelease = "4.6.2"\n',
            b"[[server]]\nname = 'a'\nmail_light = 8\n",
        ]
    if label == RULES_FOLDER:
        found = [
            path
            for kind in ("catalogue", "sources", "profiles")
            for path in sorted((PROJECT / "rules" / kind).rglob("*.toml"))
        ]
        return [
            f"{path.relative_to(PROJECT / 'rules').parts[0]}\n".encode() + path.read_bytes()[:4000]
            for path in found[::3]
        ]
    return [text.encode() for text in (*reports().values(), '{"schema_version": 3, "findings": []}')]


def made(label: str, random: Random) -> bytes:
    if label in {BASELINE, REPORTS} and random.random() < 0.8:
        return _report(random)
    if label in {TOML, PYPROJECT} and random.random() < 0.8:
        text = _toml(random)
        if label == PYPROJECT:
            text = "[tool.domlint]\n" + text.replace("\n[[", "\n[[tool.domlint.").replace(
                "\n[", "\n[tool.domlint."
            ).replace("[tool.domlint.[tool", "[[tool")
        return text.encode("utf-8", "replace")
    return mutations.made(_material(label), random)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(_material(label), data, random)


def hold(label: str, data: bytes) -> None:
    files = {
        "notes.ini": NOTES,
        "in/notes.ini": NOTES,
        "house/x.toml": RULE.encode(),
        "old.json": reports()["report-1.json"].encode(),
    }
    if label in {TOML, PYPROJECT}:
        _hold([["check", "notes.ini", "in", "--config", label, "--format", "json"]], files | {label: data})
    elif label == PLAN:
        _hold(
            [["size", "plan.toml", "--format", "json"], ["size", "plan.toml", "--as-printed"]],
            files | {"plan.toml": data},
        )
    elif label == RULES_FOLDER:
        kind, _, raw = data.partition(b"\n")
        name = kind.decode("utf-8", "replace")
        place = name if name in MODELS else "catalogue"
        _hold(
            [["check", "notes.ini", "--isolated", "--rules", "house", "--format", "json"]],
            files | {f"house/{place}/x.toml": raw},
        )
    elif label == BASELINE:
        _hold(
            [["check", "notes.ini", "--isolated", "--baseline", "old.json", "--format", "json"]],
            files | {"old.json": data},
        )
    else:
        old = reports()["report-1.json"].encode()
        form = ["json", "html", "markdown", "text"][len(data) % 4]
        pair = ["old.json", "new.json"] if len(data) % 3 else ["new.json", "old.json"]
        _hold(
            [["compare", *pair, "--format", form], ["compare", *pair, "old.json", "--format", form]],
            files | {"old.json": old, "new.json": data},
        )


@cache
def _material(label: str) -> mutations.Material:
    strange = [word.encode("utf-8", "replace") for word in (*WORDS, *TOKENS)] + [one[0].encode() for one in VERDICTS]
    return mutations.material([seed[:12_000] for seed in seeds(label)], strange)


def _hold(commands: list[list[str]], files: dict[str, bytes]) -> None:
    with folder_of(files) as folder:
        for words in commands:
            done = ran(words, folder)
            if done.code == 2:
                assert done.err, "nothing is said"
                assert not done.out or _is_whole(done.out), (words, done.out[:200])
            assert all(line.startswith("domlint: ") for line in done.err.splitlines()), done.err
            assert not STEERS.search(done.out)
            if "json" in words and done.out:
                json.loads(done.out)
        assert held_in(folder) == files, "something was written"


def _is_whole(out: str) -> bool:
    """Whether a report that could not be whole says so."""
    return out.startswith("{") and json.loads(out).get("complete") is False


def _toml(random: Random) -> str:
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


def _report(random: Random) -> bytes:
    """A report in which values are others, are gone, or stand where they do not belong."""
    value = json.loads(random.choice(list(reports().values())))
    for _ in range(random.choice([1, 1, 2, 5])):
        holder, at = value, random.choice(list(value))
        while isinstance(holder[at], dict | list) and holder[at] and random.random() < 0.8:
            holder = holder[at]
            at = random.choice(list(holder) if isinstance(holder, dict) else range(len(holder)))
        drawn = random.random()
        if drawn < 0.6:
            holder[at] = random.choice(JSONS)
        elif drawn < 0.75:
            del holder[at]
        elif drawn < 0.85 and isinstance(holder, dict):
            holder[random.choice(WORDS)] = holder[at]
        elif isinstance(holder, list):
            holder.extend(holder[at : at + 1] * random.choice([1, 3]))
        if not value:
            break
    text = json.dumps(value)
    return ("\n".join([text] * random.choice([1, 1, 1, 1, 2]))).encode()
