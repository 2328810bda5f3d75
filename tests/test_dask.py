"""A run on Dask's workers gives the same bytes as a run in one process."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from fleets import fleet

from advisor import run
from advisor.cli import report_files
from advisor.servers import reading

pytestmark = [pytest.mark.law, pytest.mark.loopback]
ROOT = Path(__file__).parent.parent
CLUSTER = """
import sys
from distributed import LocalCluster

if __name__ == "__main__":
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None, silence_logs="CRITICAL") as cluster:
        workers = cluster.workers.values()
        print(cluster.scheduler_address, *(nanny.pid for nanny in workers), flush=True)
        sys.stdin.read()
"""
NOBODY = "tcp://127.0.0.1:9"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory):
    """The address of a scheduler, and the numbers of its workers' processes."""
    script = tmp_path_factory.mktemp("cluster") / "cluster.py"
    script.write_text(CLUSTER)
    path = os.pathsep.join(filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)]))
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL, "text": True}
    with subprocess.Popen(
        [sys.executable, str(script)], env={**os.environ, "PYTHONPATH": path}, cwd=script.parent, **pipes
    ) as process:
        address, *workers = process.stdout.readline().split()
        yield address, list(map(int, workers))
        process.stdin.close()


def test_the_report_is_the_same_on_dask_and_when_a_worker_is_killed_meanwhile(cluster, domlint, tmp_path, monkeypatch):
    address, workers = cluster
    monkeypatch.setattr(reading, "HELD", 0)
    monkeypatch.setattr(run, "START_SECONDS", 0)
    monkeypatch.setattr(run, "_BATCH_SERVERS", 2)
    fleet(tmp_path / "in", 40)
    words = ("check", "in", "--isolated", "--format=ndjson")
    alone = domlint(*words, "--jobs=1")
    assert domlint(*words, "--engine=dask", "--scheduler", address)[:3] == alone[:3]
    real, written = report_files.LineWriter.server, []

    def killing(writer, part):
        written.append(part)
        if len(written) == 3:
            os.kill(workers[0], signal.SIGKILL)
        return real(writer, part)

    monkeypatch.setattr(report_files.LineWriter, "server", killing)
    assert domlint(*words, "--engine=dask", "--scheduler", address)[:3] == alone[:3]
    assert len(written) == 40


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--engine=dask"], "--engine dask needs --scheduler ADDRESS"),
        (["--scheduler", NOBODY], "--scheduler needs --engine dask"),
        (["--engine=processes", "--scheduler", NOBODY], "--scheduler needs --engine dask"),
        (["--engine=dask", "--scheduler", NOBODY, "--jobs=2"], "--jobs and --dask"),
        (["--engine=dask", "--scheduler", "nonsense://x"], "no scheduler answers at nonsense://x"),
        (["--engine=dask", "--scheduler", "nonsense://svc:hunter2@x:1"], "answers at nonsense://x:1"),
        (["--engine=dask", "--scheduler", "svc:hunter2@x:1"], "answers at svc:***@x:1"),
        (["--engine=ray"], "--engine"),
    ],
)
def test_an_engine_that_cannot_be_asked_is_wrong_use(words, told, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    done = domlint("check", ".", "--isolated", *words)
    assert (done.returncode, done.out) == (2, "")
    assert told in done.err
    assert "hunter2" not in done.err
