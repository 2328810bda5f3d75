"""Access lists of a server document: their reach, empty lists, and names that no output shows."""

from itertools import product

import judged
import pytest
from at_once import at_once

from advisor import pack, writers
from advisor.derive import Context, derive
from advisor.facts import Document, Fact, Facts, Subject
from advisor.report import masking
from advisor.source import Source
from advisor.writers import Options

CATALOGUE = pack.builtin().catalogue
REACH = {
    "*": "everybody",
    "CN=Jane Doe/O=Acme, *": "everybody",
    "*/Acme": "organization",
    "*/O=Acme": "organization",
    "*/O=Acme/C=US": "organization",
    "*/Acme/US": "organization",
    "*/acme/us": "organization",
    "*/OU=Sales/O=Acme/C=US": "unit",
    "*/Sales/Acme/US": "unit",
    "*/OU=US/O=Acme": "unit",
    "*/US/Acme": "unit",
    "*/US": "organization",
    "*/West/HP1": "unit",
    "*/OU=West/O=Acme": "unit",
    "*/West/Acme": "unit",
    "*/West/Acme, */Acme": "organization",
    "*($Users)": "view",
    "LocalDomainAdmins": "named",
    "CN=Jane Doe/O=Acme, LocalDomainAdmins": "named",
    "Jane * Doe/Acme": "named",
    " , ": "named",
}
EMPTY = {"FullAdmin": "nobody", "CreateAccess": "everybody", "AllowAccess": "everybody", "DenyAccess": "nobody"}


def lists(text, item="FullAdmin", whole=True, copies=1):
    source = Source.of("s.dxl", b"<item/>")
    items = () if text is None else (Fact(f"doc.server.{item.lower()}", text, source, (0, 1)),)
    facts = Facts()
    facts.documents += [Document("server", "Mail01/Acme", items, whole, "", source, (0, 1))]
    for number in range(1, copies):
        other = items[0]._replace(text=f"*/Other{number}")
        facts.documents += [facts.documents[0]._replace(items=(other,))]
    derive(facts, Context(CATALOGUE))
    return lambda key, of=item: facts.ask(f"access_list.{key}", Subject("access_list", of))


@at_once("text", REACH)
def test_how_far_a_list_reaches(text):
    assert lists(text)("reach").text == REACH[text]


@at_once(("item", "text"), [(a, b) for a, b in product(EMPTY, ["", None])])
def test_what_an_empty_list_means(item, text):
    asked = lists(text, item)
    assert (asked("reach").text, asked("entries").text, asked("wildcards").text) == (EMPTY[item], "0", None)


def test_two_copies_that_disagree_leave_it_open():
    asked = lists("*", copies=2)
    assert (asked("reach").text, bool(asked("reach").trouble)) == (None, True)
    assert {fact.text for fact in asked("reach").facts} == {""}  # whose names the list has, `facts` does not print


CUT = {  # a list of which more was left out, in the document and in a copy of it; how far it reaches for certain
    ("*, …",): "everybody",
    ("CN=Jane Doe/O=Acme, *, Admins, …",): "everybody",
    ("*/Acme, …",): None,
    ("Admins, …",): None,
    ("…",): None,
    ("*, …", "Admins, *, …"): "everybody",
    ("*, …", "Admins, …"): None,
    ("*, …", "*/Acme"): None,
}


@at_once("texts", CUT)
def test_a_list_of_which_everybody_was_read_is_for_everybody_whatever_it_has_more(texts):
    source = Source.of("s.dxl", b"<item/>")
    facts = Facts()
    for text in texts:
        item = Fact("doc.server.administrator", text, source, (0, 1), doubt="it has more" * text.endswith("…"))
        facts.documents += [Document("server", "Mail01/Acme", (item,), True, "", source, (0, 1))]
    derive(facts, Context(CATALOGUE))
    reach, wildcards = (
        facts.ask(f"access_list.{key}", Subject("access_list", "Administrator")) for key in ("reach", "wildcards")
    )
    assert (reach.text, bool(wildcards.text)) == (CUT[texts], CUT[texts] is not None)
    widest = facts.ask("administrators.reach")
    assert (widest.text, bool(widest.trouble)) == (CUT[texts], CUT[texts] is None)


@at_once(
    ("key", "text", "shown"),
    [
        ("doc.server.fulladmin", "CN=Jane Doe/O=Acme, Admins", "2 names"),
        ("doc.server.fltrcvrynot", "CN=Jane Doe/O=Acme", "1 name"),
        ("doc.server.fulladmin", "", "0 names"),
        ("doc.server.servertitle", "Mail of Acme", "Mail of Acme"),
    ],
)
def test_of_names_only_the_number_is_shown(key, text, shown):
    assert masking.value(CATALOGUE, key, text) == shown


INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nFaultRecovery_Build=Release 12.0.2\nServerTasks=Router,HTTP\n"
WIDE = {
    "FullAdmin": "*",
    "Administrator": "*/O=Acme",
    "UnrestrictedList": "*",
    "OnBehalfOfLst": "*",
    "DenyAccess": "*/O=Old",
}


@pytest.fixture(scope="module")
def report(tmp_path_factory):
    folder = tmp_path_factory.mktemp("server")
    lists = "".join(
        f"<item name='{item}' names='true'><textlist><text>CN=Nemo Nobody/O=Acme</text><text>{wide}</text></textlist></item>\n"
        for item, wide in WIDE.items()
    )
    server = "<item name='ServerName'><text>CN=Mail01/O=Acme</text></item>\n<item name='HTTP_NormalMode'><text>1</text></item>\n"
    (folder / "notes.ini").write_text(INI)
    (folder / "names.dxl").write_text(
        f"<document xmlns='http://www.lotus.com/dxl' form='Server'>\n{server}{lists}</document>\n"
    )
    return judged.report_of([folder])


@pytest.mark.parametrize("name", writers.FORMATS)
def test_nobody_s_name_is_told(name, report):
    rendered = writers.writer(name).render(report, Options())
    assert "full-access-for-everyone" in rendered or " SEC012 " in rendered
    assert "Nemo" not in rendered
