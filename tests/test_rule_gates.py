"""The gates of rules: what a rule says of its own first failing example once a single thing is otherwise."""

import pytest

from advisor import pack
from advisor.checking import examples
from advisor.derive import release, server
from advisor.facts import Fact
from advisor.pack.parts import Example

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
    return example._replace(files=files, **options)


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
    return example._replace(files=files)


def _lacks_directory(text):
    return "[Notes]" in text and "\ndirectory=" not in text.lower()


FAILING = [(rule.name, whole(example)) for rule in PACK.rules for example in rule.examples if example.expect == "fail"]


def case(name, changes, expect, example=None):
    """One case: the rule, and an example that says what it expects (`fail low`: with that severity)."""
    example = altered(example or next(failing for rule, failing in FAILING if rule == name), changes)
    expect, _, severity = expect.partition(" ")
    return name, example._replace(expect=expect, severity=severity or None, subject=None), f"{name}: {changes}"


CLIENTS_TOO = {
    "aix-variable-not-exported", "blank-before-equals", "byte-order-mark", "disk-failing", "document-not-in-effect",
    "folklore-setting", "line-without-setting", "mixed-line-ends", "password-in-clear", "setting-misspelt", "setting-repeated", "setting-too-long",
    "setting-wrong-type", "several-settings-on-one-line",
}  # fmt: skip
CLIENT = [
    case(name, "KitType=1", "fail" if name in CLIENTS_TOO else "not-applicable", example)
    for name, example in FAILING
    if "notes.ini" in example.files
]

SINGLE_LEVEL_STORE = [  # IBM i and z/OS have no disks, ports and pools of which these speak
    case(name, f"platform {platform}; bits 64", "not-applicable")
    for platform in ("os400", "zos")
    for name in (
        "buffer-pool-pinned", "log-nsf-shares-array", "page-file-shares-array", "port-unbound", "raid5-for-writes",
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
    ("operating-system-not-mirrored", "5.0.13", "6.0", "", ""),
    ("r5-log-flushes-lock-databases", "4.6.7", "5.0", "5.0.13", "6.0"),
    ("buffer-pools-exceed-memory", "4.6.7", "5.0", "", ""),
    ("aix-maxuproc-low", "6.5.6", "7.0", "7.0.4", "8.0"),
    ("archive-logging-needs-backup", "4.6.7", "5.0", "", ""),
    ("automatic-fixup-off", "4.6.7", "5.0", "", ""),
    ("bcc-group-expansion-on", "5.0.2", "5.0.3", "5.0.13", "6.0"),
    ("buffer-pool-set-by-hand", "4.1", "4.5", "4.51", "4.6"),
    ("concurrent-transactions-exceed-pool", "5.0.13", "6.0", "7.0.4", "8.0"),
    ("http-heap-below-default", "8.5.3FP6", "9.0; bits 64", "", ""),
    ("busytime-logging-on", "6.5.6", "7.0", "7.0.4FP3", "8.0"),
    ("cluster-replication-disabled", "5.0.12", "6.0", "", ""),
    ("cluster-replicator-missing", "", "4.6.7", "5.0.13", "6.0"),
    ("cluster-replicators-exceed-members", "", "4.6.7", "5.0.13", "6.0"),
    ("connector-headers-trusted", "", "8.5", "12.0", ""),
    ("daos-without-transaction-logging", "8.0.2FP6", "8.5", "", ""),
    ("directory-access-files-off", "11.0", "11.0.1", "", ""),
    ("http-heap-size-not-kept", "8.0.2FP6", "8.5; bits 64", "", ""),
    ("full-access-for-everyone", "5.0.12", "6.0", "", ""),
    ("http-ignores-server-access", "5.0.12", "6.0", "", ""),
    ("internet-lockout-off", "7.0.4", "8.0", "", ""),
    ("kyr-file-in-use", "11.0.1FP9", "12.0", "", ""),
    ("lockout-forgets-failures", "7.0.4", "8.0", "", ""),
    ("lockout-without-limit", "7.0.4", "8.0", "", ""),
    ("hsts-shorter-than-default", "9.0.1FP2", "9.0.1FP3", "", ""),
    ("hsts-switched-off", "9.0.1FP2", "9.0.1FP3", "", ""),
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
    ("transaction-logging-off", "4.6.7", "5.0", "", ""),
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
    ("cluster-large", "", "", "5.0.13", "6.0"),
    ("cluster-network-busy", "", "", "5.0.13", "6.0"),
    ("cluster-replicators-on-loaded-server", "", "", "5.0.13", "6.0"),
    ("transinfo-normalize-too-large", "4.5.7", "4.6", "5.0.13", "6.0"),
    ("view-rebuild-dir-in-data-directory", "", "", "6.5.6", "7.0"),
    ("attachment-objects-missing", "8.0.2FP6", "8.5", "", ""),
    ("databases-below-newest-format", "5.0.13", "6.0", "8.5.3FP6", "9.0"),
    ("processors-busy", "4.1", "4.5", "4.51", "4.6"),
    ("memory-below-users", "4.1", "4.5", "4.51", "4.6"),
    ("process-ended", "6.5.6", "7.0", "", ""),
]
RELEASE = [
    case(name, f"release {release}", expect)
    for name, before, first, last, after in RELEASES
    for release, expect in ((before, "not-applicable"), (first, "fail"), (last, "fail"), (after, "not-applicable"))
    if release
]

AIX_53, AIX_61, AIX_71 = "5300-12-05-1140", "6100-09-12-1846", "7100-05-03-1846"
DEVICES = "sys0 Available  System Object\\n" + "\\n".join(
    f"{name} Available  A device" for name in ("mem0", "proc0", "lo0", "inet0", "en0", "ent0", "hdisk0", "cd0", "tty0")
)
ENV = "export AIXTHREAD_MUTEX_DEBUG=ON -> " + "\\n".join(
    ("HOME=/home/notes", "LOGNAME=notes", "PATH=/usr/bin:/etc", "LANG=en_US", "SHELL=/usr/bin/ksh", "PWD=/home/notes")
)
RWLOCK_OFF, COND_OFF = f"{ENV}\\nAIXTHREAD_RWLOCK_DEBUG=OFF", f"{ENV}\\nAIXTHREAD_COND_DEBUG=OFF"
TUNABLES = "\\n".join(
    f"{name} = 0"
    for name in (
        "cpu_scale_memp", "data_stagger_interval", "defps", "force_relalias_lite", "framesets", "htabscale",
        "kernel_heap_psize", "large_page_heap_size", "lgpg_regions", "lgpg_size", "low_ps_handling", "lrubucket",
        "lru_poll_interval", "maxfree", "maxpin", "minfree", "nokilluid", "npskill", "npswarn", "strict_maxperm", "v_pinshm",
    )
)  # fmt: skip
DF = (
    "+df.txt: Filesystem     1024-blocks     Used Available Capacity Mounted on\\n"
    "{}           41922560  9138176  32784384      22% /\\n"
)
GATES = [
    ("setting-wrong-type", "-NSF_Buffer_Pool_Size_MB; TRANSLOG_Status=1 TRANSLOG_Style=0", "pass"),
    ("setting-obsolete", "release 8.0.2", "pass"),
    ("setting-obsolete", "release 8.5", "fail"),
    ("setting-not-yet-known", "release 6.0", "pass"),
    ("connector-headers-trusted", "release 12.0.1", "pass"),
    ("connector-headers-trusted", "release 12.0.1FP1", "pass"),
    ("connector-headers-trusted", "release 12.0IF1; HTTPEnableDangerousConnectorHeaders=1", "fail high"),
    ("connector-headers-trusted", "release 12.0.1; HTTPEnableDangerousConnectorHeaders=1", "pass"),
    ("connector-headers-trusted", "release 12.0.1FP1; HTTPEnableDangerousConnectorHeaders=1", "fail critical"),
    ("connector-headers-trusted", "release 14.5; HTTPEnableDangerousConnectorHeaders=1", "fail critical"),
    ("java-debugger-open", "release 14.5", "fail high"),
    ("transaction-log-over-circular-limit", "release 5.0.13; TRANSLOG_Style=1", "fail"),
    ("transaction-log-over-circular-limit", "release 6.0; TRANSLOG_Style=1", "pass"),
    ("disk-queue-long", "release 5.0.13; 69.80 -> 99.80", "fail high"),
    ("disk-queue-long", "release 6.0; 69.80 -> 99.80", "fail medium"),
    ("databases-below-newest-format", "release 7.0.4; V5:41 -> V6:43", "pass"),
    ("databases-below-newest-format", "release 8.0; V5:41 -> V6:43", "fail"),
    ("databases-below-newest-format", "release 8.0.2FP6; V5:41 -> V8:48", "pass"),
    ("databases-below-newest-format", "release 8.5; V5:41 -> V8:48", "fail"),
    ("stripe-size-unsuited", "release 4.6.7; 8KB -> 32KB", "fail"),
    ("stripe-size-unsuited", "release 5.0; 8KB -> 32KB", "pass"),
    ("stripe-size-unsuited", "release 4.5; 8KB -> 32KB", "not-applicable"),
    ("java-debugger-open", "JavaEnableDebug=0; JavascriptEnableDebug=1", "fail high"),
    ("java-debugger-open", "JavaDebugOptions=transport=dt_socket,server=n,address=ide:8000", "fail medium"),
    ("java-debugger-open", "release 13.9; JavaDebugOptions=server=y,address=8000", "fail critical"),
    ("java-debugger-open", "release 14.0; JavaDebugOptions=server=y,address=8000", "fail medium"),
    ("java-debugger-open", "release 14.0; JavaDebugOptions=server=y,address=0.0.0.0:8000", "fail critical"),
    ("weak-ciphers-on", "release 12.0.2FP7", "fail medium"),
    ("full-access-for-everyone", "<text>*</text> -> <text>*/O=Acme</text>", "fail critical"),
    ("full-access-for-everyone", "<text>*</text> -> <text>*/O=Partner</text>", "fail high"),
    ("full-access-for-everyone", "<text>*</text> -> <text>CN=Jane Doe/O=Acme</text>", "pass"),
    ("database-creation-for-everyone", "CreateAccess -> ReplicaAccess", "not-applicable"),
    ("web-login-in-clear", "HTTPEnableConnectorHeaders=1", "fail info"),
    ("web-login-in-clear", "HTTPEnableConnectorHeaders=0", "fail high"),
    ("web-login-in-clear", "HTTP_TCPNP -> HTTP_TCPOther", "unknown"),
    ("database-list-public", "ServerTasks=Router", "not-applicable"),
    ("weak-ciphers-on", "release 14.0", "fail high"),
    ("daylight-saving-law-of-before-2007", "DST=0", "not-applicable"),
    ("daylight-saving-law-of-before-2007", "-TimeZone", "fail"),
    ("daylight-saving-law-of-before-2007", "-DSTLAW", "pass"),
    ("daylight-saving-law-of-before-2007", "DSTLAW=4 1 1 10 -1 1", "fail"),
    ("daylight-saving-law-of-before-2007", "DSTLAW=4, 1, 1, 10, -1, 1", "fail"),
    ("daylight-saving-law-of-before-2007", "platform linux; release 5.0.12", "fail low"),
    ("daylight-saving-law-of-before-2007", "platform linux; release 6.0", "fail info"),
    ("transaction-log-over-circular-limit", "TRANSLOG_Status=0", "not-applicable"),
    ("transaction-log-over-circular-limit", "-TRANSLOG_MaxSize", "pass"),
    ("archive-logging-needs-backup", "TRANSLOG_Status=0", "not-applicable"),
    ("archive-logging-needs-backup", "-TRANSLOG_Style", "not-applicable"),
    ("automatic-fixup-off", "TRANSLOG_Status=0", "not-applicable"),
    ("transaction-log-takes-whole-volume", "TRANSLOG_Status=0", "not-applicable"),
    ("mailbox-logging-on", "TRANSLOG_Status=0", "not-applicable"),
    ("mailbox-logging-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("busytime-logging-on", "TRANSLOG_Status=0", "not-applicable"),
    ("busytime-logging-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("bcc-group-expansion-on", "ServerTasks=Update,Replica", "not-applicable"),
    ("routing-log-level-in-notes-ini", "-Log_MailRouting", "pass"),
    ("buffer-pool-set-twice", "-NSF_BUFFER_POOL_SIZE_MB", "pass"),
    ("buffer-pool-set-twice", "NSF_BUFFER_POOL_SIZE_MB=0", "pass"),
    ("buffer-pool-set-twice", "NSF_BUFFER_POOL_SIZE_MB=1", "fail"),
    ("buffer-pool-set-twice", "NSF_BUFFER_POOL_SIZE_MB=-1", "fail"),
    ("buffer-pool-wrong-unit", "NSF_BUFFER_POOL_SIZE=0", "pass"),
    ("buffer-pool-wrong-unit", "NSF_BUFFER_POOL_SIZE=1", "fail"),
    ("buffer-pool-wrong-unit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=0", "pass"),
    ("buffer-pool-wrong-unit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=1", "fail"),
    ("buffer-pool-over-limit", "NSF_BUFFER_POOL_SIZE=-1", "fail high"),
    ("buffer-pool-over-limit", "NSF_BUFFER_POOL_SIZE=0", "pass"),
    ("buffer-pool-over-limit", "release 7.0.4; NSF_BUFFER_POOL_SIZE=2147483647", "fail medium"),
    ("buffer-pool-over-limit", "release 5.0.12; NSF_BUFFER_POOL_SIZE=786432001", "pass"),
    ("buffer-pool-over-limit", "release 6.0; NSF_BUFFER_POOL_SIZE=786432001", "fail medium"),
    ("buffer-pool-over-limit", "release 8.0; NSF_BUFFER_POOL_SIZE=786432001", "pass"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=-1", "fail high"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=0", "pass"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=751; release 5.0.12", "pass"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=751; release 6.0", "fail medium"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=751; release 7.0.4", "fail medium"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=751; release 8.0", "pass"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=2048; release 7.0.4; platform linux",
     "fail medium"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=409599; bits 32", "fail high"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=409600; bits 32", "pass"),
    ("buffer-pool-over-limit", "NSF_BUFFER_POOL_SIZE=0; NSF_BUFFER_POOL_SIZE_MB=751; release 7.0.4", "fail medium"),
    ("buffer-pool-over-limit", "NSF_BUFFER_POOL_SIZE=786432001; NSF_BUFFER_POOL_SIZE_MB=0; release 7.0.4", "fail medium"),
    ("buffer-pool-pinned", "release 7.0.4; bits 64", "not-applicable"),
    ("buffer-pool-pinned", "release 8.0; bits 64", "fail"),
    ("buffer-pool-pinned", "PartitionNumber=1", "fail"),
    ("buffer-pool-pinned", "PartitionNumber=2", "not-applicable"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE_MB=512", "not-applicable"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=4194303", "pass"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=4194304", "fail"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=2147483647", "fail"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=2147483648", "pass"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE", "pass"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=3", "pass"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=4", "fail"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=512; +stat.txt: > show stat\\n"
     "  Mem.PhysicalRAM = 4293918720\\n  Server.Users = 12\\n", "pass"),
    ("buffer-pool-pinned", f"-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=512; {DF.format('overlay')}", "pass"),
    ("buffer-pool-pinned", f"-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=512; {DF.format('/dev/sda2')}", "fail info"),
    ("array-degraded", "Interim Recovery Mode -> Failed", "pass"),
    ("array-failed", "Status: Failed\n -> Status: OK\n", "pass"),
    ("database-cache-over-limit", "-NSF_DbCache_Maxentries", "pass"),
    ("http-heap-size-not-kept", "-HTTPJVMMaxHeapSize", "pass"),
    ("availability-threshold-out-of-range", "-Server_Availability_Threshold", "pass"),
    ("cluster-port-not-enabled", "-Server_Cluster_Default_Port", "pass"),
    ("cluster-replication-disabled", "release 9.0; -Disable_Cluster_Replicator", "pass"),
    ("cluster-replication-failing", "Replica.Cluster.Failed -> Server.ElapsedTimeDays = 0.9\\n  Replica.Cluster.Failed",
     "unknown"),
    ("cluster-replication-failing", "Replica.Cluster.Failed -> Server.ElapsedTimeDays = 1\\n  Replica.Cluster.Failed",
     "fail"),
    ("concurrent-transactions-pinned", "Server_Max_Concurrent_Trans=-1", "pass"),
    ("concurrent-transactions-pinned", "release 7.0.4; Ports=TCPIP", "not-applicable"),
    ("concurrent-transactions-exceed-pool", "Server_Max_Concurrent_Trans=100", "pass"),
    ("concurrent-transactions-exceed-pool", "release 6.0", "fail info"),
    ("concurrent-transactions-exceed-pool", "Ports=TCPIP,LAN0", "pass"),
    ("concurrent-transactions-exceed-pool", "release 8.0", "not-applicable"),
    ("http-heap-size-not-kept", "HTTPJVMMaxHeapSize=1023M", "pass"),
    ("http-heap-size-not-kept", "HTTPJVMMaxHeapSize=1024M", "pass"),
    ("http-heap-size-not-kept", "HTTPJVMMaxHeapSize=1025M", "fail"),
    ("http-heap-below-default", "HTTPJVMMaxHeapSize=1023M", "fail low"),
    ("http-heap-below-default", "-HTTPJVMMaxHeapSize", "pass"),
    ("http-heap-below-default", "release 9.0.1; bits 32", "pass"),
    ("http-heap-below-default", "release 9.0.1", "fail low"),
    ("http-heap-below-default", "release 10.0", "fail low"),
    ("http-heap-size-not-kept", "release 9.0.1; bits 32", "pass"),
    ("http-heap-size-not-kept", "release 9.0.1", "unknown"),
    ("http-heap-size-not-kept", "release 10.0", "fail"),
    ("http-heap-below-default", "release 8.5.3", "not-applicable"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=536870911; bits 32", "fail info"),
    ("buffer-pool-pinned", "NSF_BUFFER_POOL_SIZE=536870912; bits 32", "pass"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=256", "pass"),
    ("buffer-pool-pinned", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=255", "fail info"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=2047; platform windows; bits 32; release 8.5",
     "fail medium"),
    ("buffer-pool-over-limit", "-NSF_BUFFER_POOL_SIZE; NSF_BUFFER_POOL_SIZE_MB=2048; platform windows; bits 32; release 8.5",
     "fail high"),
    ("release-out-of-support", "ServerTasks=Replica,Router", "fail medium"),
    ("release-out-of-support", "ServerTasks=Replica,Router,HTTP", "fail high"),
    ("session-timeout-short", "-Server_Session_Timeout", "pass"),
    ("session-timeout-short", "Server_Session_Timeout=0", "pass"),
    ("session-timeout-short", "Server_Session_Timeout=1", "fail"),
    ("full-text-indexing-off", "-Update_No_Fulltext", "pass"),
    ("directory-access-files-off", "-FaultRecovery_Build; -Enable_ACL_Files", "pass"),
    ("daos-without-transaction-logging", "-DAOSEnable", "pass"),
    ("daos-without-transaction-logging", "DAOSEnable=0", "pass"),
    ("nifnsf-without-transaction-logging", "-FaultRecovery_Build; -NIFNSFEnable", "pass"),
    ("nifnsf-without-transaction-logging", "NIFNSFEnable=0", "pass"),
    ("view-rebuild-dir-in-data-directory", "-View_Rebuild_Dir", "pass"),
    *(("batch-task-at-start", f"ServerTasks=Replica,{task}", "fail")
       for task in ("nupdall", "Fixup", "nfixup", "Compact", "ncompact")),
    ("batch-task-at-start", "ServerTasks=Replica,Fixup mail", "fail"),
    ("batch-task-at-start", "ServerTasks=Replica,Fixup mail\\\\a.nsf -f", "pass"),
    ("batch-task-at-start", "ServerTasks=Replica,Compact mail.box -c", "pass"),
    ("batch-task-at-start", "ServerTasks=Replica,Compact some.ind -c", "pass"),
    ("aix-iocp-unavailable", f"iocp0 Defined  I/O Completion Ports -> {DEVICES}", "fail"),
    ("aix-concurrent-io-mount", "platform linux", "not-applicable"),
    ("aix-file-cache-unbounded", "5300-03 -> 5200-10-08-0930", "fail low"),
    ("aix-file-cache-unbounded", "platform linux", "not-applicable"),
    ("aix-file-cache-unbounded", f"5300-03 -> {AIX_61}", "not-applicable"),
    ("aix-file-cache-unbounded", f"lru_file_repage = 1 -> {TUNABLES}", "fail"),
    ("aix-restricted-tunable-set", "platform linux", "not-applicable"),
    ("aix-restricted-tunable-set", f"7100-05-03-1846 -> {AIX_61}", "fail"),
    ("aix-restricted-tunable-set", f"7100-05-03-1846 -> {AIX_53}", "not-applicable"),
    ("aix-thread-debug-on", "platform linux", "not-applicable"),
    ("aix-thread-debug-on", "MUTEX -> COND", "fail low"),
    ("aix-thread-debug-on", "MUTEX -> RWLOCK", "fail low"),
    ("aix-thread-debug-on", f"{RWLOCK_OFF}; +oslevel.txt: {AIX_53}", "fail info"),
    ("aix-thread-debug-on", f"{COND_OFF}; +oslevel.txt: {AIX_53}", "fail info"),
    ("aix-thread-debug-on", f"{RWLOCK_OFF}; +oslevel.txt: {AIX_61}", "pass"),
    ("aix-thread-debug-on", f"{COND_OFF}; +oslevel.txt: {AIX_61}", "pass"),
    ("aix-thread-debug-on", RWLOCK_OFF, "unknown"),
    ("aix-maxuproc-low", "platform linux", "not-applicable"),
    ("aix-maxuproc-low", f"5300-03 -> {AIX_61}", "not-applicable"),
    ("aix-paging-space-short", "platform linux", "not-applicable"),
    ("aix-iocp-apar-missing", "platform linux", "not-applicable"),
    ("aix-iocp-apar-missing", f"7100-01-04-1216 -> {AIX_61}", "not-applicable"),
    ("aix-environment-misspelt", "platform linux", "not-applicable"),
    ("aix-variable-not-exported", "platform linux", "not-applicable"),
    ("aix-iocp-lost-at-restart", "platform linux", "not-applicable"),
    ("databases-on-one-array", "platform aix", "not-applicable"),
    ("memory-short", "platform aix", "not-applicable"),
    ("buffer-pool-left-to-grow", "platform zos", "not-applicable"),
    ("buffer-pool-left-to-grow", "platform zlinux", "not-applicable"),
    ("buffer-pool-left-to-grow", "NSF_Buffer_Pool_Size_MB=512", "pass"),
    ("buffer-pool-left-to-grow", "NSF_Buffer_Pool_Size=536870912", "pass"),
    ("open-files-limit-low", "platform zlinux", "fail"),
    ("tasks-max-low", "platform zlinux", "fail"),
    ("tasks-max-low", "platform aix", "not-applicable"),
    ("stop-timeout-short", "platform zlinux", "fail"),
    ("stop-timeout-short", "platform aix", "not-applicable"),
    *((name, "platform linux", "not-applicable")
       for name in ("nt-foreground-preferred", "nt-file-cache-preferred", "nt-disk-counters-on")),
    *(("daylight-saving-law-of-before-2007", f"platform {platform}", "fail")
       for platform in ("linux", "aix", "solaris", "os400", "zlinux", "zos")),
    ("transaction-log-over-circular-limit", "TRANSLOG_MaxSize=4097; release 5.0.12", "fail"),
    ("compact-breaks-backup-chain", "-TRANSLOG_Style", "not-applicable"),
    ("compact-breaks-backup-chain", "ServerTasksAt3=Updall -B -S10", "pass"),
    ("nightly-compact-with-archive-logging", "TRANSLOG_Status=0", "not-applicable"),
    ("nightly-compact-with-archive-logging", "-TRANSLOG_Style", "not-applicable"),
    ("nightly-compact-with-archive-logging", "ServerTasks=Router; ServerTasksAt3=Compact", "pass"),
    ("fixup-on-logged-databases", "ServerTasksAt4=Updall", "pass"),
    ("fixup-on-logged-databases", "ServerTasksAt4=Fixup -j", "fail medium"),
    ("fixup-on-logged-databases", "ServerTasksAt4=Fixup -j; -TRANSLOG_Style", "fail medium"),
    ("fixup-on-logged-databases", "TRANSLOG_Style=1", "fail low"),
    ("transaction-log-shares-controller", "TRANSLOG_Status=0", "not-applicable"),
    ("domino-on-fat", "\"FAT\" -> \"FAT12\"", "fail"),
    ("domino-on-fat", "\"FAT\" -> \"FAT16\"", "fail"),
    ("domino-on-fat", "\"FAT\" -> \"VFAT\"", "fail"),
    ("cache-ratio-impossible", "SMART-2DH -> SMART2DH", "fail"),
    ("cache-ratio-impossible", "cache_read_percent = 10 -> ", "unknown"),
    ("daos-deletes-at-once", "-DAOSEnable", "not-applicable"),
    ("daos-deletion-before-backup", "-DAOSEnable", "not-applicable"),
    ("daos-minimum-size-low", "-DAOSEnable", "not-applicable"),
    ("daos-in-data-directory", "-DAOSEnable", "not-applicable"),
    ("daos-catalog-not-synchronized", "-DAOSEnable", "not-applicable"),
    ("hsts-switched-off", "-HTTP_Enable_HSTS", "pass"),
    ("rest-console-open", "-Debug_Allow_Remote_Con_Server", "pass"),
    ("shared-mail-task-left", "Collect -> Purge", "pass"),
    ("protocol-never-used", "IMAP,POP3 -> LDAP; IMAP. -> LDAP.; POP3. -> LDAP.", "fail"),
    ("http-ports-disabled", "HTTPIHSEnabled=1", "not-applicable"),
    ("dbmt-program-not-at-startup", "ndbmt -> ncompact", "pass"),
    ("lockout-without-limit", "<item name='ILEnforce'><text>1</text></item>\n -> ", "not-applicable"),
    ("lockout-forgets-failures", "<item name='ILEnforce'><text>1</text></item>\n -> ", "not-applicable"),
    ("lockout-forgets-failures", "<number>7 -> <number>1", "fail"),
    ("java-debugger-open", "JavaEnableDebug=; JavascriptEnableDebug=0", "pass"),
    ("server-busy-by-threshold", "Server_Availability_Threshold=0; Index = 23 -> Index = 0", "not-applicable"),
    ("http-ignores-server-access", "DenyAccess -> DenyNobody", "not-applicable"),
]  # fmt: skip
BY_ARCCONF = next(example for example in RULES["write-cache-unprotected"].examples if "arcconf.txt" in example.files)
BATTERY = "   Controller Battery Information\n   Status                                   : Failed\n"
UTF_16 = Example("fail", {"notes.ini": "[Notes]\nKitType=2\n".encode("utf-16-le").decode()})
NOT_CRITICAL = next(
    example
    for example in RULES["raid5-for-writes"].examples
    if example.release == "4.5" and example.criticality == "low"
)
BESIDE_THE_SYSTEM = next(
    example
    for example in RULES["transaction-log-shares-array"].examples
    if example.name == "beside the system of Domino 11"
)
CASES = [
    *CLIENT,
    *SINGLE_LEVEL_STORE,
    *RELEASE,
    *(case(*row) for row in GATES),
    case("byte-order-mark", "", "fail", UTF_16),
    case("raid5-for-writes", "release 4.6", "fail low", NOT_CRITICAL),
    case("transaction-log-shares-array", 'media = "hdd"\n -> ', "fail medium", BESIDE_THE_SYSTEM),
    case("write-cache-unprotected", "Failed -> Charging", "pass", BY_ARCCONF),
    case("write-cache-unprotected", f"{BATTERY} -> ", "unknown", BY_ARCCONF),
]


def only_told(monkeypatch, example):
    """Files of a release or platform are judged as those of another: what they tell of it themselves does not count."""
    candidates = {"bits": "_word_size_candidates", "platform": "_platform_candidates", "release": "_release_candidates"}
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
