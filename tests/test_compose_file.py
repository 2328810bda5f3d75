"""Docker compose files: the services that run Domino, their stop grace period, and passwords that are in clear."""

import subprocess
import sys

import data
import pytest
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.containers import compose_file
from advisor.source import Source

CATALOGUE = builtin().catalogue
FULL = data.text("compose_file/full.txt")
LIST = """\
services:
  domino:
    image: "domino-container:V1202"
    environment:
      - SERVERSETUP_ADMIN_PASSWORD=Winter2031!
      - "API_TOKEN=0123456789abcdef"
      - LANG
"""
MERGED = data.text("compose_file/merged.txt")
EXAMPLES = [FULL, LIST, MERGED]


def read(text):
    return list(compose_file.read(Source.of("compose.yaml", text.encode()), CATALOGUE))


def told(text):
    facts = [item for item in read(text) if isinstance(item, Fact)]
    told_of = [(fact.subject.name, fact.key.removeprefix("container."), fact.text) for fact in facts]
    return [one for one in told_of if one[1] != "mounts"]


def service(*lines):
    return "services:\n  domino:\n    image: hclcom/domino\n" + "".join(f"    {line}\n" for line in lines)


NAME = ("domino", "name", "domino")
TEXTS = [
    (FULL, [NAME, ("domino", "variable_in_clear", "SERVERSETUP_ADMIN_PASSWORD"), ("domino", "stop_planned", "60")]),
    (
        LIST,
        [
            NAME,
            ("domino", "variable_in_clear", "SERVERSETUP_ADMIN_PASSWORD"),
            ("domino", "variable_in_clear", "API_TOKEN"),
        ],
    ),
    (
        MERGED,
        [
            ("one", "name", "one"),
            ("one", "variable_in_clear", "ADMIN_PASSWORD"),
            ("one", "stop_planned", "90"),
            ("two", "name", "two"),
            ("two", "stop_planned", "5"),
        ],
    ),
    (service("stop_grace_period: 1m30s"), [NAME, ("domino", "stop_planned", "90")]),
    (service("stop_grace_period: 1h"), [NAME, ("domino", "stop_planned", "3600")]),
    (service("stop_grace_period: 1500ms"), [NAME, ("domino", "stop_planned", "1")]),
    (service("stop_grace_period: 60"), [NAME, ("domino", "stop_planned", "")]),
    (service("stop_grace_period: ${GRACE:-60s}"), [NAME, ("domino", "stop_planned", "")]),
    (service("extends: {service: base}"), [NAME, ("domino", "stop_planned", ""), ("domino", "memory_planned", "")]),
    (service("environment: {ADMIN_PASSWORD: }"), [NAME]),
    (service("environment: {ADMIN_PASSWORD: ''}"), [NAME]),
    (service("environment: [ADMIN_PASSWORD]"), [NAME]),
    (service("environment: {ADMIN_PASSWORD: /run/secrets/admin}"), [NAME]),
    (service("environment: {ADMIN_PASSWORD_FILE: admin2026}"), [NAME]),
    (service("environment: {ADMIN_PASSWORD: $ADMIN_PASSWORD}"), [NAME]),
    ("services:\n  mail:\n    image: ours\n    volumes: [{type: volume, source: a, target: /local/notesdata}]\n",
     [("mail", "name", "mail")]),
    ("services:\n  web:\n    image: nginx\n    depends_on: [domino]\n", []),
    ("services:\n  safelinx:\n    image: hclcom/domino-safelinx\n", []),
    ("services:\n  domino: &a\n    <<: *a\n    image: domino\n", [NAME]),
]  # fmt: skip


LIMITS = [
    ("mem_limit: 4g", ["4294967296"]),
    ("mem_limit: 512M", ["536870912"]),
    ("mem_limit: 1.5gb", ["1610612736"]),
    ("mem_limit: 1073741824", ["1073741824"]),
    ("mem_limit: '2048k'", ["2097152"]),
    ("mem_limit: 4GiB", ["4294967296"]),
    ("mem_limit: 1t", ["1099511627776"]),
    ("mem_limit: 4 gigabytes", [""]),
    ("extends: {file: base.yaml, service: domino}", [""]),
    ("extends: {file: base.yaml, service: domino}\n    mem_limit: 4g", ["4294967296"]),
    ("mem_limit: ${MEMORY:-4g}", [""]),
    ("mem_limit: 0", []),
    ("deploy: {resources: {limits: {cpus: '2', memory: 4g}}}", ["4294967296"]),
    ("deploy: {resources: {reservations: {memory: 4g}}}", []),
    ("mem_reservation: 4g", []),
]


@at_once(("line", "sizes"), LIMITS)
def test_the_limit_of_memory_is_read(line, sizes):
    assert [text for _, key, text in told(service(line)) if key == "memory_planned"] == sizes


FILES = [
    ("ulimits: {nofile: 1024}", ["1024"]),
    ("ulimits: {nofile: {soft: 1024, hard: 4096}}", ["1024"]),
    ("ulimits: {nofile: -1}", ["unlimited"]),
    ("ulimits: {nofile: $FILES}", []),
    ("ulimits: {nproc: 1024}", []),
]


@at_once(("line", "limits"), FILES)
def test_the_limit_of_open_files_is_read(line, limits):
    assert [text for _, key, text in told(service(line)) if key == "open_files"] == limits


@at_once(("text", "expected"), TEXTS)
def test_services_are_read(text, expected):
    assert told(text) == expected


def test_facts_are_located_at_names_and_times():
    for item in read(FULL):
        if isinstance(item, Fact):
            assert FULL[slice(*item.span)] in {"domino", "SERVERSETUP_ADMIN_PASSWORD", "60s"}


BROKEN = [
    ("services:\n  domino:\n   - [\n", False),
    ("services:\n  {{ domino }}: {{\n", False),
    (FULL, True),
    ("services:\n" + "".join(f"  domino{number}: {{image: domino}}\n" for number in range(201)), False),
]


@at_once(("text", "whole"), BROKEN)
def test_what_was_not_read_is_said(text, whole):
    items = read(text)
    assert any(isinstance(item, Complete) for item in items) == whole
    assert any(isinstance(item, Diagnostic) and item.left for item in items) != whole


RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    ("services:\n  web:\n    image: nginx\n", False),
    ("apiVersion: v1\nservices:\n  domino: x\n", False),
    ("image: domino\n", False),
    ("", False),
]


@pytest.mark.parametrize("command", ["check", "facts", "fix", "files"])
@pytest.mark.parametrize("text", EXAMPLES)
def test_no_command_shows_a_password(command, text, domlint, tmp_path):
    (tmp_path / "compose.yaml").write_text(text)
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n")
    for words in ([], *([["--format", "json"], ["--format", "sarif"]] if command == "check" else [])):
        shown = domlint(command, str(tmp_path), *words)
        assert "Winter2031" not in shown.out + shown.err
        assert "0123456789abcdef" not in shown.out + shown.err


def test_without_the_library_the_file_is_named():
    code = (
        "import sys; sys.modules['yaml'] = None\n"
        "from advisor.pack import builtin\nfrom advisor.source import Source\n"
        "from advisor.readers.containers import compose_file\n"
        f"[item] = compose_file.read(Source.of('x', {FULL.encode()!r}), builtin().catalogue)\nassert item.left, item\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)
