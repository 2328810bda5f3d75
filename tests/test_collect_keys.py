"""`domlint collect` masks private keys as reports do."""

import re
import runpy
from pathlib import Path

import pytest

from advisor import collecting
from advisor.values.private_keys import hide

HERE = Path(__file__).parent
KEYS = runpy.run_path(str(HERE / "test_private_keys.py"))
COLLECT = runpy.run_path(str(HERE / "test_collect.py"))
SECRET, BEGIN, END = KEYS["SECRET"], KEYS["BEGIN"], KEYS["END"]
APART = KEYS["BLOCKS"]["whole"] + "Acme=1\n" * 10  # so that what END or BEGIN is missing of meets no other block's
BLOCKS = "".join(f"{block}Behind=17\n{APART}" for block in KEYS["BLOCKS"].values())


BARE = "".join(f"{block}Behind=17\n" for block in KEYS["BY_NAME"].values())


@pytest.mark.parametrize("keys", [BLOCKS, BARE], ids=["between BEGIN and END", "without them"])
@pytest.mark.parametrize("awk", COLLECT["AWKS"])
@pytest.mark.parametrize("encoding", ["LF", "CRLF", "CR", "cp1252"])
def test_the_script_hides_of_private_keys_what_domlint_hides(encoding, awk, keys, tmp_path):
    data = KEYS["ENCODED"][encoding](KEYS["HEAD"] + keys + KEYS["TAIL"])
    told = COLLECT["masked"](data, awk, tmp_path)
    assert SECRET.encode() not in told
    before, by_script, by_domlint = (re.split(rb"\r\n|\r|\n", text) for text in (data, told, hide(data)[0]))
    assert len(before) == len(by_script)
    for line, script, domlint in zip(before, by_script, by_domlint, strict=True):
        at_an_end = keys is BLOCKS and b"KEY" in line.upper()
        assert at_an_end or (script != line) == (domlint != line), (line, script)
    assert COLLECT["masked"](told, awk, tmp_path) == told


@pytest.mark.parametrize("awk", COLLECT["AWKS"])
def test_no_document_shows_a_key_without_begin(awk, tmp_path):
    texts = [text for text in KEYS["BY_NAME"].values() if "<" not in text]
    texts += [text.replace("\n", "<break/>") for text in texts]
    quoted = (
        text.replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;") for text in KEYS["BY_NAME"].values()
    )
    items = "".join(f"<item name='A'><text>{text}</text></item>\n" for text in [*texts, *quoted])
    told = COLLECT["masked"](f"<document>\n{items}</document>\n".encode(), awk, tmp_path, "document.awk").decode()
    assert SECRET not in told
    assert told.count("\n") == items.count("\n") + 2
    behind = b"<item name='A'><text>kty: x, d: abcdefghijklmnopqrstuvwxyz</text></item><item name='d'><text>\"d\":\"abcdefghijklmnopqrstuvwxyz\"</text></item>"
    assert COLLECT["masked"](behind, awk, tmp_path, "document.awk").endswith(
        b'"d":"abcdefghijklmnopqrstuvwxyz"</text></item>'
    )


# As the whole of an item's text. A tag within stays; a key goes up to END or to the end of its item.
ITEMS = {
    f"{BEGIN}\nMIIE<break/>hunter2 key=hunter2<break/>hunter2\n{END}": f"{BEGIN}\n***<break/>***<break/>***\n{END}",
    f"{BEGIN}\nMIIE\n  key=abc hunter2\n": f"{BEGIN}\n***\n***\n",
    f"MIIE\nhunter2\n{END}": f"***\n***\n{END}",
    f"a: {BEGIN}hunter2{END} b": f"a: {BEGIN}***",
    f"<![CDATA[{BEGIN}\nhunter2 < hunter2\n{END}]]>": f"<![CDATA[{BEGIN}\n***<***\n{END}]]>",
    "a ---- b": "a ---- b",
}


@pytest.mark.parametrize("awk", COLLECT["AWKS"])
def test_no_document_shows_a_key(awk, tmp_path):
    for text, expected in ITEMS.items():
        dxl = "<document>\n<item name='A'><text>{}</text></item><item name='B'><text>b</text></item>\n</document>\n"
        told = COLLECT["masked"](dxl.format(text).encode(), awk, tmp_path, "document.awk").decode()
        assert told == dxl.format(expected)


def test_the_copy_is_read_as_the_file_is(domlint, tmp_path):
    for name in ("whole", "a setting's value", "broken by a setting, without END", "without END", "in quotes"):
        (tmp_path / "notes.ini").write_text(KEYS["HEAD"] + KEYS["BLOCKS"][name] + KEYS["TAIL"])
        copy = COLLECT["masked"]((tmp_path / "notes.ini").read_bytes(), COLLECT["AWKS"][0], tmp_path)
        (tmp_path / "notes.ini").write_bytes(copy)
        assert BEGIN.encode() in copy, name
        assert "line-without-setting" not in domlint("check", "notes.ini", "--isolated").out, name
    for name in ("lines of SEC1", "OpenSSH's lines", "lines in comments", "a JWK", ".NET's XML"):
        text = KEYS["HEAD"] + KEYS["BY_NAME"][name] + KEYS["TAIL"]
        (tmp_path / "notes.ini").write_bytes(COLLECT["masked"](text.encode(), COLLECT["AWKS"][0], tmp_path))
        shown = domlint("check", "notes.ini", "--isolated").out
        assert "line-without-setting" not in shown, name
        assert "password-in-clear" not in shown, name


def test_the_windows_script_s_patterns_hide_what_domlint_hides():
    script = collecting.script("windows", COLLECT["CATALOGUE"])
    told = {name: text.replace("''", "'") for name, text in re.findall(r"(?m)^\$t_(\w+) = '(.*)'$", script)}
    numbers = [told["jwk_name"] + told["quote"] + f"({told['jwk_number']})", f"{told['yaml_name']}({told['jwk_number']})",
               told["net_name"] + rf"((?:{told['net_number']}\s*){{1,64}})"]  # fmt: skip
    for text in KEYS["BY_NAME"].values():
        for pattern in (told["key_body"], *numbers):
            last = re.compile(pattern).groups
            text = re.sub(pattern, lambda found, last=last: found[0][: found.start(last) - found.start()], text)  # noqa: PLW2901
        assert SECRET not in text
