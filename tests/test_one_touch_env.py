import data
import listings
from at_once import at_once

from advisor import pack
from advisor.derive import Context, readable_secrets
from advisor.facts import Complete, Fact, Facts
from advisor.pack import builtin
from advisor.readers.domino import one_touch_env
from advisor.source import Source

CATALOGUE = builtin().catalogue

PLAIN = data.text("one_touch_env/plain.txt")
EXPORTED = (
    "export SERVERSETUP_SERVER_NAME='Mail 01'\n  export SERVERSETUP_SERVER_SERVERTASKS=http\nIDVAULT_IDPASSWORD=\n"
)

EXAMPLES = [PLAIN, EXPORTED]


def facts(raw):
    return [
        (item.key.removeprefix("one_touch."), item.text)
        for item in listings.read(one_touch_env, raw)
        if isinstance(item, Fact)
    ]


PLAINLY = [
    ("form", "environment"),
    ("server_name", "Mail01/Acme"),
    ("serversetup.server.type", "first"),
    ("serversetup.server.name", "Mail01"),
    ("serversetup.server.title", "Mail of the house"),
    ("serversetup.org.orgname", "Acme"),
    ("serversetup.org.certifierpassword", "summer rain"),
    ("written", "SERVERSETUP_ORG_CERTIFIERPASSWORD"),
    ("ini.servertasks", "replica,router"),
    ("ini.log_sessions", "0"),
]
EXPORTEDLY = [
    ("form", "environment"),
    ("serversetup.server.name", "Mail 01"),
    ("ini.servertasks", "http"),
    ("idvault.idpassword", ""),
    ("written", "IDVAULT_IDPASSWORD"),
]
TEXTS = [
    (PLAIN, PLAINLY),
    (b"\xef\xbb\xbf" + PLAIN.encode(), PLAINLY),
    (EXPORTED, EXPORTEDLY),
    ("A=1\n", []),
]


@at_once(("raw", "expected"), TEXTS)
def test_variables_are_the_parameters_of_the_json_form(raw, expected):
    assert facts(raw) == expected


@at_once(
    "raw", [PLAIN.encode(), EXPORTED.encode(), "SERVERSETUP_A=ä é\n".encode("cp1252"), b"SERVERSETUP_A=\x81\xe4\n"]
)
def test_every_value_has_its_place(raw):
    source = Source.of("first.env", raw)
    made = {"one_touch.form", "one_touch.server_name", "one_touch.written"}
    found = [item for item in one_touch_env.read(source, CATALOGUE) if isinstance(item, Fact) and item.key not in made]
    assert found
    assert all(source.text(*item.span) == item.text for item in found)


NAMES = [
    ("SERVERSETUP_SERVER_NAME=Mail01\nSERVERSETUP_ORG_ORGNAME=Acme\nSERVERSETUP_ORG_ORGUNITNAME=West\n",
        "Mail01/West/Acme"),
    ("SERVERSETUP_SERVER_NAME=Mail01/Acme\n", "Mail01/Acme"),
    ("SERVERSETUP_SERVER_NAME=Mail01\n", None),
    ("SERVERSETUP_SERVER_NAME=${HOSTNAME}\nSERVERSETUP_ORG_ORGNAME=Acme\n", None),
]  # fmt: skip


@at_once(("raw", "expected"), NAMES)
def test_the_server_is_named_where_nothing_is_left_open(raw, expected):
    assert dict(facts(raw)).get("server_name") == expected


BROKEN = [
    (PLAIN, []),
    (EXPORTED, []),
    (PLAIN + "# D:\\backup\\\nSERVERSETUP_A=\\\\\nSERVERSETUP_B=1\n", []),
    (PLAIN + "SERVERSETUP_A=b\\\nSERVERSETUP_B=1\n", [one_touch_env.GOES_ON] * 2),
    (PLAIN + "SERVERSETUP_A=C:\\Domino\\\r\n \r\nSERVERSETUP_B=1\r\n", [one_touch_env.GOES_ON]),
    (PLAIN + "SERVERSETUP_A=b\\\n # c\nSERVERSETUP_B=1\n", [one_touch_env.GOES_ON]),
    (PLAIN + "./start_server\n", ["this line sets no variable"]),
    (PLAIN + "SERVERSETUP_SERV", ["this line sets no variable"]),
    (PLAIN.replace("first\n", "fi\0rst\n"), ["the line holds NUL bytes and was not read"]),
]


@at_once(("raw", "expected"), BROKEN)
def test_a_line_that_sets_nothing_is_told(raw, expected):
    assert listings.ends(one_touch_env, raw)[0] == expected
    assert not any(isinstance(item, Complete) for item in listings.read(one_touch_env, raw))


def test_a_password_in_clear_is_named_as_the_file_has_it():
    known = Facts()
    known.add(
        item
        for item in listings.read(one_touch_env, PLAIN + "SERVERSETUP_ADMIN_PASSWORD=@Prompt:\n" + EXPORTED)
        if isinstance(item, Fact)
    )
    found = [
        item
        for item in readable_secrets.derive_parameters(known, Context(pack.builtin().catalogue))
        if isinstance(item, Fact)
    ]
    assert [item.subject.name for item in found if item.key == "setting.secret_in_clear"] == [
        "SERVERSETUP_ORG_CERTIFIERPASSWORD"
    ]


RECOGNISED = [
    (PLAIN, True),
    (EXPORTED, True),
    ("SERVERSETUP_SERVER_TYPE=first\n", True),
    ("A=1\nB=2\nSERVERSETUP_SERVER_TYPE=first\n", False),
    ("#!/bin/sh\nexport SERVERSETUP_SERVER_TYPE=first\n", False),
    ("SERVERSETUP_SERVER_TYPE: first\n", False),
    ("environment:\n  - SERVERSETUP_SERVER_TYPE=first\n", False),
    ("docker run -e SERVERSETUP_SERVER_TYPE=first\n", False),
    ("set SERVERSETUP_SERVER_TYPE=first\n", False),
    ("SERVERSETUP_SERVER_TYPE\n", False),
    ("ServerSetup=900100\nKitType=2\n", False),
    ("A=1\n", False),
]


@at_once(("written", "text"), [('""', ""), ("''", ""), ('"', '"'), ('"a"', "a"), ("\"a'", "\"a'")])
def test_quotes_around_a_value_are_no_part_of_it(written, text):
    told = facts(PLAIN + f"SERVERSETUP_SERVER_TITLE={written}\n")
    assert [value for key, value in told if key.endswith("server.title")][-1] == text
