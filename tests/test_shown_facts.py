"""facts of many things: what each fact costs to show, and JSON that is written as it is made."""

import json
from itertools import product

from at_once import at_once
from msgspec.structs import replace

from advisor.cli.facts import ShownServer, facts_as_json, shown_keys
from advisor.facts import NEXT_START, NOW, Fact, Facts, Subject, View
from advisor.pack import builtin
from advisor.servers.model import Server
from advisor.source import Source

CATALOGUE = builtin().catalogue
SOURCE = Source.of("stat.txt", "é 1\n".encode())
LEVEL = Fact("array.level", "5", SOURCE, (3, 4), Subject("array", 'a "b"'))
SHOWN = [  # facts now, facts of the next start or None, and of each fact: subject, value, place, views
    ([], None, []),
    ([LEVEL], None, [('array a "b"', "5", "stat.txt", 1, 3, [NOW, NEXT_START])]),
    ([LEVEL], [replace(LEVEL, text="6")], [
        ('array a "b"', "5", "stat.txt", 1, 3, [NOW]), ('array a "b"', "6", "stat.txt", 1, 3, [NEXT_START]),
    ]),
    ([Fact("ini.a", "", presumed=True, note="n")], None, [("server", None, None, None, None, [NOW, NEXT_START])]),
    ([Fact("x.y", "é\t", made_from=(Fact("x", ""), LEVEL))], None,
     [("server", "é ", "stat.txt", 1, 3, [NOW, NEXT_START])]),
]  # fmt: skip


def server(now, later):
    views = []
    for name, items in ((NOW, now), (NEXT_START, later)):
        if items is not None:
            facts = Facts()
            facts.add(items)
            views.append(View(name, facts))
    return Server("Mail/Acme", "", (), tuple(views), "Mail/Acme", given=None)


@at_once(("now", "later", "rows", "number"), [(*a, b) for a, b in product(SHOWN, [0, 1, 2])])
def test_json_is_made_in_pieces_of_a_fact_and_laid_out_as_ever(now, later, rows, number):
    one = server(now, later)
    shown = ShownServer("Mail/Acme", one, shown_keys(one, CATALOGUE))
    pieces = list(facts_as_json([shown] * number, CATALOGUE))
    told = json.loads("".join(pieces))
    assert "".join(pieces) == json.dumps(told, indent=2, ensure_ascii=False) + "\n"
    assert max(piece.count('"key"') for piece in pieces) <= 1
    fields = ("subject", "value", "path", "line", "column", "views")
    assert [[tuple(fact[name] for name in fields) for fact in one["facts"]] for one in told] == [rows] * number
