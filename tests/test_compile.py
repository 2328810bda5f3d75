"""A compiled condition gives the same verdict as its tree."""

from hypothesis import given
from hypothesis import strategies as st

from advisor.pack.compile import compiled
from advisor.pack.language.judge import judge
from advisor.values import Some
from advisor.values.release import AtLeast

TYPES = {
    "number": st.integers(0, 3),
    "text": st.sampled_from("abc"),
    "release": st.sampled_from([[8, 5], [9, 0], [12, 0]]),
}
PARAMETERS = {"limit": 2, "word": "B"}


def known_values(kind):
    """What may be known of a key: its value or None, and whether it is set."""
    if kind == "list":
        values = st.lists(st.sampled_from("abc"), max_size=3)
        values |= values.map(Some)
    elif kind == "release":
        values = TYPES[kind] | TYPES[kind].map(AtLeast)
    else:
        values = TYPES.get(kind, st.just("x"))
    known, default = values.map(lambda value: (value, True)), values.map(lambda value: (value, False))
    return st.one_of(known, default, st.just((None, None)), st.just((None, False)))


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


class Values(dict):
    """The value for each question, of keys whose value and presence are known."""

    def __init__(self, by_key):
        self.by_key = by_key

    def __missing__(self, question):
        value, is_set = self.by_key[question[0]]
        if question[1] is None:
            return is_set
        return value if isinstance(value, list) or question[1] != "list" else None


def lacking(tree, values):
    """The questions without an answer of an unknown condition: those of its unknown parts."""
    if judge(tree, values, PARAMETERS).verdict is not None:
        return []
    if tree[0] in {"and", "or", "not"}:
        return [question for part in tree[1:] for question in lacking(part, values)]
    sides = [side for side in tree[1:] if isinstance(side, list)] or [tree]
    return [question for side in sides for question in _of_side(side, values)]


def _of_side(side, values):
    kind, *rest = side
    if kind == "else":
        key = rest[0]
        has_default = values[key[1], key[2]] is None and values[key[1], None] is False
        return [] if has_default else [(key[1], key[2])]
    return {"set": [(rest[0], None)], "key": [tuple(rest)], "count": [(rest[0], "list")]}.get(kind, [])


@given(
    tree=st.recursive(comparisons(), nested, max_leaves=6),
    answers=st.fixed_dictionaries({key: known_values(kind) for key, kind in KEYS.items()}),
)
def test_a_compiled_condition_gives_the_verdict_of_its_tree(tree, answers):
    figures = {"limit": 2, "word": "b"}
    values = Values(answers)
    verdict = compiled(None, tree, []).when(values, figures)
    expected = judge(tree, values, PARAMETERS).verdict
    if expected is None:
        assert list(verdict) == lacking(tree, values)
    else:
        assert verdict is expected
