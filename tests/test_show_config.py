import listings
from at_once import at_once

from advisor import readers
from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import transcript
from advisor.readers.console import show_config
from advisor.source import Source

CATALOGUE = builtin().catalogue

SETTINGS = "KitType=2\nServerTasks=Update,Replica, Router\nTRANSLOG_Status=1\nCompanyName=\n"
PREFIXED = "".join(f"[001A2B:000002-00007F00AA00BB00] {line}\n" for line in SETTINGS.splitlines())
DATED = "".join(f"03/04/2021 05:06:07 PM  {line}\n" for line in SETTINGS.splitlines())
TYPED = "> show config *\n" + SETTINGS
MESSAGE = "03/04/2021 05:06:07 PM  Router: Message delivered\n"
FACTS = {"kittype": "2", "servertasks": "Update,Replica, Router", "translog_status": "1", "companyname": ""}
NO_SETTING = "the line is no setting"
UNREAD = "here somebody typed another command; what it printed was not read"


def values(raw):
    return {
        i.key.removeprefix("ini."): i.text
        for i in listings.read(show_config, raw)
        if isinstance(i, Fact) and not i.doubt
    }


TEXTS = [
    (TYPED, FACTS),
    (PREFIXED, FACTS),
    (DATED, FACTS),
    (TYPED.encode("utf-16"), FACTS),
    ("sh conf *\n" + SETTINGS, FACTS),
    ("[001A:0002] > show configuration *\n" + PREFIXED, FACTS),
    (TYPED + MESSAGE + "> ", FACTS),
    ("> show config KitType\n  KitType=2\n> show config KitType\n  KitType=1\n", {"kittype": "1"}),
    ("> show config A\nA=1\n" + MESSAGE.replace("Router: ", "B=2") + "> load http\nC=3\n> sh co D\nD=4\n",
        {"a": "1", "d": "4"}),
    ("> show config *\n AdminPInterval = \n KitType = 2\n", {"adminpinterval": "", "kittype": "2"}),
    ("> show config Log\nLog=log.nsf, 1, 0, 7, 40000\n", {"log": "log.nsf, 1, 0, 7, 40000"}),
    ("> show config X\nX=a=b\n", {"x": "a=b"}),
    ("> show config X\nX=12", {}),  # it may have been 123
    ("> show config CompanyName\nCompanyName=B\xfcro\n".encode("cp1252"), {"companyname": "B\xfcro"}),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_setting_is_read_as_of_notes_ini(raw, expected):
    assert values(raw) == expected


def test_the_value_stands_where_the_span_says():
    source = Source.of("config.txt", PREFIXED.encode())
    assert [source.text(*fact.span) for fact in show_config.read(source, CATALOGUE)] == list(FACTS.values())


DAMAGED = [
    (TYPED, []),
    (TYPED + MESSAGE, []),
    (TYPED + "no such setting\n", [NO_SETTING]),
    (TYPED + "TRANSLOG_St", [transcript.CUT]),
    (TYPED + "A=\0\n", ["the line holds NUL bytes and was not read"]),
    (TYPED + "> show stat\nMail.Dead = 0\n", [UNREAD]),
    (TYPED + "Filesystem 1K-blocks Used Available Use% Mounted on\n", [NO_SETTING]),
    (TYPED + "[Notes]\n", [NO_SETTING]),
]
DAMAGES = [(*row, False) for row in DAMAGED]


TAKERS = [
    *((text, "show config") for text in (TYPED, PREFIXED, DATED, "sh conf *\n" + SETTINGS, "> sh co A\nA=1\n")),
    ("[Server01]> show config *\n" + SETTINGS, "show config"),
    ("> show config KitType\nKitType=2\n" + MESSAGE, "show config"),
    ("[Notes]\n" + SETTINGS, "notes.ini"),
    (SETTINGS, "notes.ini"),
    ("# show config *\n" + SETTINGS, "notes.ini"),
    ("> KitType=2\n> ServerTasks=Router\n", ""),
    ("> show config *\n", ""),
    (">\n> show config *\n" + SETTINGS, "show config"),
    ("> show config X\nX was not found\n", ""),
    ("> show config groups\nset system host-name a\n", ""),
    ("DGMGRL> SHOW CONFIGURATION;\n\nConfiguration - my_dg_config\n", ""),
    ("[0A1B:0002-0C3D] user=anna\n[0A1B:0002-0C3D] action=login\n", "console log"),
    ("03/04/2021 05:06:07 user=anna\n03/04/2021 05:06:08 action=login\n", ""),
    ("#!/bin/sh\nsh config.sh\nKitType=2\n", ""),
    ("\0" * 99, ""),
    ("", ""),
]
EXAMPLES = [text for text, taken in TAKERS if taken == "show config"]


@at_once(("head", "taken"), TAKERS)
def test_one_reader_takes_it(head, taken):
    found = [one.name for one in map(readers.reader, readers.names()) if one.recognises(head.encode(), CATALOGUE)]
    assert found == ([taken] if taken else [])


@at_once("encoding", ["utf-16", "utf-16-le", "utf-8-sig"])
def test_one_reader_takes_it_in_any_encoding(encoding):
    raw = TYPED.encode(encoding)
    assert [one.name for one in map(readers.reader, readers.names()) if one.recognises(raw, CATALOGUE)] == [
        "show config"
    ]
