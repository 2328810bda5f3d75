"""What the tables of the papers on clusters, disks and logging say of each other's figures, and where they do not agree."""

import re
from decimal import Decimal

import pytest
from seed_sections import SEEDS, sections

from advisor.pack import tables

TABLES = tables.tables()


def rows(name):
    return TABLES[name].rows


def numbers(row, *columns):
    return [row.number(column) for column in columns]


# Clusters


@pytest.mark.parametrize("row", rows("cluster-cpu"), ids=lambda row: row["kind"])
def test_configuration_4_is_about_2_and_both_loads_of_3_and_says_by_how_much_not(row):
    total = sum(numbers(row, "config2_percent", "initiating_percent", "receiving_percent"))
    assert total != row["config4_percent"]
    assert f"add up to {total}" in row.errs["config4_percent"]
    assert (abs(total - row.number("config4_percent")) < 1) == (row["kind"] != "heavy")


@pytest.mark.parametrize("row", rows("cluster-cpu"), ids=lambda row: row["kind"])
def test_100_users_of_configuration_4_stand_in_both_tables(row):
    assert TABLES["cluster-users"].find(kind=row["kind"], users=100)["cpu_percent"] == row["config4_percent"]


def test_more_users_write_more_and_wait_longer():
    for curve in TABLES["cluster-users"].curves().values():
        for column in ("disk_writes_kb_s", "disk_percent", "client_ms", "probe_ms"):
            found = [row.number(column) for row in curve]
            assert found == sorted(found)


def test_processor_use_went_on_rising_where_the_text_says_that_it_did_not():
    *_, sixty, eighty, hundred = TABLES["cluster-users"].curves()[("heavy",)]
    for row in (eighty, hundred):
        assert f"by {row.number('cpu_percent') - sixty.number('cpu_percent')} points" in row.errs["cpu_percent"]


CHANGES = [row for what in ("cpu", "disk") for row in rows(f"cluster-replicators-{what}")]


@pytest.mark.parametrize("row", CHANGES)
def test_what_several_replicators_change_is_the_quotient_of_both_uses(row):
    one, several, change = numbers(row, "one_task_percent", "n_tasks_percent", "change_percent")
    assert abs((several / one - 1) * 100 - change) < Decimal("0.01")  # cut, not rounded
    assert row["servers"] == row["standbys"] + 1
    assert ("change_percent" in row.errs) == (change < 0)


def test_each_standby_server_costs_the_active_one_about_what_the_only_one_does():
    alone = TABLES["cluster-cpu"].find(kind="medium")
    for row in rows("cluster-replicators-cpu"):
        if row["server"] == "active":
            found = alone.number("config1_percent") + row.number("standbys") * alone.number("initiating_percent")
            assert abs(found / row.number("one_task_percent") - 1) < Decimal("0.07")
        else:
            assert row.number("one_task_percent") > 2 * alone.number("receiving_percent")
            assert f"took {alone['receiving_percent']} % there" in row.errs["one_task_percent"]


def test_each_replica_is_traffic_once_more():
    assert all(row["times"] == row["replicas"] + 1 for row in rows("cluster-network"))


def test_servers_of_a_configuration():
    assert all(row["servers"] == row["active"] + row["standby"] for row in rows("cluster-configurations"))


def statistic(server, name):
    return TABLES["cluster-field-statistics"].find(server=server, statistic=name)


def test_the_cluster_in_the_field_contradicts_itself_three_times():
    first, second, third = rows("cluster-field-servers")
    assert f"{first['users'] + second['users']:,}" in third.errs["replicas"]
    assert third["replicas"] < first["users"] + second["users"]
    for server in (1, 3):
        peak, most = (statistic(server, f"Database.BufferPool.{end}") for end in ("Peak", "Maximum"))
        assert (peak["value"] > most["value"]) == ("value" in peak.errs) == (server == 3)
    waiting = statistic(1, "Replica.Cluster.SecondsOnQueue.Avg")
    assert f"seconds are {round(waiting.number('value') / 60)}" in waiting.errs["value"]


def test_the_array_in_the_field_has_the_space_of_its_level():
    (row,) = rows("cluster-field-arrays")
    parity = TABLES["raid-levels"].find(level=row["level"]).number("parity_drives")
    assert row["usable_gb"] == (row["drives"] - parity) * row["drive_gb"] - 1  # formatted


# Disks


@pytest.mark.parametrize("row", rows("io-read-write"), ids=lambda row: row["workload"])
def test_writes_and_reads_are_all_disk_operations(row):
    assert row["writes_percent"] + row["reads_percent"] == 100


@pytest.mark.parametrize("row", rows("io-raid-levels"), ids=lambda row: row["name"])
def test_a_write_is_itself_and_the_operations_beyond(row):
    assert row["operations"] == row["further"] + 1
    if "usable_percent" in row:
        assert row["usable_percent"] == 100 / row["operations"]


def test_results_stand_in_the_scenarios_too():
    results = TABLES["io-results"]
    webmail = results.find(workload="Webmail", platform="windows")
    assert TABLES["io-units"].find(users=webmail["users"], units=2)["disk_percent"] == webmail["disk_percent"]
    mail = results.find(workload="R5Mail", platform="windows")
    assert TABLES["io-logging"].find(logging="on")["users"] == mail["users"]


DRIVES = [("R5Mail", "windows", 22), ("SMTP/POP3", "windows", 22), ("Webmail", "windows", 10), ("R5Mail", "aix", 18)]


@pytest.mark.parametrize(("workload", "platform", "drives"), [*DRIVES, ("Webmail and IMAP", "solaris", 22)])
def test_the_arrays_of_a_test_are_its_drives(workload, platform, drives):
    of_test = [row for row in rows("io-arrays") if (row["workload"], row["platform"]) == (workload, platform)]
    assert sum(row["units"] * row["drives"] for row in of_test) == drives


# Logging


def held(workload, platform, logging, **more):
    return TABLES["logging-users"].find(workload=workload, platform=platform, logging=logging, **more).number("users")


@pytest.mark.parametrize("row", rows("logging-more-users"))
def test_more_users_are_the_difference_of_those_held(row):
    of_run = row["workload"], row["platform"]
    newer = held(*of_run, "on", release="6")
    (older,) = [
        one.number("users")
        for one in rows("logging-users")
        if (one["workload"], one["platform"], one["logging"]) == (*of_run, row["against_logging"])
        and one["release"] != "6"
    ]
    assert (newer - older != row["more_users"]) == ("more_users" in row.errs)
    assert row.get("more_percent", round((newer / older - 1) * 100)) == round((newer / older - 1) * 100)


def test_r6mail_on_windows_fits_the_figures_that_r5mail_does_not():
    further = held("R6Mail", "windows", "on", release="6") - held("R6Mail", "windows", "on", release="5.0.10")
    told = TABLES["logging-more-users"].find(workload="R5Mail")
    assert told["more_users"] == further
    costs = [row for row in rows("logging-cpu") if row["platform"] == "windows" and row["cpu_percent"] == -39]
    assert [(row["workload"], bool(row.errs)) for row in costs] == [("R5Mail", True), ("R6Mail", False)]


def test_the_last_users_below_a_second_are_those_told():
    curves = TABLES["logging-drives"].curves()
    below = {drive: max(row["users"] for row in curve if row["response_s"] < 1) for (drive,), curve in curves.items()}
    assert below == {row["drive"]: row["users"] for row in rows("logging-drives-users")}
    assert below["internal SCSI"] < below["RAID array"] / 2


# Each figure beside its neighbours, as printed in columns


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the founding documents are not here")
@pytest.mark.parametrize("drive", ["internal SCSI", "RAID array"])
def test_response_times_stand_below_their_users(drive):
    text = sections("ldd-domino6-logging")["Performance test results, Drive selection"]
    users = [re.findall(r"\d,\d{3}", line) for line in text.splitlines() if line.startswith("Number of users")]
    times = [re.findall(r"\d\.\d{3}", line) for line in text.splitlines() if line.startswith("Response time (s")]
    curve = TABLES["logging-drives"].curves()[(drive,)]
    printed = list(zip(users, times, strict=True))[drive == "RAID array"]
    assert printed == ([f"{row['users']:,}" for row in curve], [row.text("response_s") for row in curve])


COLUMNS = ("client_calls", "server_transactions", "messages", "mail_bytes", "users_a_thread")


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the founding documents are not here")
def test_kinds_of_users_stand_side_by_side():
    text = sections("iris-clustering")["Test methodology for Domino R4.6 clusters, About the workloads"]
    for column in COLUMNS:
        assert "\t".join(f"{row[column]:,}" for row in rows("cluster-workload")) in text
    text = sections("iris-clustering")["sidebar Cluster replication test results, CPU utilization for 100 users"]
    for row in rows("cluster-cpu"):
        assert "\t".join([row["kind"].capitalize(), *list(map(str, row.values()))[2:]]) in text
