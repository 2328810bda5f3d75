"""Program documents: which of their arguments may be shown."""

import pytest

from advisor.derive import schedule
from advisor.values import secret_forms

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


STARTED = [
    ("nserver", '-c "load compact -B"', ("compact", "-B")),
    ("/opt/hcl/domino/bin/server", "-c 'load nupdall -R mail'", ("updall", "-R mail")),
    ("nserver.exe", '-C "Load fixup"', ("fixup", "")),
    ("nserver", "-c load updall", ("updall", "")),
    ("nserver", '-c "tell http quit"', ("nserver", '-c "tell http quit"')),
    ("nserver", "", ("nserver", "")),
    ("nserver", '-c "load compact', ("nserver", '-c "load compact')),
    ("run.sh", '-c "load compact -B"', ("run.sh", '-c "load compact -B"')),
    ("nupdall", "-R", ("updall", "-R")),
]


@pytest.mark.parametrize(("program", "arguments", "task"), STARTED)
def test_what_a_console_command_loads_is_the_task(program, arguments, task):
    assert schedule.started(program, arguments) == task


@pytest.mark.parametrize(("name", "arguments", "public"), PUBLIC)
def test_arguments_are_looked_at_behind_their_program(name, arguments, public):
    assert secret_forms.told_by_task(name, arguments) is not public
