"""Law 5, the keys that are yielded are the catalogue's, each asked for or listed; and the order of the derive steps.

All of it is watched, not declared: over the fixtures, the rules' examples, the real samples where they are at hand, and
every text of a test module that a reader takes.
"""

import os
import re
import runpy
import sys
import tomllib
from pathlib import Path

import pytest
from fixture_servers import SERVERS
from fuzzing.reading import FAMILIES
from laid import gather

from advisor import derive as derived
from advisor import limits, pack, readers
from advisor.checking import examples
from advisor.configuration.site import ServerEntry, StatedValue
from advisor.derive import Context, Overrides
from advisor.derive.order import STEPS
from advisor.facts import Complete, Diagnostic, Document, Fact, Facts
from advisor.judging import assess
from advisor.pack.language.parse import keys
from advisor.servers.clusters import join
from advisor.source import Source

pytestmark = pytest.mark.law
HERE = Path(__file__).parent
SAMPLES = Path(os.environ.get("DOMLINT_SAMPLES", HERE.parent.parent / "shared" / "samples"))
PACK = pack.builtin()
KEYS = PACK.catalogue.keys
LISTS = sorted((HERE.parent / "rules" / "unasked").glob("*.toml"))
UNASKED = [entry for path in LISTS for entry in tomllib.loads(path.read_text(encoding="utf-8"))["unasked"]]
ALSO_READ = {  # keys that readers yield, and the step that settles or adds them where other files speak of them too
    "ini.": "effective.derive_effective", "volume.disk": "disks.derive_windows_disks",
    "volume.media": "disks.derive_windows_disks",
}  # fmt: skip
INI = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nTRANSLOG_Status=1\nTRANSLOG_Path=/local/translog\n"
VOLUME_GROUP = [  # what only AIX's and Linux's own volumes call for, which neither fixture nor example has
    INI,
    "Filesystem 1024-blocks Free %Used Iused %Iused Mounted on\n/dev/noteslv 100 50 50% 5 1% /local/notesdata\n",
    "datavg:\nLV NAME TYPE LPs PPs PVs LV STATE MOUNT POINT\nnoteslv jfs2 8 8 1 open/syncd /local/notesdata\n",
    "hdisk0 00c0000000000001 rootvg active\nhdisk1 00c0000000000002 datavg active\n",
]
MIRROR = [
    INI,
    "Personalities : [raid1]\nmd0 : active raid1 sdb1[1] sda1[0]\n      1047552 blocks [2/2] [UU]\n\nunused devices: <none>\n",
    '{"blockdevices":[{"name":"sda","type":"disk","rota":false,"tran":"sata","model":"M","mountpoints":[null],"children":'
    '[{"name":"sda1","type":"part","rota":false,"mountpoints":[null],"children":'
    '[{"name":"md0","type":"raid1","rota":false,"mountpoints":["/"]}]}]}]}',
]
DIRECTORY = [
    INI,
    "<document xmlns='http://www.lotus.com/dxl' form='Server'><item name='ServerName'><text>CN=Mail01/O=Acme</text></item>"
    "<item name='FullAdmin'><text>*/O=Acme</text></item><item name='LdISite'><text>1</text></item></document>",
    *(
        f"<document xmlns='http://www.lotus.com/dxl' form='{form}'><item name='Type'><text>{form}</text></item>"
        "<item name='Source'><text>CN=Mail01/O=Acme</text></item><item name='Program'><text>x</text></item>"
        "<item name='DomainType'><text>GlobalDomain</text></item><item name='Enabled'><text>1</text></item>"
        "<item name='Schedule'><datetime>T020000,00</datetime></item><item name='WeekDays'><text>1</text></item></document>"
        for form in ("Program", "Connection", "Domain", "KeyFile", "WebSite")
    ),
]
WINDOWS = [  # three disks, of which one fails, as Windows' own commands tell them
    "[Notes]\nKitType=2\nDirectory=D:\\Data\nTRANSLOG_Status=1\nTRANSLOG_Path=L:\\log\n",
    '[{"Number":0,"FriendlyName":"M","MediaType":4,"BusType":17,"HealthStatus":0,"Path":"p"},'
    '{"Number":1,"FriendlyName":"Data","BusType":16,"HealthStatus":0}]',
    '[{"Index":0,"Model":"M","Status":"Pred Fail"}]',
    '[{"DiskPath":"P","PartitionNumber":1,"DriveLetter":"L"},{"DiskNumber":1,"PartitionNumber":1,"DriveLetter":"D"}]',
    '{"FriendlyName":"Data","ResiliencySettingName":"Mirror"}',
    '{"Manufacturer":"VMware, Inc.","Model":"VMware7,1","TotalPhysicalMemory":8589398016}',
]
VIRTUAL_MACHINE = [WINDOWS[0], WINDOWS[-1]]
VIRTUAL_DISKS = [WINDOWS[0], '[{"Number":0,"FriendlyName":"VMware Virtual disk","BusType":10,"HealthStatus":0}]']
FREE = [  # what the console tells of drives that nothing else does
    "> show disk\nDrive: Space (MB): (C) 4198\n",
    "> show stat disk\n  Disk.D.Free = 21,474,836,480\n  Disk.D.Size = 31,474,836,480\n  2 statistics found\n",
]
DATED = [
    "Sun Nov 22 15:25:54 UTC 2026\nFilesystem 1024-blocks Used Available Capacity Mounted on\n/dev/sda1 100 60 40 60% /\n"
]
NETWORK = [  # a file system on a multipath map
    "Filesystem 1024-blocks Used Available Capacity Mounted on\n/dev/mapper/mpatha1 100 60 40 60% /local\n",
    "mpatha (3600) dm-2 IBM,2145\nsize=500G features='0' hwhandler='0' wp=rw\n`- 1:0:0:1 sdb 8:16 active ready running\n",
]
RELEASES = [  # an old listing beside a newer NOTES.INI
    INI + "FaultRecovery_Build=Release 14.5\n",
    "HCL Domino (r) Server (64 Bit) (Release 12.0.2 for UNIX)\nServer name:            B/Acme\n",
]
TASKS = ["[Notes]\nServerTasks=" + ",".join(f"Updall x{number}" for number in range(limits.MAX_TASKS + 1)) + "\n"]

FILES = [
    VOLUME_GROUP,
    MIRROR,
    DIRECTORY,
    WINDOWS,
    VIRTUAL_MACHINE,
    VIRTUAL_DISKS,
    RELEASES,
    FREE,
    DATED,
    NETWORK,
    TASKS,
]
SAID = {
    "release": "12.0",
    "platform": "aix",
    "bits": "64",
    "server.role": "mail",
    "server.workload": "imap",
    "server.criticality": "low",
}
TOLD = Overrides(
    "9.0.1", "linux", 32, {}, (ServerEntry("A", "", {key: StatedValue(text, "", "") for key, text in SAID.items()}),)
)

LINE = 80  # bytes: a file of one line that is shorter tells nothing that others do not
LARGE = 20_000  # bytes: one that is larger was made of a few lines again and again, to meet a limit
LINE_END = re.compile(rb"[\r\n]\s*\S")
QUESTIONS = {"ask": 0, "of": 1, "first": 0, "each": 0}  # of Facts, with the key's place among what each is given


class Watch:
    """What readers and steps yield, and what is asked for; `step` is the one that runs."""

    def __init__(self):
        self.read = set()
        self.given = {step.name: set() for step in STEPS}
        self.completed = {step.name: set() for step in STEPS}
        self.asked = {step.name: set() for step in STEPS} | {"": set()}
        self.joined = set()
        self.steps = [(step, step.function) for step in STEPS]
        self.step = ""

    def reading(self, facts_of):
        def watched(reader, source, catalogue):
            for item in facts_of(reader, source, catalogue):
                if isinstance(item, Fact):
                    self.read.add(item.key)
                elif isinstance(item, Document):
                    self.read |= {fact.key for fact in item.items if isinstance(fact, Fact)}
                yield item

        return watched

    def asking(self, question, place):
        """A question of Facts; `place` is the key's among what it is given."""

        def watched(facts, *given):
            self.asked[self.step].add(given[place])
            return question(facts, *given)

        return watched

    def settling(self, settle):
        def watched(facts, *settled):
            self.given[self.step] |= {fact.key for fact in settled}
            settle(facts, *settled)

        return watched

    def derive(self, facts, context):
        for step, made in self.steps:
            self.step = step.name
            if step.where(facts):
                facts.add(self._noted(made(facts, context)))
        self.step = ""

    def _noted(self, items):
        given, completed = self.given[self.step], self.completed[self.step]
        for item in items:
            if isinstance(item, Complete):
                completed.add(item.prefix)
            else:
                given.add(item.key)
            yield item

    def yielded(self):
        return self.read.union(self.joined, *self.given.values())

    def note(self, servers):
        for facts in [server.facts for server in servers] + [
            cluster.facts for cluster in join(servers, PACK.catalogue)
        ]:
            self.joined |= {key for _, key in facts.known}


def paths():
    return SERVERS + sorted(path for path in SAMPLES.rglob("*") if path.is_file())


def texts(value):
    """Every text in a value of a test module."""
    if isinstance(value, str | bytes):
        yield value.encode("utf-8", "surrogatepass") if isinstance(value, str) else value
    elif isinstance(value, dict | list | tuple | set | frozenset):
        for member in [*value, *value.values()] if isinstance(value, dict) else value:
            yield from texts(member)


def globals_of(path):
    """What a test module defines; one that was collected is not run again."""
    loaded = (vars(one) for one in list(sys.modules.values()) if getattr(one, "__file__", None) == str(path))
    return next(loaded, None) or runpy.run_path(str(path))


def texts_of_tests():
    """What may be a file: a word or a short line in a table is none."""
    modules = [globals_of(path) for path in sorted(HERE.glob("test_*.py")) if path != Path(__file__)]
    tables = [value for module in modules for name, value in module.items() if name.isupper()]
    marked = (getattr(value, "pytestmark", ()) for module in modules for value in module.values() if callable(value))
    tables += [mark.args for marks in marked for mark in marks]
    every = {text for value in tables for text in texts(value)}
    return {text for text in every if len(text) < LARGE and (len(text) >= LINE or LINE_END.search(text))}


def read(raw):
    """What the reader that takes a text yields."""
    reader = readers.recognise("evidence.txt", raw[: readers.HEAD], PACK.catalogue)
    source = Source.of("evidence.txt", raw)
    return list(readers.facts_of(reader, source, PACK.catalogue)) if reader else []


def watched():
    """Everything that is at hand, read and derived: it takes ten seconds, so one test holds all laws to it."""
    watch = Watch()
    with pytest.MonkeyPatch.context() as patch:
        for name, place in QUESTIONS.items():
            patch.setattr(Facts, name, watch.asking(getattr(Facts, name), place))
        patch.setattr(Facts, "settle", watch.settling(Facts.settle))
        patch.setattr(readers, "facts_of", watch.reading(readers.facts_of))
        patch.setattr(derived, "derive", watch.derive)
        for path in paths():
            files = gather([str(path)], lambda: b"", catalogue=PACK.catalogue).files
            watch.note(assess.servers_of(files, PACK.catalogue, Overrides())[0])
        for rule in PACK.rules:
            for example in rule.examples:
                watch.note(examples.servers_of(example, PACK))
        for files in FILES:
            facts = Facts()
            items = [item for text in files for item in read(text.encode())]
            facts.documents += [item for item in items if isinstance(item, Document)]
            facts.add(item for item in items if isinstance(item, Fact | Complete))
            watch.derive(facts, Context(PACK.catalogue))
        facts = Facts()
        facts.add(item for item in read(INI.encode()) if not isinstance(item, Diagnostic))
        watch.derive(facts, Context(PACK.catalogue, TOLD))
        for text in texts_of_tests():
            read(text)
    return watch


def yielded_and_not_in_the_catalogue(watch):
    return {key for key in watch.yielded() if key not in KEYS and not key.startswith(FAMILIES)}


def in_the_catalogue_and_not_yielded(watch):
    yield from (key for key in KEYS if key not in watch.yielded() and not key.startswith(FAMILIES))
    yield from (family for family in FAMILIES if not any(key.startswith(family) for key in watch.yielded()))


def not_asked_for_and_not_listed_or_listed_in_vain(watch):
    asked = set().union(*watch.asked.values())
    for rule in PACK.rules:
        asked |= {*rule.keys, *re.findall(r"\{([\w.%]+)", f"{rule.message}{rule.fix}")}
        asked |= {key for other in rule.fix.where for key in keys(other.tree)}
    beginnings = tuple(key for key in asked if key.endswith("."))
    unasked = {key for key in KEYS if key not in asked and not key.startswith(beginnings)}
    return unasked ^ {key for entry in UNASKED for key in entry["keys"]}


def given_otherwise_than_a_step_says(watch):
    for step in STEPS:
        given = watch.given[step.name]
        yield from ((step.name, key) for key in given if not key.startswith(step.keys))
        yield from ((step.name, key) for key in step.keys if not any(one.startswith(key) for one in given))


def asked_before_another_step_gives_it(watch):
    """A step that asks for a key runs after those that give the key."""
    for number, step in enumerate(STEPS):
        asked = watch.asked[step.name] - watch.given[step.name].union(
            *(watch.given[one.name] for one in STEPS[:number])
        )
        early = tuple(key for key, name in ALSO_READ.items() if runs_before(name, step))
        later = set().union(*(watch.given[one.name] for one in STEPS[number + 1 :]))
        yield from ((step.name, key) for key in asked & later if not key.startswith(early))


LAWS = [
    yielded_and_not_in_the_catalogue,
    in_the_catalogue_and_not_yielded,
    not_asked_for_and_not_listed_or_listed_in_vain,
    given_otherwise_than_a_step_says,
    asked_before_another_step_gives_it,
]


def test_what_is_yielded_and_asked_for_is_as_the_catalogue_and_the_steps_say():
    watch = watched()
    slips = {law.__name__: sorted(law(watch)) for law in LAWS}
    assert slips == {law.__name__: [] for law in LAWS}


def test_what_nobody_asks_for_has_its_reason():
    assert all(entry["why"] for entry in UNASKED)


def runs_before(name, step):
    """Return whether a step runs before the one of a name."""
    return [other.name for other in STEPS].index(name) > STEPS.index(step)
