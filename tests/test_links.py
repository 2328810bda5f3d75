"""Links: addresses of the pack, names of its sources and rules, and links between pages lead somewhere. Nothing is fetched."""

import os
import re
from functools import cache
from pathlib import Path

from at_once import at_once
from msgspec.structs import replace

from advisor import pack
from advisor.checking import words

PACK = pack.builtin()
PROJECT = Path(__file__).parent.parent


def test_the_pack_s_addresses_and_names_are_some():
    assert [f"{rule.name}: {slip}" for rule in PACK.rules for slip in words.rule_links(rule, PACK)] == []
    assert list(words.source_links(PACK)) == []


def test_each_host_that_is_let_pass_is_one_of_the_pack_s():
    cited = " ".join([*(one.url for one in PACK.sources.values()), *(text for _, text in words.cited_sources(PACK))])
    assert [host for host in PACK.plain if f"http://{host}/" not in cited and f"http://{host}:" not in cited] == []


ADDRESSES = [
    ("https://help.hcl-software.com/domino/14.0.0/admin/page.html", None),
    ("https://www.ibm.com/docs/en/aix/7.3.0?topic=tuning-thread-debug-options", None),
    ("https://host.example/x.nsf/dx/a_b.htm?OpenDocument", None),
    ("https://host.example:8443/a%20b#anchor", None),
    ("http://totalcsi.com/help/page", None),
    ("http://host.example/page", "http://host.example/page is not https"),
    ("HTTP://host.example/page", "is not https"),
    ("https://host.example/a b", "has a blank in it"),
    ("https://host.example/a\tb", "has a blank in it"),
    ("https://host.example/ä", "a letter that no address has"),
    ("host.example/page", "is no address of a page"),
    ("www.host.example", "is no address of a page"),
    ("ftp://host.example/x", "is no address of a page"),
    ("file:///etc/passwd", "is no address of a page"),
    ("https:///page", "is no address of a page"),
    ("https://host.example:port/", "is no address of a page"),
    ("https://[::1/", "is no address of a page"),
    ("https://ds_infolib.hcltechsw.com/ldd", "no host is called ds_infolib.hcltechsw.com"),
    ("https://-host.example/", "no host is called -host.example"),
    ("https://localhost/page", "no host is called localhost"),
    ("https://host..example/", "no host is called host..example"),
    ("https://user:word@host.example/", "has a user's name in it"),
    ("https://host.example/page?jsessionid=12", "has jsessionid in it, which is of one visit"),
    ("https://host.example/page;jsessionid=12", "has jsessionid in it"),
    ("https://host.example/page?a=1&PHPSESSID=2", "has PHPSESSID in it"),
    ("https://host.example/page?utm_source=x", "has utm_source in it"),
    ("https://host.example/page?sid=", "has sid in it"),
    ("https://host.example/page?side=left&tokens=3", None),
]  # fmt: skip


@at_once(("address", "told"), ADDRESSES)
def test_an_address_has_the_form_of_one(address, told):
    found = list(words.address_errors(address, PACK))
    assert (told in " ".join(found)) if told else found == []


TEXTS = [
    ("See https://host.example/page.", None),
    ("See http://host.example/page).", "fix: summary: http://host.example/page is not https"),
    ("See htps://host.example/page.", "htps://host.example/page is no address of a page"),
    ("See www.host.example/page.", "www.host.example/page is no address of a page"),
    ("Users type https://, not http://.", None),
    ("Where cluster-large speaks, look there first.", None),
    ("Where cluster-larg speaks, look there first.", 'names "cluster-larg", which is no rule; cluster-large is one'),
    ("Where transaction-log-sahres-array speaks.", "transaction-log-shares-array is one"),
    ("A write-back cache of 64-bit set-ups.", None),
]


@at_once(("summary", "told"), TEXTS)
def test_a_text_names_what_there_is(summary, told):
    rule = next(rule for rule in PACK.rules if rule.name == "software-raid")
    saying = replace(rule, row={**rule.finding_row, "fix": rule.finding_row["fix"] | {"summary": summary}})
    found = list(words.rule_links(saying, PACK))
    assert (told in " ".join(found)) if told else found == []


def test_a_witness_of_the_catalogue_that_there_is_not_is_named():
    none = replace(PACK, sources={})
    assert any('no source is called "hcl-ods"' in slip for slip in words.source_links(none))


PAGES = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md"), *PROJECT.glob("docs/rules/*.md")]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def anchors(path):
    """The anchors of a page's headings, as GitHub makes them."""
    text = re.sub(r"(?ms)^```.*?^```", "", path.read_text(encoding="utf-8"))
    plain = [re.sub(r"[^\w\- ]", "", one.lower()) for one in re.findall(r"(?m)^#+ +(.+?)\s*$", text)]
    return {one.replace(" ", "-") for one in plain} | set(re.findall(r'(?:id|name)="([^"]+)"', text))


def test_links_between_pages_lead_somewhere():
    astray = []
    for page in PAGES:
        for link in LINK.findall(re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"))):
            name, _, anchor = link.partition("#")
            if link.startswith(("https://", "http://")):
                astray += words.address_errors(link, PACK)
            elif not (to := (page.parent / name).resolve() if name else page).exists():
                astray.append(f"{page.name}: {link}")
            elif anchor and anchor not in anchors(to):
                astray.append(f"{page.name}: {link} has no such heading")
    assert astray == []


REPOSITORY = Path(os.environ.get("DOMLINT_PROJECT", PROJECT))  # has advisor/ beside the pages also if a wheel is tested
NAMING = [*PROJECT.glob("*.md"), *PROJECT.glob("docs/*.md")]
TOP_FOLDERS = r"advisor|benchmarks|docs|fixtures|rules|tests|\.ci"
PLACEHOLDER = re.compile(r"[<>*]|(?:^|/)[A-Z]+(?:$|/|\.(?!md))")  # rules/CATEGORY/NAME.toml, tests/test_<format>.py


def named_paths(text, folders=TOP_FOLDERS):
    """Return the paths below these folders that a page names, without links and placeholders."""
    paths = re.findall(rf"(?<![\w./~-])((?:{folders})/[\w./@<>*-]*[\w/>])", re.sub(r"\]\([^)]*\)", "]", text))
    return [path for path in paths if not PLACEHOLDER.search(path)]


@at_once("page", NAMING, ids=lambda page: page.name)
def test_every_path_that_a_page_names_exists(page):
    paths = named_paths(page.read_text(encoding="utf-8"))
    assert [path for path in paths if not (REPOSITORY / path).exists()] == []
