"""Which derive steps run for which input: what only some input calls for is not even imported without it."""

import subprocess
import sys
from pathlib import Path

import pytest
from at_once import at_once

from advisor import pack
from advisor.derive.steps import STEPS
from advisor.facts import Document, Fact
from advisor.known import Facts
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
ALWAYS = {
    "kind", "platform", "task_lists", "tasks", "release", "bits", "settings", "known_settings", "directories", "ports", "cluster",
    "backup", "transactions", "buffer_pool", "presumed",
}  # fmt: skip

CALLED = [  # a key that is known, its text, the steps that it calls for besides those of every NOTES.INI
    ("ini.servertasks", "Router", set()),
    ("ini.servertasks", "Router,ScanTask mail1.box", {"mail_boxes", "scan_tasks"}),
    ("ini.servertasks", "Router,Traveler", {"traveler"}),
    ("stat.traveler.push.devices.total", "9", {"traveler", "mail_boxes", "statistics", "memory"}),
    ("stat.mail.dead", "1", {"mail_queues", "mail_boxes", "statistics", "memory"}),
    ("stat.smtp.dnsbl.totalhits", "1", {"mail_queues", "mail_boxes", "statistics", "memory"}),
    ("stat.sem.timeouts", "0244:1", {"semaphores", "mail_boxes", "statistics", "memory"}),
    ("ini.javaenabledebug", "1", {"debugger"}),
    ("ini.javascriptenabledebug", "0", {"debugger"}),
    ("ini.javadebugoptions", "server=y", set()),
    ("ini.faultrecovery", "0", {"fault_recovery"}),
    ("platform", "linux", set()),
    ("platform", "windows", {"layout"}),
    ("one_touch.form", "one-touch", {"secrets"}),
    ("console.release", "14.5", {"effective", "mail_boxes"}),
    ("stat.server.elapsedtime", "1", {"mail_boxes", "statistics", "memory"}),
    ("aix.level", "7100-03", {"completion_ports", "environment", "file_cache", "restricted", "thread_lists"}),
    ("array.level", "5", {"arrays", "controllers", "layout", "likeness", "wanted", "write_cost"}),
    ("controller.model", "M", {"arrays", "layout"}),
    ("volume.mount", "/", {"bare_disks", "free_space", "mount_options", "layout"}),
    ("stat.server.users.peak", "617", {"users_memory", "mail_boxes", "statistics", "memory"}),
    ("stat.disk.c.free", "1", {"free_space", "mail_boxes", "statistics", "memory"}),
    ("space.free", "1", {"free_space"}),
    ("logical_volume.copies", "1", {"logical_volumes", "layout"}),
]


@at_once(("key", "text", "further"), CALLED)
def test_a_step_runs_where_there_is_something_for_it_to_do(key, text, further):
    facts = Facts()
    facts.add([Fact("ini.kittype", "2"), Fact(key, text)])
    assert {step.module for step in STEPS if step.where(facts)} - ALWAYS == further


def test_documents_call_for_what_holds_beside_notes_ini():
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), True, "", Source.of("a.dxl", b""), (0, 0)))
    assert {step.module for step in STEPS if step.where(facts)} - ALWAYS == {
        "access",
        "documents",
        "effective",
        "lockout",
        "mail_boxes",
        "sites",
        "web_sites",
    }


WITH_FINDINGS = {
    "judging.remedy", "pack.fixes", "pack.message", "report.evidence", "report.findings", "report.remedies",
}  # fmt: skip
SOUND = Path(__file__).parents[1] / "fixtures" / "linux-12.0.2-good" / "notes.ini"


@pytest.mark.parametrize(
    ("extra", "finds", "late"),
    [("", "no findings", WITH_FINDINGS), ("Server_Session_Timeout=600\n", "session-timeout-long", set())],
)
def test_what_only_findings_call_for_comes_with_the_first(extra, finds, late, tmp_path):
    (tmp_path / "notes.ini").write_text(SOUND.read_text() + "\n" + extra)
    program = (
        "import sys\nfrom advisor import pack\nfrom advisor.__main__ import main\n"
        "sys.argv = ['domlint', 'check', 'notes.ini', '--isolated']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "shown = ['shown.jsonl'] * pack._lines_shown.cache_info().currsize\n"
        "sys.stderr.write(' '.join([*shown, *sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("advisor.") for name in done.stderr.split()}
    assert finds in done.stdout
    assert WITH_FINDINGS - loaded == late
    assert ("shown.jsonl" in loaded) == (not late)
    assert not loaded & {"report.decided", "servers.belonging"}  # of a configuration, and of several files


def test_a_check_of_notes_ini_alone_imports_no_other_step(tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nDirectory=/local/notesdata\nServerTasks=Router\n")
    program = (
        "import sys\nfrom advisor.__main__ import main\nsys.argv = ['domlint', 'check', 'notes.ini', '--isolated']\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "sys.stderr.write(' '.join(name for name in sys.modules if name.startswith('advisor.derive.')))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    loaded = {name.removeprefix("advisor.derive.") for name in done.stderr.split()} - {"context", "steps"}
    assert {name for name in loaded if not name.startswith("steps.")} == ALWAYS


HINTS = [  # a key, what the hint names that would let it be known
    ("transaction_log.own_file_system", "the output of df, mount or lsblk"),
    ("view_rebuild.own_file_system", "the output of df, mount or lsblk"),
    ("cluster.member", "exported as DXL, or the output of `show cluster`"),
]


@pytest.mark.parametrize(("key", "words"), HINTS)
def test_a_hint_names_what_is_read(key, words):
    entry = CATALOGUE.keys[key]
    assert words in entry.collect
    assert entry.readable
