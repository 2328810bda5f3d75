"""What tables say of each other's figures: sums, quotients and shares, as printed where they are right and right where not."""

from decimal import ROUND_HALF_UP, Decimal
from math import ceil

import pytest
from at_once import at_once

from advisor.pack import tables

TABLES = tables.tables()


def rows(name):
    return TABLES[name].rows


def rounded(value, like):
    """A value with as many digits behind the point as a printed one."""
    return Decimal(value).quantize(Decimal(1).scaleb(Decimal(like).as_tuple().exponent), ROUND_HALF_UP)


# Prices


PRICED = [(table.name, row) for table in TABLES.values() if "notesmark" in table.columns for row in table.rows]


def differ(row):
    """Whether the price by users and the price by transactions are further apart than rounding to cents explains."""
    users, marks = row.number("users"), row.number("notesmark")
    by_users, by_marks = users * row.number("dollars_per_user"), marks * row.number("dollars_per_tpm")
    return abs(by_users - by_marks) > (users + marks) * Decimal("0.005")


@at_once(("name", "row"), PRICED)
def test_both_prices_times_their_counts_are_the_price_of_the_system(name, row):
    assert not differ(row)
    assert differ(row.as_printed()) == ("dollars_per_user" in row.errs)


def test_in_six_rows_the_prices_are_exchanged():
    assert len(PRICED) == 22
    assert [(name, row["users"]) for name, row in PRICED if row.errs] == [
        ("notesbench-nt-discdb", 700),
        *(("notesbench-nt-mail", users) for users in (5150, 3600, 2850, 2200, 600)),
    ]


# Memory, processors


@pytest.mark.parametrize("name", ["memory-mail", "memory-groupware"])
def test_the_memory_recommended_is_the_cushion_more_than_the_minimum(name):
    (cushion,) = rows("memory-cushion")
    assert {row["recommended_mb"] - row["minimum_mb"] for row in rows(name)} == {cushion["cushion_mb"]}


def test_a_further_processor_brings_what_the_audited_results_say():
    for row in rows("cpu-scaling"):
        if row["workload"] != "groupware":
            held = {
                one["processors"]: one.number("users")
                for one in rows(f"notesbench-nt-{row['workload']}")
                if one["cpu"] == "P6/200-512"
            }
            before, after = held[row["from_processors"]], held[row["to_processors"]]
            assert rounded((after / before - 1) * 100, row["more_percent"]) == row["more_percent"]
            assert row.get("more_users", after - before) == after - before


def test_no_test_brought_less_than_the_ranges_that_are_right():
    least = {row["from_processors"]: row["least_more_percent"] for row in rows("cpu-scaling-ranges")}
    assert all(row["more_percent"] >= least[row["from_processors"]] for row in rows("cpu-scaling"))


def test_three_times_and_42_percent_more_are_the_same_users():
    held = {row["cpu"]: row.number("users") for row in rows("cpu-single")}
    threefold, better = rows("cpu-single-compared")[:2]
    assert abs(held["P5/100"] * threefold["times"] - held["P5/166"] * (1 + better["most_more_percent"] / 100)) < 2
    assert rounded((held["P6/200-512"] / held["P6/200-256"] - 1) * 100, 28) == 28


# Disks


def test_what_fewer_drives_take_longer_is_the_quotient_of_the_times():
    took = {row["drives"]: row.number("response_s") for row in rows("drive-spindles")}
    for row in rows("drive-spindles-compared"):
        longer = (took[row["from_drives"]] / took[row["to_drives"]] - 1) * 100
        assert rounded(longer, row["longer_percent"]) == row["longer_percent"]


def usable(level, drives):
    """The share of the drives' space that a level leaves."""
    row = TABLES["raid-levels"].find(level=level)
    return (drives - row.number("parity_drives")) / row.number("copies") / drives


@pytest.mark.parametrize("row", rows("raid-space"))
def test_the_space_of_each_level_is_that_of_its_drives(row):
    share = usable(row["level"], Decimal(row.get("drives", 2))) * 100
    assert row.get("usable_percent", rounded(share, 1)) == rounded(share, 1)
    assert row.get("taken_percent", rounded(100 - share, 1)) == rounded(100 - share, 1)


@pytest.mark.parametrize("row", rows("case-study-arrays"))
def test_the_case_study_counts_its_arrays_by_a_wrong_formula(row):
    drives, size = row.number("drives"), row.number("drive_gb")
    wrong = row.printed["usable_gb"]
    assert rounded(drives * size * drives / (drives + 1), wrong) == wrong
    assert rounded(drives * size * usable("5", drives), row["usable_gb"]) == row["usable_gb"]
    assert row.get("total_gb", drives * size) == drives * size


def test_five_drives_are_what_the_second_server_needs_and_six_serve_the_first():
    for row in rows("case-study-drives"):
        needed, size, drives = row.number("needed_gb"), row.number("drive_gb"), row.number("drives")
        fewer = drives - 1
        assert drives * size * usable("5", drives) >= needed > fewer * size * usable("5", fewer)
    assert [row.printed["drives"] for row in rows("case-study-drives")] == [6, 4]


# The method


def test_the_audited_results_are_what_the_method_takes():
    for row in rows("users-a-system"):
        found = TABLES[f"notesbench-nt-{row['workload']}"].find(system="Compaq ProLiant 5000 P6/200 Model 1-X")
        assert (found["users"], found["cpu"], found["memory_mb"]) == (row["users"], "P6/200-512", 512)


@pytest.mark.parametrize("name", ["systems-example", "case-study-systems"])
def test_shares_of_a_system_add_up(name):
    *shares, total = rows(name)
    for row in shares:
        assert rounded(row.number("users") / row.number("users_a_system"), row["systems"]) == row["systems"]
        assert TABLES["users-a-system"].find(workload=row["workload"])["users"] == row["users_a_system"]
    assert sum(row.number("systems") for row in shares) == total["systems"]
    assert total["servers"] == ceil(total.number("systems"))


def test_users_are_converted_by_the_factor_of_their_kind():
    factors = {row["kind"]: row.number("factor") for row in rows("users-conversion")}
    for row in rows("users-conversion"):
        assert rounded(100 / row.number("factor"), row["real_percent"]) == row["real_percent"]
        assert row.get("table_factor", row["factor"]) == row["factor"]
    for row in rows("users-conversion-examples"):
        assert row["real_users"] * factors[row["kind"]] == row["benchmark_users"]
    for row in rows("case-study-users"):
        assert (row["factor"], row["users"] * row["factor"]) == (factors[row["kind"]], row["benchmark_users"])


def test_page_files_are_memory_and_a_tenth():
    for row in rows("page-file"):
        more = row.number("memory_mb") * row.number("more_percent") / 100
        assert rounded(more, 1) == row["more_mb"]
        assert row["memory_mb"] + row["more_mb"] == row["page_file_mb"] < row["planned_mb"]


def test_the_memory_of_the_case_study_is_of_its_charts():
    first, mail, groupware, between, power, total = rows("case-study-memory")
    for row, column in ((first, "recommended_mb"), (mail, "recommended_mb"), (groupware, "recommended_mb")):
        assert TABLES[f"memory-{row['chart']}"].find(users=row["users"])[column] == row["memory_mb"]
    assert mail["memory_mb"] < between["memory_mb"] < groupware["memory_mb"]
    for one in (dict, lambda row: row.printed):
        assert one(between)["memory_mb"] + one(power)["memory_mb"] == one(total)["memory_mb"]


def test_the_volumes_of_the_case_study_add_up():
    each = {row["of"]: row["each_mb"] for row in rows("data-volume")}
    for server in (1, 2):
        *parts, total = [row for row in rows("case-study-volume") if row["server"] == server]
        assert sum(row.number("space_mb") for row in parts) == total.number("space_gb") * 1000
        for row in parts[:-1]:
            assert (row["each_mb"], row["count"] * row["each_mb"]) == (each[row["of"]], row["space_mb"])
            assert row.number("space_gb") * 1000 == row["space_mb"]
        assert total["space_gb"] == TABLES["case-study-drives"].find(server=server)["needed_gb"]


def test_the_partitioned_servers_volumes_are_its_drives():
    (setup,) = rows("partitioned-server-setup")
    drives = sum(row["drives"] for row in rows("partitioned-server-volumes"))
    assert drives == setup["internal_drives"] + setup["external_drives"]


# Domino 7 on AIX


@pytest.mark.parametrize("row", rows("pseries-users"))
def test_active_users_and_their_transactions(row):
    assert rounded(row.number("active_users") / row.number("registered_users") * 100, 1) == row["active_percent"]
    assert abs(row.number("transactions_a_day") / row.number("active_users") - row["transactions_a_user"]) < 1


@pytest.mark.parametrize("row", rows("pseries-cpu"))
def test_processor_use_before_and_after(row):
    before, after = row.number("before_percent"), row.number("after_percent")
    assert rounded((before - after) / before * 100, 1) == row["less_percent"]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_every_registered_user_has_a_template(number):
    of_server = {
        name: [row for row in rows(name) if row["configuration"] == number]
        for name in TABLES
        if "pseries" in name and "configuration" in TABLES[name].columns
    }
    registered = sum(row["registered_users"] for row in of_server["pseries-users"])
    templates = {row["template"]: row["users"] for row in of_server["pseries-templates"]}
    assert sum(templates.values()) == registered
    (share,) = of_server["pseries-template-shares"]
    assert int(Decimal(templates["StdR6Mail"]) / registered * 100 + Decimal("0.5")) == share["users_percent"]
