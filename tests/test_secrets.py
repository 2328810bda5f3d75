"""No output of any command shows a secret, however it is written. One line a way to write it."""

import json
import random
import re
import runpy
import subprocess
from pathlib import Path

import pytest
from at_once import at_once

from advisor import collecting, pack, writers
from advisor.facts import Answer, Fact
from advisor.report import masking
from advisor.report.evidence import evidence_of
from advisor.values import secret_forms

FILES = {
    "a misspelt name": "SERVER_CONSOLE_PASWORD=hunter2",
    "a misspelt name that nobody knows": "Acme_Gateway_PasssWord=hunter2\nAcmePasswrd=hunter2",
    "a name that goes on": "STATPUB_URI2=https://u:hunter2@host",
    "a name that begins before": "XSTATPUB_URI=https://u:hunter2@host",
    "a letter that grows when it is made small": "Foo=" + "\u0130" * 60 + " STATPUB_URI=hunter2 X=1",
    "a NUL behind the word": "Foo=password\0hunter2",
    "a control character behind the word": "Foo=password\x01hunter2",
    "a control character in the word": "pass\x01word=hunter2",
    "arguments of a task": "ServerTasks=Password hunter2,Router",
    "arguments of a task that sounds so": "ServerTasks=pwdsync admin hunter2,Router",
    "arguments that only the task tells": "ServerTasks=Router,mysqldump -phunter2 x\nServerTasksAt2=sqlplus scott/hunter2",
    "a number that is none": "AcmePassword=hunter2\nNSF_Buffer_Pool_Size_MB=password=hunter2",
    "twice": "AcmePassword=hunter2\nACMEPASSWORD=hunter2b",
    "behind another setting": "TRANSLOG_Status=1 AcmePassword=hunter2 TRANSLOG_Style=1",
    "folklore": "GOFASTER=password=hunter2",
    "debug": "DEBUG_PASSWORD=hunter2",
}


def lay(folder, files):
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(text.encode())


def secrets_shown(domlint, commands):
    """Run commands and return the lines that show the secret, with their command."""
    shown = []
    for command in commands:
        done = domlint(*command)
        assert done.returncode in (0, 1, 2), done.err
        shown += [(command, line) for line in (done.out + done.err).splitlines() if "hunter2" in line]
    return shown


def test_no_output_shows_a_secret(domlint, in_all_formats, tmp_path):
    """Each line is that of a server of its own."""
    lines = [f"[Notes]\nKitType=2\nServerName=S{number}\n{text}\n" for number, text in enumerate(FILES.values())]
    lay(tmp_path, {f"{number}/notes.ini": text for number, text in enumerate(lines)})
    explained = [("explain", of, "--for", ".", "--isolated") for of in ("password-in-clear", "STATPUB_URI")]
    listed = [("facts", f"{number}/notes.ini") for number in range(len(lines))]
    assert secrets_shown(domlint, [*explained, *listed, ("facts", ".", "--format", "json")]) == []
    for command, text in zip(listed, lines, strict=True):  # it shows every line that can be read
        assert "***" in domlint(*command).out or "\0" in text
    done, printed = in_all_formats(".")
    assert done.returncode == 1, done.err
    assert [name for name, text in printed.items() if "hunter2" in text + done.err] == []


INI = "[Notes]\nKitType=2\nServerName=Mail01/Acme\n"
SERVERS = {
    "what a controller's tool answered": {
        "notes.ini": INI,
        "ssacli.txt": "Smart Array P410i in Slot 0 (sn: 5001438017)\n   Controller Status: OK\n"
        "Error: The specified device does not have any logical drives. (ctrl slot=0 login password=hunter2)\n",
    },
    "an error alone": {"notes.ini": INI, "ssacli.txt": "Error: no controller (login password=hunter2)\n"},
    "a volume's name in a contradiction": {
        "notes.ini": INI,
        "storage.toml": '[[array]]\nname = "a password=hunter2"\nlevel = "RAID 1"\n[[array]]\nname = "b"\nlevel = "RAID 5"\n'
        '[[volume]]\nmount = "/x password=hunter2"\narray = "a password=hunter2"\n'
        '[[volume]]\nmount = "/x password=hunter2"\narray = "b"\n',
    },
    "a field's value that fits nothing": {
        "notes.ini": INI,
        "storage.toml": '[[array]]\nname = "a"\nlevel = "password=hunter2"\nstripe = "password=hunter2"\n',
    },
    "a server's name": {"notes.ini": INI.replace("Mail01/Acme", "CN=Mail01 password=hunter2/O=Acme")},
    "two servers' names": {
        "a/notes.ini": INI.replace("Mail01/Acme", "Mail password=hunter2"),
        "b/notes.ini": INI.replace("Mail01/Acme", "Mail password=hunter2b"),
    },
    "a release": {"notes.ini": INI + "FaultRecovery_Build=Release 9.0 password=hunter2\n"},
    "a console's server": {
        "notes.ini": INI,
        "server.txt": "HCL Domino (r) Server (64 Bit) (Release 14.5 for UNIX)\nServer name:   Mail01/Acme password=hunter2\n",
    },
    "a statistic": {
        "notes.ini": INI,
        "stat.txt": "> show stat\n  Mem.PhysicalRAM = password=hunter2\n  Server.Users = 3\n",
    },
    "a document's server": {
        "notes.ini": INI,
        "names.dxl": "<database xmlns='http://www.lotus.com/dxl'><document form='Server'><item name='ServerName'>"
        "<text>CN=Mail02/O=Acme password=hunter2</text></item></document></database>\n",
    },
}


@pytest.fixture
def in_all_formats(domlint, tmp_path_factory):
    """What a check prints in each format, by one run that makes all of them."""

    def run(*words):
        beside = tmp_path_factory.mktemp("reports")
        formats = [f"--format={name}:{beside / name}" for name in writers.FORMATS]
        done = domlint("check", *words, "--isolated", *formats)
        return done, {name: (beside / name).read_text(encoding="utf-8") for name in writers.FORMATS}

    return run


def test_no_command_shows_a_secret_of_any_file(domlint, in_all_formats, tmp_path):
    """Each set of files is a server, in a folder of its own."""
    for number, files in enumerate(SERVERS.values()):
        lay(tmp_path / str(number), files)
    done, printed = in_all_formats(".")
    assert done.returncode == 2, done.err
    assert [name for name, text in printed.items() if "hunter2" in text + done.err] == []
    explained = [("explain", of, "--for", ".", "--isolated") for of in ("LOG001", "array-degraded", "ServerName")]
    assert (
        secrets_shown(
            domlint, [("check", ".", "--isolated"), ("facts", "."), ("facts", ".", "--format", "json"), *explained]
        )
        == []
    )


@pytest.mark.parametrize("command", [("check", "--isolated"), ("explain", "LOG001", "--for", ".")], ids=" ".join)
def test_no_rule_that_raises_and_no_bug_shows_a_secret(command, domlint, tmp_path, monkeypatch):
    from advisor.judging import engine

    def burst(*_, **_more):
        raise ValueError("invalid literal for int(): 'password=hunter2'")

    (tmp_path / "notes.ini").write_text(INI)
    for part in ("_judge_subject", "run"):
        with monkeypatch.context() as patch:
            patch.setattr(engine, part, burst)
            done = domlint(*command)
        assert done.returncode == 4
        assert "password=***" in done.err
        assert "hunter2" not in done.out + done.err


def test_a_site_s_flag_counts_for_check_and_facts(domlint, tmp_path):
    (tmp_path / "ours" / "catalogue").mkdir(parents=True)
    (tmp_path / "ours" / "catalogue" / "c.toml").write_text(
        '[[setting]]\nname = "AcmePin"\ntype = "number"\nmeaning = "The gateway\'s PIN."\nsecret = true\n'
        'source = "hcl-c-api"\n'
        '[[setting]]\nname = "AcmePassword"\ntype = "text"\nmeaning = "The gateway\'s password."\nsource = "hcl-c-api"\n'
    )
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nAcmePin=hunter2\nAcmePassword=hunter2\n")
    for command in ("check", "facts"):
        for form in ("text", "json"):
            done = domlint(command, "notes.ini", "--rules", "ours", "--format", form)
            assert done.returncode in (0, 1), done.err
            assert "***" in done.out or command == "check"
            assert "hunter2" not in done.out + done.err


@pytest.mark.parametrize("command", [("explain", "\x1b[31mX"), ("check", "--select", "\x1b[31mX")], ids=" ".join)
def test_no_message_steers_the_terminal(command, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\n")
    assert "\x1b" not in domlint(*command).err


SET_UP = """{"serverSetup": {"server": {"name": "mail1"}, "org": {"orgName": "Acme", %s}}}"""
SET_UPS = {
    "an escaped letter in a key": SET_UP % r'"certifierP\u0061ssword": "hunter2", "certifierP\u0061ssword": "hunter2b"',
    "an escaped control character in a key": SET_UP % r'"pass\u001bword": "hunter2", "x": 1, "x": 2',
    "a value on a line of its own": SET_UP % '"certifierPassword":\n"hunter2",\n"certifierPassword":\n"hunter2b"\n',
    "names and values in a document's item": SET_UP
    % '"a": 1}, "appConfiguration": {"databases": [{"filePath": "names.nsf", "documents": [{"action": "update", '
    '"findDocument": {"Type": "Server"}, "items": {"a": [{"name": "DB_PASSWORD", "value": "hunter2"}]}}]}]',
    "an object below such a key": SET_UP % '"password":\n{\n"a":\n"hunter2",\n"a":\n"hunter2b"}',
}


@pytest.mark.parametrize("command", [("check", "--isolated"), ("facts",)], ids=" ".join)
@pytest.mark.parametrize("text", SET_UPS.values(), ids=SET_UPS.keys())
def test_no_set_up_file_shows_a_secret(text, command, domlint, tmp_path):
    (tmp_path / "setup.json").write_text(text)
    done = domlint(*command, "setup.json")
    assert done.returncode in (0, 1), done.err
    assert "Acme" in done.out
    assert "***" in done.out or command[0] == "check"
    assert "hunter2" not in done.out + done.err


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_no_cluster_s_name_shows_a_secret(form, domlint, tmp_path):
    for number in "12":
        folder = tmp_path / number
        folder.mkdir()
        (folder / "notes.ini").write_text(f"[Notes]\nKitType=2\nServerName=Mail{number}/Acme\n")
        (folder / "cluster.txt").write_text(
            f"Cluster name: password=hunter2\x1b[31m, Server name: Mail{number}/Acme\n"
            "Server availability threshold: 20\n"
        )
        (folder / "server.txt").write_text(
            f"HCL Domino (r) Server (64 Bit) (Release 14.{number} for UNIX)\n"
            f"Server name:            Mail{number}/Acme\n"
        )
    done = domlint("check", "--isolated", "--format", form)
    assert form == "text" or "***" in done.out
    assert "hunter2" not in done.out + done.err


@at_once("told", [{"note": "NOTES.INI says \x1b[31m"}, {"doubt": "a group \x1b[31m has one"}])
def test_no_note_steers_a_terminal(told):
    """What a fact notes may hold a value out of a file."""
    fact = Fact("ini.translog_path", "/local/log", **told)
    seen = evidence_of(pack.builtin().catalogue, Answer(fact.text, (fact,), key=fact.key))
    assert "\x1b" not in seen.note
    assert "\\x1b[31m" in seen.note


def test_a_name_that_only_sounds_secret_is_read_from_its_first_letter():
    line = "see the SSL_DISABLE_EXTENDED_MASTER_SECRET: 1 of Mail01"
    assert masking.masked(pack.builtin().catalogue, line) == line
    assert masking.masked(pack.builtin().catalogue, "a MyPassword=x") == "a MyPassword=***"


def test_what_a_server_s_name_sets_is_no_name(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=PWDC01=geheim7\nFoo=on PWDC01: geheim7\n")
    for words in (("check", "--isolated", "--format", "json"), ("facts", "notes.ini")):
        done = domlint(*words)
        assert "geheim7" not in done.out + done.err


NAMED = ["Secretariat/Acme", "PWDC01", "Tokyo-Token1/Acme", "CN=Secretariat/OU=Credentials/O=Acme"]


@pytest.mark.parametrize("name", NAMED)
@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_a_server_s_name_is_no_secret(name, form, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\nServerName={name}\nTRANSLOG_Status=0\nLDAPPassword=x7q\n")
    done = domlint("check", "notes.ini", "--isolated", "--release", "14.5", "--format", form)
    shown = [done.out, domlint("facts", "notes.ini").out, domlint("explain", "LOG001", "--for", "notes.ini").out]
    plain = name.replace("CN=", "").replace("OU=", "").replace("O=", "")
    assert all(plain in text for text in shown)
    assert not any(text.replace("LDAPPassword=***", "").count(f"{plain.partition('/')[0]}***") for text in shown)
    assert "x7q" not in "".join(shown)


def test_names_are_compared_as_they_are(domlint, tmp_path):
    """Two servers whose names a mask made alike are two, have their documents, their waivers and fingerprints."""
    for folder, name in (("a", "Secretariat/Acme"), ("b", "Secretariat/Globex")):
        (tmp_path / folder).mkdir()
        ini = f"[Notes]\nKitType=2\nServerName={name}\nFaultRecovery_Build=Release 14.5\nTRANSLOG_Status=0\n"
        (tmp_path / folder / "notes.ini").write_text(ini)
    waiver = '[[waive]]\nrule = "LOG001"\nserver = "Secretariat/Acme"\nreason = "a test"\n'
    (tmp_path / "domlint.toml").write_text(waiver)
    report = json.loads(domlint("check", "--format", "json").out)
    assert [server["name"] for server in report["servers"]] == ["Secretariat/Acme", "Secretariat/Globex"]
    assert [one["server"] for one in report["waived"]] == ["Secretariat/Acme"]
    apart = {one["fingerprint"] for one in report["findings"] if one["rule"] == "LOG001"}
    alone = json.loads(domlint("check", "b", "--format", "json").out)["findings"]
    assert apart == {one["fingerprint"] for one in alone if one["rule"] == "LOG001"}


def test_port_names_and_their_drivers_are_no_secrets(domlint, tmp_path):
    ini = "[Notes]\nKitType=2\nPorts=TCPIP,TokenRing\nTokenRing=TOKEN,0,15,0\nTokenRing_TcpIpAddress=0,192.0.2.1:1352\n"
    (tmp_path / "notes.ini").write_text(ini + "LDAPToken=x7q\n")
    shown = domlint("facts", "notes.ini").out + domlint("explain", "TokenRing", "--for", "notes.ini").out
    assert "TOKEN,0,15,0" in shown
    assert "0,192.0.2.1:1352" in shown
    assert "TCPIP,TokenRing " in shown
    assert "x7q" not in shown


def test_a_cluster_s_name_is_no_secret(domlint, tmp_path):
    for number in "12":
        folder = tmp_path / number
        folder.mkdir()
        (folder / "notes.ini").write_text(
            f"[Notes]\nKitType=2\nServerName=Mail{number}/Acme\nFaultRecovery_Build=Release 14.{number}\n"
        )
        (folder / "cluster.txt").write_text(
            f"Cluster name: Token-Ring2, Server name: Mail{number}/Acme\nServer availability threshold: 20\n"
        )
    done = domlint("check", "--isolated")
    assert "The members of Token-Ring2 differ" in done.out


TABLE = runpy.run_path(str(Path(__file__).with_name("secret_lines.py")))
SECRET, PLANTED, PUBLIC = TABLE["SECRET"], TABLE["PLANTED"], TABLE["PUBLIC"]
CATALOGUE = pack.builtin().catalogue
KEY_BLOCK = f"-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkq{SECRET}\nAgEA{SECRET}==\n-----END PRIVATE KEY-----"
MASKED_BY_DOUBT = {
    "> load", "OnBackup=backup ${", "Acme={SSHA}", "Acme=$2y$10$", ";", "#", "set secure", "XSTATPUB", "LDAPPassword:",
    "Private-MAC:", "Salasana:", "Passwort", "Acme=pass word", "Acme=a=1&p%61", "Acme=https%3A", "Acme=http:\\/",
    "Acme=&#112;", "Acme={\\u0022", "Acme=pass\\u0", "Acme=pass&#", "0 2 * * * root", "REM", "Acme=<password>",
    "<add key", "setenv", "> tell", "rocommunity", "a P@ssword:", "Password check", "Passwords were", "<item",
}  # fmt: skip


@at_once("line", PLANTED)
def test_a_planted_secret_is_masked(line):
    assert SECRET not in masking.masked(CATALOGUE, line)


def parts_of_lines():
    """Runs of words of all lines, and such words in any order."""
    choice, words = random.Random(1), []
    for line in [*PLANTED, *PUBLIC]:
        own = re.split("([ \t,;=]+)", line)[:20]
        words += own
        yield from ("".join(own[begin:end]) for begin in range(len(own)) for end in range(begin + 1, len(own) + 1))
    yield from ("".join(choice.choices(words, k=choice.randrange(2, 9))) for _ in range(4000))


def test_a_text_without_any_sign_of_a_secret_holds_none(monkeypatch):
    def found(text):
        return secret_forms.pieces(text), secret_forms.pieces(text, tasks=True)

    texts = [text for text in parts_of_lines() if not secret_forms.may_hold_form(text.lower())]
    by_name = {text: found(text) for text in texts}
    assert [
        text for text in texts if by_name[text] != ([], []) and not secret_forms.may_hold_secret(text.lower())
    ] == []
    monkeypatch.setattr(secret_forms, "may_hold_form", lambda low: True)
    assert next((text for text in texts if found(text) != by_name[text]), None) is None


def test_what_unlocks_a_volume_a_product_s_key_and_a_hash_are_masked():
    unlocks = "-".join(["123456"] * 8)
    assert masking.masked(CATALOGUE, f"; kept here {unlocks}") == "; kept here ***"
    assert masking.masked(CATALOGUE, "of Jane (355E98E7C7B59BD810ED845AD0FD2FC4)") == "of Jane ***"
    assert masking.masked(CATALOGUE, "Product: A1B2C-D3E4F-G5H6I-J7K8L-M9N0P") == "Product: ***"


OTHER_LETTERS = [
    "\u041f\u0430\u0440\u043e\u043b\u044c=%s", "\u041f\u0430\u0440\u043e\u043b\u044c: %s", "\u5bc6\u7801=%s",
    "\u5bc6\u78bc=%s", "\u30d1\u30b9\u30ef\u30fc\u30c9=%s", "\uc554\ud638=%s", "\u015eifre=%s",
    "X a=1 \u30d1\u30b9\u30ef\u30fc\u30c9 %s",
]  # fmt: skip


BY_DOUBT = [  # lines that are masked although nothing in the value looks like a secret
    ("MyPIN=abcd", "MyPIN=***"),
    ("p=secret", "p=***"),
    ("FooP=user/secret", "FooP=***"),
    ("SecurityAnswer=blue", "SecurityAnswer=***"),
    ("RecoveryPhrase=one two three", "RecoveryPhrase=***"),
    ("webhook_sig=abcdefgh", "webhook_sig=***"),
    ("SamlIdpKey=abcdefgh", "SamlIdpKey=***"),
    ("OAUTH_REFRESH=abcdefgh", "OAUTH_REFRESH=***"),
    ("Unlock=word", "Unlock=***"),
    ("Unlock=1", "Unlock=1"),
    ("SSL_Stash=abcdefgh", "SSL_Stash=***"),
    ("ProxyAuth=bob:hunter5", "ProxyAuth=***"),
    ("LDAPBind=cn=admin,o=x abcdefgh", "LDAPBind=***"),
    ("ServerTasks=tell foo login admin abcdefgh,HTTP", "ServerTasks=tell foo login admin ***,HTTP"),
    ("> tell foo login admin abcdefgh", "> tell foo login admin ***"),
    ("ServerTasks=tell foo login Hunterzwei,Update,Router", "ServerTasks=tell foo login ***,Update,Router"),
    ("ServerTasks=Update,tell foo login Hunterzwei", "ServerTasks=Update,tell foo login ***"),
    ("ServerTasks=Update,tell foo logon Hunterzwei ,Router", "ServerTasks=Update,tell foo logon *** ,Router"),
    ("ServerTasks=tell foo login a b c,tell bar login d,HTTP",
        "ServerTasks=tell foo login a ***,tell bar login ***,HTTP"),
    ("ServerTasksAt3=Update,tell foo login a Hunterzwei", "ServerTasksAt3=Update,tell foo login a ***"),
    ('ServerTasks=tell foo login "in two",HTTP', "ServerTasks=tell foo login ***,HTTP"),
    ("ServerTasks=tell foo login ,Update,HTTP", "ServerTasks=tell foo login ,Update,HTTP"),
    ("ServerTasks=tell foo load login,Update,HTTP", "ServerTasks=tell foo load login,Update,HTTP"),
    ("Otp=Zw6", "Otp=***"),
    ("Acme=dop_v1_" + "0a" * 32, "Acme=***"),
    ("Acme=shpat_" + "0a" * 16, "Acme=***"),
    ("S3=AKIAIOSFODNN7EXAMPLE:wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "S3=***"),
    ("S3=AKIAIOSFODNN7EXAMPLE wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY", "S3=*** ***"),
]  # fmt: skip


@pytest.mark.parametrize(("line", "shown"), BY_DOUBT)
def test_doubtful_value_is_masked_in_reports_and_by_collect(line, shown, tmp_path):
    assert masking.masked(CATALOGUE, line) == shown
    program = collecting.program("settings.awk", CATALOGUE)
    command = ["awk", "-v", "newline=yes", program]
    done = subprocess.run(command, cwd=tmp_path, input=f"{line}\n".encode(), capture_output=True, check=True)
    assert done.stdout.decode() == f"{shown}\n"


NUMBERS = [  # a setting that takes a number, and how its line is shown
    ("Server_Session_Timeout=secret", "Server_Session_Timeout=(not a number)"),
    (" server_session_timeout = 1secret", " server_session_timeout =(not a number)"),
    (";Server_Session_Timeout=secret", ";Server_Session_Timeout=(not a number)"),
    ("TRANSLOG_Status=secret", "TRANSLOG_Status=(not a number)"),
    ("Server_Session_Timeout=480x", "Server_Session_Timeout=480x"),
    ("Server_Session_Timeout=45 (minutes)", "Server_Session_Timeout=45 (minutes)"),
    ("Server_Session_Timeout=1,024", "Server_Session_Timeout=1,024"),
    ("Server_Session_Timeout=", "Server_Session_Timeout="),
    ("TRANSLOG_Status=yes", "TRANSLOG_Status=yes"),
    ("TRANSLOG_Status=1 TRANSLOG_Path=/x TRANSLOG_Style=0", "TRANSLOG_Status=1 TRANSLOG_Path=/x TRANSLOG_Style=0"),
    ("Server_Session_Timeout={{ TIMEOUT }}", "Server_Session_Timeout={{ TIMEOUT }}"),
    ("dst='true'>20260803T083524,57+02</datetime>", "dst='true'>20260803T083524,57+02</datetime>"),
    ("DAOSCatalogState=Needs Resync", "DAOSCatalogState=Needs Resync"),
]


@at_once(("line", "shown"), NUMBERS)
def test_text_in_place_of_a_number_is_not_quoted(line, shown):
    name, _, value = line.strip(" ;").partition("=")
    assert masking.masked(CATALOGUE, line) == shown
    assert masking.value(CATALOGUE, f"ini.{name.strip().lower()}", value) == shown.partition("=")[2]


def test_no_output_quotes_a_text_in_place_of_a_number(domlint, in_all_formats, tmp_path):
    (tmp_path / "notes.ini").write_text(
        INI + "Server_Session_Timeout=geheim\nMailMaxThreads=geheim\nTRANSLOG_Status=geheim\n"
    )
    done, printed = in_all_formats(".")
    assert "setting-wrong-type" in printed["json"]
    printed["stderr"] = done.err
    for words in (
        ("facts", "."),
        ("facts", ".", "--format", "json"),
        ("explain", "setting-wrong-type", "--for", ".", "--isolated"),
        ("explain", "Server_Session_Timeout", "--for", ".", "--isolated"),
        ("explain", "transaction-logging-off", "--for", ".", "--isolated"),
        ("fix", ".", "--unsafe", "--isolated"),
        ("fix", ".", "--unsafe", "--isolated", "--format", "json"),
    ):
        done = domlint(*words)
        printed[" ".join(words)] = done.out + done.err
    assert [name for name, text in printed.items() if "geheim" in text] == []
    assert "(not a number)" in printed["facts ."]


NO_SECRETS = [
    "HasLocalReplica=Mail01", "HasLogs=10.0.0.1", "CachesLoaded=names.nsf", "Database.BatchesLost=many",
    "PassRate=high", "FT_PASS_SIZE=large", "TwoPass_Scan=always", "SinglePassMode=strict",
]  # fmt: skip


@at_once("line", NO_SECRETS)
def test_what_only_looks_like_a_secret_stays(line):
    assert masking.masked(CATALOGUE, line) == line


@at_once("line", OTHER_LETTERS)
def test_what_the_scripts_cannot_tell_is_masked_here(line):
    assert SECRET not in masking.masked(CATALOGUE, line.replace("%s", SECRET))


SPELT = [  # as word processors, web pages and other keyboards write
    "\uff2c\uff24\uff21\uff30_\uff30\uff41\uff53\uff53\uff57\uff4f\uff52\uff44=%s", "password\uff1d%s",
    "password\uff1a %s", "PA\u017f\u017fWORD=%s", "ServerTasks=Router,X -password\u00a0%s",
    "ServerTasks=Router,X -pw\u3000%s", "p\u0332assword=%s", "to\u0301\u0332ken: %s",
    "ServerTasks=Router,X \u2013pw %s", "ServerTasks=Router,X \uff0dpw %s", "Acme=http\uff1a//svc:%s@proxy",
    "Acme=http://svc:%s\uff20proxy", r"\x70assword=%s", "P\u0430ssword=%s", "\u03a4\u039f\u039a\u0395\u039d=%s",
    "a P\u0430ssw\u043erd: %s", "Acme=https%%3a%%2f%%2fsvc%%3a%s%%40proxy&x=&#1114112;&#xfffffff;&#x;%%zz",
]  # fmt: skip


@pytest.mark.parametrize("line", SPELT)
def test_a_secret_is_masked_however_what_names_it_is_written(line, domlint, tmp_path):
    line = line.replace("%s", SECRET).replace("%%", "%")
    assert SECRET not in masking.masked(CATALOGUE, line)
    (tmp_path / "notes.ini").write_text(INI + line + "\n", encoding="utf-8")
    for command in (("check", ".", "--isolated"), ("facts", ".", "--format", "json")):
        done = domlint(*command)
        assert SECRET not in done.out + done.err


WHOLE = [  # where what parts words may hide which they are, and where what stands before `=` is no name
    "x -p\x01geheim7",
    "to\x01ken:geheim7=",
    f"{'x' * 300}=%70assword%3dgeheim7",
]


@at_once("text", WHOLE)
def test_a_text_is_masked_as_a_whole_where_nobody_knows_where_a_secret_ends(text):
    assert masking.masked(CATALOGUE, text) == "***"


FLAGGED = [("see zq77", "see zq77"), ("zq77 geheim7", "zq77 ***"), ("see zq77: geheim7", "see zq77: ***")]


@at_once(("text", "shown"), FLAGGED)
def test_behind_a_name_that_a_site_flagged_all_is_masked(text, shown):
    own = CATALOGUE.of_run(frozenset(), frozenset())
    own.secret_names = ["zq77"]
    assert masking.masked(own, text) == shown


def test_of_a_run_s_names_and_of_figures_under_a_key_nothing_is_masked():
    own = CATALOGUE.of_run(frozenset({"pwdc01"}), frozenset())
    text = "on PWDC01: Transaction logging is off"
    assert (masking.masked(own, text), masking.masked(CATALOGUE, text)) == (text, "on PWDC01: ***")
    assert masking.value(CATALOGUE, "array.password", "1234") == "1234"
    assert masking.value(CATALOGUE, "ini.acme_password", "1234") == "***"


def test_escapes_that_hide_nothing_leave_a_mask_as_narrow_as_it_is():
    assert masking.masked(CATALOGUE, "Proxy=http://svc:a%40b@proxy/a%20b") == "Proxy=http://svc:***@proxy/a%20b"


def test_a_list_of_tasks_and_an_item_of_a_document_are_masked():
    tasks = "Router,CertMgr -eab Winter7Sommer9,RunJava Backup -password Winter7Sommer9,HTTP"
    assert (
        masking.value(CATALOGUE, "tasks.staying", tasks) == "Router,CertMgr -eab ***,RunJava Backup -password ***,HTTP"
    )
    assert SECRET not in masking.masked(CATALOGUE, f'<item name="SSLKeyPin"><text>{SECRET}</text></item>')


@at_once("line", PUBLIC)
def test_what_only_sounds_secret_stands_readable(line):
    assert masking.masked(CATALOGUE, line) == line
    name, _, value = line.partition("=")
    assert masking.value(CATALOGUE, f"ini.{name.lower()}", value) == value


PATHS = [
    ("idvault.passwordreset.helptext", "Call the desk", "Call the desk"),
    ("serversetup.org.certifierpassword", SECRET, "***"),
    ("serversetup.admin.password.a", SECRET, "***"),
    ("serversetup.admin.passwords.0", SECRET, "***"),
]


@at_once(("path", "text", "shown"), PATHS)
def test_a_key_of_json_is_secret_by_its_own_name_or_one_above_that_is_a_secret_s(path, text, shown):
    assert masking.value(CATALOGUE, f"one_touch.{path}", text) == shown


@pytest.fixture
def planted(tmp_path):
    """A server with every planted line and a private key, in several files that domlint reads."""
    text = INI + "\n".join(PLANTED) + "\n" + KEY_BLOCK + "\n"
    (tmp_path / "notes.ini").write_text(text)
    log = "".join(f"[0001:0002-0003] > set config {line}\n[0001:0002-0003]   {line}\n" for line in PLANTED)
    (tmp_path / "console.log").write_text(log)
    (tmp_path / "stat.txt").write_text(
        f"> show stat\n  Http.AuthToken = {SECRET}\n  Custom.BindPW = {SECRET}\n  Server.Users = 3\n"
    )
    (tmp_path / "mount.txt").write_text(f"//nas/b on /b type cifs (rw,username=svc,pass={SECRET},password={SECRET})\n")
    (tmp_path / "env.txt").write_text(
        f"HOME=/home/notes\nLOGNAME=notes\nSSHPASS={SECRET}\nNOTESPW={SECRET}\nUSER=notes\n"
    )
    (tmp_path / "setup.json").write_text(SET_UP % f'"certifierPassword": "{SECRET}", "adminPin": "{SECRET}"')
    return tmp_path


@pytest.mark.parametrize("words", [(".",), ("notes.ini", "."), ("console.log",), ("setup.json",)], ids=" ".join)
def test_no_format_shows_a_planted_secret(words, planted, in_all_formats):
    done, printed = in_all_formats(*words)
    assert done.returncode in (0, 1), done.err
    for name, text in printed.items():
        assert "." not in words or re.search("SEC001|password-in-clear", text), name  # it was read, and found
        assert SECRET not in text + done.err, name


@pytest.mark.parametrize("command", [
        ("facts", "."),
        ("facts", ".", "--format", "json"),
        ("explain", "password-in-clear", "--for", ".", "--isolated"),
        ("explain", "line-without-setting", "--for", ".", "--isolated"),
        ("explain", "setting-repeated", "--for", ".", "--isolated"),
        ("explain", "LDAP_BindPW", "--for", ".", "--isolated"),
        ("explain", "ServerTasks", "--for", ".", "--isolated"),
], ids=" ".join)  # fmt: skip
def test_no_command_shows_a_planted_secret(command, planted, domlint):
    done = domlint(*command)
    assert SECRET not in done.out + done.err


def test_a_baseline_holds_no_secret(planted, domlint):
    report = domlint("check", ".", "--isolated", "--format", "json").out
    (planted / "base.json").write_text(report)
    done = domlint("check", ".", "--isolated", "--baseline", "base.json")
    assert SECRET not in report + done.out + done.err


def told_of(domlint, folder, lines):
    """Of each line, in the NOTES.INI of a server of its own, whether password-in-clear finds a secret in it."""
    remark = f"; {'. ' * 1024}\n"  # of less than 2 KB each no more than 300 servers are judged
    for number, line in enumerate(lines):
        (folder / str(number)).mkdir()
        (folder / str(number) / "notes.ini").write_text(INI + remark + line + "\n", encoding="utf-8")
    found = json.loads(domlint("check", ".", "--isolated", "--select", "SEC001", "--format", "json").out)["findings"]
    return [
        line for number, line in enumerate(lines) if f"{number}/notes.ini" in {at["location"]["path"] for at in found}
    ]


def test_what_is_masked_and_readable_is_found(domlint, tmp_path):
    lines = [line for line in PLANTED if not line.startswith(tuple(MASKED_BY_DOUBT))]
    assert told_of(domlint, tmp_path, lines) == lines


FIGURES = ["Password_Svc=20241234", "Password_Svc=20241234go", "AcmePassword=4711"]


@pytest.mark.parametrize("line", FIGURES)
def test_a_password_of_figures_is_masked_and_found(line, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + line + "\n")
    assert masking.masked(CATALOGUE, line) == line.partition("=")[0] + "=***"
    found = json.loads(domlint("check", ".", "--isolated", "--select", "SEC001", "--format", "json").out)["findings"]
    assert [finding["name"] for finding in found] == ["password-in-clear"]


NO_PASSWORD = [  # it may be a user as well
    "ServerTasks=tell foo login admin,Update,Router",
    "ServerTasks=Update,tell foo login Hunterzwei",
    "ServerTasks=tell foo login,Update,Router",
]


def test_the_only_word_of_a_login_is_masked_and_not_found(domlint, tmp_path):
    assert told_of(domlint, tmp_path, NO_PASSWORD) == []
    for command in (("check", ".", "--isolated", "--format", "json"), ("facts", ".", "--format", "json")):
        assert "Hunterzwei" not in domlint(*command).out


FROM_ELSEWHERE = [
    "mysqldump -p$DB_PW mail", "backup -password $(cat x) mail", "curl -u a:$PW x", "backup -pw `cat x`",
    "mysqldump -p<password> mail", "backup -password <your password> mail",
]  # fmt: skip


@pytest.mark.parametrize("line", FROM_ELSEWHERE)
def test_what_a_shell_puts_in_is_not_found(line, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + f"OnBackup={line}\n")
    found = json.loads(domlint("check", ".", "--isolated", "--select", "SEC001", "--format", "json").out)["findings"]
    assert found == []


def test_what_stands_readable_is_not_found(domlint, tmp_path):
    assert told_of(domlint, tmp_path, PUBLIC) == []


@pytest.mark.parametrize("before", ["", "X=", "Cert = ", "  "])
def test_a_private_key_is_one_finding_and_none_of_form(before, domlint, tmp_path):
    (tmp_path / "notes.ini").write_text(INI + before + KEY_BLOCK + "\nTRANSLOG_Status=1\n")
    report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
    assert SECRET not in domlint("check", ".", "--isolated").out
    named = [finding["name"] for finding in report["findings"]]
    assert named.count("password-in-clear") == 1
    assert "line-without-setting" not in named
    assert "TRANSLOG_Status" in domlint("explain", "TRANSLOG_Status", "--for", ".", "--isolated").out


def test_a_guessable_secret_enters_no_fingerprint(domlint, tmp_path):
    """Two servers alike but for a password have the same fingerprints."""
    told = []
    for password in ("Winter1x", "Sommer2y"):
        tasks = f"ServerTasks=Router,RunBackup -pw {password},Updall -key=ab{password},Updall -key=ab{password}\n"
        (tmp_path / "notes.ini").write_text(INI + tasks + f"LDAP_BindPW ={password}\n")
        report = json.loads(domlint("check", ".", "--isolated", "--format", "json").out)
        told.append(sorted(finding["fingerprint"] for finding in report["findings"]))
    assert told[0] == told[1]


@pytest.mark.parametrize("form", ["text", "json", "sarif"])
def test_an_unknown_field_is_named_and_its_value_is_not(form, domlint, tmp_path):
    storage = f'[[array]]\nname = "a"\npassword = "{SECRET}"\n[[apitoken]]\nx = "{SECRET}"\n'
    (tmp_path / "storage.toml").write_text(storage)
    done = domlint("check", ".", "--isolated", "--format", form)
    assert "there is no field password; there are name, controller" in done.err
    assert "there is no table apitoken" in done.err
    assert SECRET not in done.out + done.err
