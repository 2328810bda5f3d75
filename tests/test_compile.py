"""A compiled condition gives the same verdict as its tree."""

from hypothesis import given
from hypothesis import strategies as st

from advisor.pack.compile import compiled
from advisor.pack.language.judge import Known, is_set, judge
from advisor.values import Some
from advisor.values.release import AtLeast

TYPES = {
    "number": st.integers(0, 3),
    "text": st.sampled_from("abc"),
    "release": st.sampled_from([[8, 5], [9, 0], [12, 0]]),
}
PARAMETERS = {"limit": 2, "word": "B"}


def known_values(kind):
    """Values of a type: known, default of an absent key, absent without a default, unknown."""
    if kind == "list":
        values = st.lists(st.sampled_from("abc"), max_size=3)
        values |= values.map(Some)
    elif kind == "release":
        values = TYPES[kind] | TYPES[kind].map(AtLeast)
    else:
        values = TYPES.get(kind, st.just("x"))
    return st.one_of(
        values.map(Known),
        values.map(lambda value: Known(value, True)),
        st.just(Known(None)),
        st.just(Known(None, True)),
    )


KEYS = {f"{kind}.{number}": kind for kind in ("number", "text", "release", "list") for number in range(2)}


def comparisons():
    """Comparisons of a key with a constant, a parameter, a default or another key."""
    numbers = st.sampled_from(["number.0", "number.1"]).map(lambda key: ["key", key, "number"])
    with_default = numbers.map(lambda node: ["else", node, 1])
    counts = st.sampled_from(["list.0", "list.1"]).map(lambda key: ["count", key])
    right = st.one_of(numbers, st.integers(0, 3).map(lambda value: ["value", value]), st.just(["parameter", "limit"]))
    ordered = st.sampled_from(["==", "!=", "<", "<=", ">", ">="])
    lists = st.sampled_from(["list.0", "list.1"]).map(lambda key: ["key", key, "list"])
    texts = st.sampled_from(["text.0", "text.1"]).map(lambda key: ["key", key, "text"])
    releases = st.sampled_from(["release.0", "release.1"]).map(lambda key: ["key", key, "release"])
    return st.one_of(
        st.tuples(ordered, numbers | with_default | counts, right),
        st.tuples(st.sampled_from(["==", "!="]), lists, lists),
        st.tuples(st.sampled_from(["==", "!=", "in"]), texts, st.just(["parameter", "word"])),
        st.tuples(st.just("in"), texts, lists),
        st.tuples(st.just("like"), texts, st.sampled_from(["a*", "*", "b"]).map(lambda text: ["value", text])),
        st.tuples(st.sampled_from(["<", ">="]), releases, TYPES["release"].map(lambda value: ["value", value])),
        st.tuples(st.just("set"), st.sampled_from(sorted(KEYS))),
    ).map(list)


def nested(parts):
    several = st.lists(parts, min_size=2, max_size=3)
    return st.one_of(
        several.map(lambda nodes: ["and", *nodes]),
        several.map(lambda nodes: ["or", *nodes]),
        parts.map(lambda node: ["not", node]),
    )


class Answers(dict):
    """What is known of each key, whatever its type."""

    def __init__(self, by_key):
        self.by_key = by_key

    def __missing__(self, question):
        return self.by_key[question[0]]


class Values(Answers):
    """The value for each question."""

    def __missing__(self, question):
        known = super().__missing__(question)
        return is_set(known) if question[1] is None else known.value


@given(
    tree=st.recursive(comparisons(), nested, max_leaves=6),
    answers=st.fixed_dictionaries({key: known_values(kind) for key, kind in KEYS.items()}),
)
def test_a_compiled_condition_gives_the_verdict_of_its_tree(tree, answers):
    figures = {"limit": 2, "word": "b"}
    expected = judge(tree, Answers(answers), PARAMETERS).verdict
    assert compiled(None, tree, []).when(Values(answers), figures) is expected
