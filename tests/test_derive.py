"""Release, platform, bits and kind of a server, and other values derived from NOTES.INI."""

from itertools import product

from at_once import at_once

from advisor import pack
from advisor.derive import Context, Overrides, derive, directories
from advisor.facts import SERVER, Diagnostic, Document, Fact, Facts, Subject
from advisor.readers.domino import notes_ini
from advisor.source import Source

CATALOGUE = pack.builtin().catalogue


NO_OVERRIDES = Overrides()
SET_UP = ["KitType=2", "Directory=/local/notesdata"]  # what it leaves in every file, so that all else is missing


def known(text, overrides=NO_OVERRIDES):
    """What follows from the lines of a NOTES.INI that is no fragment."""
    facts = Facts()
    items = notes_ini.read(Source.of("notes.ini", ("[Notes]\n" + text + "\n").encode()), CATALOGUE)
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE, overrides))
    return facts


def whole(text):
    """The lines of a file with those that set-up leaves, where it has none of its own."""
    return "\n".join([line for line in SET_UP if line.partition("=")[0] + "=" not in text] + [text])


@at_once(("text", "release"), [
    ("FaultRecovery_Build=Release 9.0.1FP10", "9.0.1FP10"),
    ("FaultRecovery_Build=Release 9.0.1FP10\nCreate_R12_Databases=1", "9.0.1FP10"),
    ("FaultRecovery_Build=unheard of", "6.0 or newer"),
    ("Create_R8_Databases=1", "8.0 or newer"),
    ("Create_R85_Log=1", "8.5 or newer"),
    ("NIFNSFEnable=1", "9.0.1 or newer"),
    ("Create_R10_Databases=1\nCreate_R85_Log=1", "10.0 or newer"),
    ("CREATE_R12_DATABASES=1", "12.0 or newer"),
    ("ServerTasks=Update,certmgr", "12.0 or newer"),
    ("NotesProgram=/opt/hcl/domino/notes/latest/linux", "11.0 or newer"),
    ("NotesProgram=C:\\Apps\\HCL\\Domino", None),
    ("ServerTasks=Update,DBMT", "9.0 or newer"),
    ("TRANSLOG_Status=1", "5.0 or newer"),
    ("TRANSLOG_AutoFixup=1", "5.0 or newer"),
    ("FT_Index_Attachments=1\nTRANSLOG_Style=0", "5.0.3 or newer"),
    ("DAOSEnable=1", "8.5 or newer"),
    ("Server_Transinfo_Range=10", None),  # also copied to older servers
    ("Server_Transinfo_Normalize=3000", None),
    ("Setup=900100", None),
    ("", None),
])  # fmt: skip
def test_release(text, release):
    assert known(text).ask("release").text == release


def test_a_file_s_release_goes_before_the_command_line_s():
    assert known("FaultRecovery_Build=Release 9.0.1", Overrides("8.5.3")).ask("release").text == "9.0.1"
    assert known("ServerTasks=CertMgr", Overrides("14.0")).ask("release").text == "14.0"


NAMED = [  # FaultRecovery_Build, the console's heading, the document's build number; the releases that contradict
    ("Release 14.5", "9.0.1", None, "14.5 and 9.0.1"),
    ("Release 9.0.1FP10", "9.0.1", "Release 9.0.1FP8", None),
    ("Release 9.0.1", "9.0", None, "9.0.1 and 9.0"),
    ("Release 12.0.2", "12", None, None),
    ("Release 12.0.2", "14", None, "12.0.2 and 14"),
    (None, "12.0.2", "Release 14.0FP1", "12.0.2 and 14.0FP1"),
    ("Release 14.5", "12.0.2", "Release 12.0.2", "14.5 and 12.0.2"),
    ("Release 14.5", "12.0.2", "Release 9.0.1", "14.5, 12.0.2 and 9.0.1"),
    ("a build of ours", "12.0.2", None, None),
    ("Release 14.5", None, None, None),
]


@at_once(
    ("build", "console", "document", "contradiction", "stated"), [(*a, b) for a, b in product(NAMED, [None, "14.5"])]
)
def test_releases_that_contradict_each_other(build, console, document, contradiction, stated):
    facts, source = Facts(), Source.of("a", b"x")
    given = {"ini.faultrecovery_build": build, "console.release": console, "doc.server.serverbuildnumber": document}
    facts.add(Fact(key, text, source, (0, 1)) for key, text in given.items() if text)
    derive(facts, Context(pack.builtin().catalogue, Overrides(stated)))
    borne_out = stated and (build == "Release 14.5" or console == "14")  # what is told says which of them is right
    assert facts.ask("release.contradiction").text == (None if borne_out else contradiction)


@at_once(("text", "platform"), [
    ("NotesProgram=/opt/hcl/domino/notes/latest/linux", "linux"),
    ("NotesProgram=/opt/ibm/domino/notes/latest/ibmpow/", "aix"),
    ("NotesProgram=/opt/ibm/domino/notes/latest/zlinux", "zlinux"),
    ("NotesProgram=/opt/lotus/notes/latest/sunspa", "solaris"),
    ("NotesProgram=/QIBM/ProdData/LOTUS/NOTES/os400", "os400"),
    ("NotesProgram=/opt/domino/os400", "os400"),
    ("NotesProgram=C:\\Program Files\\HCL\\Domino\\", "windows"),
    ("Directory=D:\\Domino\\Data", "windows"),
    ("Directory=\\\\host\\share\\data", "windows"),
    ("Directory=/local/notesdata", None),
    ("", None),
])  # fmt: skip
def test_platform(text, platform):
    assert known(text).ask("platform").text == platform


@at_once(("heading", "platform", "bits"), [  # the heading of a console, the platform and the bits that it tells
    ("Windows/32", "windows", "32"),
    ("Windows Longhorn/64", "windows", "64"),
    ("AIX/64", "aix", "64"),
    ("OS/2", None, None),
    ("", None, None),
])  # fmt: skip
def test_what_a_console_s_heading_tells(heading, platform, bits):
    facts = Facts()
    facts.add([Fact("console.platform", heading)])
    derive(facts, Context(CATALOGUE))
    assert (facts.ask("platform").text, facts.ask("bits").text) == (platform, bits)


@at_once(("named", "path", "server", "rank"), [  # whom a document names, its file, ServerName, and which configuration document it is
    ("*", "a.dxl", "Mail01/Acme", "the configuration document for all servers"),
    ("Mail01/Acme", "a.dxl", "", "the configuration document of the server"),
    ("Mail01", "a.dxl", "Mail01/Acme", "the configuration document of the server"),
    ("Hubs", "configspecific_mail01_2026_08_02@16_05_20.dxl", "", "the configuration document of the server"),
    ("Hubs", "configgroup_mail01_2026_08_02@16_05_20.dxl", "Mail01/Acme", "the configuration document of a group"),
    ("Hubs", "configgroup_mail01_2026_08_02@16_05_20.dxl", "", "the configuration document of a group"),
    ("Hubs", "configgroup_mail02_2026_08_02@16_05_20.dxl", "Mail01/Acme", None),
    ("Hubs", "a.dxl", "Mail01/Acme", None),
])  # fmt: skip
def test_which_configuration_document_it_is(named, path, server, rank):
    facts = Facts()
    facts.add([Fact("ini.servername", server)])
    facts.documents.append(Document("config", named, (), True, "", Source.of(path, b""), (0, 0)))
    derive(facts, Context(CATALOGUE))
    assert facts.ask("config_document.rank").text == rank


@at_once(("release", "platform", "bits"), [
    ("7.0.4", None, "32"),
    ("8.0", "windows", "32"),
    ("8.0.1", "windows", None),
    ("9.0.1FP10", "windows", None),
    ("10.0", "windows", "64"),
    ("9.0", "linux", "32"),
    ("9.0.1", "linux", None),
    ("10.0.1", "linux", "64"),
    ("8.0.2", "zlinux", "32"),
    ("8.5", "zlinux", None),
    ("12.0.2", "aix", "64"),
    ("14.5", None, None),
])  # fmt: skip
def test_bits(release, platform, bits):
    assert known("", Overrides(release, platform)).ask("bits").text == bits


@at_once(("program", "release", "bits"), [
    ("C:\\Program Files (x86)\\IBM\\Domino\\", "9.0.1", "32"),
    ("C:\\Program Files\\IBM\\Domino\\", "9.0.1", None),
    ("C:\\Program Files (x86)\\IBM\\Domino\\", "12.0.2", "64"),  # the folder outlived an upgrade
])  # fmt: skip
def test_bits_from_the_program_directory(program, release, bits):
    assert known(f"NotesProgram={program}", Overrides(release)).ask("bits").text == bits


@at_once(("text", "kind"), [
    ("KitType=1", "client"),
    ("KitType=2", "server"),
    ("KitType=1\nServerTasks=Router", "client"),
    ("KitType=2\nKitType=1", None),
    ("KitType=7", None),
    ("ServerTasks=Router", "server"),
    ("ServerKeyFileName=server.id", "server"),
    ("MailFile=mail\\x.nsf", "client"),
    ("MailFile=mail\\x.nsf\nServerSetup=1", "server"),
    ("MailFile=mail\\x.nsf\nA=\0", None),
    ("Ports=TCPIP", None),
])  # fmt: skip
def test_kind(text, kind):
    assert known(text).ask("server.kind").text == kind


@at_once(("text", "partitioned"), [
    ("PartitionNumber=0", "no"),
    ("PartitionNumber=1", None),  # set-up on Windows gives it to a server that is alone as well
    ("PartitionNumber=02", "yes"),
    ("PartitionNumber=" + "9" * 5000, None),
    ("PartitionNumber=\u0662", None),
    ("PartitionNumber=two", None),
])  # fmt: skip
def test_whether_a_server_is_one_of_several_on_its_machine(text, partitioned):
    told = known(text).of(SERVER, "server.partitioned")
    assert [fact.text for fact in told if not fact.presumed] == [partitioned] * bool(partitioned)


@at_once(("path", "folder", "inside"), [
    ("/local/notesdata/translog", "/local/notesdata", True),
    ("/local/notesdata", "/local/notesdata/", True),
    ("/local/notesdata2/translog", "/local/notesdata", False),
    ("/local/notesdata/../translog", "/local/notesdata", False),
    ("/local/Notesdata/translog", "/local/notesdata", False),
    ("d:\\domino\\DATA\\translog", "D:\\Domino\\Data", True),
    ("D:/Domino/Data/translog", "D:\\Domino\\Data", True),
    ("E:\\Domino\\Data\\translog", "D:\\Domino\\Data", False),
    ("\\\\host\\share\\data\\log", "\\\\HOST\\share\\data", True),
    ("/local/x", "D:\\Domino", False),
])  # fmt: skip
def test_inside(path, folder, inside):
    assert directories.is_inside(path, folder) is inside


@at_once(("text", "path", "inside"), [
    ("Directory=/data\nTRANSLOG_Path=translog", "/data/translog", "yes"),
    ("Directory=D:\\Data\nTRANSLOG_Path=translog", "D:\\Data\\translog", "yes"),
    ("Directory=D:\\Data", "D:\\Data\\logdir", "yes"),
    ("Directory=/data\nTRANSLOG_Path=/log", "/log", "no"),
    ("TRANSLOG_Path=/log", "/log", None),
    ("TRANSLOG_Path=translog", "translog", "yes"),
    ("Directory=D:\\Data\nTRANSLOG_Path=..\\translog", "D:\\translog", "no"),
    ("TRANSLOG_Path=../translog", None, None),
    ("Directory=D:\\Data\nTRANSLOG_Path=\\LOGDIR", None, None),
    ("Directory=D:\\Data\nTRANSLOG_Path=%LOG%\\x", None, None),
    ("Directory=/data\nTRANSLOG_Path=$LOGS/x", None, None),
    ("Directory=/data\nTRANSLOG_Path=100%", "/data/100%", "yes"),
    ("Directory=\\\\host\\data\nTRANSLOG_Path=\\\\host\\data\\log", "\\\\host\\data\\log", "yes"),
])  # fmt: skip
def test_where_the_transaction_log_lies(text, path, inside):
    facts = known(whole(text) if "Directory=" in text else text)
    assert facts.ask("transaction_log.path").text == path
    assert facts.ask("transaction_log.in_data_directory").text == inside


def test_a_presumption_is_marked_and_gives_way():
    facts = known("")
    assert facts.ask("machine.memory").facts[0].presumed
    facts = Facts()
    facts.add([Fact("machine.memory", "2048")])
    derive(facts, Context(CATALOGUE))
    assert facts.ask("machine.memory").text == "2048"
    assert not facts.ask("machine.memory").facts[0].presumed
    assert facts.ask("machine.container").facts[0].presumed


def test_a_line_that_was_not_read_may_be_the_setting_s_second():
    facts = Facts()
    items = notes_ini.read(Source.of("notes.ini", b"[Notes]\nTCPIP=a\nTCPIP=b\0\n"), CATALOGUE)
    facts.add(item for item in items if not isinstance(item, Diagnostic))
    derive(facts, Context(CATALOGUE))
    subject = next(one for one in facts.subjects("setting") if one.name == "TCPIP")
    assert facts.ask("setting.times", subject).text is None


GIB = 1024**3
MEMORY_IN_CONTAINERS = [  # limits of containers in force, and by the compose file; bytes of the machine; megabytes
    ({"mail": "4"}, {}, "16", "4096"),
    ({"mail": "4"}, {}, None, "4096"),
    ({"mail": "32"}, {}, "16", "16384"),
    ({"mail": "0"}, {}, "16", "16384"),
    ({"mail": "0"}, {"mail": "4"}, "16", "16384"),
    ({"mail": "8"}, {"mail": "4"}, "16", "8192"),
    ({}, {"mail": "4"}, "16", "4096"),
    ({}, {"mail": ""}, "16", None),
    ({"mail": "4", "hub": "4"}, {}, "16", "4096"),
    ({"mail": "4", "hub": "8"}, {}, "16", None),
    ({"mail": "4", "hub": "0"}, {}, "16", None),
    ({}, {}, "16", "16384"),
]


@at_once(("running", "planned", "machine", "megabytes"), MEMORY_IN_CONTAINERS)
def test_a_container_has_the_memory_of_its_limit(running, planned, machine, megabytes):
    facts = Facts()
    for name in {**running, **planned}:
        facts.add([Fact("container.name", name, subject=Subject("container", name))])
    for key, sizes in (("running", running), ("planned", planned)):
        for name, size in sizes.items():
            text = str(int(size) * GIB) if size else ""
            doubt = "" if size else "a variable sets it"
            facts.add([Fact(f"container.memory_{key}", text, subject=Subject("container", name), doubt=doubt)])
    facts.add([Fact("memory.total", str(int(machine) * GIB))] if machine else [])
    derive(facts, Context(CATALOGUE, NO_OVERRIDES))
    assert facts.ask("machine.memory").text == (megabytes or None)
