"""Tables: the form of their files and what is said of a slip, how they are read, and who asks for them."""

from decimal import Decimal

import data
import pytest
from msgspec.structs import replace

from advisor import pack
from advisor.checking.lint import table_errors
from advisor.pack import table_files, tables
from advisor.pack.rule_files import RulebookError

TABLES = tables.tables()
HEAD = data.text("tables/head.toml")


def compiled(folder, text, name="users-by-systems"):
    (folder / "tables").mkdir()
    (folder / "tables" / f"{name}.toml").write_text(text, encoding="utf-8")
    return table_files.compile_tables(folder, {"compaq-domino45"})


def made(folder, text=HEAD):
    return tables.from_json(compiled(folder, text))["users-by-systems"]


def test_numbers_keep_the_digits_of_the_print(tmp_path):
    first, second, third = made(tmp_path).rows
    assert first["price"] == Decimal("0.89")
    assert (first.text("price"), first.text("users"), third.text("price")) == ("0.890", "100", "")
    assert (second.section, second.errs, dict(third)) == (
        "Appendix B",
        {"price": "it is the other's"},
        {"system": "A", "users": 150},
    )
    assert first.number("users") == 100
    assert first.count("users") == 100


def test_a_row_has_what_is_right_and_as_printed_what_is_printed(tmp_path):
    table = made(tmp_path)
    assert table.rows[1]["price"] == 3
    assert table.rows[1].printed["price"] == 2
    assert table.as_printed().rows[1]["price"] == 2
    assert table.as_printed().rows[1].errs == table.rows[1].errs


def test_rows_are_found_by_cells_and_curves_by_their_columns(tmp_path):
    table = made(tmp_path)
    assert table.find(system="B")["users"] == 50
    assert {curve: [row["users"] for row in rows] for curve, rows in table.curves().items()} == {
        ("A",): [100, 150],
        ("B",): [50],
    }
    with pytest.raises(KeyError, match="users-by-systems has no row"):
        table.find(system="C")
    with pytest.raises(TypeError, match="system is a text"):
        table.rows[0].number("system")
    with pytest.raises(TypeError, match="price is no count"):
        table.rows[0].count("price")


SLIPS = [
    ("users = 150", "users = 150\nuser = 3", 'toml:30: row.3.user: there is no such column; did you mean "users"?'),
    ("users = 150", "", "toml:27: row.3: users is missing; where the document leaves it out, its column says gaps = true"),
    ("users = 150", 'users = "150"', 'toml:29: row.3.users: a whole number from 0 is wanted, not the text "150"'),
    ("users = 150", "users = -1", "toml:29: row.3.users: a whole number from 0 is wanted, not the number -1"),
    ("users = 150", "users = 1.5", "toml:29: row.3.users: a whole number from 0 is wanted, not the number 1.5"),
    ("users = 150", "users = true", "toml:29: row.3.users: a whole number from 0 is wanted, not true"),
    ("users = 150", "users = 100", "toml:29: row.3.users: users is the axis, and 100 is not above row 1's 100"),
    ("users = 150", "users = 100\nprice = 0.890", "toml:27: row.3: it is row 1 again"),
    ("price = 0.890", "price = nan", "toml:17: row.1.price: a number, without quotes is wanted, not the number NaN"),
    ("price = 2.00", "price = 3", "toml:25: row.2.right.price: that is what the row has already"),
    ('errs = { price = "it is the other\'s" }', "", "toml:25: row.2.right.price: errs does not say what is wrong in the print"),
    ("right = { price = 3 }", "right = { cost = 3 }", "toml:25: row.2.right.cost: there is no such column"),
    ("right = { price = 3 }", "right = 3", "toml:25: row.2.right: a table is wanted, not the number 3"),
    ('errs = { price = "', 'errs = { prices = "', 'toml:24: row.2.errs.prices: there is no such column; did you mean "price"?'),
    ('section = "Appendix B"', "section = 3", "toml:22: row.2.section: a text in quotes is wanted"),
    ('source = "compaq-domino45"', 'source = "compaq"', 'toml:2: source: no source is called "compaq"'),
    ('era = ["4.5"]', 'era = ["early"]', 'toml:4: era.1: "early" is no release'),
    ('era = ["4.5"]', "era = []", "toml:4: era: 0 entries, where at least 1 are asked for"),
    ('section = "Appendix A, Mail Workload"', 'section = ""', "toml:3: section: 0 characters, where at least 5"),
    ('axis = "users"', 'axis = "system"', 'toml:6: axis: "system" is no column of counts or numbers'),
    ('axis = "users"', "", "toml:7: by: there is no axis"),
    ('by = ["system"]', 'by = ["systems"]', 'toml:7: by.1: "systems" is no column'),
    ('unit = "users", ', "", "toml:11: columns.users: it has no unit"),
    ('type = "text"', 'type = "text", unit = "GB"', "toml:10: columns.system: a text has no unit"),
    ('type = "text"', 'type = "word"', 'toml:10: columns.system.type: "word" is none of text, count, number'),
    ("[[row]]", 'Size = { type = "text", says = "its size" }\n[[row]]', 'toml:14: columns.Size: "Size" is no name for a column'),
    ("[[row]]", 'size = { type = "text", says = "its size" }\n[[row]]', "toml:14: columns.size: no row has it"),
    ("[columns]", 'heading = "it"\n[columns]', "toml:9: heading: there is no such field"),
    ("[columns]", "[columns", "toml:9: "),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new", "told"), SLIPS)
def test_a_slip_is_named_by_file_line_and_row(tmp_path, old, new, told):
    assert old in HEAD
    with pytest.raises(RulebookError) as slip:
        compiled(tmp_path, HEAD.replace(old, new, 1))
    assert told in str(slip.value)


def test_all_slips_of_a_file_are_named_at_once(tmp_path):
    text = HEAD.replace("users = 100", 'users = "many"').replace("users = 150", "users = 1.5")
    with pytest.raises(RulebookError) as slip:
        compiled(tmp_path, text, "Users")
    assert [line.partition(": ")[2] for line in str(slip.value).splitlines()] == [
        'file: "Users" is no name for a table: small letters, digits and hyphens',
        'row.1.users: a whole number from 0 is wanted, not the text "many"',
        "row.3.users: a whole number from 0 is wanted, not the number 1.5",
    ]


# Their page


def test_the_page_strikes_what_is_wrong_in_print_and_says_what_is_right(tmp_path):
    page = tables.page([made(tmp_path)], pack.builtin())
    shown = [line for line in page.splitlines() if line.startswith(("|", "- "))]
    assert shown == [
        "| system | users | price (\\$) | section |",
        "|---|---|---|---|",
        "| A | 100 | 0.890 |  |",
        "| B | 50 | ~~2.00~~ | Appendix B |",
        "| A | 150 |  |  |",
        "- row 2, price: it is the other's. Right: 3.",
    ]
    assert "`users-by-systems`: Appendix A, Mail Workload; release 4.5; between rows along `users`." in page


# The tables that there are


def test_every_table_is_asked_for_or_says_why_not():
    assert list(table_errors(TABLES.values())) == []
    assert [table.name for table in TABLES.values() if "will ask" in table.unasked] == []


ASKED = [
    ('table("users-by-systems")', "", None),
    ('table(f"users-{by}")', "", None),
    ('name.startswith("users-")', "", None),
    ('table("users")', "", "nothing asks for it, and it does not say why (unasked)"),
    ('table("users")', "it only explains", None),
    ('table("users-by-systems")', "it only explains", "says why nothing asks for it, and is asked for"),
]


@pytest.mark.parametrize(("code", "unasked", "told"), ASKED)
def test_lint_finds_who_asks_for_a_table(tmp_path, code, unasked, told):
    (tmp_path / "sizing").mkdir()
    (tmp_path / "sizing" / "method.py").write_text(code, encoding="utf-8")
    found = list(table_errors([replace(made(tmp_path), unasked=unasked)], tmp_path))
    assert found == ([f"table users-by-systems: {told}"] if told else [])


def test_each_is_of_a_source_that_is_registered():
    sources = pack.builtin().sources
    assert {table.source for table in TABLES.values()} <= set(sources)
