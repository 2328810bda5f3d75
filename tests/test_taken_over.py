"""Taken over: what was judged of a server's arrays, by the next one that differs in a fact or two, is what is judged of it alone."""

from random import Random

from advisor.facts import SERVER, Complete, Fact, Subject
from advisor.judging import engine
from advisor.judging.precedents import Precedents
from advisor.known import Facts
from advisor.pack import builtin
from advisor.source import Source

PACK = builtin()
RULES = [rule for rule in PACK.rules if rule.id in {"STO002", "STO005", "STO006", "STO013", "STO017"}]
OF_ARRAYS = {
    "array.level": ["0", "1"],
    "array.holds": ["databases", "transaction-log"],
    "array.first_alike": ["yes"],
    "array.failed": ["no"],
    "array.software": ["yes"],
    "array.health": ["degraded", "failed", "ok"],
    "array.media": ["hdd", "ssd"],
    "array.contradictory": ["yes"],
}
OF_SERVER = {
    "release": ["12.0.2", "4.5"],
    "server.kind": ["server"],
    "server.criticality": ["low", "normal"],
    "ini.translog_status": ["0", "1"],
}
WEIGHING = ["array.media", "array.contradictory"]  # no verdict hangs on them
SAID = OF_ARRAYS | OF_SERVER
FILES = [Source.of(f"{number}/storage.toml", b"\n" * number + b"x") for number in range(3)]


def said(chance, key, subject):
    return subject, key, chance.choice(SAID[key]), "it is cut" * (chance.random() < 0.1)


def named(name):
    return Subject("array", name), "array.name", name, ""


def first(chance):
    """What is known of a server: of some arrays nothing but their names."""
    rows = [said(chance, key, SERVER) for key in OF_SERVER if chance.random() < 0.8]
    for number in range(chance.choice([1, 2, 3, 4, 22])):
        likely = chance.choice([0, 0, 0.6, 1])
        rows.append(named(f"a{number}"))
        rows += [said(chance, key, rows[-1][0]) for key in OF_ARRAYS if chance.random() < likely]
    return rows + [(SERVER, "cut.format", "storage.toml", "")] * (chance.random() < 0.3)


def following(chance, rows):
    """The same, or with a fact changed, left out or added, or one more array."""
    at, way = chance.randrange(len(rows)), chance.randrange(5)
    subject, key, *_ = rows[at]
    if way == 0:
        return rows
    if way == 1:
        return rows[:at] + rows[at + 1 :]
    if way == 2:
        return [*rows, named("another")]
    if way == 3 or key not in SAID:
        key = chance.choice(list(OF_SERVER) if subject == SERVER else WEIGHING)
    return [row for row in rows if row[:2] != (subject, key)] + [said(chance, key, subject)]


def facts(rows, file, whole):
    known = Facts()
    known.add([Complete(prefix, file) for prefix in whole])
    known.add([Fact(key, text, file, (0, 1), subject, doubt=doubt) for subject, key, text, doubt in rows])
    return known


def test_what_is_taken_over_is_what_is_judged_alone():
    for seed in range(80):
        chance = Random(seed)
        rules, rows = chance.sample(RULES, chance.randint(1, len(RULES))), first(chance)
        whole, before = [prefix for prefix in ("array.", "ini.") if chance.random() < 0.4], Precedents(rules)
        for file in FILES:
            together, alone = (
                engine.run(rules, facts(rows, file, whole), PACK.catalogue, one) for one in (before, None)
            )
            assert list(map(told, together.outcomes)) == list(map(told, alone.outcomes)), seed
            rows = following(chance, rows)


def told(result):
    """What a report has of a result: of what did not fail no places."""
    evidence = result.evidence if result.verdict == engine.FAILED else ()
    return result._replace(scope=(), evidence=evidence), bool(result.presumed)
