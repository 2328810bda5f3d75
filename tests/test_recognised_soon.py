"""A file of thousands of short lines is soon known to be none of a format: each reader looks at it, whoever takes it."""

from advisor import readers
from advisor.pack import builtin

CATALOGUE = builtin().catalogue


def test_a_table_whose_heads_are_cut_is_known_all_the_same():
    table = b"Number Fri... PartitionS...\n------ ------ -------------\n     0 DELL   GPT\n"
    assert readers.reader("powershell_text").recognises(table, CATALOGUE)
