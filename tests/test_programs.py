"""Program documents: which of their arguments may be shown."""

import pytest

from advisor.derive import programs

PUBLIC = [
    ("updall", "-R mail\\joe.nsf", True),
    ("run.sh", "-p hunter2 -u x", True),  # masked where it is shown
    ("run.sh", "", True),
    ("run.sh", "-user admin -password hunter2", False),
    ("mysqldump", "-phunter2", False),
    ("mysqldump", "--all-databases", True),
    ("net", "use x: \\\\srv\\s hunter2 /user:adm", False),
    ("compact", "-phunter2", True),  # only to some programs is that a password
]


@pytest.mark.parametrize(("name", "arguments", "public"), PUBLIC)
def test_arguments_are_looked_at_behind_their_program(name, arguments, public):
    assert programs.is_public(name, arguments) is public
