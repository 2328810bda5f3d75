"""Did you mean: how many slips are borne; hardly a known name is taken for another, and hardly a slip is missed."""

import json
import random

import pytest
from at_once import at_once

from advisor import pack
from advisor.pack.misspelling import KnownNames
from advisor.values.near import most_slips, near

CATALOGUE = pack.builtin().catalogue
WHOLE = (
    "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
    "ServerName=Mail01/Acme\nServerTasks=Update,Replica,Router\nFaultRecovery_Build=Release 12.0.2\n"
)
LETTERS = "abcdefghijklmnopqrstuvwxyz_"

# A known name that would be taken for a misspelling if it were not known, and why that is borne.
ACCUSED = {
    "cleanup_script_path": "release notes spell it CleanupScriptPath; with underscores it is known from practice",
    "clrepl_obeys_quotas": "Repl_Obeys_Quotas with two letters before it, as a hand that begins with another word",
    "nsf_dbcache_max_entries": "a message of the server spells NSF_DbCache_Maxentries so; it is the same setting",
    "smtpexpanddnsblstats": "blacklist and whitelist, one letter apart",
    "xpagespreloaddb": "XPagesPreload with two letters behind it, as a hand that types on",
}


FORMS = [family.like for family in CATALOGUE.families]


def meant_without(name):
    """Which setting a name is taken for if it had never been heard of."""
    return KnownNames(CATALOGUE.names - {name}, FORMS, CATALOGUE.spelling).resembles(name)


def test_leave_one_out():
    """At most 2 of 100 known names are accused, each with a reason."""
    meant = {name: meant_without(name) for name in sorted(CATALOGUE.names)}
    strangers = [name for name, known in meant.items() if known and CATALOGUE.is_published(known)]
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
    caught = [name for name, written in slips if CATALOGUE.known_names.resembles(written) == CATALOGUE.spelling(name)]
    assert len(caught) >= 190


def test_every_target_is_a_known_name_and_never_folklore():
    for name in CATALOGUE.folklore:
        assert CATALOGUE.known_names.resembles(name + "x") not in {entry.name for entry in CATALOGUE.folklore.values()}


PROPOSED = [  # a setting's line, and the name that is proposed in its place
    ("CleanupScriptPath=/opt/lotus/bin/nsd", None),  # release notes name it
    ("Cleanup_Script_Path=/opt/lotus/bin/nsd", None),  # known from practice
    ("CleanupScritPath=/opt/lotus/bin/nsd", "CleanupScriptPath"),
    ("Server_Sesion_Timeout=45", "Server_Session_Timeout"),
    ("ServerTaskAt2=Updall", "ServerTasksAt2"),  # a family
    ("CATALOG_DISK_USAG=1", None),  # seen in use, on no page
    ("HttpDisableJVMs=1", None),  # a name without an entry
]


@pytest.mark.parametrize(("line", "proposed"), PROPOSED)
def test_only_a_published_name_is_proposed(domlint, tmp_path, line, proposed):
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\n{line}\n")
    report = json.loads(domlint("check", ".", "--isolated", "--select", "INI007", "--format", "json").out)
    said = [one["message"].partition("did you mean ")[2] for one in report["findings"]]
    assert said == ([f"{proposed}?"] if proposed else [])


WAYS = [  # more of the file, whether something is typed on the console
    ("", True),
    ("Server_Session_Timeout=30\n", True),
    ("TRANSLOG_Statsu=1\n", False),  # the Server document sets what is meant
]


@pytest.mark.parametrize(("more", "typed"), WAYS)
def test_one_way_to_correct_a_name(domlint, tmp_path, more, typed):
    """A remedy that is typed on the console does not ask for the server to be down."""
    slip = "" if "Statsu" in more else "Server_Sesion_Timeout=45\n"
    (tmp_path / "notes.ini").write_text(WHOLE + slip + more)
    report = json.loads(domlint("check", ".", "--isolated", "--select", "INI007", "--format", "json").out)
    (finding,) = report["findings"]
    fix = report["rules"]["INI007"]["remedies"][finding["fix"]["remedy"]] | finding["fix"]
    assert bool(fix.get("commands")) is typed
    assert ("server down" in fix["summary"] or fix["restart"] == "down") is not typed


NEAR = [  # a name, what is known, how many slips are borne, what is near and how many slips away
    ("router", ["router"], 1, [(0, "router")]),
    ("ruoter", ["router"], 1, [(1, "router")]),
    ("routr", ["router"], 1, [(1, "router")]),
    ("routter", ["router"], 1, [(1, "router")]),
    ("routxr", ["router"], 1, [(1, "router")]),
    ("ruotre", ["router"], 1, []),
    ("ruotre", ["router"], 2, [(2, "router")]),
    ("rout", ["router"], 1, []),
    ("router", ["update", "routes", "routed"], 1, [(1, "routes"), (1, "routed")]),
    ("router", [], 1, []),
    ("", ["a", "ab"], 1, [(1, "a")]),
]


@at_once(("name", "known", "most", "found"), NEAR)
def test_the_names_that_are_near(name, known, most, found):
    assert near(name, known, most) == found


@at_once(("letters", "most"), [(0, 1), (13, 1), (14, 2), (30, 2)])
def test_a_long_name_bears_two_slips(letters, most):
    assert most_slips("x" * letters) == most
