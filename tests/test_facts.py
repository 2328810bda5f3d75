"""Facts: known, absent and unknown values."""

from at_once import at_once

from advisor.facts import SERVER, Complete, Fact, Facts, Subject
from advisor.source import Source

INI = Source.of("notes.ini", b"")
ARRAY, OTHER = Subject("array", "a"), Subject("array", "b")


def known(*items):
    facts = Facts()
    facts.add(items)
    return facts


def test_a_step_may_add_facts_while_it_goes_through_them():
    facts = known(Fact("ini.a", "1"), Fact("ini.b", "2"))

    def step():
        for fact in facts.each("ini."):
            yield Fact(f"ini.twice_{fact.key[4:]}", fact.text * 2)

    facts.add(step())
    assert [fact.text for fact in facts.each("ini.")] == ["1", "2", "11", "22"]


@at_once(("subject", "key", "texts"), [  # a subject, a key, what is known of that subject alone
    (SERVER, "array.level", ["5"]),
    (ARRAY, "array.level", ["6", "6"]),
    (OTHER, "array.level", []),
    (ARRAY, "array.health", []),
])  # fmt: skip
def test_the_facts_of_a_subject_alone(subject, key, texts):
    level = Fact("array.level", "6", subject=ARRAY)
    facts = known(Fact("array.level", "5"), level, level)
    assert [fact.text for fact in facts.of(subject, key)] == texts


ANSWERS = [  # what is known of an array's level, whether arrays were read to the end: text, absent, whether in trouble
    ([], False, None, False, False),
    ([], True, None, True, False),
    ([Fact("array.level", "5", subject=ARRAY)], False, "5", False, False),
    ([Fact("array.level", " 5 ", subject=ARRAY), Fact("array.level", "5", subject=ARRAY)], False, "5", False, False),
    ([Fact("array.level", "5", subject=ARRAY), Fact("array.level", "6", subject=ARRAY)], True, None, False, True),
    ([Fact("array.level", "", subject=ARRAY)], False, None, True, False),
    ([Fact("array.level", "5", subject=ARRAY, doubt="why not")], True, None, False, True),
    ([Fact("array.level", "5", subject=OTHER)], False, None, False, False),
    ([Fact("array.level", "5")], False, "5", False, False),
    ([Fact("array.level", "5"), Fact("array.level", "6", subject=ARRAY)], False, "6", False, False),
]


@at_once(("items", "complete", "text", "absent", "trouble"), ANSWERS)
def test_an_answer_is_known_absent_or_unknown(items, complete, text, absent, trouble):
    answer = known(*items, *[Complete("array.", INI)] * complete).ask("array.level", ARRAY)
    assert (answer.text, answer.absent, bool(answer.trouble)) == (text, absent, trouble)


@at_once(("items", "subjects"), [
    ([], None),
    ([Complete("array.", INI)], []),
    ([Fact("array.level", "5", subject=OTHER), Fact("array.level", "5", subject=ARRAY)], [OTHER, ARRAY]),
])  # fmt: skip
def test_the_subjects_of_a_kind(items, subjects):
    assert known(*items).subjects("array") == subjects
    assert known(*items).subjects("server") == [SERVER]


def test_what_is_settled_stands_in_the_place_of_all_that_was_known():
    facts = known(Fact("ini.a", "1"), Fact("ini.a", "2"))
    facts.settle(Fact("ini.a", "3"))
    assert facts.ask("ini.a").text == "3"
    facts.settle(Fact("ini.b", "4", subject=ARRAY))
    assert facts.ask("ini.b", ARRAY).text == "4"
    assert facts.subjects("array") == [ARRAY]
