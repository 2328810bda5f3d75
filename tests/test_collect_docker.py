"""`domlint collect --platform docker`: the container of the data directory, without its passwords."""

import json
import shutil
import subprocess
from pathlib import Path

import data
import pytest
import yaml
from test_collect import AWKS, CATALOGUE, SHELLS, Machine

from advisor import collecting

COMPOSE = data.text("collect_docker/compose.txt")
INSPECT = [
    {
        "Name": "/mail01",
        "HostConfig": {"NetworkMode": "host"},
        "Config": {
            "Env": ["SERVERSETUP_ADMIN_PASSWORD=hunter2", "LANG=en_US.UTF-8", "API_TOKEN=0123456789hunter2"],
            "Image": "hclcom/domino:14.5",
            "Labels": {"org.example.password": "hunter2", "com.docker.compose.service": "domino"},
        },
    }
]
DF = "Filesystem 1024-blocks Used Available Capacity Mounted on\noverlay 100 60 40 60% /\n"
LIMITS = "Limit   Soft Limit   Hard Limit   Units\nMax open files   80000   80000   files\n"
DOCKER = data.text("collect_docker/docker.txt")


@pytest.fixture
def machine(tmp_path):
    machine = Machine(tmp_path)
    compose, inspect = tmp_path / "compose.yml", tmp_path / "inspect"
    compose.write_text(COMPOSE)
    inspect.write_text(json.dumps(INSPECT, indent=4) + "\n")
    texts = {"df": DF.replace("%", "%%"), "limits": LIMITS}
    machine.tools(docker=DOCKER.format(data=machine.data, compose=compose, inspect=inspect, **texts))
    return machine


@pytest.mark.parametrize("shell", ["sh", *SHELLS])
def test_a_container_is_gathered_without_passwords(machine, shell):
    done = machine.run("docker", shell=shell)
    assert (done.returncode, done.err) == (0, "")
    assert machine.gathered() == [
        *("compose-1.yaml", "df-i.txt", "df.txt", "gathered.log", "inspect.json", "limits.txt", "notes.ini")
    ]
    for path in machine.output.iterdir():
        assert "hunter2" not in path.read_text(), path
    services = yaml.safe_load((machine.output / "compose-1.yaml").read_text())["services"]
    assert services["domino"]["stop_grace_period"] == "30s"
    assert services["domino"]["environment"]["LANG"] == "en_US.UTF-8"
    assert services["domino"]["environment"]["SERVERSETUP_ADMIN_PASSWORD"] == "***"
    assert services["other"]["environment"][:3] == ["ADMIN_PASSWORD=***", "API_TOKEN=***", "LANG=de"]
    [inspected] = json.loads((machine.output / "inspect.json").read_text())
    assert inspected["Config"]["Env"] == ["SERVERSETUP_ADMIN_PASSWORD=***", "LANG=en_US.UTF-8", "API_TOKEN=***"]


def test_what_was_gathered_is_checked(machine, domlint):
    machine.run("docker")
    done = domlint("check", str(machine.output), "--format", "json", "--select", "container-stop-time-short")
    assert [finding["subject"] for finding in json.loads(done.out)["findings"]] == ["container domino"]


def test_without_the_container_the_files_of_the_data_directory_are_gathered(machine):
    machine.tools(docker="echo web; exit 0")
    assert machine.run("docker").returncode == 0
    assert machine.gathered() == ["gathered.log", "notes.ini"]
    assert "a running container" in machine.log()


@pytest.mark.parametrize("awk", AWKS)
@pytest.mark.parametrize("text", [COMPOSE, COMPOSE.replace("\n", "\r\n"), json.dumps(INSPECT, indent=4)])
def test_every_awk_keeps_yaml_and_json_whole(awk, text, tmp_path):
    command = [shutil.which(awk), *(["awk"] if awk == "busybox" else [])]
    (tmp_path / "text").write_text(text, newline="")
    hidden = tmp_path / "hidden"
    settings = collecting.program("settings.awk", CATALOGUE)
    with hidden.open("wb") as out:
        words = ["-v", "newline=yes", settings]
        subprocess.run([*command, *words, "text"], cwd=tmp_path, check=True, stdout=out)
    own = (Path(collecting.__file__).parent / "container.awk").read_text()
    done = subprocess.run([*command, own, "hidden", "text"], cwd=tmp_path, check=True, capture_output=True, text=True)
    assert "hunter2" not in done.stdout
    assert yaml.safe_load(done.stdout)
