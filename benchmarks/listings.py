"""Listings: a folder of seven files of ordinary size, compared with yamllint on one file of 150 lines."""

import shutil

from fleet import write_fleet
from measure import median_costs
from section import Section, Target, Tools, milliseconds, yaml_file

TEXT = """Folders of seven files: NOTES.INI, Server and Configuration document (DXL), `show stat` with more than 1,100
statistics, storcli, sysctl and df. The start of the process is subtracted: the difference of two sizes is divided by
the difference in number."""


def measure(tools: Tools) -> Section:
    """Measure folders of seven files by the difference of two fleets, and yamllint by the difference of two folders."""
    few, many = (2, 6) if tools.quick else (20, 100)
    commands = {}
    for size in (few, many):
        write_fleet(tools.folder / f"servers{size}", size, files=7)
        commands[f"domlint {size}"] = tools.check(tools.folder / f"servers{size}", "--format", "ndjson")
        for number in range(size):
            yaml_file(tools.folder / f"yaml{size}" / f"{number}.yaml")
        commands[f"yamllint {size}"] = tools.peer(tools.folder / f"yaml{size}")
    costs = median_costs(commands, tools.rounds(5))
    each = {
        name: (costs[f"{name} {many}"].cpu - costs[f"{name} {few}"].cpu) / (many - few)
        for name in ("domlint", "yamllint")
    }
    for size in (few, many):
        shutil.rmtree(tools.folder / f"servers{size}")
    rows = [
        ["domlint, a folder of seven files", milliseconds(each["domlint"])],
        ["yamllint, a file of 150 lines", milliseconds(each["yamllint"])],
    ]
    target = Target("A folder of seven files, in files of yamllint", each["domlint"] / each["yamllint"], 1.5)
    return Section("Listings", TEXT, ["work", "CPU"], rows, [target])
