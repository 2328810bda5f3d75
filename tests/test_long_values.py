"""What a file holds may be of any length; the sentences of a finding are not."""

from at_once import at_once

from advisor.pack import builtin, message
from advisor.values.printing import brief

PACK = builtin()
CATALOGUE = PACK.catalogue
LONGEST = 260  # characters that one value adds to a sentence
LONG = {
    "a text": "A" * 5000,
    "a list": ", ".join(f"*/Unit{number}/Acme" for number in range(500)),
    "a list with brackets": ", ".join(f"Disk {number} (Unhealthy, {'x' * 90})" for number in range(500)),
    "members without end": ", ".join("A" * 900 for _ in range(9)),
    "an open bracket": "Disk 1 (" + "Unhealthy, " * 900,
}


@at_once("value", LONG.values(), ids=LONG)
def test_no_sentence_of_a_finding_grows_with_what_a_file_holds(value):
    long = []
    for rule in PACK.rules:
        told = message.fill(rule.message, lambda _: value, CATALOGUE)
        if len(told) > len(rule.message) + LONGEST * len(message.names(rule.message)):
            long.append((rule.name, told))
        for fix in (rule.fix, *(other.of(rule.fix) for other in rule.fix.where)):
            for sentence in (fix.summary, fix.verify):
                short = message.fill_to_do(sentence, lambda _: value, CATALOGUE)
                whole = short.count(value)  # what is typed
                typed = sentence.count("`") // 2 + sentence.count("=") + sentence.count(" to {")
                if whole > typed or len(short) > len(sentence) + LONGEST * sentence.count("{") + len(value) * whole:
                    long.append((rule.name, short))
    assert not long


WHOLE = [
    ("Remove `{ini.ports}` first.", "Remove `a,b,c,d,e,f` first."),
    ("Set Ports={ini.ports} again.", "Set Ports=a,b,c,d,e,f again."),
    ("Set Ports back to {ini.ports}.", "Set Ports back to a,b,c,d,e,f."),
    ("See what {ini.ports} are for.", "See what a, b, c and 3 others are for."),
]


@at_once(("sentence", "told"), WHOLE)
def test_what_is_to_be_typed_is_whole(sentence, told):
    assert message.fill_to_do(sentence, lambda _: "a,b,c,d,e,f", CATALOGUE) == told


BRIEF = [  # a text, whether it is a list, and what is said of it
    ("", True, ""),
    ("a,b,c,d", True, "a,b,c,d"),
    ("a,b,c,d,e", True, "a, b, c and 2 others"),
    ("a, b, c, d, e, f", False, "a, b, c, d, e, f"),
    ("a (x, y), b (z), c, d, e", True, "a (x, y), b (z), c and 2 others"),
    ("x" * 240, False, "x" * 240),
    ("x" * 241, False, "x" * 239 + "…"),
    (", ".join(["x" * 100] * 7), False, ", ".join(["x" * 79 + "…"] * 3) + " and 4 others"),
    ("; ".join(["the log (delete no .TXN file)"] * 9), False,
        "; ".join(["the log (delete no .TXN file)"] * 7) + "; and 2 others"),
    (f"{'x' * 230}; {'y' * 80}", False, f"{'x' * 230}; {'y' * 80}"),
    (f"{'x' * 230}; {'y' * 81}", False, f"{'x' * 230}; and 1 other"),
    (f"{'x' * 300}; y", False, "x" * 239 + "…; and 1 other"),
    (",".join("x" * 3000), True, "x, x, x and 2,997 others"),
]  # fmt: skip


@at_once(("text", "is_list", "said"), BRIEF)
def test_of_a_long_value_the_beginning_is_said_and_how_much_is_left(text, is_list, said):
    assert brief(text, is_list) == said
