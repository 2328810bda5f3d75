"""The reader of a user's environment on AIX: profiles, lists and `env`."""

import data
from at_once import at_once

from advisor.derive import Context, aix
from advisor.facts import Complete, Diagnostic, Fact, Facts
from advisor.pack import builtin
from advisor.readers.aix import environment
from advisor.source import Source
from advisor.values import aix_variables

CATALOGUE = builtin().catalogue
CONTEXT = Context(CATALOGUE)

PROFILE = data.text("environment/profile.txt")
CSH = data.text("environment/csh.txt")
LIST = """\
# /etc/environment
TZ=CET-1CEST
AIXTHREAD_MUTEX_DEBUG=OFF
PATH=/usr/bin:/etc:/usr/sbin
"""
ENV = """\
LANG=en_US
LOGNAME=notes
PATH=/usr/bin:/opt/hcl/domino/bin
HOME=/home/notes
AIXTHREAD_SCOPE=S
EMPTY=
NLSPATH="%L/%N"
"""
NOTHING = ""
EXAMPLES = [PROFILE, CSH, LIST, ENV, "$ env\n" + ENV]
CONDITION = "it is set only under a condition or in a function"
EXPANDS = "its value is put together only when the shell runs"
UNEXPORTED = "it is set here but not exported"
TORN = "its name is torn apart by the end of a line, so a shell would set another one"
ODD = "what quotes, blanks, ; and $ mean in such a file is not documented"


def source_of(raw):
    return Source.of("env.txt", raw if isinstance(raw, bytes) else raw.encode())


def read(raw):
    return list(environment.read(source_of(raw), CATALOGUE))


def told(raw):
    facts = [item for item in read(raw) if isinstance(item, Fact)]
    return {fact.key.removeprefix("aix.env."): f"[{fact.doubt}]" if fact.doubt else fact.text for fact in facts}


ALL = {
    "aixthread_scope": "S",
    "aixthread_cond_debug": "OFF",
    "aixthread_rwlock_debug": "OFF",
    "extshm": "ON",
    "lang": "C",
    "spinlooptime": f"[{CONDITION}]",
}


@at_once(("raw", "expected"), [
    (PROFILE, ALL),
    (PROFILE.replace("\n", "\r\n"), ALL),
    (("\ufeff" + PROFILE).encode("utf-16-le"), ALL),
    (
        CSH,
        {
            "aixthread_scope": "S",
            "ldr_cntrl": "MAXDATA=0x40000000",
            "editor": f"[{CONDITION}]",
            "pager": f"[{CONDITION}]",
            "columns": f"[{CONDITION}]",
            "mail": f"[{CONDITION}]",  # csh's `if` without `then` has no end
        },
    ),
    (LIST, {"tz": "CET-1CEST", "aixthread_mutex_debug": "OFF", "path": "/usr/bin:/etc:/usr/sbin"}),
    (
        ENV,
        {
            "lang": "en_US",
            "logname": "notes",
            "path": "/usr/bin:/opt/hcl/domino/bin",
            "home": "/home/notes",
            "aixthread_scope": "S",
            "empty": "",
            "nlspath": '"%L/%N"',
        },
    ),
    (NOTHING, {}),
])  # fmt: skip
def test_the_exported_variables_are_read(raw, expected):
    assert told(raw) == expected


X = "AIXTHREAD_SCOPE"
LINES = [  # a script, and what it leaves of AIXTHREAD_SCOPE and A
    (f"export {X}=S", "S"),
    (f"export A=1 {X}=S B=2", "S"),
    (f"{X}=S;export {X}", "S"),
    (f"{X}=S export {X}", None),
    (f"{X}=S\necho\nexport {X}", "S"),
    (f"export {X}; {X}=S", "S"),
    (f"{X}=S # threads\nexport {X}", "S"),
    (f"{X}=S\n[ -f x ] && export {X}", f"[{CONDITION}]"),
    (f"export {X}\n[ -f x ] && export {X}\n{X}=S", "S"),
    (f"[ -f x ] && export {X}\nexport {X}\n{X}=S", "S"),
    (f"export {X}", None),
    (f"{X}=S; echo\nls", f"[{UNEXPORTED}]"),
    (f"ls\n{X}=S program", None),
    (f"# export {X}=S", None),
    (f"export {X}=S#1", "S#1"),
    (f"export {X}=S #1", "S"),
    (f'export {X}="S" ; ls', "S"),
    (f"export {X}='$A'", "$A"),
    (f'export {X}="\\$A"', f"[{EXPANDS}]"),
    (f"export {X}=a\\ b'c'\"d\"", f"[{EXPANDS}]"),
    (f'export {X}="a"b', f"[{EXPANDS}]"),
    (f"export {X}=a*", f"[{EXPANDS}]"),
    (f"export {X}=$A", f"[{EXPANDS}]"),
    (f'export {X}="$A"', f"[{EXPANDS}]"),
    (f"export {X}=`date`", f"[{EXPANDS}]"),
    (f"export {X}=$(date +%Y)", f"[{EXPANDS}]"),
    (f"export {X}=~/x", f"[{EXPANDS}]"),
    (f"export {X}+=S", f"[{EXPANDS}]"),
    (f"export {X}=P\nexport {X}=S", "S"),
    (f"export {X}=P\nunset {X}", None),
    (f"export {X}=P\nunset -f {X}", f"[{CONDITION}]"),
    (f'export {X}=P\neval "{X}=S"', f"[{CONDITION}]"),
    (f"export {X}=P\nread {X}", f"[{CONDITION}]"),
    (f"export {X}=P\n{X}=S program", f"[{CONDITION}]"),
    (f"export {X}=P\ntest ${X} = S || echo ${{{X}}}", "P"),
    (f"export {X}=P\n[ -f x ] && unset {X}", f"[{CONDITION}]"),
    (f"export {X}=P\nif true; then export {X}=S; fi", f"[{CONDITION}]"),
    (f"if true\nthen\nexport {X}=P\nfi\nexport {X}=S", "S"),
    (f"if true; then :; else export {X}=S; fi", f"[{CONDITION}]"),
    (f"if a; then b; elif c; then d; fi; export {X}=S", "S"),
    (f"case $OS in AIX) export {X}=S;; esac", f"[{CONDITION}]"),
    (f"case $OS in\n(AIX) :;;\n*) :;;\nesac\nexport {X}=S", "S"),
    (f"for i in 1 2; do export {X}=S; done", f"[{CONDITION}]"),
    (f"while read i; do :; done; export {X}=S", "S"),
    (f"tune() {{\nexport {X}=S\n}}", f"[{CONDITION}]"),
    (f"tune() {{ :; }}\nexport {X}=S", "S"),
    (f"function tune {{\nexport {X}=S\n}}", f"[{CONDITION}]"),
    (f"(export {X}=S)", None),
    (f"export {X}=P\n(export {X}=S)", "P"),
    (f"(\nexport {X}=S\n)", f"[{CONDITION}]"),
    (f"case $OS in\nAIX) export {X}=S;;\nesac", f"[{CONDITION}]"),
    (f"case $OS in AIX) if a; then b; fi\nexport {X}=S;;\nesac", f"[{CONDITION}]"),
    (f"A=$(echo ')'); if a; then export {X}='b;c'; fi", f"[{CONDITION}]"),
    (f"echo x | export {X}=S", f"[{CONDITION}]"),
    (f"export {X}=S &", f"[{CONDITION}]"),
    (f"export -n {X}=S", None),
    (f"echo done; export {X}=S", "S"),
    (f"if a; then\necho done\nexport {X}=S\nfi", f"[{CONDITION}]"),
    (f"test -f x && export {X}=S", f"[{CONDITION}]"),
    (f"test -f x ||\n  export {X}=S", f"[{CONDITION}]"),
    (f"test -f x &&\n# for Domino\n\n  export {X}=S", f"[{CONDITION}]"),
    (f"test -f x |\n  export {X}=S", f"[{CONDITION}]"),
    (f"test -f x && ls\nexport {X}=S", "S"),
    (f"export \\\n  {X}=S", "S"),
    (f"export \\\r\n  {X}=S", "S"),
    (f"   export {X}=S\nfi\n", "S"),
    (f"cat <<EOF\nDon't export {X}=P\nEOF\nexport {X}=S", "S"),
    (f"echo '<<EOF'\nexport {X}=S", "S"),
    (f"cat <<!\nexport {X}=P\n!\nexport {X}=S", "S"),
    (f"cat <<-'EOF'\n\texport {X}=P\n\tEOF\n", None),
    (f"echo 'export {X}=P' >> x; export {X}=S > y", "S"),
    (f"typeset -x {X}=S", "S"),
    (f'declare -x {X}="S"', "S"),
    (f"typeset {X}=S", f"[{UNEXPORTED}]"),
    (f"set -a\n{X}=S\nset +a\n", "S"),
    (f"set -o allexport; {X}=S", "S"),
    (f"set -- -x abc; {X}=S", f"[{UNEXPORTED}]"),
    (f"set -a; set +a; {X}=S", f"[{UNEXPORTED}]"),
    (f"if a; then set -a; fi\n{X}=S", f"[{UNEXPORTED}]"),
    (f"a && set -a\n{X}=S", f"[{UNEXPORTED}]"),
    (f"set -a\na && set +a\n{X}=S", f"[{UNEXPORTED}]"),
    (f"setenv {X} S", "S"),
    (f"setenv {X}", ""),
    (f"if (1) setenv {X} S\n", f"[{CONDITION}]"),
    (f"setenv {X} S\nunsetenv {X}", None),
    (f"setenv {X} P\nif (1) unsetenv {X}\n", f"[{CONDITION}]"),
    (f"switch ($OS)\ncase AIX:\nsetenv {X} S\nbreaksw\nendsw\n", f"[{CONDITION}]"),
    (f"foreach i (a b)\nend\nsetenv {X} S\n", "S"),
    ("export aixthread_scope=S", "[AIX tells capital letters from small ones and asks for AIXTHREAD_SCOPE]"),
    ("export A=1 ; export AIXTHREAD_SC\nOPE=S ; export B=2", f"[{TORN}]"),
    ("AIXTHREAD_SC\r\nOPE=S", f"[{TORN}]"),
    ("export AIXTHREAD_SC;OPE=S", None),
]


@at_once(("script", "expected"), LINES)
def test_a_script_leaves_what_a_shell_would(script, expected):
    assert told(script).get("aixthread_scope") == expected


@at_once(("pairs", "expected"), [
    (f"{X}=S", "S"),
    (f"  {X}=S  ", "S"),
    (f"{X}=", ""),
    (f"#{X}=S", None),
    (f'{X}="S"', f"[{ODD}]"),
    (f"{X}=$A", f"[{ODD}]"),
    (f"{X}=S program", f"[{ODD}]"),
    (f"{X}=S; ls", f"[{ODD}]"),
    (f"$ cat /etc/environment\n{X}=S\n", "S"),
    (f"$ env | grep AIX\n{X}=S\n$ ", "S"),
])  # fmt: skip
def test_a_list_is_no_script(pairs, expected):
    assert told(pairs).get("aixthread_scope") == expected


def test_a_name_given_twice_in_a_list_is_unknown():
    facts = Facts()
    facts.add(item for item in read(LIST + "AIXTHREAD_MUTEX_DEBUG=ON\n") if isinstance(item, Fact))
    assert facts.ask("aix.env.aixthread_mutex_debug").trouble


def test_the_place_is_that_of_the_value():
    for raw in (PROFILE, CSH, LIST, ENV):
        source = source_of(raw)
        facts = [item for item in environment.read(source, CATALOGUE) if isinstance(item, Fact)]
        assert all(source.text(*fact.span) == fact.text for fact in facts)
    torn = next(item for item in read("export AIXTHREAD_SC\nOPE=S ; export B=2") if isinstance(item, Fact))
    assert (torn.text, torn.span) == ("S", (24, 25))


NUL = "the line holds NUL bytes"
BROKEN = [
    (ENV, [], True),
    ("notes@mail:/home/notes> env\n" + ENV + "notes@mail:/home/notes> ", ["the file ends within"], False),
    ("$ env\n" + ENV + "$ \n", [], True),
    (ENV + "PS1=[$PWD]\n>\n", [], True),
    (ENV + "A=1\nB=2\nC=3\nBASH_FUNC_a%%=() {  :\n}\n", [], True),
    (ENV.replace("LOGNAME=notes", "LOGNAME=root"), [], False),
    (ENV.replace("LOGNAME=notes\n", ""), [], False),
    (ENV.replace("HOME=/home/notes\n", ""), [], False),
    (ENV[:-1], ["the file ends within"], False),
    (ENV * 2, ["this variable was listed before"], False),
    (ENV * 3 + "     maxfree = 1088\n", ["this variable was listed before"], False),
    (ENV + "TERM=\nA=1\nB=2\n       maxfree = 1088\n", ["this is no line of env's"], False),
    (ENV.replace("EMPTY=", "EMPTY=\0"), [NUL], False),
    ("# of the server\n" + ENV, [], False),
    (ENV + "echo\nls\n", [], False),
    (PROFILE, [], False),
    (LIST, [], False),
    ("$ cat /etc/environment\n" + LIST + "$ ", [], False),
    (LIST.replace("TZ=", "TZ=\0"), [NUL], False),
    (PROFILE.replace("=C", "=\0"), [NUL], False),
    (PROFILE + "echo 'and no end\nexport A=1\n", ["a quote opens here"], False),
    (PROFILE + "cat << EOF\nexport A=1\n", ["the text that <<"], False),
    ("export AIXTHREAD_SC\nOPE=S", ["the name of a variable is torn apart"], False),
]


@at_once(("raw", "reasons", "whole"), BROKEN)
def test_only_the_whole_output_of_env_makes_what_it_lacks_absent(raw, reasons, whole):
    items = read(raw)
    found = [item.reason for item in items if isinstance(item, Diagnostic)]
    assert len(found) == len(reasons) and all(map(str.startswith, found, reasons))
    assert any(isinstance(item, Complete) for item in items) is whole


def test_what_stands_before_the_damage_counts():
    assert told(PROFILE + "echo 'no end\n")["aixthread_scope"] == "S"
    assert told(ENV + ENV.replace("=S", "=P"))["aixthread_scope"] == "S"


def test_root_s_environment_is_in_doubt():
    assert told(ENV.replace("=notes", "=root"))["lang"].startswith("[it is root's")


RECOGNISED = [
    *((text, True) for text in (PROFILE, CSH, LIST, ENV, "$ env\n" + ENV, PROFILE.replace("\n", "\r\n"))),
    ("export AIXTHERAD_SCOPE=S\n", True),
    ("AXITHREAD_SCOPE=S\n", True),
    ("export AIX_THREAD_SCOPE=S\n", True),
    ("Notes_SHARED_DPOOLSIZE=16777216; export Notes_SHARED_DPOOLSIZE\n", True),
    ("setenv Notes_SHARED_DPOOLSIZE 16777216\n", True),
    ("export AIXTHREAD_SC\nOPE=S\n", True),
    ("export PATH=/usr/bin\nexport HOME=/home/notes\n", False),
    ("PATH=/usr/bin\nTZ=CET\n", False),
    ("PATH=$PATH:/x\nHOME=/app\nUSER=notes\n", False),
    ('echo "setenv AIXTHREAD_SCOPE S" >> .login\n', False),
    ("Set it like this in the profile:\n\nexport AIXTHREAD_SCOPE=S\n", False),
    ("Some words of prose\n" + PROFILE, True),
    ("# Threads\n\n```\nexport AIXTHREAD_SCOPE=S\n```\n", False),
    ("[Notes]\nAIXTHREAD_SCOPE=S\n", False),
    ("ServerTasks=Update\nNSF_Buffer_Pool_Size_MB=1024\nEXTSHM=ON\n", False),
    ("SERVERSETUP_SERVER_TYPE=first\nEXTSHM=ON\n", False),
    ("#!/usr/bin/perl\nprint 'x';\nexport AIXTHREAD_SCOPE=S;\n", False),
    ('getenv("AIXTHREAD_SCOPE");\n', False),
    ("env:\n  - name: AIXTHREAD_SCOPE\n    value: S\n", False),
    ("vm.swappiness = 10\n", False),
    ("   maxfree = 1088\n   minfree = 960\n", False),
    ("vmo:\n  maxclient% = \"90\"\n", False),
    ("notes:\n  userenv = \"AIXTHREAD_SCOPE=S\"\n", False),
    ("ksh: env: not found\n", False),
    ("", False),
]  # fmt: skip


@at_once(("name", "meant"), [
    ("AIXTHREAD_SCOPE", None),
    ("AIXTHREAD_MUTEX_FAST", None),
    ("AIXTHERAD_COND_DEBUG", "AIXTHREAD_COND_DEBUG"),
    ("AIXTHREAD_COND_DEBUGG", "AIXTHREAD_COND_DEBUG"),
    ("AIXTREAD_RWLOK_DEBUG", "AIXTHREAD_RWLOCK_DEBUG"),
    ("AIX_THREAD_SCOPE", "AIXTHREAD_SCOPE"),
    ("AIXTHREADSCOPE", "AIXTHREAD_SCOPE"),
    ("aixthread_scope", "AIXTHREAD_SCOPE"),
    ("Aixthread_Scop", "AIXTHREAD_SCOPE"),
    ("AIXTHREAD_SKT", "AIXTHREAD_STK"),
    ("AIXTHREAD_SUK", "AIXTHREAD_STK"),
    ("AIXTHRAED_SKT", None),
    ("AIXTHREAD_SCOPE2", None),
    ("AIXTHREAD_TRACE", None),
    ("AIXTHREAD", None),
    ("THREAD_SCOPE", None),
    ("PATH", None),
    ("", None),
])  # fmt: skip
def test_a_slip_is_told_from_a_variable_of_its_own(name, meant):
    assert aix_variables.resembles(name) == meant


def test_no_variable_of_aix_is_taken_for_another():
    for name in aix_variables.NAMES:
        changed = aix_variables.NAMES - {name}
        assert not any(aix_variables.resembles(other) for other in changed)


@at_once(("raw", "expected"), [
    (PROFILE, {"AIXTHREAD_SCOPE": "", "AIXTHREAD_COND_DEBUG": "", "AIXTHREAD_RWLOCK_DEBUG": ""}),
    ("export AIXTHERAD_SCOPE=S", {"AIXTHERAD_SCOPE": "AIXTHREAD_SCOPE"}),
    ("if a; then export AIXTHERAD_SCOPE=$x; fi", {"AIXTHERAD_SCOPE": "AIXTHREAD_SCOPE"}),
    ("AIXTHERAD_SCOPE=S; ls", {"AIXTHERAD_SCOPE": "AIXTHREAD_SCOPE"}),
    ("setenv Aixthread_Scope 'S'", {"Aixthread_Scope": "AIXTHREAD_SCOPE"}),
    ("export A=aixthread_scope AIXTHREAD_SCOPE=S", {"AIXTHREAD_SCOPE": ""}),
    ("export AIXTHREAD_SC\nOPE=S", {"AIXTHREAD_SCOPE": ""}),
    (CSH.replace("AIXTHREAD_SCOPE", "EXTSHM"), {}),
])  # fmt: skip
def test_thread_variables_and_slips_become_subjects(raw, expected):
    facts = Facts()
    facts.add(item for item in read(raw) if not isinstance(item, Diagnostic))
    facts.add(aix.derive_environment(facts, CONTEXT))
    subjects = facts.subjects("variable")
    assert {one.name: facts.ask("variable.resembles", one).text or "" for one in subjects} == expected
    assert all(facts.ask("variable.name", one).text == one.name for one in subjects)


def test_without_an_environment_nothing_is_said_of_variables():
    assert list(aix.derive_environment(Facts(), CONTEXT)) == []


@at_once(("profiles", "names"), [  # profiles, and what none of them exports
    (["AIXTHREAD_COND_DEBUG=OFF\nexport EXTSHM=ON\n"], "AIXTHREAD_COND_DEBUG"),
    (["AIXTHREAD_COND_DEBUG=OFF\nAIXTHREAD_SCOPE=S\nexport EXTSHM=ON\n"], "AIXTHREAD_COND_DEBUG and AIXTHREAD_SCOPE"),
    (["AIXTHREAD_COND_DEBUG=OFF\nexport AIXTHREAD_COND_DEBUG\n"], "none"),
    (["AIXTHREAD_COND_DEBUG=OFF\nexport EXTSHM=ON\n", "export AIXTHREAD_COND_DEBUG=OFF\n"], "none"),
    (["AIXTHREAD_CONDDEBUG=OFF\nexport EXTSHM=ON\n"], "none"),
    (["SPINLOOPTIME=500\nexport EXTSHM=ON\n"], "none"),
    ([LIST], "none"),
    ([], None),
])  # fmt: skip
def test_what_no_profile_exports_is_named_once(profiles, names):
    facts = Facts()
    for number, profile in enumerate(profiles):
        items = environment.read(Source.of(f"{number}.profile", profile.encode()), CATALOGUE)
        facts.add(item for item in items if not isinstance(item, Diagnostic))
    facts.add(aix.derive_environment(facts, CONTEXT))
    assert facts.ask("environment.unexported").text == names
