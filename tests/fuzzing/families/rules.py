"""Rules: the language of conditions, `like`, a site's rule files, and all rules over facts that nobody expects.

Judging never raises and gives the same twice; what is learned besides never turns a verdict round.
"""

import json
import zlib
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

from judged import run_of
from test_condition import BROKEN, VERDICTS
from test_rules import Veiled

from advisor.facts import SERVER, Complete, Fact, Facts, Subject
from advisor.judging import engine
from advisor.judging.lookup import Values
from advisor.pack import builtin, builtin_json
from advisor.pack.compile import compiled as functions_of
from advisor.pack.language.judge import _like, judge
from advisor.pack.language.parse import ConditionError, keys, parse
from advisor.pack.remedies import certain
from advisor.pack.rule import rule_of_row
from advisor.pack.rulebook import compile_site
from advisor.source import Source
from fuzzing import made_rules, mutations
from fuzzing.corpus import FIXTURES
from fuzzing.made_rules import PARAMETERS, RULE, TEXTS, TYPES, WORDS
from fuzzing.promises import folder_of
from fuzzing.shares import one_in

CONDITION, LIKE, FILE, FACTS = "conditions", "like", "rule files", "facts"
CATALOGUE = builtin().catalogue
ANYWHERE = Source.of("facts.txt", b"")


def labels() -> list[str]:
    return [CONDITION, LIKE, FILE, FACTS]


@cache
def seeds(label: str) -> list[bytes]:
    if label == CONDITION:
        written = [text for rule in builtin().rules for _, text in _texts(rule.page_row["text"])]
        return [text.encode() for text in [*(one[0] for one in (*VERDICTS, *BROKEN)), *written]]
    if label == LIKE:
        return [b"*\n", b"a*b\nab", b"ab*bc*cd\nabcd", b"a*a*b\nab", b"**\n\n", b"*a*\n" + b"b" * 40]
    if label == FILE:
        own = sorted((FIXTURES.parent / "rules").glob("*/*.toml"))
        return [
            RULE.encode(),
            *(path.read_bytes() for path in own if path.parent.name in {"logging", "tasks", "storage"}),
        ]
    return [_written(server.facts).encode() for server in _servers()]


def made(label: str, random: Random) -> bytes:
    if label == CONDITION and random.random() < 0.6:
        return made_rules.condition(random, random.randint(0, 4)).encode()
    if label == CONDITION and random.random() < 0.5:
        return " ".join(random.choices(WORDS + random.choices(sorted(TYPES), k=9), k=random.randint(1, 30))).encode()
    if label == LIKE:
        letters = random.choice(["ab", "a", "a\u00df\u0130", "ab.[]?^$\\"])
        pattern = "".join(random.choices(letters + "***", k=random.choice([0, 3, 8, 20])))
        return f"{pattern}\n{''.join(random.choices(letters, k=random.choice([0, 3, 8, 20, 60])))}".encode()
    if label == FILE and random.random() < 0.97:
        text = made_rules.of_a_site(random).encode()
        return mutated(label, text, random) if random.random() < 0.05 else text
    if label == FACTS:
        return made_rules.facts(random).encode()
    return mutations.made(_material(label), random)


def mutated(label: str, data: bytes, random: Random) -> bytes:
    return mutations.mutated(_material(label), data, random)


@cache
def _material(label: str) -> mutations.Material:
    return mutations.material(seeds(label), [RULE.encode()])


def hold(label: str, data: bytes) -> None:
    text = data.decode("utf-8", "replace")
    {CONDITION: _hold_condition, LIKE: _hold_like, FILE: _hold_file, FACTS: _hold_facts}[label](text)


def _texts(written: dict) -> list[tuple[str, str]]:
    """The conditions of a rule as they are written, each with its field."""
    pairs = [(field, text) for field, text in written.items() if isinstance(text, str)]
    return pairs + list(written.get("severity_when", {}).items())


def _read(lines: list[str]) -> Facts:
    facts = Facts()
    for line in lines:
        whose, colon, rest = line.partition(": ")
        kind, _, name = whose.partition(" ")
        key, is_set, text = (rest if colon and name else line).partition("=")
        subject = Subject(kind, name) if colon and name else SERVER
        facts.add([Fact(key, text, ANYWHERE, (0, 0), subject) if is_set else Complete(key, ANYWHERE)])
    return facts


def _written(facts: Facts) -> str:
    lines = [f"{fact.key}={fact.text}" for of_key in facts.known.values() for fact in of_key if fact.subject == SERVER]
    return "\n".join(line.replace("\n", " ") for line in lines)


@cache
def _servers() -> list:
    """Servers of a few fixtures, with every derived fact."""
    names = ["today-cluster-hub", "linux-8.5.3-raid5", "windows-9.0.1-aged", "aix-7.0-untuned"]
    return [server for name in names for server in run_of([FIXTURES / name])[0].derived()]


def _hold_condition(text: str) -> None:
    tree = _parsed(text)
    if tree is None:
        return
    random = Random(zlib.crc32(text.encode("utf-8", "replace")))
    asked = sorted({*keys(tree), "release"})
    lines = [key if random.random() < 0.2 else f"{key}={random.choice(TEXTS[TYPES[key]])}" for key in asked]
    lines = [line.replace("\n", " ") for line in lines]
    verdicts = []
    for facts, hidden in _less_and_less_hidden(tree, asked, lines, random):
        known = Values(Veiled(facts, hidden), CATALOGUE)
        judged = judge(tree, known, PARAMETERS)
        assert judged == judge(tree, known, PARAMETERS)
        verdict = None if judged.verdict is None else not judged.verdict
        assert judge(["not", tree], known, PARAMETERS).verdict is verdict
        assert judged.verdict is not None or known.missing(lacking(tree, known)), (
            f"what is missing is not said: {lines}"
        )
        if judged.verdict is not None:
            for key in certain(tree, judged.verdict):
                is_set, value = known[key, None], known[key, TYPES[key]]
                assert is_set or value is not None, f"{key} is not known: {lines}"
        verdicts.append(judged.verdict)
    for before, after in pairwise(verdicts):
        assert before is None or after is before, f"learning turned {before} into {after}: {lines}"


def lacking(tree: list, known: Values) -> tuple:
    """The questions without an answer of a condition that is unknown."""
    figures = {name: value.casefold() if isinstance(value, str) else value for name, value in PARAMETERS.items()}
    return functions_of(None, tree, []).when(known, figures)


def _less_and_less_hidden(
    tree: list, asked: list[str], lines: list[str], random: Random
) -> Iterator[tuple[Facts, set]]:
    """Facts of which more and more is known, and the keys that are hidden.

    What stands behind `else` gives way to the default that a release has: where there may be one it is known.
    """
    always = {"release"} if "else" in json.dumps(tree) else set()
    few = {key for key in asked if random.random() < 0.5} - always
    facts = _read(lines)
    yield facts, set(asked) - always
    yield facts, few
    yield facts, set()
    whole = [_learned(line, random) for line in lines]
    yield _read(whole), set()


def _learned(line: str, random: Random) -> str:
    """A fact that leaves nothing open any more."""
    line = line.replace("12.0 or newer", random.choice(["12.0", "12.0.2FP1", "14.5"]))
    line = line.replace(",\u2026", random.choice(["", ",a", ",b,updall"]))
    return line.replace("\u2026", random.choice(["a", "updall,x"]))


def _parsed(text: str) -> list | None:
    """The tree of a condition; None of one that is refused, as it has to be."""
    try:
        tree = parse(text, TYPES, PARAMETERS)
    except ConditionError as slip:
        assert 1 <= slip.column <= len(text) + 1, f"column {slip.column} of {len(text)}"
        assert str(slip)
        return None
    assert tree == parse(text, TYPES, PARAMETERS)
    assert json.loads(json.dumps(tree)) == tree
    return tree


def _hold_like(text: str) -> None:
    pattern, _, told = text.partition("\n")
    found = _like(told, pattern)
    if len(pattern) * len(told) > 100_000:
        return
    reached = [True] + [False] * len(told)  # by place: whether the pattern so far may end there
    for sign in pattern:
        if sign == "*":
            begins = reached.index(True) if True in reached else len(reached)
            reached = [place >= begins for place in range(len(reached))]
        else:
            reached = [False, *(before and letter == sign for before, letter in zip(reached, told, strict=False))]
    assert found is reached[-1]


def compiled(text: str) -> tuple[list, list[str]]:
    """What a site's rule file is compiled to, and what is wrong in it."""
    with folder_of({"house/rule.toml": text.encode("utf-8", "replace")}) as folder:
        data, slips = compile_site(folder / "house", builtin_json_once(), lambda _: None)
        for line in "\n".join(slips).split("\n") if slips else []:
            assert line.startswith(str(folder)), f"no place: {line!r}"
    return data["rules"][len(builtin().rules) :], slips


def _hold_file(text: str) -> None:
    rows, slips = compiled(text)
    assert bool(rows) != bool(slips), (slips, rows)
    for row in rows:
        rule = rule_of_row(row)
        for facts in (*(server.facts for server in _servers()), *_told_of(rule, text)):
            judged = engine.run([rule], facts, CATALOGUE)
            assert not judged.errors, judged.errors[0].message


def _told_of(rule: Any, text: str) -> Iterator[Facts]:
    """Facts of which some are what the rule asks for."""
    random = Random(zlib.crc32(text.encode("utf-8", "replace")))
    for _ in range(3):
        yield _read(made_rules.of_rules([rule], random).split("\n"))


@cache
def builtin_json_once() -> dict:
    return builtin_json()


def _hold_facts(text: str) -> None:
    lines = [line for line in text.split("\n") if line]
    random = Random(zlib.crc32(text.encode("utf-8", "replace")))
    few = _consistent([line for line in lines if random.random() < 0.5], lines)
    named = {line.partition("=")[0].rpartition(": ")[2] for line in lines}
    rules = [rule for rule in builtin().rules if named.intersection(rule.keys)]
    both = []
    for kept in (few, lines):
        judged = engine.run(rules, _read(kept), CATALOGUE)
        assert not judged.errors, judged.errors[0]
        if one_in(8, text.encode("utf-8", "replace")):
            assert judged.outcomes == engine.run(rules, _read(kept), CATALOGUE).outcomes
        both.append({one.rule.id: one.verdict for one in judged.outcomes if one.rule.subject == SERVER.kind})
    for rule, verdict in both[0].items():
        assert {verdict, both[1][rule]} != {engine.FAILED, engine.PASSED}, f"{rule}: learning turned {verdict} round"


def _consistent(few: list[str], lines: list[str]) -> list[str]:
    """Some of the lines, of which none says that its kind is complete where a fact of that kind was left out."""
    left_out = [line.rpartition(": ")[2] for line in {*lines} - {*few} if "=" in line]
    return [
        line for line in few if "=" in line or not any(key.startswith(line.rpartition(": ")[2]) for key in left_out)
    ]
