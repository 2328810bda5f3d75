"""What NOTES.INI says of ports, the class path of Java, and diagnostics."""

from at_once import at_once

from advisor import pack
from advisor.derive import Context, derive
from advisor.facts import Diagnostic, Facts
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue


def known(text):
    facts = Facts()
    items = notes_ini.read(Source.of("notes.ini", text.encode()), CATALOGUE)
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    return facts


@at_once(("text", "key", "value"), [
    ("Ports=A,B\nA=TCP,0,15,0,,12288\nB=TCP, 0, 15, 0,,12320,", "ports.unencrypted", "A and B"),
    ("Ports=A,B\nA=TCP,0,15,0,,45056\nB=TCP,0,15,0\nC=TCP,0,15,0,,12288", "ports.unencrypted", "none"),
    ("Ports=A\nA=TCP,0,15,0,,32800", "ports.unencrypted", "none"),
    ("Ports=A\nA=TCP,0,15,0,,32767", "ports.unencrypted", "A"),
    ("Ports=A\nA=TCP,0,15,0", "ports.unencrypted", None),
    ("Ports=A\nA=NETBIOS,0,15,0,,12288", "ports.unencrypted", None),
    ("Ports=A\nA=TCP,0,15,0", "ports.driver_gone", "none"),
    ("Ports=A\nA=XPC,1,15,0\nFaultRecovery_Build=Release 8.5", "ports.driver_gone", "A (XPC)"),
    ("Ports=A\nA=XPC,1,15,0\nFaultRecovery_Build=Release 8.0.2", "ports.driver_gone", "none"),
    ("Ports=SPX\nSPX=SPX,0,15,0\nFaultRecovery_Build=Release 12.0", "ports.driver_gone", "SPX"),
    ("Ports=A\nA=VINES,0,15,0\nFaultRecovery_Build=Release 11.0.1", "ports.driver_gone", "none"),
    ("Ports=A\nA=VINES,0,15,0", "ports.driver_gone", None),
    ("Ports=A\nA=NETBIOS,0,15,0", "ports.driver_gone", None),
    ("Ports=A\nA=NETBIOS,0,15,0\nNotesProgram=C:\\Domino", "ports.driver_gone", "none"),
    ("PORT_ENC_ADV=1", "ports.encryption_weakness", "it allows RC4 only"),
    ("PORT_ENC_ADV=64", "ports.encryption_weakness", "it allows RC4 only"),
    ("PORT_ENC_ADV=67", "ports.encryption_weakness", "it allows AES-CBC at most"),
    ("PORT_ENC_ADV=4", "ports.encryption_weakness", "it lacks forward secrecy and AES tickets"),
    ("PORT_ENC_ADV=88", "ports.encryption_weakness", "none"),
    ("PORT_ENC_ADV=0", "ports.encryption_weakness", "none"),
    ("PORT_ENC_ADV=128", "ports.encryption_weakness", None),
    ("JavaUserClasses=/a/mysql-connector-8.jar:/a/own.jar", "java_class_path.conflicting", "mysql-connector-8.jar"),
    ("JavaUserClasses=C:\\D\\jvm\\lib\\ext\\own.jar;C:\\a\\commons-io-2.jar", "java_class_path.conflicting",
     "jvm/lib/ext and commons-io-2.jar"),
    ("JavaUserClassesExt=MINE,YOURS\nMINE=/a/jsdk.jar\nYOURS=/a/b.jar", "java_class_path.conflicting", "jsdk.jar"),
    ("JavaUserClasses=/a/myjson.zip", "java_class_path.conflicting", "none"),
    ("KitType=2", "java_class_path.conflicting", None),
    ("DEBUG_THREADID=0\nConsole_Log_Enabled=0", "diagnostics.off", "DEBUG_THREADID and CONSOLE_LOG_ENABLED"),
    ("DEBUG_CAPTURE_TIMEOUT=10", "diagnostics.off", "none"),
])  # fmt: skip
def test_what_follows_from_the_lines(text, key, value):
    assert known(f"[Notes]\nKitType=2\nDirectory=/data\n{text}\n").ask(key).text == value


@at_once("key", ["ports.unencrypted", "ports.driver_gone", "diagnostics.off"])
def test_a_fragment_makes_nothing_absent(key):
    answer = known("Ports=A,B\nServer_Session_Timeout=45\n").ask(key)
    assert (answer.text, answer.absent) == (None, False)
