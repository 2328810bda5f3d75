"""Which restricted tunables of AIX have been changed, and how a variable is spelt in the file that sets it."""

from at_once import at_once

from advisor import pack
from advisor.derive import Context, aix
from advisor.facts import Complete, Fact, Facts
from advisor.source import Source

CONTEXT = Context(pack.builtin().catalogue)
PERM, CLIENT, REPAGE = "maxperm%", "maxclient%", "lru_file_repage"
USUAL = {f"aix.vmo.{PERM}": "90", f"aix.vmo.{CLIENT}": "90"}

CHANGED = [  # what the listings tell, which restricted tunables have been changed
    ({}, None),
    ({f"aix.vmo.{PERM}": "90"}, None),
    (USUAL, "none"),
    (USUAL | {f"aix.vmo.{REPAGE}": "0"}, "none"),
    (USUAL | {f"aix.vmo.{REPAGE}": "1"}, "lru_file_repage = 1"),
    ({f"aix.vmo.{PERM}": "10"}, "maxperm% = 10"),
    ({f"aix.vmo.{PERM}": "10", f"aix.vmo.{CLIENT}": "20"}, "maxperm% = 10, maxclient% = 20"),
    (USUAL | {f"aix.vmo_default.{PERM}": "80"}, "maxperm% = 90"),
    (USUAL | {f"aix.vmo.{PERM}": "80", f"aix.vmo_default.{PERM}": "80"}, "none"),
    (USUAL | {f"aix.nextboot.vmo.{PERM}": "10"}, "maxperm% = 10"),
    (USUAL | {f"aix.nextboot.vmo.{PERM}": "90"}, "none"),
    ({f"aix.nextboot.vmo.{PERM}": "90"}, None),
]


@at_once(("told", "text"), CHANGED)
def test_the_restricted_tunables_that_have_been_changed(told, text):
    facts = Facts()
    facts.add(Fact(key, value) for key, value in told.items())
    facts.add(aix.derive_restricted(facts, CONTEXT))
    assert facts.ask("aix.restricted_set").text == text


WRITTEN = [  # a file, where its value stands, and the name as it is written there
    (b"Aixthread_Scope=S\n", (16, 17), "Aixthread_Scope"),
    (b"export AIXTHREAD_scope = 'S'\n", (26, 27), "AIXTHREAD_scope"),
    (b"S\n", (0, 1), "AIXTHREAD_SCOPE"),
    (b"Aixthread_Scope=S\n", None, "AIXTHREAD_SCOPE"),
]


@at_once(("raw", "span", "name"), WRITTEN)
def test_a_variable_goes_by_its_name_in_the_letters_of_the_file(raw, span, name):
    facts = Facts()
    facts.add([Fact("aix.env.aixthread_scope", "S", Source.of("profile", raw), span)])
    facts.add(aix.derive_environment(facts, CONTEXT))
    assert [subject.name for subject in facts.subjects("variable")] == [name]


C, R, M = (f"AIXTHREAD_{name}_DEBUG" for name in ("COND", "RWLOCK", "MUTEX"))
UNSET = "{} is not set, which counts as ON"
LISTS = [  # AIX's release, the variables, which of them keep a list
    ("5.3", {}, f"{UNSET.format(C)} and {UNSET.format(R)}"),
    ("5.3", {C: "OFF", R: "OFF"}, None),
    ("5.3", {C: "OFF", R: "ON"}, f"{R} is ON"),
    ("5.3", {C: "OFF", R: "off", M: "on"}, f"{M} is on"),
    ("5.3", {C: "0", R: "OFF", M: "0"}, f"{C} is 0"),
    ("7.1", {}, None),
    ("7.1", {C: "0", M: "ON"}, f"{M} is ON"),
    (None, {C: "ON"}, f"{C} is ON"),
    (None, {C: "0"}, None),
]


@at_once(("release", "variables", "text"), LISTS)
def test_only_what_keeps_a_debugging_list_is_named(release, variables, text):
    facts = Facts()
    facts.add([Complete("aix.env.", Source.of("env", b"")), *([Fact("aix.release", release)] if release else [])])
    facts.add(Fact(f"aix.env.{name.lower()}", value) for name, value in variables.items())
    facts.add(aix.derive_thread_lists(facts, CONTEXT))
    assert facts.ask("aix.thread_lists").text == text
