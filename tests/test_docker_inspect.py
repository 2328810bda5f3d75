"""`docker inspect` and `podman inspect`: the stop timeout, and passwords that are in clear."""

import json

import pytest
from at_once import at_once

from advisor.facts import Complete, Diagnostic, Fact
from advisor.pack import builtin
from advisor.readers.containers import docker_inspect
from advisor.source import Source

CATALOGUE = builtin().catalogue


def container(name="/mail01", image="hclcom/domino:14.5", env=(), mounts=(), **config):
    return {
        "Id": "5f2b",
        "State": {"Status": "running"},
        "Name": name,
        "HostConfig": {"NetworkMode": "host"},
        "Mounts": [{"Type": "volume", "Destination": folder} for folder in mounts],
        "Config": {"Image": image, "Env": list(env), **config},
    }


def printed(*containers):
    return json.dumps(list(containers), indent=4) + "\n"


SECRET = ("SERVERSETUP_ADMIN_PASSWORD=Winter2031!", "LANG=en_US.UTF-8", "API_TOKEN=0123456789abcdef")
COMPOSE = {"com.docker.compose.service": "domino"}
EXAMPLES = [
    printed(container(env=SECRET, StopTimeout=60)),
    printed(container(Labels=COMPOSE), container("/web", "nginx:1")),
]


def read(text):
    return list(docker_inspect.read(Source.of("inspect.json", text.encode()), CATALOGUE))


def told(text):
    facts = [item for item in read(text) if isinstance(item, Fact)]
    told_of = [(fact.subject.name, fact.key.removeprefix("container."), fact.text) for fact in facts]
    return [one for one in told_of if one[1] != "mounts"]


TEXTS = [
    (EXAMPLES[0], [
        ("mail01", "name", "mail01"),
        ("mail01", "variable_in_clear", "SERVERSETUP_ADMIN_PASSWORD"),
        ("mail01", "variable_in_clear", "API_TOKEN"),
        ("mail01", "stop_running", "60"),
    ]),
    (EXAMPLES[1], [("domino", "name", "mail01"), ("domino", "stop_running", "10")]),
    (printed(container(StopTimeout=None)), [("mail01", "name", "mail01"), ("mail01", "stop_running", "10")]),
    (printed(container(image="ours", mounts=["/local/notesdata"], StopTimeout=90)),
     [("mail01", "name", "mail01"), ("mail01", "stop_running", "90")]),
    (printed(container(env=["ADMIN_PASSWORD=/run/secrets/admin", "TOKEN=", "X"], StopTimeout=90)),
     [("mail01", "name", "mail01"), ("mail01", "stop_running", "90")]),
    (printed(container("/web", "nginx:1", ["ADMIN_PASSWORD=Winter2031!"])), []),
    (printed({"Name": "/x", "HostConfig": {}, "Config": "x"}), []),
    ("[]\n", []),
]  # fmt: skip


FILES = [
    ({"Ulimits": [{"Name": "nofile", "Hard": 4096, "Soft": 1024}]}, ["1024"]),
    ({"Ulimits": [{"Name": "nproc", "Hard": 4096, "Soft": 1024}]}, []),
    ({"Ulimits": [{"Name": "nofile", "Hard": -1, "Soft": -1}]}, ["unlimited"]),
    ({"Ulimits": None}, []),
]


@at_once(("host", "limits"), FILES)
def test_the_limit_of_open_files_is_read(host, limits):
    limited = container() | {"HostConfig": host}
    assert [text for _, key, text in told(printed(limited)) if key == "open_files"] == limits


KILLED = [({"OOMKilled": True}, ["yes"]), ({"OOMKilled": False}, ["no"]), ({}, []), ({"OOMKilled": "x"}, [])]


@at_once(("state", "killed"), KILLED)
def test_whether_the_kernel_killed_a_process_is_read(state, killed):
    text = printed(container() | {"State": state})
    assert [value for _, key, value in told(text) if key == "oom_killed"] == killed


LIMITS = [
    ({"Memory": 4294967296}, ["4294967296"]),
    ({"Memory": 0}, ["0"]),
    ({"Memory": -1}, []),
    ({}, []),
]


@at_once(("host", "sizes"), LIMITS)
def test_the_limit_of_memory_is_read(host, sizes):
    limited = container() | {"HostConfig": host}
    assert [text for _, key, text in told(printed(limited)) if key == "memory_running"] == sizes


@at_once(("text", "expected"), TEXTS)
def test_containers_are_read(text, expected):
    assert [(name, key, value if key != "name" else "mail01") for name, key, value in told(text)] == expected


def test_a_name_of_a_variable_is_located_without_its_value():
    spans = [item.span for item in read(EXAMPLES[0]) if isinstance(item, Fact) and item.key.endswith("in_clear")]
    assert [EXAMPLES[0][slice(*span)] for span in spans] == ["SERVERSETUP_ADMIN_PASSWORD", "API_TOKEN"]


BROKEN = [
    (EXAMPLES[0], True),
    (EXAMPLES[0][:-4], False),
    (printed(*[container()] * 201), False),
]


@at_once(("text", "whole"), BROKEN)
def test_what_was_not_read_is_said(text, whole):
    items = read(text)
    assert any(isinstance(item, Complete) for item in items) == whole
    assert any(isinstance(item, Diagnostic) for item in items) != whole


RECOGNISED = [
    *((text, True) for text in EXAMPLES),
    (printed(container("/web", "nginx:1")), True),
    ('[{"Config": {"Image": "domino"}}]\n', False),
    ('{"HostConfig": {}, "Config": {}}\n', False),
    ("", False),
]


@pytest.mark.parametrize("command", ["check", "facts", "fix"])
def test_no_command_shows_a_password(command, domlint, tmp_path):
    (tmp_path / "inspect.json").write_text(EXAMPLES[0])
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n")
    shown = domlint(command, str(tmp_path))
    assert "Winter2031" not in shown.out + shown.err
    assert "0123456789abcdef" not in shown.out + shown.err
