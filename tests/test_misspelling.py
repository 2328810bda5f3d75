"""Did you mean, over every name that is known: hardly one is taken for another, and hardly a slip is missed."""

import random

from advisor import pack
from advisor.pack.misspelling import resembles

CATALOGUE = pack.builtin().catalogue
LETTERS = "abcdefghijklmnopqrstuvwxyz_"

# A known name that would be taken for a misspelling if it were not known, and why that is borne.
ACCUSED = {
    "clrepl_obeys_quotas": "Repl_Obeys_Quotas with two letters before it, as a hand that begins with another word",
    "nsf_dbcache_max_entries": "a message of the server spells NSF_DbCache_Maxentries so; it is the same setting",
    "nsf_dbcache_maxentries": "the same pair from its other side",
    "smtpexpanddnsblstats": "blacklist and whitelist, one letter apart",
    "smtpexpanddnswlstats": "the same pair from its other side",
}


class Without:
    """The catalogue as if a name had never been heard of."""

    def __init__(self, name):
        self.names = CATALOGUE.names - {name}
        self.families = CATALOGUE.families

    def spelling(self, name):
        return CATALOGUE.spelling(name)


def test_leave_one_out():
    """At most 2 of 100 known names are accused, each with a reason."""
    strangers = [name for name in sorted(CATALOGUE.names) if resembles(name, Without(name))]
    assert strangers == sorted(ACCUSED)
    assert len(strangers) <= 0.02 * len(CATALOGUE.names)


def slip(name, chance):
    """One letter dropped, added or changed, or two neighbours swapped."""
    place = chance.randrange(len(name) - 1)
    other = chance.choice(LETTERS.replace(name[place], ""))
    return chance.choice(
        [
            name[:place] + name[place + 1 :],
            name[:place] + other + name[place:],
            name[:place] + other + name[place + 1 :],
            name[:place] + name[place + 1] + name[place] + name[place + 2 :],
        ]
    )


def test_of_200_slips_95_in_100_are_caught_with_the_right_name_first():
    chance = random.Random(2026)
    names = sorted(name for name in CATALOGUE.names if len(name) >= 6)
    slips = []
    while len(slips) < 200:
        name = chance.choice(names)
        written = slip(name, chance)
        if written not in CATALOGUE.names:
            slips.append((name, written))
    caught = [name for name, written in slips if resembles(written, CATALOGUE) == CATALOGUE.spelling(name)]
    assert len(caught) >= 190


def test_every_target_is_a_known_name_and_never_folklore():
    for name in CATALOGUE.folklore:
        assert resembles(name + "x", CATALOGUE) not in {entry.name for entry in CATALOGUE.folklore.values()}
