"""The gates of rules: what a rule says of its own first failing example once a single thing is otherwise."""

import pytest
from msgspec.structs import replace

from advisor import pack
from advisor.checking import examples
from advisor.derive import release, server
from advisor.facts import Fact
from advisor.pack.rule import Example

PACK = pack.builtin()
RULES = {rule.name: rule for rule in PACK.rules}


def altered(example, changes):
    """An example with other lines of NOTES.INI (`KitType=1`, `-KitType` for none), and `release`, `platform`, `bits`.

    `old -> new` changes the text of all its files, `+name: text` adds a file. Changes are parted by a semicolon.
    """
    options, files = {}, dict(example.files)
    for change in filter(None, changes.split("; ")):
        word, _, value = change.partition(" ")
        if word in {"release", "platform", "bits"}:
            options[word] = int(value) if word == "bits" else value
        elif word.startswith("+"):
            files[word[1:-1]] = value.replace("\\n", "\n").rstrip("\n") + "\n"
        elif " -> " in change:
            old, new = change.split(" -> ")
            assert any(old in text for text in files.values()), old
            files = {name: text.replace(old, new.replace("\\n", "\n")) for name, text in files.items()}
        else:
            files["notes.ini"] = with_line(files["notes.ini"], change)
    return replace(example, files=files, **options)


def with_line(ini, change):
    name = change.removeprefix("-").partition("=")[0]
    kept = [line for line in ini.splitlines(keepends=True) if line.partition("=")[0].lower() != name.lower()]
    return "".join(kept if change.startswith("-") else [*kept, change + "\n"])


def whole(example):
    """With what set-up leaves in every NOTES.INI, for these cases rest on what a file lacks."""
    files = {
        name: text.replace("KitType=2\n", "KitType=2\nDirectory=/local/notesdata\n", 1)
        if _lacks_directory(text)
        else text
        for name, text in example.files.items()
    }
    return replace(example, files=files)


def _lacks_directory(text):
    return "[Notes]" in text and "\ndirectory=" not in text.lower()


FAILING = [(rule.name, whole(example)) for rule in PACK.rules for example in rule.examples if example.expect == "fail"]


def case(name, changes, expect, example=None):
    """One case: the rule, and an example that says what it expects (`fail low`: with that severity)."""
    example = altered(example or next(failing for rule, failing in FAILING if rule == name), changes)
    expect, _, severity = expect.partition(" ")
    return name, replace(example, expect=expect, severity=severity or None, subject=None), f"{name}: {changes}"


CLIENTS_TOO = {
    "aix-variable-not-exported", "blank-before-equals", "byte-order-mark", "disk-failing", "document-not-in-effect",
    "folklore-setting", "line-without-setting", "mixed-line-ends", "password-in-clear", "setting-misspelt", "setting-repeated", "setting-too-long",
    "setting-wrong-type", "several-settings-on-one-line",
}  # fmt: skip
OF_INI = {
    name: example for name, example in reversed(FAILING) if "notes.ini" in example.files
}  # the first of each rule
CLIENT = [
    case(name, "KitType=1", "fail" if name in CLIENTS_TOO else "not-applicable", example)
    for name, example in OF_INI.items()
]

SINGLE_LEVEL_STORE = [  # IBM i and z/OS have no disks, ports and pools of which these speak
    case(name, f"platform {platform}; bits 64", "not-applicable")
    for platform in ("os400", "zos")
    for name in (
        "buffer-pool-pinned", "log-nsf-shares-array", "page-file-shares-array", "port-unbound", "port-driver-gone", "raid5-for-writes",
        "single-data-array", "disk-queue-long", "disk-saturated", "disk-transfer-slow", "transaction-log-shares-controller",
        "data-arrays-share-controller", "databases-on-one-array", "operating-system-not-mirrored", "volume-nearly-full",
        "r5-log-flushes-lock-databases", "fault-recovery-off", "memory-short", "daos-in-data-directory",
        "transaction-log-in-data-directory", "transaction-log-shares-array",
        "transaction-log-takes-whole-volume", "view-rebuild-dir-in-data-directory", "view-rebuild-dir-shares-array",
    )
]  # fmt: skip

RELEASES = [
    # rule, silent up to, speaks from, speaks up to, silent from
    ("aix-iocp-apar-missing", "5.0.12", "6.0", "8.5.3FP5", "8.5.3FP6"),
    ("aix-iocp-unavailable", "5.0.12", "6.0", "", ""),
    ("aix-iocp-lost-at-restart", "5.0.12", "6.0", "", ""),
    ("mail-box-not-scanned", "4.6.7", "5.0", "", ""),
    ("r5-log-flushes-lock-databases", "4.6.7", "5.0", "5.0.13", "6.0"),
    ("buffer-pools-exceed-memory", "4.6.7", "5.0", "", ""),
    ("aix-maxuproc-low", "6.5.6", "7.0", "7.0.4", "8.0"),
    ("archive-logging-needs-backup", "4.6.7", "5.0", "", ""),
    ("automatic-fixup-off", "4.6.7", "5.0", "", ""),
    ("bcc-group-expansion-on", "5.0.2", "5.0.3", "5.0.13", "6.0"),
    ("buffer-pool-set-by-hand", "4.1", "4.5", "4.51", "4.6"),
    ("http-heap-below-default", "8.5.3FP6", "9.0; bits 64", "", ""),
    ("busytime-logging-on", "6.5.6", "7.0", "7.0.4FP3", "8.0"),
    ("cluster-replication-disabled", "5.0.12", "6.0", "", ""),
    ("cluster-replicator-missing", "", "4.6.7", "5.0.13", "6.0"),
    ("cluster-replicators-exceed-members", "", "4.6.7", "5.0.13", "6.0"),
    ("daos-without-transaction-logging", "8.0.2FP6", "8.5", "", ""),
    ("directory-access-files-off", "11.0", "11.0.1", "", ""),
    ("http-heap-size-not-kept", "8.0.2FP6", "8.5; bits 64", "", ""),
    ("full-access-for-everyone", "5.0.12", "6.0", "", ""),
    ("http-ignores-server-access", "5.0.12", "6.0", "", ""),
    ("internet-lockout-off", "7.0.4", "8.0", "", ""),
    ("lockout-forgets-failures", "7.0.4", "8.0", "", ""),
    ("lockout-without-limit", "7.0.4", "8.0", "", ""),
    ("hsts-shorter-than-default", "9.0.1FP2", "9.0.1FP3", "", ""),
    ("http-threads-high", "5.0.12", "6.0", "", ""),
    ("insecure-tls-on", "9.0", "9.0.1", "", ""),
    ("mailbox-access-conflicts", "5.0.12", "6.0", "", ""),
    ("mailbox-logging-on", "6.5.6", "7.0", "7.0.4FP3", "8.0"),
    ("nifnsf-without-transaction-logging", "9.0.1FP7", "9.0.1FP8", "", ""),
    ("port-encryption-without-modern-algorithms", "11.0.1FP9", "12.0", "", ""),
    ("routing-log-level-in-notes-ini", "4.6.7", "5.0", "", ""),
    ("smtp-timeout-multiplied", "4.6.7", "5.0", "", ""),
    ("stripe-size-unsuited", "4.5.7", "4.6.7", "7.0.4", "8.0"),
    ("too-few-mailboxes", "4.6.7", "5.0", "", ""),
    ("too-many-mailboxes", "4.6.7", "5.0", "", ""),
    ("transaction-log-in-data-directory", "4.6.7", "5.0", "", ""),
    ("transaction-log-not-mirrored", "4.6.7", "5.0", "", ""),
    ("transaction-log-over-circular-limit", "4.6.7", "5.0", "", ""),
    ("transaction-log-shares-array", "4.6.7", "5.0", "", ""),
    ("transaction-log-takes-whole-volume", "4.6.7", "5.0", "", ""),
    ("view-rebuild-dir-in-data-directory", "4.6.7", "5.0", "", ""),
    ("weak-ciphers-on", "9.0", "9.0.1", "", ""),
    ("compact-breaks-backup-chain", "4.6.7", "5.0", "", ""),
    ("nightly-compact-with-archive-logging", "8.5.3FP6", "9.0", "", ""),
    ("fixup-on-logged-databases", "4.6.7", "5.0", "", ""),
    ("transaction-log-small", "9.0", "9.0.1", "", ""),
    ("log-nsf-shares-array", "", "4.5", "4.6.7", "5.0"),
    ("page-file-shares-array", "4.6.7", "5.0", "", ""),
    ("data-arrays-share-controller", "4.6.7", "5.0", "5.0.13", "6.0"),
    ("databases-on-one-array", "4.6.7", "5.0", "5.0.13", "6.0"),
    ("partitions-share-array", "4.1", "4.5", "4.6.7", "5.0"),
    ("cache-ratio-impossible", "4.1", "4.5", "4.6.7", "5.0"),
    ("buffer-pool-left-to-grow", "5.0.13", "6.0", "7.0.4", "8.0"),
    ("traveler-heap-small", "9.0; bits 64", "9.0.1; bits 64", "", ""),
    ("thirty-two-bit-leftovers", "8.0.2FP6; bits 64", "8.5; bits 64", "", ""),
    ("dead-dns-blacklist", "5.0.13", "6.0", "", ""),
    ("dbmt-program-not-at-startup", "8.5.3FP6", "9.0", "", ""),
    ("dbmt-mail-interrupts-compact", "8.5.3FP6", "9.0", "", ""),
    ("shared-mail-task-left", "8.0.2FP6", "8.5", "", ""),
    ("osgi-disabled", "8.0.2FP6", "8.5", "", ""),
    ("server-fully-loaded", "5.0.13", "6.0", "", ""),
    ("transinfo-range-hides-load", "5.0.13", "6.0", "", ""),
    ("server-busy-by-threshold", "5.0.13", "6.0", "", ""),
    ("traveler-http-threads-low", "8.0.2FP6", "8.5", "", ""),
    ("administrators-for-everyone", "5.0.13", "6.0", "", ""),
    ("unrestricted-agents-for-everyone", "5.0.13", "6.0", "", ""),
    ("sign-on-behalf-for-everyone", "5.0.13", "6.0", "", ""),
    ("daos-deletes-at-once", "8.0.2FP6", "8.5", "", ""),
    ("daos-deletion-before-backup", "8.0.2FP6", "8.5", "", ""),
    ("daos-minimum-size-low", "8.0.2FP6", "8.5", "", ""),
    ("daos-in-data-directory", "8.0.2FP6", "8.5", "", ""),
    ("daos-catalog-not-synchronized", "8.0.2FP6", "8.5", "", ""),
    ("fault-recovery-off", "5.0.13", "6.0", "", ""),
    ("fault-recovery-from-ini", "5.0.13", "6.0", "", ""),
    ("diagnostics-off", "5.0.13", "6.0", "", ""),
    ("nobody-told-of-crash", "5.0.13", "6.0", "", ""),
    ("open-files-limit-low", "8.5.3FP6", "9.0", "", ""),
    ("tasks-max-low", "8.5.3FP6", "9.0", "", ""),
    ("health-critical", "5.0.13", "6.0", "", ""),
    ("nt-foreground-preferred", "4.1", "4.5", "4.6.7", "5.0"),
    ("nt-file-cache-preferred", "4.1", "4.5", "4.6.7", "5.0"),
    ("nt-disk-counters-on", "4.1", "4.5", "4.6.7", "5.0"),
    ("too-many-partitions", "4.1", "4.5", "4.6.7", "5.0"),
    ("disk-transfer-slow", "", "", "5.0.13", "6.0"),
    ("serveraid-bios-old", "", "", "4.6.7", "5.0"),
    ("view-rebuild-dir-in-data-directory", "", "", "6.5.6", "7.0"),
    ("databases-below-newest-format", "5.0.13", "6.0", "8.5.3FP6", "9.0"),
    ("memory-below-users", "4.1", "4.5", "4.51", "4.6"),
    ("port-driver-gone", "7.0.4", "8.0", "", ""),
    ("console-log-unlimited", "5.0.13", "6.0", "", ""),
    ("console-diagnostics-off", "5.0.13", "6.0", "", ""),
    ("tls-old-protocol-on", "11.0.1FP9", "12.0", "", ""),
    ("tls-old-protocol-left-on", "9.0.1FP2", "9.0.1FP3", "11.0.1FP9", "12.0"),
    ("port-encryption-off", "11.0.1FP9", "12.0", "", ""),
    ("port-encryption-weak", "9.0.1FP6", "9.0.1FP7", "", ""),
    ("daos-objects-unencrypted", "8.0.2FP6", "8.5", "", ""),
]
RELEASE = [
    case(name, f"release {release}", expect)
    for name, before, first, last, after in RELEASES
    for release, expect in ((before, "not-applicable"), (first, "fail"), (last, "fail"), (after, "not-applicable"))
    if release
]

AIX_53, AIX_61, AIX_71 = "5300-12-05-1140", "6100-09-12-1846", "7100-05-03-1846"
ENV = "export AIXTHREAD_MUTEX_DEBUG=ON -> " + "\\n".join(
    ("HOME=/home/notes", "LOGNAME=notes", "PATH=/usr/bin:/etc", "LANG=en_US", "SHELL=/usr/bin/ksh", "PWD=/home/notes")
)
RWLOCK_OFF, COND_OFF = f"{ENV}\\nAIXTHREAD_RWLOCK_DEBUG=OFF", f"{ENV}\\nAIXTHREAD_COND_DEBUG=OFF"
GATES = [
    ("setting-not-yet-known", "release 6.0", "pass"),
    ("databases-below-newest-format", "release 8.0; V5:41 -> V6:43", "fail"),
    ("databases-below-newest-format", "release 8.5; V5:41 -> V8:48", "fail"),
    ("stripe-size-unsuited", "release 5.0; 8KB -> 32KB", "pass"),
    ("daylight-saving-law-of-before-2007", "DST=0", "not-applicable"),
    ("daylight-saving-law-of-before-2007", "-TimeZone", "fail"),
    ("daylight-saving-law-of-before-2007", "-DSTLAW", "pass"),
    ("daylight-saving-law-of-before-2007", "DSTLAW=4 1 1 10 -1 1", "fail"),
    ("daylight-saving-law-of-before-2007", "platform linux; release 5.0.12", "fail low"),
    ("daylight-saving-law-of-before-2007", "platform linux; release 6.0", "fail info"),
    ("transaction-log-over-circular-limit", "TRANSLOG_Status=0", "not-applicable"),
    ("transaction-log-over-circular-limit", "-TRANSLOG_MaxSize", "pass"),
    ("archive-logging-needs-backup", "TRANSLOG_Status=0", "not-applicable"),
    ("archive-logging-needs-backup", "-TRANSLOG_Style", "not-applicable"),
    ("mailbox-logging-on", "TRANSLOG_Status=0", "not-applicable"),
    ("mailbox-logging-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("busytime-logging-on", "TRANSLOG_Status=0", "not-applicable"),
    ("busytime-logging-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("bcc-group-expansion-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("routing-log-level-in-notes-ini", "-Log_MailRouting", "pass"),
    ("buffer-pool-pinned", "release 8.0; bits 64", "fail"),
    ("database-cache-over-limit", "-NSF_DbCache_Maxentries", "pass"),
    ("http-heap-size-not-kept", "release 10.0", "fail"),
    ("session-timeout-short", "-Server_Session_Timeout", "pass"),
    ("session-timeout-short", "Server_Session_Timeout=0", "pass"),
    ("session-timeout-short", "Server_Session_Timeout=1", "fail"),
    ("full-text-indexing-off", "-Update_No_Fulltext", "pass"),
    ("view-rebuild-dir-in-data-directory", "-View_Rebuild_Dir", "pass"),
    *(("batch-task-at-start", f"ServerTasks=Replica,{task}", "fail")
       for task in ("nupdall", "Fixup", "nfixup", "Compact", "ncompact")),
    ("batch-task-at-start", "ServerTasks=Replica,Fixup mail", "fail"),
    ("batch-task-at-start", "ServerTasks=Replica,Compact mail.box -c", "pass"),
    ("batch-task-at-start", "ServerTasks=Replica,Compact some.ind -c", "pass"),
    ("aix-concurrent-io-mount", "platform linux", "not-applicable"),
    ("aix-file-cache-unbounded", "platform linux", "not-applicable"),
    ("aix-restricted-tunable-set", "platform linux", "not-applicable"),
    ("aix-thread-debug-on", "platform linux", "not-applicable"),
    ("aix-thread-debug-on", "MUTEX -> COND", "fail low"),
    ("aix-thread-debug-on", "MUTEX -> RWLOCK", "fail low"),
    ("aix-thread-debug-on", f"{RWLOCK_OFF}; +oslevel.txt: {AIX_53}", "fail info"),
    ("aix-thread-debug-on", f"{RWLOCK_OFF}; +oslevel.txt: {AIX_61}", "pass"),
    ("aix-thread-debug-on", f"{COND_OFF}; +oslevel.txt: {AIX_61}", "pass"),
    ("aix-maxuproc-low", "platform linux", "not-applicable"),
    ("aix-maxuproc-low", f"5300-03 -> {AIX_61}", "not-applicable"),
    ("aix-paging-space-short", "platform linux", "not-applicable"),
    ("aix-iocp-apar-missing", "platform linux", "not-applicable"),
    ("aix-environment-misspelt", "platform linux", "not-applicable"),
    ("aix-variable-not-exported", "platform linux", "not-applicable"),
    ("aix-iocp-lost-at-restart", "platform linux", "not-applicable"),
    ("databases-on-one-array", "platform aix", "not-applicable"),
    ("buffer-pool-left-to-grow", "platform zos", "not-applicable"),
    ("buffer-pool-left-to-grow", "platform zlinux", "not-applicable"),
    ("open-files-limit-low", "platform zlinux", "fail"),
    ("tasks-max-low", "platform zlinux", "fail"),
    ("tasks-max-low", "platform aix", "not-applicable"),
    ("stop-timeout-short", "platform zlinux", "fail"),
    ("stop-timeout-short", "platform aix", "not-applicable"),
    *((name, "platform linux", "not-applicable")
       for name in ("nt-foreground-preferred", "nt-file-cache-preferred", "nt-disk-counters-on")),
    *(("daylight-saving-law-of-before-2007", f"platform {platform}", "fail")
       for platform in ("linux", "aix", "solaris", "os400", "zlinux", "zos")),
    ("nightly-compact-with-archive-logging", "TRANSLOG_Status=0", "not-applicable"),
    ("nightly-compact-with-archive-logging", "-TRANSLOG_Style", "not-applicable"),
    ("nightly-compact-with-archive-logging", "ServerTasks=Router; ServerTasksAt3=Compact", "pass"),
    ("transaction-log-shares-controller", "TRANSLOG_Status=0", "not-applicable"),
    ("cache-ratio-impossible", "SMART-2DH -> SMART2DH", "fail"),
    ("daos-minimum-size-low", "-DAOSEnable", "not-applicable"),
    ("daos-in-data-directory", "-DAOSEnable", "not-applicable"),
    ("rest-console-open", "-Debug_Allow_Remote_Con_Server", "pass"),
    ("shared-mail-task-left", "Collect -> Purge", "pass"),
    ("protocol-never-used", "IMAP,POP3 -> LDAP; IMAP. -> LDAP.; POP3. -> LDAP.", "fail"),
    ("http-ports-disabled", "HTTPIHSEnabled=1", "not-applicable"),
    ("lockout-without-limit", "<item name='ILEnforce'><text>1</text></item>\n -> ", "not-applicable"),
    ("lockout-forgets-failures", "<item name='ILEnforce'><text>1</text></item>\n -> ", "not-applicable"),
    ("lockout-forgets-failures", "<number>7 -> <number>1", "fail"),
    ("http-ignores-server-access", "DenyAccess -> DenyNobody", "not-applicable"),
]  # fmt: skip
UTF_16 = Example("fail", {"notes.ini": "[Notes]\nKitType=2\n".encode("utf-16-le").decode()})
CASES = [
    *CLIENT,
    *SINGLE_LEVEL_STORE,
    *RELEASE,
    *(case(*row) for row in GATES),
    case("byte-order-mark", "", "fail", UTF_16),
]


def only_told(monkeypatch, example):
    """Files of a release or platform are judged as those of another: what they tell of it themselves does not count."""
    candidates = {"bits": "_word_size_candidates", "platform": "_platform_candidates", "release": "_candidates"}
    for key, function in candidates.items():
        if value := getattr(example, key):
            told = Fact(key, str(value), note=f"--{key}")
            monkeypatch.setattr(server if key == "platform" else release, function, lambda *_, told=told: iter([told]))
    if example.release:
        monkeypatch.setattr(release, "_signs", lambda _: [])


@pytest.mark.parametrize("name", sorted({name for name, _, _ in CASES}))
def test_one_thing_otherwise(name, monkeypatch):
    slips = {}
    for _, example, said in (row for row in CASES if row[0] == name):
        with monkeypatch.context() as patch:
            only_told(patch, example)
            slips[said] = list(examples.slips_of(RULES[name], examples.read(example, PACK), PACK))
    assert {said: of_case for said, of_case in slips.items() if of_case} == {}
