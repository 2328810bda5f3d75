"""What web sites ask too little of their users: told of all documents together, by the ports that are open."""

from at_once import at_once

from advisor.derive import security
from advisor.facts import Complete, Document, Fact, Facts, Subject
from advisor.source import Source

SOURCE = Source.of("names.dxl", b"<item/>")
LOOSE = {"tcp_anonymous": "1", "tls_anonymous": "1", "tcp_password": "1", "key_file": "Keyfile.KYR"}
STRICT = {"tcp_anonymous": "0", "tls_anonymous": "0", "tcp_password": "0", "key_file": "www.example.com"}
A = "Internet Site document a"
CASES = [  # HTTP_NormalMode, HTTP_SSLMode, what the site says; anonymous, password in clear, key ring: -, a text, or None
    ("1", "1", LOOSE, (A, A, A)),
    ("1", "1", STRICT, ("-", "-", "-")),
    ("1", "1", {}, ("-", "-", "-")),
    ("0", "0", LOOSE, ("-", "-", "-")),
    ("2", "0", LOOSE, ("-", "-", "-")),
    ("2", "1", LOOSE, (A, "-", A)),
    ("1", "0", LOOSE, (A, A, "-")),
    ("1", "0", {**LOOSE, "tcp_anonymous": "0"}, ("-", A, "-")),
    (None, None, LOOSE, (A, None, None)),
    (None, None, STRICT, ("-", None, None)),
    ("0", "1", {**LOOSE, "tls_anonymous": ""}, ("-", "-", A)),
    ("1", "1", {"key_file": ".kyr.example.com"}, ("-", "-", "-")),
]


def told(normal, tls, *sites, protocol="web"):
    """What is told with two ports and some sites, each as key → text or a fact: key → its text, `-` for complete."""
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), True, "", SOURCE, (0, 1)))
    ports = {"doc.server.http_normalmode": normal, "doc.server.http_sslmode": tls}
    facts.add([Fact(key, text, SOURCE, (0, 1)) for key, text in ports.items() if text is not None])
    for letter, site in zip("abcdefgh", sites, strict=False):
        items = {"protocol": protocol, "document": f"Internet Site document {letter}", **site}
        subject = Subject("site", letter)
        facts.add([Fact(f"site.{key}", text, SOURCE, (0, 1), subject=subject) for key, text in items.items()])
    found = list(security.derive_web_sites(facts, None))
    texts = {item.prefix: "-" for item in found if isinstance(item, Complete)}
    texts |= {item.key: item.doubt or item.text for item in found if isinstance(item, Fact)}
    return tuple(texts.get(key) for key in (security.ANONYMOUS, security.IN_CLEAR, security.KEY_RINGS))


@at_once(("normal", "tls", "site", "expected"), CASES)
def test_what_a_site_asks_by_the_ports_that_are_open(normal, tls, site, expected):
    assert told(normal, tls, site) == expected


def test_several_sites_are_told_together_and_those_that_are_right_left_out():
    assert told("1", "1", STRICT, LOOSE, LOOSE)[1] == "Internet Site documents b and c"
    assert told("1", "1", *[LOOSE] * 8)[0] == "Internet Site documents a, b, c, d, e and 3 others"


def test_without_a_web_site_nothing_is_told():
    assert told("1", "1") == told("1", "1", LOOSE, protocol="ldap") == (None, None, None)


def test_what_contradicts_itself_is_open_unless_another_site_tells():
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), True, "", SOURCE, (0, 1)))
    subject = Subject("site", "a")
    facts.add([Fact("doc.server.http_normalmode", "1", SOURCE, (0, 1)), Fact("site.protocol", "web", subject=subject)])
    facts.add([Fact("site.tcp_password", "1", SOURCE, (0, 1), subject=subject, doubt="two copies differ")])
    found = {
        item.key: item.doubt for item in security.derive_web_sites(facts, None) if isinstance(item, Fact) and item.doubt
    }
    assert found == {security.IN_CLEAR: "two copies differ"}


def test_in_a_file_of_documents_that_is_cut_one_more_may_have_stood():
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), False, "", SOURCE, (0, 1)))
    facts.add([Fact("doc.server.http_normalmode", "1", SOURCE, (0, 1)), Fact("cut.format", "dxl", SOURCE, (0, 1))])
    facts.add([Fact("site.protocol", "web", subject=Subject("site", "a"))])
    found = {
        item.key: item.doubt for item in security.derive_web_sites(facts, None) if isinstance(item, Fact) and item.doubt
    }
    assert all(doubt.startswith("a file of documents is cut") for doubt in found.values())
    assert security.IN_CLEAR in found


PORTS = [  # HTTP_NormalMode, HTTP_Port, HTTP_SSLMode, another header; open, TLS's open, the port in clear, HSTS by header
    ("1", "8080", "1", "", ("yes", "yes", "8080", "no")),
    ("1", None, "0", "", ("yes", "no", "80", "no")),
    ("2", "80", "1", "", ("yes", "yes", "-", "no")),
    ("0", "80", "0", "", ("no", "no", "-", "no")),
    ("1", "80", None, "", ("yes", None, "80", "no")),
    ("0", "80", None, "", (None, None, "-", "no")),
    (None, None, None, "", (None, None, None, "no")),
    ("2", "80", "1", "Strict-Transport-Security: max-age=1", ("yes", "yes", "-", "yes")),
    ("2", "80", "1", "X-Frame-Options: DENY", ("yes", "yes", "-", "no")),
]


@at_once(("normal", "number", "tls", "header", "expected"), PORTS)
def test_which_ports_of_http_are_open(normal, number, tls, header, expected):
    items = {"doc.server.http_normalmode": normal, "doc.server.http_port": number, "doc.server.http_sslmode": tls}
    found = of_ports(items | {"ini.httpadditionalrespheader01": header or None})
    assert tuple(map(found.get, ("web.open", "web.tls_open", security.CLEAR_PORT, "web.own_hsts_header"))) == expected


LISTS = [  # DenyAccess, AllowAccess, whether somebody is kept out
    ("Leavers", "", "yes"),
    ("", "*/Acme", "yes"),
    ("Leavers", "*", "yes"),
    ("", "*", "no"),
    ("", "LocalDomainServers, *", "no"),
    ("", "", "no"),
    (None, None, None),
    ("Leavers, …", "", "yes"),  # of a list with more than was read
    ("…", "*/Acme", None),
    ("", "*/Acme, …", None),
]


@at_once(("denied", "allowed", "expected"), LISTS)
def test_whom_the_lists_keep_out(denied, allowed, expected):
    items = {"doc.server.denyaccess": denied, "doc.server.allowaccess": allowed}
    assert of_ports(items).get("web.locked_out") == expected


def of_ports(items):
    """What is told of the ports with some items of the server document: key → its text, `-` for complete."""
    known = {key: text for key, text in items.items() if text is not None}
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), True, "", SOURCE, (0, 1)))
    facts.add([Fact(key, text, SOURCE, (0, 1), doubt="cut" * text.endswith("…")) for key, text in known.items()])
    found = list(security.derive_web_sites(facts, None))
    texts = {item.prefix: "-" for item in found if isinstance(item, Complete)}
    return texts | {item.key: item.text for item in found if isinstance(item, Fact)}
