"""What the catalogue says of the settings of a file."""

import pytest
from at_once import at_once

from advisor import pack, readers
from advisor.derive import Context, derive
from advisor.facts import Diagnostic, Facts
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue


def told(text, key, name):
    """The value of `setting.<key>` of the setting so called; None where it is absent."""
    facts = Facts()
    items = readers.reader("notes_ini").read(Source.of("notes.ini", ("[Notes]\n" + text).encode()), CATALOGUE)
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    subject = next(one for one in facts.subjects("setting") if one.name.lower() == name.lower())
    reading = facts.ask(f"setting.{key}", subject)
    assert reading.absent == (reading.text is None)
    return reading.text


@at_once(("text", "meant"), [
    ("NSFBUFFERPOOLSIZE=360000000", "NSF_Buffer_Pool_Size"),
    ("NSFBUFFER_POOLSIZEMB=512", "NSF_Buffer_Pool_Size_MB"),
    ("SSL_RESUMABLE_SESIONS=1", "SSL_RESUMABLE_SESSIONS"),
    ("Server_Sesion_Timeout=1", "Server_Session_Timeout"),
    ("Servre_Session_Timeout=1", "Server_Session_Timeout"),  # two neighbours swapped
    ("ServerTakss=Router", "ServerTasks"),
    ("Server_Sesion_Timout=1", "Server_Session_Timeout"),  # two slips in a long name
    ("Updatres=2", "Updaters"),
    ("Updatrees=2", None),  # two slips in a short name
    ("AcmeArchiver=1", None),
    ("$Acme=1", None),
    ("Create_R11_Databases=1", None),  # folklore
    ("FAULT_RECOVRY=1", None),  # a slip of folklore
    ("HTTPHSTSMaxAge=31536000", None),
    ("Create_R13_Databases=1", None),  # another digit is another setting
    ("ServerPushReplications=1", None),  # the near name is known from practice alone
    ("FTUPDATE_IDLE_TIMEMS=1", "FTUPDATE_IDLE_TIME_MS"),
    ("ServerTasksAt7=Updall", None),  # a family
    ("ServerTasksAt77=Updall", None),
    ("TCPIPX=TCP, 0, 15, 0", None),  # the line defines a port
    ("Ports=TCPIPY\nTCPIPY=x", None),  # a port that is listed
    ("TCPIPX_TCPIPAddress=0,192.0.2.1", None),
    ("Log_Replications=1", "Log_Replication"),
    ("Replicator=2", None),  # a word of its own in other names
    ("Prots=TCPIP", None),  # too short to be sure
    ("DST2=1", None),
    ("ServerTaskAt2=Updall", "ServerTasksAt2"),  # a family is meant
    ("ServersTasksAt2=Updall", "ServerTasksAt2"),
    ("ServerTaskAtX=Updall", None),
    ("IMAPMaxSessions=1", None),  # another protocol is another setting
    ("IMAPClientDebug=1", None),
    ("Domains=a", None),  # an add-in's word
    ("Sports=a", None),
    ("Named=a", None),
    ("Updters=2", "Updaters"),
    ("Dmoain=Acme", "Domain"),
])  # fmt: skip
def test_a_slip_of_the_keyboard_is_told_from_a_name_of_its_own(text, meant):
    assert told(text, "resembles", text.splitlines()[-1].partition("=")[0]) == meant


@at_once(("text", "key", "value"), [
    ("AcmeHome=/opt", "known", "no"),
    ("Server_Session_Timeout=45", "known", None),
    ("GoFaster=1", "known", None),
    ("ServerTasksAt3=Updall", "known", None),
    ("NSF_Buffer_Pool_Size_MB=300M", "misfit", '"300M" is not a number'),
    ("NSF_Buffer_Pool_Size_MB=300", "misfit", None),
    ("NSF_Buffer_Pool_Size_MB=300M", "reads_as_zero", None),
    ("ServerNoReplRequests=yes", "reads_as_zero", "yes"),
    ("DEBUG_SHOWLEAKS=0x1", "misfit", None),
    ("ECLSetup=1", "out_of_range", None),
    ("ServerNoReplRequests=yes", "misfit", '"yes" is not a number'),
    ("ServerNoReplRequests=2", "misfit", None),
    ("ServerNoReplRequests=", "misfit", None),
    ("HTTPJVMMaxHeapSize=2048M", "misfit", None),
    ("KitType=two", "misfit", None),  # seen in use only: nobody vouches for its type
    ("AMgr_SchedulingInterval=0", "out_of_range", "1 to 60"),
    ("AMgr_SchedulingInterval=61", "out_of_range", "1 to 60"),
    ("AMgr_SchedulingInterval=60", "out_of_range", None),
    *((f"PartitionNumber={number}", "out_of_range", "1 to 99") for number in ("0", "100", "150", "-1")),
    *((f"PartitionNumber={number}", "out_of_range", None) for number in ("1", "99", "07")),
    ("Memory_Quota=3", "out_of_range", "at least 4"),
    ("Memory_Quota=4", "out_of_range", None),
    ("Log_Replication=9", "out_of_range", "one of 0, 1, 2, 3, 4, 5"),
    ("Shared_Mail=2", "until", "8.5"),
    ("Shared_Mail=2", "instead", "Domino no longer supports shared mail"),
    ("Shared_Mail=0", "until", None),
    ("Server_Transinfo_Range=8", "since", "6.0"),
    ("Server_Session_Timeout=45", "since", None),
    ("NSF_UpdateODS=1", "on", "client"),
    ("MailFile=mail/a.nsf", "on", None),  # set-up writes it
    ("GoFaster=1", "folklore", CATALOGUE.folklore["gofaster"].truth),
    ("HTTPHSTSMaxAge=31536000", "folklore", CATALOGUE.folklore["httphstsmaxage"].truth),
    ("Fault_Recovery=1", "folklore", CATALOGUE.folklore["fault_recovery"].truth),
    ("ServerTasksAt24=Updall", "hour", "24"),
    ("X=" + "y" * 127, "bytes", None),
    ("X=" + "ü" * 64, "bytes", "128"),
])  # fmt: skip
def test_what_the_catalogue_knows_to_a_setting_s_disadvantage(text, key, value):
    assert told(text, key, text.partition("=")[0]) == value


@at_once(("text", "value"), [
    ("AcmePassword=Sommer2026!", "password"),
    ("ACME_API_KEY=0123abcd", "key"),
    ("NWNDSPassword=geheim", "password"),
    ("STATPUB_URI=https://key@stats.example.com/sink", "address"),
    ("AcmePassword=", None),
    ("AcmePassword=***", None),
    ("AcmePassword=1", None),
    ("AcmePassword=123", None),
    ("AcmePassword=no", None),
    ("AcmeApiKey=123456", None),
    ("RunOnBackup=sshpass -p $PW scp x y", None),
    ("RunOnBackup=tool password:geheim", "command"),
    ("HTTP_Proxy=http://svc@proxy:8080", None),
    ("AcmePassword={{ vault.acme }}", None),
    ("AcmePassword=${ACME_PASSWORD}", None),
    ("AcmePassword=%ACME_PASSWORD%", None),
    ("AcmePassword=(355E98E7C7B59BD810ED845AD0FD2FC4)", None),
    ("AcmePassword=(GAbcdefghijklmnopqrstuv)", None),
    ("AcmePassword={SHA}fEqNCco3Yq9h5ZUglD3CZJT4lBs=", None),
    ("AcmePassword=$2b$12$abcdefghijklmnopqrstuv", None),
    ("AcmeTokenFile=/run/secrets/acme", None),
    ("AcmePasswordDirectory=/run/secrets", None),
    ("HTTP_Pwd_Change_Cache_Hours=48h", None),
    ("STATPUB_URI=https://stats.example.com/sink", None),
    ("STATPUB_URI=https://stats.example.com/sink?api_key=0123", "address"),
    ("STATPUB_HEADERS=Content-Type: text/plain", None),
    ("STATPUB_HEADERS=Authorization: Bearer 0123", "key"),
    ("STATPUB_HEADERS=X-Insert-Key: 0123", "key"),
    ("STATPUB_HEADERS=Authorization: ***", None),
    ("STATPUB_URI=https://stats.example.com/sink?api_key=***", None),
    ("AcmeApiKey=0123456789abcdef0123456789abcdef", "key"),
    ("AcmePassword=0123456789abcdef0123456789abcdef", None),
    ("AcmePwd=0123456789abcdef0123456789abcdef", None),
    ("AcmePassword=ENC(abcdef)", None),
    ("AcmePassword2=geheim", "password"),
    ("SECRETARY=Jane Doe", None),
    ("FT_TOKENIZER=standard", None),
    ("LtpaTokenName=LtpaToken", None),
    ("PasswordPolicy=strict", None),
    ("KeyFileName=server.id", None),
    ("LDAP_BindPW=geheim", "password"),
    ("HSM_PIN=1234", "password"),
    ("AcmeKennwort=geheim", "password"),
    ("LTPA_3DESKey=0123abcd", "key"),
    ("LicenseKey=ABCDE-12345-ABCDE-12345", "key"),
    ("HTTP_Proxy=http://svc:geheim@proxy:8080", "address"),
    ("HTTP_Proxy=svc:geheim@proxy:8080", "address"),
    ("HTTP_Proxy=http://proxy:8080", None),
    ("MyConn=Server=x;Uid=sa;Pwd=geheim;", "address"),
    ("RunOnBackup=sshpass -p geheim scp x y", "command"),
    ("JavaUserOptions=-Xmx512m -Dacme.pw=geheim", "command"),
    ("ServerTasks=Replica,RunJava Backup -password geheim,Router", "command"),
    ("ServerTasks=Replica,Pwdsync admin,Router", None),
    ("Acme=Bearer eyJhbGciOi.abc1", "key"),
    ("AcmeUrl=https://example.com/x?sig=0123abcd", "address"),
    ("KeyFileName=C:\\Domino\\server.id", None),
    ("KeyFileName_Owner=CN=Mail01/O=Acme", None),
    ("TokenRing=TOKEN,0,15,0", None),
    ("PasswordLockoutTries=5", None),
    ("Acme=***", None),
])  # fmt: skip
def test_a_secret_in_clear_is_told_from_what_only_sounds_like_one(text, value):
    assert told(text, "secret_in_clear", text.partition("=")[0]) == value


def test_what_a_line_tells_is_known_even_where_another_line_was_not_read():
    assert told("Server_Sesion_Timeout=1\nX=\0", "resembles", "Server_Sesion_Timeout") == "Server_Session_Timeout"
    assert told("Server_Session_Timeout=1\nX=\0", "resembles", "Server_Session_Timeout") is None


def test_every_line_of_a_repeated_setting_is_looked_at():
    assert told("AcmePassword=\nAcmePassword=geheim", "secret_in_clear", "AcmePassword") == "password"


# A first release that is known and tells no floor, and why.
TELLS_NOTHING = {
    "APIDeveloper": "any program may write it",
    "CERTSTORE_CACHELOG": "a switch of a client too",
    "DEBUG_OIDCLogin": "the page speaks of 14.5, and tokens were there in 12.0.2",
    "DONT_CACHE_MONITOR_FORMULAS": "the page may be younger than the setting",
    "NEWRELIC_AGENT_GUID": "a vendor's name",
    "NSF_AlwaysUpgradeODS": "a client's",
    "PKCS12_EXPORT_LEGACY": "a switch of a client too",
    "Server_Transinfo_Range": "copied to older servers from newer advice",
}


def test_what_a_release_brought_tells_it():
    brought = {one.name: one for one in CATALOGUE.settings.values() if one.since and one.floor != one.since}
    assert brought.keys() == TELLS_NOTHING.keys()
    assert not any(one.floor for one in brought.values())


@at_once(("text", "key", "value"), [  # the lines, the key, its text
    ("Debug_AMgr=No", "debug.traces", None),
    ("Debug_AMgr=none", "debug.traces", None),
    ("Debug_ThreadID=1", "debug.traces", None),
    ("DEBUG_ACME=1", "debug.by_name", "DEBUG_ACME"),
    ("DEBUG_ACME=0", "debug.by_name", None),
    ("RouterDebug=3\nwebauth_verbose_trace=1\nServer_Clock=1", "debug.by_name_named",
     "3 settings (RouterDebug, WebAuth_Verbose_Trace and Server_Clock)"),
    ("RouterDebug=0\nServer_Clock=0", "debug.by_name", None),
    ("Debug_Clock=1\nIMAPDEBUG=2", "debug.traces", None),
    ("POP3_Debug_Commands=1", "debug.by_name", "POP3_Debug_Commands"),
    ("SMTPDebug=1", "debug.traces", None),
    ("SMTPDebug=1", "debug.by_name", "SMTPDebug"),
    ("Debug_AMgr=*", "debug.traces_named", "Debug_AMgr"),
    ("Debug_AMgr=*\ndebug_repl=1", "debug.traces_named", "2 settings (Debug_AMgr and DEBUG_REPL)"),
    ("Debug_AMgr=*\nDEBUG_AMGR=c", "debug.traces", "Debug_AMgr"),
    ("Debug_AMgr=0", "debug.traces", None),
    ("Debug_Outfile=c:\\x.txt", "debug.file", "c:\\x.txt"),
    ("Debug_Outfile=c:\\x.txt", "debug.traces", None),
    ("DEBUG_ACME=1\nSMTPDebug=1", "debug.by_name_named", "2 settings (DEBUG_ACME and SMTPDebug)"),
    ("DEBUG_JWK_CACHE=1\nFaultRecovery_Build=Release 12.0.2", "debug.traces", "DEBUG_JWK_CACHE"),
    ("DEBUG_JWK_CACHE=1\nFaultRecovery_Build=Release 14.0", "debug.traces", None),  # obsolete, and told as that
    ("DEBUG_JWK_CACHE=1\nSMTPSaveImportErrors=1", "debug.traces", "SMTPSaveImportErrors"),
    ("DEBUG_ENABLE_UPDATE_FIX=32767", "debug.by_name", None),
    ("DEBUG_ENABLE_UPDATE_FIX=32767", "debug.traces", None),
    ("\n".join(f"DEBUG_ACME{number}=1" for number in range(9)), "debug.by_name_named",
     "9 settings (DEBUG_ACME0, DEBUG_ACME1, DEBUG_ACME2, DEBUG_ACME3, DEBUG_ACME4 and 4 others)"),
])  # fmt: skip
def test_debug_settings_of_a_kind_are_told_together(text, key, value):
    facts = Facts()
    source = Source.of("notes.ini", f"[Notes]\nKitType=2\nDirectory=/local/notesdata\n{text}\n".encode())
    facts.add(readers.reader("notes_ini").read(source, CATALOGUE))
    derive(facts, Context(CATALOGUE))
    reading = facts.ask(key)
    assert reading.absent == (reading.text is None)
    assert reading.text == value


def test_a_debug_setting_that_newer_releases_do_not_have_is_open_while_the_release_is():
    facts = Facts()
    source = Source.of("notes.ini", b"[Notes]\nKitType=2\nDirectory=/local/notesdata\nDEBUG_JWK_CACHE=1\n")
    facts.add(readers.reader("notes_ini").read(source, CATALOGUE))
    derive(facts, Context(CATALOGUE))
    assert facts.ask("debug.traces").trouble.startswith("the release")


@pytest.mark.parametrize(("value", "named"), [
    ("hunter2", "HTTP_Pwd"),
    ("$HTTPPWD", None),
    ("$(HTTPPWD)", None),
    ("${HTTPPWD}", None),
    ("$hunter2", "HTTP_Pwd"),
])  # fmt: skip
def test_one_touch_names_a_setting_as_it_is_written_and_knows_templates(value, named, domlint, tmp_path):
    (tmp_path / "setup.json").write_text(
        '{"serverSetup": {"server": {"type": "first", "name": "m"}, "org": {"orgName": "A"},\n'
        f'"notesINI": {{"HTTP_Pwd": "{value}"}}}}}}\n'
    )
    out = domlint("check", ".", "--isolated", "--select", "password-in-clear").out
    assert (f"readable text: {named}" in " ".join(out.split())) == bool(named)
    assert "http_pwd" not in out
