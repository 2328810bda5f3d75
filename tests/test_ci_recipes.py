"""The recipes of docs/ci.md run on good, bad, missing and broken servers, and install domlint."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml
from at_once import at_once

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
GITHUB, GITLAB = (yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", TEXT, re.DOTALL))
(JENKINS,) = re.findall(r"```groovy\n(.*?)```", TEXT, re.DOTALL)
STEPS = GITHUB["jobs"]["domlint"]["steps"]
VARIABLES = {
    "github": GITHUB["env"],
    "gitlab": GITLAB["variables"],
    "jenkins": dict(re.findall(r"(\w+) = '(.*)'", re.search(r"environment \{(.*?)\}", JENKINS, re.DOTALL)[1])),
}
INSTEAD = re.search(
    r"replace the line `(.*?)` by `(.*?)`", " ".join(TEXT.split())
).groups()  # findings do not fail the job

pytestmark = pytest.mark.skipif(not shutil.which("bash"), reason="the lines are written for bash")


def lines_of(recipe):
    if recipe == "github":
        return [step["run"] for step in STEPS if "run" in step]
    if recipe == "gitlab":
        return GITLAB["domlint"]["script"]
    if recipe == "jenkins":
        return re.findall(r"sh(?:\(returnStatus: true, script:)? '([^']+)'", JENKINS)
    lines = lines_of("github")
    assert INSTEAD[0] in lines[-1]
    return [line.replace(*INSTEAD) for line in lines]


def run_lines(lines, folder, env):
    """Run the lines in one shell with the environment of a runner. Return what subprocess.run returns."""
    env = {**os.environ, **env, "HOME": str(folder)}
    env |= {"GITHUB_OUTPUT": str(folder / "outputs"), "GITHUB_STEP_SUMMARY": str(folder / "summary")}
    return subprocess.run(
        ["bash", "-eo", "pipefail", "-c", "\n".join(lines)],
        cwd=folder, env=env, capture_output=True, text=True, check=False,
    )  # fmt: skip


def run(recipe, folder):
    """Run a recipe's lines as its runner does, without the installation. Return the exit code."""
    tools = folder / "tools"
    tools.mkdir(exist_ok=True)
    (tools / "domlint").write_text(f'#!/bin/sh\nexec "{sys.executable}" -m advisor "$@"\n')
    (tools / "domlint").chmod(0o755)
    lines = [line.replace(".venv/bin/domlint", "domlint") for line in lines_of(recipe) if "pip install" not in line]
    assert any("domlint check" in line for line in lines)
    return run_lines(lines, folder, {"PATH": f"{tools}{os.pathsep}{os.environ['PATH']}"}).returncode


def fill(folder, case):
    """servers/ as it is in a case."""
    servers = {"good": ["good"], "bad": ["good", "bad"], "missing": [], "broken": ["good", "broken"], "empty": []}[case]
    if case == "empty":
        (folder / "servers").mkdir()
    if case == "broken":
        (folder / "servers" / "broken").mkdir(parents=True)
        (folder / "servers" / "broken" / "storage.toml").write_text("[[array]]\nnmae = 1\n")
    for name in servers:
        (folder / "servers" / name).mkdir(parents=True, exist_ok=True)
        fault = "SERVER_RESTRICTED=2\n" if name == "bad" else ""
        (folder / "servers" / name / "notes.ini").write_text(f"[Notes]\nKitType=2\nServerName={name}/Acme\n{fault}")


SHOWN = {
    "github": ["summary"],
    "gitlab": [*GITLAB["domlint"]["artifacts"]["reports"].values()],
    "jenkins": ["junit.xml"],
}
CASES = [("good", 0, True), ("bad", 1, True), ("missing", 2, None), ("broken", 2, False), ("empty", 3, False)]


@pytest.mark.parametrize("recipe", ["github", "gitlab", "jenkins", "shell"])
@pytest.mark.parametrize(("case", "code", "complete"), CASES[1:4], ids=[case for case, *_ in CASES[1:4]])
def test_a_recipe_ends_as_it_should(recipe, case, code, complete, tmp_path):
    fill(tmp_path, case)
    found = run(recipe, tmp_path)
    assert found == (0 if (recipe, code) == ("shell", 1) else code)
    if recipe == "github":  # of which it depends whether code scanning is given the log
        assert (tmp_path / "outputs").read_text() == f"code={code}\n"
    for name in ("report.json", "report.sarif", *SHOWN.get(recipe, ())):
        assert (tmp_path / name).exists() == (complete is not None), name
    if complete is not None:
        assert json.loads((tmp_path / "report.json").read_text())["complete"] is complete
        (sarif,) = json.loads((tmp_path / "report.sarif").read_text())["runs"]
        assert sarif["invocations"][0]["executionSuccessful"] is complete


@pytest.fixture
def runner(tmp_path_factory, pip_offline):
    """Return the environment variables of a new runner that has Python and pip, and no domlint."""
    folder = tmp_path_factory.mktemp("runner")
    subprocess.run(
        [sys.executable, "-m", "virtualenv", "--quiet", "--no-download", "--no-periodic-update", folder], check=True
    )
    path = f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}"
    return {**os.environ, **pip_offline, "PATH": path}


@pytest.mark.law
@pytest.mark.loopback  # pip binds a socket to see whether the machine has IPv6
def test_a_recipe_installs_domlint_once_its_variables_are_set(clone, runner, tmp_path):
    """One installs it; the others ask pip for the same."""
    installed = {recipe: re.findall(r"pip install --quiet \S+\"", "\n".join(lines_of(recipe))) for recipe in VARIABLES}
    assert len({*map(tuple, installed.values())}) == len(installed["github"]) == 1
    assert {*map(str, VARIABLES.values())} == {str({"DOMLINT_REPO": "", "DOMLINT_REF": ""})}
    fill(tmp_path, "bad")
    variables = {"DOMLINT_REPO": clone.address, "DOMLINT_REF": clone.commit}
    done = run_lines(lines_of("github"), tmp_path, {**runner, **variables})
    assert done.returncode == 1, done.stderr
    assert json.loads((tmp_path / "report.json").read_text())["complete"] is True


@pytest.mark.parametrize("recipe", VARIABLES)
def test_a_recipe_without_its_variables_names_the_missing_one(recipe, tmp_path):
    lines = [line for line in lines_of(recipe) if "pip install" in line]
    done = run_lines([line.rpartition("&& ")[2] for line in lines], tmp_path, VARIABLES[recipe])
    assert (done.returncode != 0, "DOMLINT_REPO" in done.stderr) == (True, True)


@pytest.mark.parametrize(("report", "code"), [('{"complete": true}', 0), ('{"complete": false}', 1), (None, 1)])
def test_tickets_are_closed_by_a_whole_report_alone(report, code, tmp_path):
    if report:
        (tmp_path / "report.json").write_text(report)
    line = GITLAB["tickets"]["script"][0].replace("python -c", f"{sys.executable} -c", 1)
    done = subprocess.run(["bash", "-ec", line], cwd=tmp_path, capture_output=True, check=False)
    assert done.returncode == code


@at_once(("case", "code", "complete"), CASES, ids=[case for case, *_ in CASES])
def test_code_scanning_is_given_a_whole_log_alone(case, code, complete):
    [upload] = [step for step in STEPS if "upload-sarif" in step.get("uses", "")]
    taken = [int(told) for told in re.findall(r"steps\.check\.outputs\.code == '(\d)'", upload["if"])]
    assert (taken, code in taken) == ([0, 1], bool(complete))
    assert "if (code <= 1) { recordIssues" in JENKINS
    assert "recordIssues" not in JENKINS.partition("post {")[2]
