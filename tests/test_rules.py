"""The whole pack: every example, the laws of docs/architecture.md, what rules may rest on, and the changes that no example notices."""

import random
import tomllib

import pytest
import rule_mutants
from msgspec.structs import replace

from advisor import pack
from advisor.checking import examples, rules
from advisor.derive import Context, Overrides, derive
from advisor.facts import SERVER, Answer, Facts
from advisor.judging import engine
from advisor.pack.language.parse import keys
from advisor.values import secrets

PACK = pack.builtin()
VEILS = 3  # sets of keys that are hidden of each example, for law 3


@pytest.fixture(scope="module", params=PACK.rules, ids=lambda rule: rule.name)
def rule(request):
    return request.param


@pytest.fixture(scope="module")
def read(rule):
    """The rule's examples, read once for all that is asked of them."""
    return examples.all_read(rule, PACK)


def test_examples_turn_out_as_they_say_no_rule_is_weak_and_the_record_of_its_remedy_is_whole(rule, read):
    assert [*rules.rule_weaknesses(rule, read, PACK), *rules.remedy_weaknesses(rule)] == []


ARGUED = rule_mutants.argued()
MINOR = {"low", "info"}
BY_GATES = {
    "archive-logging-needs-backup": [
        "applies: ini.translog_status → dropped from its and",
        "applies: set(ini.translog_style) → dropped from its and",
    ],
    "byte-order-mark": ["when: notes_ini.utf_16 → dropped from its or"],  # a page cannot show UTF-16
}


def test_an_example_notices_each_change(rule, read):
    """A rule, changed in one thing at a time: an example notices, or tests/rule_mutants.toml says why none need.

    What a scope stands for (kind, platforms, releases, bits, roles) one function compiles for all rules (pack/scopes.py):
    an example of each rule would only show the same again. That a rule's file has the right words in its scope, a row of
    tests/test_rule_gates.py holds for each bound, and one for every rule on a client. The script counts those apart. All
    other changes of rules that may be medium or worse are noticed by an example of the rule itself.
    """
    by_gates, alive = rule_mutants.survivors(rule, read, rule_mutants.mutants(rule), PACK)
    assert sorted(mutant.change for mutant in alive) == sorted(ARGUED.get(rule.name, {}))
    own = [mutant.change for mutant in by_gates if not rule_mutants.is_of_scope(mutant, rule)]
    assert {rule.severity, *dict(rule.severity_when)} <= MINOR or own == BY_GATES.get(rule.name, [])


class Veiled(Facts):
    """Facts some of whose keys are hidden: nothing is known of them."""

    def __init__(self, facts, hidden):
        super().__init__()
        self.known, self.completes, self.kinds = facts.known, facts.completes, facts.kinds
        self.hidden = hidden

    def ask(self, key, subject=SERVER):
        return Answer() if key in self.hidden else super().ask(key, subject)

    def text(self, subject, key):
        return None if key in self.hidden else super().text(subject, key)


def asked(rule):
    return sorted({*keys(rule.when), *(keys(rule.applies) if rule.applies else ())})


def test_law_3_learning_more_never_turns_failed_into_passed_or_back(rule, read):
    seeded = random.Random(rule.name)
    for facts in [one.servers[0].facts for one in read] * VEILS:
        few, more = (frozenset(key for key in asked(rule) if seeded.random() < share) for share in (0.3, 0.5))
        for subject in facts.subjects(rule.subject) or []:
            verdicts = {
                engine._judge_subject(
                    rule, subject, engine.Values(Veiled(facts, hidden), PACK.catalogue, subject)
                ).verdict
                for hidden in (few | more, few)
            }
            assert verdicts != {engine.FAILED, engine.PASSED}, (few, more)


def test_law_1_nothing_collected_nothing_judged():
    facts = Facts()
    derive(facts, Context(PACK.catalogue, Overrides("9.0.1", "windows", 64)))
    judged = engine.run(PACK.rules, facts, PACK.catalogue)
    assert {outcome.verdict for outcome in judged.outcomes} <= {engine.UNKNOWN, engine.NOT_APPLICABLE}


def test_law_2_what_stays_open_when_nothing_is_set_is_listed(golden):
    rows = [f"{name}: {', '.join(open_)}\n" for name, open_ in rules.open_defaults(PACK).items()]
    golden("open-defaults.txt", "".join(rows))


def test_law_4_every_key_is_in_the_catalogue():
    missing = {(rule.name, key) for rule in PACK.rules for key in asked(rule) if not PACK.catalogue.entry(key).meaning}
    assert missing == set()


def test_every_rule_rests_on_a_witness_that_is_listed():
    for rule in PACK.rules:
        assert all(use.id in PACK.sources for use in rule.sources), rule.name
        assert any(use.says != "against" for use in rule.sources), rule.name
        if rule.confidence == "measured":
            assert any(use.says == "figure" for use in rule.sources), rule.name


def test_every_setting_s_source_is_listed():
    """What vouches for something is a witness or a page's address; words alone vouch for nothing."""

    def is_listed(source):
        return source in PACK.sources or source.startswith("http")

    for entry in PACK.catalogue.settings.values():
        assert is_listed(entry.source) or not PACK.catalogue.vouches(entry.name), entry.name
        assert all(is_listed(default.source) for default in entry.default), entry.name


def test_a_catalogued_name_that_sounds_secret_says_whether_it_is():
    for entry in PACK.catalogue.settings.values():
        if secrets.kind(entry.name) not in {"", secrets.LIKE_A_KEY, secrets.SERVER, secrets.LOGIN}:
            assert entry.secret is not None, entry.name


def test_folklore_is_no_known_name():
    assert not PACK.catalogue.folklore.keys() & PACK.catalogue.names


def test_the_sources_disagree_in_the_open_about_concurrent_transactions():
    rule = next(rule for rule in PACK.rules if rule.name == "concurrent-transactions-pinned")
    notes = " ".join(use.note for use in rule.sources if use.says == "against")
    assert "100" in notes
    assert "1000" in notes
    assert "Domino 6" in notes
    assert "Domino 7" in notes


def test_a_rule_that_raises_is_an_error_of_that_rule(monkeypatch):
    broken = replace(PACK.rules[0], when=["<", ["key", "release", "release"], ["value", "text"]], applies=None)
    rule = next(rule for rule in PACK.rules if rule.name == "transaction-logging-off")
    facts = examples.facts_of(rule.examples[0], PACK)
    judged = engine.run([broken, *PACK.rules[1:]], facts, PACK.catalogue)
    assert [slip.rule.name for slip in judged.errors] == [broken.name]
    assert len({outcome.rule.id for outcome in judged.outcomes}) == len(PACK.rules) - 1


def test_no_reason_is_given_for_a_rule_that_is_not_there():
    assert rule_mutants.argued().keys() <= {rule.name for rule in pack.builtin().rules}


def test_no_survivor_waits_for_an_example():
    """Each reason says why none is needed; for want of an example nothing lives."""
    file = tomllib.loads(rule_mutants.ARGUED.read_text(encoding="utf-8"))
    assert {row["reason"] for row in file["survivor"]} == file["reason"].keys()
    assert "open" not in file["reason"]
    assert not [why for why in file["reason"].values() if "yet" in why]
