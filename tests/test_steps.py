"""Which derive steps run for which input."""

from at_once import at_once

from advisor import pack
from advisor.derive.order import STEPS
from advisor.facts import Document, Fact, Facts
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue
ALWAYS = {
    "server_kind", "platform", "tasks", "release", "word_size", "settings", "directories", "ports", "cluster",
    "backup", "transactions", "buffer_pool", "assumptions", "readable_secrets", "unencrypted", "gone_drivers", "diagnostics",
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
    ("ini.javauserclasses", "/opt/own.jar", {"class_path"}),
    ("ini.port_enc_adv", "104", {"encryption"}),
    ("ini.faultrecovery", "0", {"fault_recovery"}),
    ("platform", "linux", set()),
    ("platform", "windows", {"layout"}),
    ("one_touch.form", "one-touch", {"parameters"}),
    ("console.release", "14.5", {"effective", "mail_boxes"}),
    ("release", "14.5", {"fix_packs"}),
    ("stat.server.elapsedtime", "1", {"mail_boxes", "statistics", "memory"}),
    ("aix.level", "7100-03", {"completion_ports", "environment", "file_cache", "restricted", "thread_lists"}),
    ("array.level", "5", {"arrays", "controllers", "layout", "likeness", "missing_array_facts", "write_cost"}),
    ("controller.model", "M", {"arrays", "layout"}),
    ("volume.mount", "/", {"bare_disks", "free_space", "mount_options", "layout"}),
    ("stat.server.users.peak", "617", {"users_memory", "mail_boxes", "statistics", "memory"}),
    ("stat.disk.c.free", "1", {"free_space", "mail_boxes", "statistics", "memory"}),
    ("space.free", "1", {"free_space"}),
    ("logical_volume.copies", "1", {"logical_volumes", "layout"}),
]


def names_of_steps(facts):
    """Return the steps that run, each by its function, or by its module if that has only one."""
    names = [step.name.partition(".") for step in STEPS if step.where(facts)]
    return {module if function == "derive" else function.removeprefix("derive_") for module, _, function in names}


@at_once(("key", "text", "further"), CALLED)
def test_a_step_runs_where_there_is_something_for_it_to_do(key, text, further):
    facts = Facts()
    facts.add([Fact("ini.kittype", "2"), Fact(key, text)])
    assert names_of_steps(facts) - ALWAYS == further


def test_documents_call_for_what_holds_beside_notes_ini():
    facts = Facts()
    facts.documents.append(Document("server", "Mail01/Acme", (), True, "", Source.of("a.dxl", b""), (0, 0)))
    assert names_of_steps(facts) - ALWAYS == {
        "access",
        "documents",
        "effective",
        "lockout",
        "mail_boxes",
        "sites",
        "web_sites",
    }


HINTS = [  # a key, what the hint names that would let it be known
    ("transaction_log.own_file_system", "the output of df, mount or lsblk"),
    ("view_rebuild.own_file_system", "the output of df, mount or lsblk"),
    ("cluster.member", "exported as DXL, or the output of `show cluster`"),
]


@at_once(("key", "words"), HINTS)
def test_a_hint_names_what_is_read(key, words):
    entry = CATALOGUE.keys[key]
    assert words in entry.collect
    assert entry.readable
