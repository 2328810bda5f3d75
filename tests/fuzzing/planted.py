"""Planted: what every writer is given, with a mark wherever a stranger's word stands, and what is planted in its place.

The answers are those of whole runs over files that hold the mark as names, values, paths, reasons and reports.
"""

import json
from functools import cache
from importlib import import_module
from types import SimpleNamespace
from typing import Any

import data
import pytest
from test_writer_contract import MARK

from advisor import writers
from fuzzing.promises import folder_of, ran

KINDS = {"check": "", "upgrade": "", "outliers": "", "fix": "plan", "compare": "comparison", "history": "history",
         "diff": "difference", "size": "size"}  # fmt: skip

NOTES = f"""[Notes]
KitType=2
ServerName={MARK}{{number}}/{MARK}
Directory=/local/{MARK}/notesdata
FaultRecovery_Build=Release 12.0.2
TRANSLOG_Status={{number}}
TRANSLOG_Path={MARK}
Server_Session_Timeout=480
SERVER_RESTRICTED=2
{MARK}={MARK}
{MARK}=x
Server_Availability_Threshold={MARK}
F{MARK}oo ={MARK}
ServerTasks=Update,{MARK}.exe -x {MARK}
Ports=TCPIP,{MARK}
PORTS=LAN
{MARK}_Password={MARK}
A=\0
"""
STORAGE = f"""[[array]]
name = "{MARK}"
level = "0"
[[array]]
name = "b"
level = "{MARK}"
[[volume]]
mount = "/local/{MARK}"
array = "{MARK}"
[[volume]]
mount = "/"
array = "{MARK}c"
"""
CLUSTER = f"> show cluster\nCluster name: {MARK}c\n\nServer name                 Availability\n{MARK}1/{MARK}   100\n{MARK}2/{MARK}   90\n"
SITE = f"""[[waive]]
rule = "SERVER_RESTRICTED"
reason = "x"
[[waive]]
rule = "INI003"
reason = "{MARK}"
owner = "{MARK}"
ticket = "{MARK}"
[[waive]]
rule = "THR001"
server = "{MARK}9"
until = 2020-01-01
reason = "{MARK}"
[severity]
THR001 = "high"
[servers."{MARK}1/{MARK}"]
platform = "aix"
reason = "{MARK}"
""".replace('[[waive]]\nrule = "SERVER_RESTRICTED"\nreason = "x"\n', "")
PLAN = f'[[server]]\nname = "{MARK}"\nmail_light = 800\n[[server]]\nname = "{MARK}2"\nmaildb_active = 300\n'
FILES = {
    "domlint.toml": SITE,
    f"in/{MARK}1/notes.ini": NOTES.format(number=1),
    f"in/{MARK}1/storage.toml": STORAGE,
    f"in/{MARK}1/{MARK}.txt": CLUSTER,
    f"in/{MARK}2/notes.ini": NOTES.format(number=0),
    f"in/{MARK}2/{MARK}/storage.toml": STORAGE.replace("level", "levl"),
    f"in/{MARK}3/show-stat-{MARK}.txt": "\x00",
    f"in/{MARK}3/empty/notes.ini": "",
    "plan.toml": PLAN,
}

ALIKE = data.text("planted/alike.txt")
GROUP = {  # seven alike servers, of which one is out of line; what is planted brings settings of all of them into doubt
    "domlint.toml": f'[[waive]]\nrule = "out-of-line"\nreason = "kept {MARK}"\n',
} | {
    f"in/{MARK}{at}/notes.ini": ALIKE.format(name=f"{MARK}{at}/{MARK}", value=5 if at == 7 else 4, mark=MARK)
    for at in range(1, 8)
}


def files_of(kind: str) -> dict[str, str]:
    """The files of a kind of answer, with marks."""
    if kind == "outliers":
        return GROUP
    return FILES | (reports() if kind in {"compare", "history"} else {})


def renderers(kind: str) -> dict[str, Any]:
    """What writes a kind of answer, by format."""
    if KINDS[kind]:
        return dict(import_module(f"advisor.writers.{KINDS[kind]}").RENDERERS)
    return {name: writers.writer(name).render for name in writers.FORMATS}


@cache
def answer(kind: str) -> tuple[Any, Any]:
    """What the writers of a kind are given, with marks, and the options."""
    return answer_on(kind, files_of(kind))


def answer_on(kind: str, files: dict[str, str]) -> tuple[Any, Any]:
    """What the writers of a kind are given of files. The reports that are compared are made of those with marks."""
    given: list[tuple[Any, Any]] = []
    catch = SimpleNamespace(
        render=lambda *told: given.append(told) or "", FOR_PEOPLE=True, LINE_BY_LINE=False, FINDINGS_ALONE=False,
        NEEDS=frozenset({"passed", "layout"}),
    )  # fmt: skip
    laid = folder_of({path: text.encode("utf-8", "replace") for path, text in files.items()})
    with laid as folder, pytest.MonkeyPatch.context() as patch:
        if KINDS[kind]:
            patch.setitem(import_module(f"advisor.writers.{KINDS[kind]}").RENDERERS, "json", catch.render)
        else:
            patch.setattr(writers, "writer", lambda _: catch)
        done = ran(_arguments(kind, files), folder)
    assert given or done.code in {2, 3}, done
    return given[0] if given else (None, None)


@cache
def reports() -> dict[str, str]:
    """Two reports, in which marks stand: of the findings of the first some are gone in the second, and some worse."""
    with folder_of({path: text.encode() for path, text in FILES.items()}) as folder:
        first = ran(["check", "in", "--format", "json", "--config", "domlint.toml"], folder).out
    second = json.loads(first)
    second["findings"] = [one | {"severity": "critical"} for one in second["findings"][::2]]
    return {"report-1.json": first, "report-2.json": json.dumps(second)}


def files_with(kind: str, text: str) -> dict[str, str]:
    """The files of a kind of answer with a text wherever the mark stands, as each kind of file can hold it."""
    if kind in {"compare", "history"}:
        quoted = json.dumps(text)[1:-1]
        return {name: raw.replace(MARK, quoted) for name, raw in reports().items()}
    files = {}
    for path, raw in files_of(kind).items():
        quoted = (
            json.dumps(text, ensure_ascii=False)[1:-1].replace("\x7f", "\\u007f") if path.endswith(".toml") else text
        )
        files["/".join(part.replace(MARK, _in_a_name(text)) for part in path.split("/"))] = raw.replace(MARK, quoted)
    return files


def _in_a_name(text: str) -> str:
    """As much of a text as a file's name can have."""
    return text.replace("/", "|").replace("\0", "").encode("utf-8", "replace")[:60].decode("utf-8", "ignore") or "x"


def _arguments(kind: str, files: dict[str, str]) -> list[str]:
    given = ["in", "--config", "domlint.toml"]
    servers = [path.removesuffix("/storage.toml") for path in files if path.endswith("/storage.toml")]
    return {
        "check": ["check", *given, "--outliers"],
        "upgrade": ["check", *given, "--as-release", "14.5"],
        "outliers": ["check", *given, "--outliers"],
        "fix": ["fix", *given, "--unsafe"],
        "compare": ["compare", "report-1.json", "report-2.json"],
        "history": ["compare", "report-1.json", "report-2.json", "report-1.json"],
        "diff": ["diff", *servers[:2], "--config", "domlint.toml"],
        "size": ["size", "plan.toml"],
    }[kind] + ["--format", "json"]


def planted(value: Any, new: str) -> Any:
    """An answer, or a part of it, with something else wherever the mark stands."""
    if isinstance(value, str):
        return value.replace(MARK, new) if MARK in value else value
    if isinstance(value, dict):
        return {planted(key, new): planted(part, new) for key, part in value.items()}
    if isinstance(value, list):
        return [planted(part, new) for part in value]
    if isinstance(value, frozenset):
        return frozenset(planted(part, new) for part in value)
    if isinstance(value, tuple):
        parts = [planted(part, new) for part in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    return value
