"""Predictions out of the tests of clusters and logging: as measured at a row, on a line between two, and not beyond."""

import json
from decimal import Decimal

import jsonschema
import pytest
from at_once import at_once
from pydantic import ValidationError

from advisor.pack.tables import tables
from advisor.sizing import predictions
from advisor.sizing.plan import PredictForm

TABLES = tables()
KINDS = [row["kind"] for row in TABLES["cluster-cpu"].rows]


def steps(**asked):
    """The steps of a [predict] by their titles."""
    (found,) = predictions.predicted_steps(PredictForm(**asked).request()).values()
    assert len({step.title for step in found}) == len(found)
    return {step.title: step for step in found}


def cluster(kind, users, standbys=0, replicators=1):
    return steps(cluster={"kind": kind, "users": users, "standbys": standbys, "replicators": replicators})


def logging(users, **more):
    return steps(logging={"users": users} | more)


@at_once("row", TABLES["cluster-users"].rows, ids=lambda row: f"{row['kind']} {row['users']}")
def test_at_a_measured_row_stands_what_was_measured(row):
    found = cluster(row["kind"], row["users"]).values()
    measured = [str(row[name]) for name in list(row)[2:]]
    assert [str(step.result) for step in found if step.formula == "as measured"] == measured
    assert all(row.section == step.section for step in found if step.formula == "as measured")


PAIR = "Processor use of each active server"
BY_PARTS = "Processor use of the active server, by parts"
ACTIVE, STANDBY = "Processor use of the active server", "Processor use of each standby server"
ADDED = "Processor use that the cluster adds"


@at_once(
    ("asked", "title", "result", "interpolated", "beyond"),
    [
        (("light", 250), PAIR, "34.75", "between 200 and 300 users", ""),
        (("light", 250), "Response time as clients measure it", "109.20", "between 200 and 300 users", ""),
        (("light", 401), PAIR, None, "", "401 users are beyond the last measured row (400 users)"),
        (("heavy", 10), PAIR, None, "", "10 users are before the first measured row (20 users)"),
        (("heavy", 10), ADDED, None, "", "measured at 100 users only: its parts come to 35.0 %; configurations 2 and 3"),
        (("heavy", 70), ADDED, None, "", "measured at 100 users only: its parts come to 35.0 %; configurations 2 and 3"),
        (("heavy", 100), ADDED, "15.2", "", ""),
        (("light", 450), ADDED, None, "", "450 users are beyond the last measured row (400 users)"),
        (("medium", 100), ADDED, "13.8", "", ""),
        (("medium", 200), ADDED, "21.6", "", "the parts were measured at 100 users; the paper says that they grow with the"),
        (("medium", 200), "Server transactions", "1000", "", ""),
        (("medium", 100), "As users of NotesBench's R4 mail", "350.0", "", ""),
        (("light", 400), "Response against what users bear", "below 1 s", "", ""),
        (("medium", 100, 3), ACTIVE, "30.255", "between 2 and 4 servers", ""),
        (("medium", 100, 5, 5), ACTIVE, "43.13", "", ""),
        (("medium", 100, 5, 3), ACTIVE, "42.91", "between 1 and 5 Cluster Replicators", ""),
        (("medium", 100, 3, 2), ACTIVE, "30.378", "between 2 and 4 servers, between 1 and 3 Cluster Replicators", ""),
        (("medium", 100, 6), ACTIVE, None, "", "6 servers are beyond the last measured row (5 servers)"),
        (("medium", 100, 1), ACTIVE, None, "", "1 server is before the first measured row (2 servers)"),
        (("medium", 100, 2, 3), ACTIVE, None, "", "3 Cluster Replicators: at most one for each standby server"),
        (("medium", 99, 2), ACTIVE, None, "", "measured for 100 medium users only"),
        (("heavy", 100, 2), STANDBY, None, "", "measured for 100 medium users only"),
        (("medium", 100, 1), BY_PARTS, "14.7", "", ""),
        (("heavy", 100, 1), BY_PARTS, "34.0", "", ""),
        (("medium", 100, 6), BY_PARTS, "53.2", "", "each part was measured with one standby server"),
        (("light", 50, 1), BY_PARTS, None, "", "measured for 100 light users only"),
        (("medium", 100, 2), "Network traffic of writes", "3", "", ""),
        (("medium", 100, 3), "Network traffic of writes", None, "", "3 replicas are beyond the last measured row"),
    ],
)  # fmt: skip
def test_a_cluster(asked, title, result, interpolated, beyond):
    step = cluster(*asked)[title]
    assert (None if step.result is None else str(step.result), step.interpolated) == (result, interpolated)
    assert step.beyond.startswith(beyond) and bool(step.beyond) == bool(beyond)


@at_once(("asked", "title", "at", "points"), [
        (("medium", 150), PAIR, 150, [(100, "23.2"), (200, "40.5")]),
        (("medium", 900), PAIR, 900, [(100, "23.2"), (200, "40.5")]),
        (("medium", 100, 4), ACTIVE, 4, [(2, "23.43"), (4, "37.08"), (5, "42.69")]),
        (("medium", 100, 4, 4), ACTIVE, 4, [(2, "19.98"), (4, "41.02"), (5, "43.13")]),
])  # fmt: skip
def test_a_step_has_the_curve_that_it_is_read_off(asked, title, at, points):
    curve = cluster(*asked)[title].curve
    assert (curve.at, [(place, str(value)) for place, value in curve.points]) == (at, points)


@at_once("asked", [("medium", 100, 5, 3), ("heavy", 100, 4), ("medium", 100, 2, 3)])
def test_what_lies_on_no_measured_curve_has_none(asked):
    assert cluster(*asked)[ACTIVE].curve is None


@at_once("kind", KINDS)
def test_the_parts_of_a_cluster_are_held_to_the_whole(kind):
    row = TABLES["cluster-cpu"].find(kind=kind)
    step = cluster(kind, 100)["Check at 100 users: base load and parts"]
    assert step.result == sum(figure.value for figure in step.figures[:3])
    assert step.measured.startswith(f"{row['config4_percent']} % (")
    assert step.reservation == row.errs["config4_percent"]


ADDS = [  # what the cluster adds: what was measured of it, and what speaks against it
    (("light", 100), "10.1 %, configuration 4 against 2", ""),
    (("medium", 100), "13.9 %, configuration 4 against 2", ""),
    (("heavy", 100), "", "its parts come to 35.0 %; configurations 2 and 3 add up to 55.0; the disks were busy"),
    (("light", 200), "34.6 % in all, which leaves 20.4 % for the base load; at 100 users that took 6.5 %", ""),
    (("light", 400), "34.2 % in all, which leaves 17.5 %", "the disks are busy for 100.0 % of the time"),
]


@at_once(("asked", "measured", "reservation"), ADDS)
def test_what_the_cluster_adds_is_held_to_the_whole(asked, measured, reservation):
    step = cluster(*asked)[ADDED]
    assert step.measured.startswith(measured) and bool(step.measured) == bool(measured)
    assert step.reservation.startswith(reservation) and bool(step.reservation) == bool(reservation)


def test_where_the_print_contradicts_itself_the_step_says_so():
    assert "it did, by 0.5 points" in cluster("heavy", 80)[PAIR].reservation
    assert "here it falls" in cluster("medium", 100, 2, 2)[ACTIVE].reservation
    assert "here it falls" not in cluster("medium", 100, 4, 4)[ACTIVE].reservation
    assert "took 6.1 %" in cluster("medium", 100, 2)[STANDBY].reservation
    assert cluster("medium", 100, 4)[BY_PARTS].measured == "the tests with several gave 37.08 % (+2 %)"


@at_once(("asked", "title", "result", "beyond"), [
        ({"users": 8250}, "Response time, log on RAID array", "0.5585", ""),
        ({"users": 8250}, "Response time, log on internal SCSI", None, "8,250 users are beyond the last measured row"),
        ({"users": 100}, "Response time, log on internal SCSI", None, "100 users are before the first measured row"),
        ({"users": 1}, "Users below a second, log on internal SCSI", "3000", ""),
        ({"users": 1, "within_s": 0.5}, "Users within 0.5 s, log on RAID array", "8198", ""),
        ({"users": 1, "within_s": 1.0}, "Users within 1 s, log on RAID array", None, "1 s is beyond the last"),
        ({"users": 1, "within_s": 0.01}, "Users within 0.01 s, log on RAID array", None, "0.01 s is before the first"),
    ({"users": 1}, "Processor use with the log (below 0: less), R6Mail on AIX, against release 6 with logging off",
        "20", ""),
        ({"users": 1}, "Users with the log beyond those of R5, R6iNotes on Windows", "1010", ""),
        ({"users": 1}, "Users of R5 with the log beyond those without, R5Mail on Windows", "2500", ""),
])  # fmt: skip
def test_a_log(asked, title, result, beyond):
    step = logging(**asked)[title]
    assert (None if step.result is None else str(step.result)) == result
    assert step.beyond.startswith(beyond) and bool(step.beyond) == bool(beyond)


def test_a_drive_a_platform_and_a_workload_leave_out_the_others():
    found = logging(1000, drive="RAID array", platform="aix", workload="R6Mail")
    assert not [title for title in found if "SCSI" in title or "solaris" in title or "iNotes" in title]
    assert len(found) == 5


@at_once(
    ("asked", "title", "tested"),
    [
        ({"workload": "R5Mail", "platform": "aix"}, "Processor use with the log, R5Mail on AIX", "R5Mail on Windows"),
        ({"workload": "R5Mail", "platform": "aix"}, "Users with the log beyond those of R5, R5Mail on AIX", "R5Mail on Windows"),
        ({"workload": "R6Mail"}, "Users with the log beyond those of R5, R6Mail", "R6iNotes on AIX"),
    ],
)  # fmt: skip
def test_a_pair_that_was_not_tested_is_not_measured(asked, title, tested):
    step = logging(1000, **asked)[title]
    assert step.result is None and tested in step.beyond


def test_a_figure_that_belongs_to_another_test_is_marked():
    step = logging(1)["Users with the log beyond those of R5, R5Mail on Windows"]
    assert "which is 4,000 more" in step.reservation


@at_once(("asked", "place", "told"), [
        ({"cluster": {"kind": "lihgt", "users": 1}}, "kind", 'no kind "lihgt" was measured; did you mean "light"?'),
        ({"cluster": {"kind": "", "users": 1}}, "kind", 'no kind "" was measured; there are light, medium and heavy'),
        ({"cluster": {"kind": "xx", "users": 1}}, "kind", "there are light, medium and heavy"),
        ({"cluster": {"kind": "light", "users": 1, "replicators": 2}}, "replicators", "with standby servers only"),
        ({"logging": {"users": 1, "drive": "SSD"}}, "drive", "there are internal SCSI and RAID array"),
        ({"logging": {"users": 1, "platform": "linux"}}, "platform", "there are windows, solaris and aix"),
])  # fmt: skip
def test_what_was_not_measured_is_named(asked, place, told):
    ((where, says),) = predictions.prediction_errors(PredictForm(**asked).request())
    assert where == ("predict", *asked, place)
    assert told in says


@at_once("users", [0, -1, 1.5, "100", True])
def test_users_are_a_whole_number_above_zero(users):
    with pytest.raises(ValidationError):
        PredictForm(cluster={"kind": "light", "users": users})


@at_once("within", [0, -1, float("nan"), float("inf")])
def test_seconds_are_more_than_none(within):
    with pytest.raises(ValidationError):
        PredictForm(logging={"users": 1, "within_s": within})


def test_every_figure_of_a_table_names_its_table():
    asked = [("light", 100), ("medium", 100, 2, 2), ("heavy", 100, 1)]
    found = [step for one in asked for step in cluster(*one).values()] + list(logging(1000).values())
    for step in found:
        assert step.source and step.section
        for figure in step.figures:
            assert not figure.table or figure.table in TABLES
    assert Decimal(0) not in [step.result for step in found]


# The command

PLAN = """
[predict.cluster]
kind = "light"
users = 250

[predict.logging]
users = 8250
drive = "RAID array"
within_s = 0.5
"""


def size(domlint, tmp_path, plan, *more):
    (tmp_path / "size.toml").write_text(plan)
    return domlint("size", "size.toml", *more)


def test_a_plan_of_predictions_alone_is_answered(domlint, tmp_path):
    done = size(domlint, tmp_path, PLAN)
    assert (done.returncode, done.err) == (0, "")
    assert "All servers" not in done.out
    told = " ".join(done.out.split())
    assert "Processor use of each active server = on the line between two rows 34.75 %" in told
    assert "interpolated between 200 and 300 users" in told
    assert "Users within 0.5 s, log on RAID array = on the line between two rows 8,198 users" in told
    assert "iris-clustering: Domino clusters" in told


def test_predictions_stand_beside_the_method(domlint, tmp_path):
    answer = json.loads(size(domlint, tmp_path, "[kinds]\nmail_light = 800\n" + PLAN, "--format", "json").out)
    jsonschema.validate(answer, json.loads(domlint("schema", "size").out))
    assert answer["steps"] and answer["differences"]
    assert [one["of"] for one in answer["predictions"]] == ["cluster", "logging"]
    (use,) = [step for step in answer["predictions"][0]["steps"] if step["title"] == PAIR]
    assert (use["result"], use["unit"], use["era"]) == (34.75, "%", ["4.6"])
    assert {"iris-clustering", "ldd-domino6-logging", "compaq-domino45"} <= {one["source"] for one in answer["sources"]}


def test_past_the_tests_there_is_no_number(domlint, tmp_path):
    answer = json.loads(size(domlint, tmp_path, PLAN.replace("250", "900"), "--format", "json").out)
    jsonschema.validate(answer, json.loads(domlint("schema", "size").out))
    (use,) = [step for step in answer["predictions"][0]["steps"] if step["title"] == PAIR]
    assert (use["result"], use["unit"]) == ("not measured", None)
    assert use["beyond"] == "900 users are beyond the last measured row (400 users)"


@pytest.mark.parametrize(("plan", "told"), [
        ('[predict.cluster]\nkind = "lihgt"\nusers = 5\n', ':2: no kind "lihgt" was measured; did you mean "light"?'),
        ('[predict.cluster]\nkind = "light"\nusers = 0\n', ":3: users: at least 1 is wanted, not 0"),
        ('[predict.cluster]\nkind = "light"\nusers = 5\nuser = 1\n', ':4: there is no "user"; did you mean "users"?'),
        ("[predict.clustr]\nusers = 5\n", 'there is no "clustr"; did you mean "cluster"?'),
        ("[predict.logging]\nusers = 5\nwithin_s = 0\n", ":3: within_s: at least 0.001 is wanted, not 0"),
        ("[predict.cluster]\nusers = 5\n", "kind: it is missing"),
        ("[predict]\n", "there are no users"),
])  # fmt: skip
def test_what_cannot_be_predicted_is_told_with_its_line(plan, told, domlint, tmp_path):
    done = size(domlint, tmp_path, plan)
    assert (done.returncode, done.out) == (2, "")
    assert told in done.err
