"""Members of ServerTasks: which name is whose slip, and where a comma is missing."""

import pytest
from at_once import at_once
from hypothesis import given
from hypothesis import strategies as st

from advisor.derive.tasks import _KNOWN, _WITHOUT_ARGUMENTS, of_member, put_right

MEMBERS = {
    "Router": {},
    "nRouter": {},
    "RunJava ISpy": {},
    "Object Collect mailobj.nsf": {},
    "Router Hub01": {},
    "certmgr -ACCEPT_TOU": {"since": "12.0"},
    "nDBMT -range 2:00AM 6:00AM": {"since": "9.0"},
    "Rotuer": {"resembles": "router"},
    "Roter": {"resembles": "router"},
    "htpt": {"resembles": "http"},  # of four letters only two that are swapped
    "hmtp": {},
    "adminp2": {},  # another digit is another name
    "Smdreg": {},
    "nomad": {},
    "Replica;Router": {"run_together": "Replica;Router"},
    "Replica Router AdminP": {"run_together": "Replica Router AdminP"},
    "Replica | Router": {"run_together": "Replica | Router"},
    "Vendor Router": {},
    "Compact Router": {},  # Compact takes the names of databases and directories
    ";": {},
}


@at_once("written", MEMBERS)
def test_what_is_told_of_a_member(written):
    assert dict(of_member(written.split()[0].lower(), written)) == MEMBERS[written]


PUT_RIGHT = {
    "Roter": "router",
    "Roter Hub01": "router Hub01",
    "certmgr -ACCEPT_TOU": "",
    "Replica;Router": "Replica,Router",
    "Replica | nRouter ;AdminP;": "Replica,nRouter,AdminP",
    "Router Hub01 AdminP": None,  # Hub01 may be meant for the router
}


@pytest.mark.parametrize("written", PUT_RIGHT)
def test_what_a_member_should_be(written):
    [(slip, text)] = of_member(written.split()[0].lower(), written)
    assert put_right(slip, text, written) == PUT_RIGHT[written]


@at_once("name", sorted(_KNOWN))
def test_no_known_name_is_another_s_slip(name):
    assert "resembles" not in dict(of_member(name, name))
    assert "resembles" not in dict(of_member(f"n{name}", f"n{name}"))


@given(
    st.sampled_from(sorted(_WITHOUT_ARGUMENTS)), st.sampled_from(sorted(_WITHOUT_ARGUMENTS)), st.sampled_from("; |\t")
)
def test_any_two_tasks_without_a_comma_are_told_of(one, other, sign):
    assert dict(of_member(one, f"{one}{sign}{other}"))["run_together"]


@given(st.text(min_size=1).filter(str.strip))
def test_a_name_that_is_meant_is_a_known_one(written):
    told = dict(of_member(written.split()[0].lower(), written))
    assert told.get("resembles", "router") in _KNOWN
