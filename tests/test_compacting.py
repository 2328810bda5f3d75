"""What scheduled Compact does to databases."""

from at_once import at_once

from advisor.derive.schedule import compact_arguments as what_it_does


def told(name, words):
    return {fact.key.rpartition(".")[2]: None if fact.doubt else fact.text for fact in what_it_does(name, words)}


@at_once(("words", "expected"), [  # words, and the command with -b
    ("-B -S10 mail", "compact -b -S10 mail"),
    ("-c -i -S 15 mail", "compact -b -i -S 15 mail"),
    ("mail -S 10 -B", "compact mail -S 10 -b"),
    ('-C "my mail"', 'compact -b "my mail"'),
    ("-b -B", "compact -b"),
    ("-c -D", "compact -b"),
    ("-B", "compact -b"),
    ("-c -ZU mail", None),  # turns something on that only a copy can have
    ("-c -DAOS on", None),
    ("-c +h", None),
    ("-b -S10 mail", None),  # is so already
    ("mail", None),
])  # fmt: skip
def test_the_words_that_keep_a_database_s_instance(words, expected):
    assert told("compact", words).get("in_place") == expected
