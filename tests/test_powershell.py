"""PowerShell that domlint prints or its pages show: it parses, and says nothing that only PowerShell 7 understands."""

import re
from pathlib import Path

import pytest
import tree_sitter
import tree_sitter_powershell

from advisor import collecting, pack

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


@pytest.mark.parametrize(
    "line", ["if ($a { b }", "a && b", "$a ?? 3", "$b = $a ? 1 : 2", "$a?.b", "'abc", "f(", "@{a=1"]
)
def test_what_is_wrong_is_seen(line):
    assert wrong(f"$x = 1\n{line}\n")


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS.keys())
def test_what_pages_show_for_windows_parses(block):
    assert wrong(block) == []


def test_pages_show_something_for_windows():
    assert {name.partition(" ")[0] for name in BLOCKS} >= {"README.md", "docs/collect.md"}
