"""Start: the CPU time of one check of one small file, compared with yamllint."""

from dataclasses import replace
from pathlib import Path
from random import Random

from fleet import notes_ini
from measure import Command, median_costs
from section import Section, Target, Tools, milliseconds, yaml_file

PROJECT = Path(__file__).parent.parent
PEER = "yamllint, 150 lines without a finding"
FEW, AGED, VARIED = "few findings", "`fixtures/windows-9.0.1-aged` (11 findings)", "150 lines, about 18 findings"
TEXT = """CPU time of whole processes, each of which checks one file. *Few findings* is a NOTES.INI of 150
lines, of which most are unknown to the catalogue."""


def measure(tools: Tools) -> Section:
    """Measure the start with few and many findings, with options, with a configuration and with another file name."""
    folder = tools.folder
    few, other = folder / "few/notes.ini", folder / "few/mail01.txt"
    varied, configured = folder / "varied/notes.ini", folder / "configured/notes.ini"
    for path in (few, other, configured):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(few_findings(), encoding="ascii")
    (configured.parent / "domlint.toml").write_text('ignore = ["INI020"]\n', encoding="ascii")
    varied.parent.mkdir()
    varied.write_text(notes_ini("Mail00001", "12.0.2FP3", [f"Vendor_{n}" for n in range(99)], Random(1)), "ascii")
    aged = PROJECT / "fixtures/windows-9.0.1-aged/notes.ini"
    check = {FEW: few, AGED: aged, VARIED: varied}
    commands = {
        "bare Python": Command([str(tools.commands / "python"), "-c", "pass"]),
        PEER: tools.peer(yaml_file(folder / "settings.yaml")),
        **{name: tools.check(path, jobs=None) for name, path in check.items()},
        f"{AGED}, JSON": tools.check(aged, "--format", "json", jobs=None),
        f"{FEW}, with a domlint.toml": replace(tools.check(configured, jobs=None), folder=configured.parent),
        f"{FEW}, named mail01.txt": tools.check(other, jobs=None),
    }
    costs = median_costs(commands, tools.rounds(16))
    peer = costs[PEER].cpu
    rows = [[name, milliseconds(cost.cpu), f"{cost.cpu / peer:.2f}"] for name, cost in costs.items()]
    plain = costs[FEW].cpu
    targets = [
        Target("Few findings, of yamllint", plain / peer, 0.8),
        Target("11 findings, of yamllint", costs[AGED].cpu / peer, 1.0),
        Target("11 findings as JSON, of yamllint", costs[f"{AGED}, JSON"].cpu / peer, 1.1),
        Target("With a domlint.toml, of the plain start", costs[f"{FEW}, with a domlint.toml"].cpu / plain, 1.15),
        Target("Another file name, of the plain start", costs[f"{FEW}, named mail01.txt"].cpu / plain, 1.15),
    ]
    return Section("Start", TEXT, ["command", "CPU", "of yamllint"], rows, targets)


def few_findings() -> str:
    """Return a NOTES.INI of 150 lines with few findings."""
    lines = [
        "[Notes]",
        "KitType=2",
        "Directory=/local/notesdata",
        "ServerName=Mail01/Acme",
        "FaultRecovery_Build=Release 12.0.2FP3",
        "TRANSLOG_Status=1",
        "TRANSLOG_Path=/local/translog",
        "ServerTasks=Update,Replica,Router,AMgr,AdminP,HTTP",
    ]
    lines += [f"Vendor_Setting_{number}={number}" for number in range(150 - len(lines))]
    return "\n".join(lines) + "\n"
