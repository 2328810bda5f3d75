"""PowerShell that domlint prints or its pages show: it parses, and says nothing that only PowerShell 7 understands."""

import re
from pathlib import Path

import tree_sitter
import tree_sitter_powershell
from at_once import at_once
from hypothesis import given, seed, settings
from hypothesis.strategies import characters, sampled_from, text

from advisor import collecting, pack
from advisor.fixes.plan import ServerPlan, WorkStep
from advisor.fixes.scripts import scripts
from advisor.report.finding import CommandLine
from advisor.values.typed import typed

ROOT = Path(__file__).parents[1]
PARSER = tree_sitter.Parser(tree_sitter.Language(tree_sitter_powershell.language()))
IN_PAGES = re.compile(r"^```(?:bat|powershell|ps1)\n(.*?)^```", re.DOTALL | re.MULTILINE)
BLOCKS = {
    f"{page.relative_to(ROOT).as_posix()} {number}": block
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    for number, block in enumerate(IN_PAGES.findall(page.read_text(encoding="utf-8")), 1)
}


def wrong(text):
    """What cannot be parsed or only 7 knows (`a && b`, `$a ?? b`, `$a ? b : c`): lines, from 1, and the text there."""
    found, nodes = [], [PARSER.parse(text.encode()).root_node]
    while nodes:
        node = nodes.pop()
        if node.is_error or node.is_missing or node.type == "pipeline_chain_tail":
            found.append((node.start_point.row + 1, (node.text or b"").decode()[:100]))
        nodes.extend(node.children)
    return found


def test_the_script_parses():
    assert wrong(collecting.script("windows", pack.builtin().catalogue)) == []


def test_the_script_parses_with_a_site_s_names(domlint, tmp_path):
    (tmp_path / "ours" / "catalogue").mkdir(parents=True)
    (tmp_path / "ours" / "catalogue" / "c.toml").write_text(
        '[[setting]]\nname = "Acme$Pin\'"\ntype = "text"\nmeaning = "The gateway\'s PIN."\nsecret = true\n'
        'source = "hcl-c-api"\n'
    )
    script = domlint("collect", "--platform", "windows", "--rules", "ours").out
    assert "acme$pin''" in script
    assert wrong(script) == []


@at_once("line", ["if ($a { b }", "a && b", "$a ?? 3", "$b = $a ? 1 : 2", "$a?.b", "'abc", "f(", "@{a=1"])
def test_what_is_wrong_is_seen(line):
    assert wrong(f"$x = 1\n{line}\n")


@at_once("block", BLOCKS.values(), ids=BLOCKS.keys())
def test_what_pages_show_for_windows_parses(block):
    assert wrong(block) == []


def test_pages_show_something_for_windows():
    assert {name.partition(" ")[0] for name in BLOCKS} >= {"docs/install.md", "docs/collecting.md"}


HOSTILE = [  # the value, and whether PowerShell is given it
    ("; rm -rf /", True), ("$(Stop-Computer)", True), ("`n", True), ("a`b", True), ("it's", True), ("''", True),
    ("'; x; '", True), ("$env:PATH", True), ("@(1)", True), ("@{a=1}", True), ("#x", True), ("<#x#>", True),
    ("a;b", True), ("a|b", True), ("a&&b", True), ("{x}", True), ("%x", True), ("x --% y", True), ("?", True),
    ("1kb", True), ("007", True), ("0x10", True), ("1..3", True), ("[int]1", True), ("$true", True), ("a,b", True),
    ("E:\\notes", True), ("a b", True), ("128", True), ("if", True), ("END", True), ("x" * 300, True),
    ("--%", False), ("--% x", False), ("\u2019; x", False), ("x\u2018y", False), ("\u201ax", False), ("\u201bx", False),
    ("\u201cx", False), ("x\u201d", False), ("\u201ex", False), ("\u2013x", False), ("\u2015x", False), ('"', False),
    ("a\u200bb", False), ("a\u200cb", False), ("a\ufeffb", False), ("a\u00adb", False), ("a\u00a0b", False),
    ("a\x00b", False), ("a\nb", False), ("a\r\nb", False), ("a\u2028b", False), ("-Name", False), ("/x", False),
    ("a b\\", False), ("größe", False),
]  # fmt: skip
LITERALS = {"string_literal", "generic_token", "integer_literal"}


def arguments(command):
    """What PowerShell takes a command's words for: the kind of each, and the value that it stands for."""
    tree = PARSER.parse(command.encode()).root_node
    assert not tree.has_error, command
    assert tree.text == command.encode()
    found, nodes = [], [tree]
    while nodes:
        node = nodes.pop()
        if node.type in LITERALS | {"variable", "sub_expression", "command_parameter", "comment", "command_name"}:
            text = node.text.decode()
            found.append((node.type, text[1:-1].replace("''", "'") if node.type == "string_literal" else text))
            continue
        nodes.extend(reversed(node.children))
    return found


@at_once(("value", "is_typed"), HOSTILE)
def test_a_value_is_typed_as_one_literal(value, is_typed):
    shown = typed("windows", "tool ", value)
    assert (shown is not None) == is_typed
    if is_typed:
        first, (kind, said) = arguments(f"tool {shown}")
        assert (first, kind in LITERALS, said) == (("command_name", "tool"), True, value)


@seed(22)
@settings(max_examples=200, database=None)
@given(
    text(sampled_from(";&|<>()$`\\'*?[]#~=%!{}^@:, -ab1.") | characters(max_codepoint=0x24F), min_size=1, max_size=16)
)
def test_any_value_is_typed_as_one_literal(value):
    shown = typed("windows", "tool ", value)
    if shown is not None:
        _, (kind, said) = arguments(f"tool {shown}")
        assert (kind in LITERALS, said) == (True, value)


@at_once("way", ["forward", "back"])
def test_a_whole_script_parses(way):
    """With each value that is given at all in it, for servers whose names mean something there."""
    shown = [typed("windows", "tool ", value) for value, is_typed in HOSTILE if is_typed]
    lines = tuple(CommandLine("windows", f"tool {one}", f"tool -Undo {one}") for one in shown)
    step = WorkStep(1, "command", "safe", "system", "THR001", "a-rule", (), "Do it.", commands=lines)
    names = ["Mail01/Acme", *(value for value, _ in HOSTILE)]
    made = getattr(scripts([ServerPlan(name, steps=(step,)) for name in names], "windows", unsafe=False), way)
    assert wrong(made) == []
    assert made.count("tool ") == len(lines) * len(names)
