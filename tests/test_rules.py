"""The whole pack: every example, every law of docs/architecture.md, and what rules may rest on."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advisor import pack
from advisor.checking import examples, rulelint
from advisor.derive import Context, Overrides, derive
from advisor.facts import SERVER, Answer
from advisor.judging import engine
from advisor.known import Facts
from advisor.pack.language.parse import keys
from advisor.values import secrets

PACK = pack.builtin()


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_examples_turn_out_as_they_say(rule):
    assert list(examples.slips(PACK, [rule])) == []


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_no_rule_is_weak(rule):
    assert list(rulelint.weaknesses(rule, PACK)) == []


@pytest.mark.parametrize("rule", PACK.rules, ids=lambda rule: rule.name)
def test_the_record_of_a_remedy_is_whole(rule):
    assert list(rulelint.of_remedies(rule)) == []


def test_law_1_nothing_collected_nothing_judged():
    facts = Facts()
    derive(facts, Context(PACK.catalogue, Overrides("9.0.1", "windows", 64)))
    judged = engine.run(PACK.rules, facts, PACK.catalogue)
    assert {outcome.verdict for outcome in judged.outcomes} <= {engine.UNKNOWN, engine.NOT_APPLICABLE}


def test_law_2_what_stays_open_when_nothing_is_set_is_listed(golden):
    rows = [f"{name}: {', '.join(open_)}\n" for name, open_ in rulelint.open_defaults(PACK).items()]
    golden("open-defaults.txt", "".join(rows))


class Veiled(Facts):
    """Facts some of whose keys are hidden: nothing is known of them."""

    def __init__(self, facts, hidden):
        super().__init__()
        self.known, self.completes, self.kinds = facts.known, facts.completes, facts.kinds
        self.hidden = hidden

    def ask(self, key, subject=SERVER):
        return Answer() if key in self.hidden else super().ask(key, subject)


def asked(rule):
    return sorted({*keys(rule.when), *(keys(rule.applies) if rule.applies else ())})


@settings(max_examples=300)
@given(st.data())
def test_law_3_learning_more_never_turns_failed_into_passed_or_back(data):
    rule = data.draw(st.sampled_from(PACK.rules))
    example = data.draw(st.sampled_from(rule.examples))
    facts = examples.facts_of(example, PACK)
    few = data.draw(st.sets(st.sampled_from(asked(rule))))
    many = few | data.draw(st.sets(st.sampled_from(asked(rule))))
    for subject in facts.subjects(rule.subject) or []:
        verdicts = {
            engine._judge_subject(rule, subject, engine.Lookup(Veiled(facts, hidden), PACK.catalogue, subject)).verdict
            for hidden in (many, few)
        }
        assert verdicts != {engine.FAILED, engine.PASSED}


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
        if secrets.kind(entry.name) not in {"", secrets.LIKE_A_KEY}:
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
    broken = PACK.rules[0]._replace(when=["<", ["key", "release", "release"], ["value", "text"]], applies=None)
    rule = next(rule for rule in PACK.rules if rule.name == "transaction-logging-off")
    facts = examples.facts_of(rule.examples[0], PACK)
    judged = engine.run([broken, *PACK.rules[1:]], facts, PACK.catalogue)
    assert [slip.rule.name for slip in judged.errors] == [broken.name]
    assert len({outcome.rule.id for outcome in judged.outcomes}) == len(PACK.rules) - 1
