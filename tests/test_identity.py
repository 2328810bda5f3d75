"""Fingerprints of what could not be judged: those that the finding would have, where it is known on what."""

import pytest

from advisor import pack
from advisor.facts import SERVER, Fact, Subject
from advisor.judging import engine
from advisor.judging.engine import FAILED, PASSED, UNKNOWN, Result, Results
from advisor.known import Facts
from advisor.report.identity import Owner, digest, fingerprint_of, identities, stem

PACK = pack.builtin()
RULES = {rule.name: rule for rule in PACK.rules}
OWNER = Owner("Mail01/Acme")
OF_SERVER, OF_ARRAY = RULES["session-timeout-long"], RULES["array-degraded"]
A, B, LARGE_A = (Subject("array", name) for name in ("a", "b", "A"))


def named(*rows):
    """The ids of results, each a rule, subject, verdict and, of an open one, the subjects alike."""
    results = Results(
        Result(rule, subject, verdict, "low", "low", alike=alike[0] if alike else ())
        for rule, subject, verdict, *alike in rows
    )
    return [(one.subject, print_of(one)) for one in identities(results, PACK.catalogue)]


def print_of(one):
    known = one.ordinal is not None
    return fingerprint_of(one.result.rule.id, OWNER.name, one.subject, one.ordinal) if known else None


def expected(rule, subject, ordinal=0):
    return fingerprint_of(rule.id, OWNER.name, subject, ordinal)


CASES = {
    "the server": ([(OF_SERVER, SERVER, UNKNOWN)], [("server", expected(OF_SERVER, "server"))]),
    "it is not known which arrays there are": ([(OF_ARRAY, SERVER, UNKNOWN)], [("server", None)]),
    "an array that is there": ([(OF_ARRAY, A, UNKNOWN)], [("array a", expected(OF_ARRAY, "array a"))]),
    "arrays alike": ([(OF_ARRAY, A, UNKNOWN, (B,))], [("array a", expected(OF_ARRAY, "array a")), ("array b", expected(OF_ARRAY, "array b"))]),
    "more alike than can be listed": ([(OF_ARRAY, A, UNKNOWN, None)], [("array a", None)]),
    "passed ones have none": ([(OF_ARRAY, A, PASSED)], []),
    "an open one of a name that failed too": (
        [(OF_ARRAY, A, FAILED), (OF_ARRAY, LARGE_A, UNKNOWN)],
        [("array a", expected(OF_ARRAY, "array a")), ("array A", None)],
    ),
    "names that differ in case alone are numbered": (
        [(OF_ARRAY, A, FAILED), (OF_ARRAY, LARGE_A, FAILED)],
        [("array a", expected(OF_ARRAY, "array a")), ("array A", expected(OF_ARRAY, "array A", 1))],
    ),
}  # fmt: skip


@pytest.mark.parametrize(("rows", "ids"), CASES.values(), ids=CASES.keys())
def test_what_is_open_has_the_fingerprint_of_its_finding(rows, ids):
    assert named(*rows) == ids
    given = [fingerprint for _, fingerprint in ids if fingerprint]
    assert len(given) == len(set(given))


@pytest.mark.parametrize(("number", "listed"), [(2, True), (20, True), (21, False)])
def test_an_open_result_names_the_subjects_alike(number, listed):
    facts = Facts()
    facts.add([Fact("server.kind", "server")])
    facts.add([Fact("array.name", str(place), subject=Subject("array", str(place))) for place in range(number)])
    [open_] = [one for one in engine.run([OF_ARRAY], facts, PACK.catalogue).outcomes if one.verdict == UNKNOWN]
    assert (open_.alike is not None) == listed
    assert len(open_.alike or ()) == (number - 1 if listed else 0)


def test_a_stem_is_of_rule_and_server_alone():
    assert stem("LOG001", "Mail01/Acme") == stem("LOG001", "MAIL01/ACME")
    assert len({stem(rule, server) for rule in ("LOG001", "LOG002") for server in ("Mail01/Acme", "Mail02/Acme")}) == 4
    assert not stem("LOG001", "Mail01/Acme").startswith("dl1:")


def test_a_digest_is_sha_256():
    assert digest("", 32) == "e3b0c44298fc1c149afbf4c8996fb924"
