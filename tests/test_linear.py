"""Work that grows as the input does, and not with its square: counted in calls, of an input and of one eight times it."""

import re
import sys
from types import SimpleNamespace

import pytest
from judged import report_of
from matching import steps

from advisor import pack, readers, values
from advisor import source as source_module
from advisor.cli import rules
from advisor.derive import Context, disks, documents, free_space, layout, load, partitions, schedule, settings, volumes
from advisor.derive.documents import once
from advisor.facts import SERVER, Complete, Document, Fact, Subject
from advisor.known import Facts
from advisor.pack import message, remedies
from advisor.pack.language.judge import COMPARE
from advisor.readers import transcript
from advisor.readers.aix import lsps
from advisor.readers.console import console_log, show_directory, show_disk
from advisor.readers.domino import dxl, nsd
from advisor.readers.linux import free, start_script, ulimit
from advisor.readers.raid import megacli
from advisor.sizing import sizing
from advisor.sizing.plan import Load, SizePlan
from advisor.source import Source
from advisor.values import key_signs, secret_forms, secrets
from advisor.writers import csv, size_figures

CATALOGUE = pack.builtin().catalogue
CONTEXT = Context(CATALOGUE)
SOURCE = Source.of("x.txt", b"")
FEW, MANY = 100, 800
AT_MOST = 10  # times the calls, for eight times the input: eight, and a little for a table that grows


def calls(work):
    """How many functions are called while something is done, Python's own among them."""
    count = 0

    def called(_, event, __):
        nonlocal count
        count += event in {"call", "c_call"}

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        work()
    finally:
        sys.setprofile(before)
    return count


def filled(facts):
    known = Facts()
    known.add(facts)
    return known


def counters_and_volumes(number):
    for at in range(number):
        yield Fact("counter.queue", "3.5", SOURCE, (0, 0), Subject("counter", f"sd{at}"))
        yield Fact("volume.device", f"/dev/sd{at}", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


def statistics_and_volumes(number):
    yield Complete("volume.", SOURCE)
    for at in range(number):
        yield Fact(f"stat.disk./m{at}/data.free", "1000", SOURCE, (0, 0))
        yield Fact("space.free", "1000", SOURCE, (0, 0), Subject("space", f"/m{at}/log"))
        yield Fact("volume.free", "2000", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


def one_volume_again_and_again(number):
    for at in range(number):
        source = Source.of(f"df{at}", b"")
        yield Fact("volume.free", f"{at + 1}000", source, (0, 0), Subject("volume", "/local"))
        yield Fact("volume.size", "900000000", source, (0, 0), Subject("volume", "/local"))


def disks_and_volumes(number):
    for at in range(number):
        yield Fact("disk.model", "d", SOURCE, (0, 0), Subject("disk", f"Disk {at}"))
        yield Fact("disk.media_type", "ssd", SOURCE, (0, 0), Subject("disk", f"Disk {at}"))
        yield Fact("volume.disk", f"Disk {at}", SOURCE, (0, 0), Subject("volume", f"C:\\m{at}"))


def volumes_on_disks_without_a_number(number):
    yield from disks_and_volumes(number)
    yield from (Fact("volume.disk", "x", SOURCE, (0, 0), Subject("volume", f"D:\\m{at}")) for at in range(number))


def volumes_below_the_data_directory(number):
    yield Fact("ini.directory", "/local/notesdata", SOURCE, (0, 0))
    for at in range(number):
        yield Fact("volume.free", "1000", SOURCE, (0, 0), Subject("volume", f"/local/notesdata/m{at}"))


def disks_of_arrays(number):
    for at in range(number):
        disk, array = Subject("disk", f"0 disk {at}"), Subject("array", f"0 drive {at}")
        yield Fact("disk.health", "failing", SOURCE, (0, 0), disk)
        yield Fact("disk.group", f"0 group {at}", SOURCE, (0, 0), disk)
        yield Fact("array.group", f"0 group {at}", SOURCE, (0, 0), array)


def disks_and_arrays_of_one_controller(number, health="failing"):
    for at in range(number):
        disk, array = Subject("disk", f"0 disk {at}"), Subject("array", f"0 drive {at}")
        yield Fact("disk.health", health, SOURCE, (0, 0), disk)
        yield Fact("disk.controller", "0", SOURCE, (0, 0), disk)
        yield Fact("array.controller", "0", SOURCE, (0, 0), array)
        yield Fact("array.level", "0", SOURCE, (0, 0), array)
        yield Fact("array.lodgers", f"databases {at}", SOURCE, (0, 0), array)


def healthy_disks_of_one_controller(number):
    yield from disks_and_arrays_of_one_controller(number, "optimal")


def disks_in_no_array(number):
    for at in range(number):
        disk, volume = Subject("disk", f"sd{at}"), Subject("volume", f"/m{at}")
        yield Fact("disk.health", "failing", SOURCE, (0, 0), disk)
        yield Fact("disk.bus", ("sata", "usb")[at % 2], SOURCE, (0, 0), disk)
        yield Fact("volume.disk", f"sd{at}", SOURCE, (0, 0), volume)


def ports_and_their_lines(number):
    yield Fact("ini.ports", ",".join(f"p{at}" for at in range(number)), SOURCE, (0, 0))
    yield from (Fact(f"ini.p{at}", f"TCP,{at}", SOURCE, (0, 0)) for at in range(number))


class Hashed(str):
    """A port that counts how often it is compared or hashed."""

    __slots__ = ()
    looked_at = 0

    def __eq__(self, other):
        Hashed.looked_at += 1
        return str(self) == str(other)

    def __hash__(self):
        Hashed.looked_at += 1
        return hash(str(self))


def test_the_line_of_a_port_is_not_looked_for_among_all_ports(monkeypatch):
    monkeypatch.setattr(settings.values, "parse", lambda _, text: [Hashed(one) for one in text.split(",")])
    known = filled(ports_and_their_lines(MANY))
    Hashed.looked_at = 0
    assert list(settings.derive_settings(known, CONTEXT))
    assert Hashed.looked_at <= 4 * MANY


@pytest.mark.parametrize("operator", ["==", "!="])
def test_a_list_that_may_have_more_is_held_against_another_in_one_pass(operator):
    names = [f"m{at}" for at in range(MANY)]
    some, others = (settings.values.Some(map(Hashed, names)), [Hashed(name) for name in reversed(names)])
    Hashed.looked_at = 0
    assert COMPARE[operator](some, others) is None
    assert COMPARE[operator](others[1:], some) is (operator == "!=")
    assert Hashed.looked_at <= 8 * MANY


def one_logical_volume_again_and_again(number):
    for at in range(number):
        subject = Subject("logical_volume", "hd6")
        yield Fact("logical_volume.volume_group", "rootvg", SOURCE, (at, at), subject)
        yield Fact("logical_volume.disk_count", "1", SOURCE, (at, at), subject)
        yield Fact("volume.device", "/dev/hd6", SOURCE, (at, at), Subject("volume", "[SWAP]"))
    yield Fact("volume_group.disks", "hdisk0", SOURCE, (0, 0), Subject("volume_group", "rootvg"))


def one_array_and_one_volume_again_and_again(number):
    for at in range(number):
        yield Fact("array.name", "a", SOURCE, (at, at), Subject("array", "a"))
        yield Fact("volume.array", "a", SOURCE, (at, at), Subject("volume", "/m"))
        yield Fact("volume.holds", "swap", SOURCE, (at, at), Subject("volume", "/m"))


def one_volume_on_arrays_without_end(number):
    for at in range(number // 4):
        yield Fact("array.disks", "1", SOURCE, (0, 0), Subject("array", f"a{at}"))
        yield Fact("volume.array", f"a{at}", SOURCE, (0, 0), Subject("volume", "/m"))
        yield Fact("volume.holds", "swap", SOURCE, (0, 0), Subject("volume", "/m"))


def a_volume_on_many_arrays_of_one_name(number):
    yield Fact("ini.directory", "/local/notesdata", SOURCE, (0, 0))
    yield Fact("volume.array", "a", SOURCE, (0, 0), Subject("volume", "/"))
    for at in range(number):
        yield Fact("array.name", "a", SOURCE, (at, at), Subject("array", f"a {at}"))


def servers_of_a_machine_and_volumes(number):
    yield Complete("volume.", SOURCE)
    yield Fact("ini.directory", "/local/notesdata", SOURCE, (0, 0))
    for at in range(number):
        yield Fact("partition.databases", f"/m{at}/data", SOURCE, (0, 0), Subject("partition", f"p{at}"))
        yield Fact("volume.device", f"/dev/sd{at}", SOURCE, (0, 0), Subject("volume", f"/m{at}"))


STEPS = [
    (layout.derive_layout, servers_of_a_machine_and_volumes),
    (layout.derive_layout, a_volume_on_many_arrays_of_one_name),
    (volumes.derive_logical_volumes, one_logical_volume_again_and_again),
    (layout.derive_layout, one_array_and_one_volume_again_and_again),
    (layout.derive_layout, one_volume_on_arrays_without_end),
    (disks.derive_disks, disks_of_arrays),
    (disks.derive_disks, disks_and_arrays_of_one_controller),
    (disks.derive_disks, healthy_disks_of_one_controller),
    (disks.derive_disks, disks_in_no_array),
    (free_space.derive, volumes_below_the_data_directory),
    (load.derive_load, counters_and_volumes),
    (free_space.derive, statistics_and_volumes),
    (free_space.derive, one_volume_again_and_again),
    (disks.derive_windows_disks, disks_and_volumes),
    (disks.derive_windows_disks, volumes_on_disks_without_a_number),
]


@pytest.mark.parametrize(("step", "given"), STEPS)
def test_a_step_does_eight_times_the_work_for_eight_times_the_input(step, given):
    few, many = filled(given(FEW)), filled(given(MANY))
    of_few = calls(lambda: few.add(step(few, CONTEXT)))
    assert calls(lambda: many.add(step(many, CONTEXT))) <= AT_MOST * of_few


VMSTAT = (
    "procs ---memory-- ---swap-- -----io---- -system-- ------cpu-----\n"
    " r  b   swpd   free   si   so    bi    bo   in   cs us sy id wa st\n",
    " 1  0      0 100000    0    4     1     2    3    4  5  6 80  9  0\n",
)
IOSTAT = (
    "Linux 5.14.0 (mail01)  11/21/2026  _x86_64_  (8 CPU)\n\n",
    "Device            r/s     w/s   aqu-sz  %util\nsda              1.00    2.00     0.10   3.10\n\n",
)
TYPEPERF = (
    '"(PDH-CSV 4.0)","\\\\M\\Memory\\Available MBytes","\\\\M\\PhysicalDisk(0 C:)\\% Idle Time"\n',
    '"11/21/2026 08:10:06.118","309.000000","3.000000"\n',
)
MEASURED = [("vmstat", *VMSTAT), ("iostat", *IOSTAT), ("counters", *TYPEPERF)]


ROWS, HELD = 1000, 150_000  # bytes; 20,000 suffice, and were the rows held it would be 470,000 at least


@pytest.mark.parametrize(("name", "head", "row"), MEASURED)
def test_what_is_measured_for_days_takes_no_more_memory_than_what_is_for_minutes(name, head, row, held):
    reader, source = readers.reader(name), Source.of("x.txt", (head + row * ROWS).encode())
    told = []
    assert held(lambda: told.append(list(reader.read(source, CONTEXT.catalogue))), HELD) <= HELD
    assert all(told)


def of_groups(number):
    known = Facts()
    for at in range(number):
        item = Fact("doc.config.ilenforce", "1", SOURCE, (0, 0))
        known.documents.append(Document("config", f"Group{at}", (item,), False, "", SOURCE, (0, 0)))
    return known


def test_configuration_documents_of_groups_are_held_against_each_other_in_one_pass():
    few, many = of_groups(FEW), of_groups(MANY)
    of_few = calls(lambda: list(documents.derive_documents(few, CONTEXT)))
    assert calls(lambda: list(documents.derive_documents(many, CONTEXT))) <= AT_MOST * of_few


def named(number):
    taken = {}
    return [once("updall", taken) for _ in range(number)]


def test_documents_of_one_name_are_numbered_without_counting_from_the_first():
    assert calls(lambda: named(MANY)) <= AT_MOST * calls(lambda: named(FEW))
    assert named(3) == ["updall", "updall (2)", "updall (3)"]


def test_a_name_that_looks_numbered_is_no_obstacle():
    taken = {}
    assert [once(name, taken) for name in ("a (2)", "A", "a", "a (2)", "a")] == [
        "a (2)",
        "A",
        "a (3)",
        "a (2) (2)",
        "a (4)",
    ]


class Letters(str):
    """A text that counts the letters that were encoded of it."""

    __slots__ = ()
    encoded = 0

    def __getitem__(self, part):
        return Letters(super().__getitem__(part))

    def encode(self, *options):
        Letters.encoded += len(self)
        return super().encode(*options)


def test_the_cells_of_a_long_line_are_placed_without_encoding_what_stands_before_each():
    line = next(transcript.lines(Source.of("x.csv", "ä,".encode() * MANY)))
    line._text = Letters(line.text)
    Letters.encoded = 0
    spans = [line.piece(at, at + 1).span for at in range(0, 2 * MANY, 2)]
    assert spans == [(3 * at, 3 * at + 2) for at in range(MANY)]
    assert Letters.encoded <= len(line.text)


def test_places_in_a_long_line_are_counted_on_from_the_last_one(monkeypatch):
    source, decoded = Source.of("x.ini", b"Tasks=" + "ä,".encode() * MANY), []
    whole = source_module.decode
    monkeypatch.setattr(
        source_module, "decode", lambda data, encoding: decoded.append(len(data)) or whole(data, encoding)
    )
    assert [source.position(6 + 3 * at) for at in range(MANY)] == [(1, 7 + 2 * at) for at in range(MANY)]
    assert sum(decoded) <= len(source.data)
    assert [source.position(at) for at in (9, 6, 12)] == [(1, 9), (1, 7), (1, 11)]


def sized(number):
    servers = [SimpleNamespace(name=f"s{at}") for at in range(number)]
    steps = [SimpleNamespace(server=one.name, title="x", of="", result=1) for one in servers]
    return SimpleNamespace(servers=servers, steps=steps, level="5")


def test_what_each_server_of_a_plan_needs_is_not_looked_for_among_all_steps():
    few, many = sized(FEW), sized(MANY)
    of_few = calls(lambda: list(size_figures.server_needs(few)))
    assert calls(lambda: list(size_figures.server_needs(many))) <= AT_MOST * of_few


def plan_of(number):
    """Servers whose steps differ from the print."""
    users = {"mail_light": 800, "groupware": 10}
    return SizePlan(
        {kind: many * number for kind, many in users.items()},
        servers=tuple(Load(f"s{at}", users) for at in range(number)),
    )


def test_what_papers_have_otherwise_is_not_looked_through_for_each_step_of_a_plan(work):
    few, many = (work(lambda n=n: sizing.sized(plan_of(n), False, pack.builtin().sources)) for n in (4, 32))
    assert many <= AT_MOST * few


PIECES = [
    ("ab", (0, 9), "ab", (0, 2)),
    ("äb", (0, 9), "äb", (0, 3)),
    ("äb", (5, 9), "", (3, 3)),
    ("├─b", (2, 3), "b", (6, 7)),
]


@pytest.mark.parametrize(("text", "columns", "expected", "span"), PIECES)
def test_a_column_that_goes_on_behind_the_line_ends_with_it(text, columns, expected, span):
    assert next(transcript.lines(Source.of("x.txt", text.encode()))).piece(*columns) == (expected, span)


def test_a_head_that_is_all_typed_is_not_looked_through_by_each_reader(work):
    few, many = (work(lambda n=n: transcript.first_printed(b"#\n" * n, "df", 9)) for n in (1000, 8000))
    assert many < 1.1 * few


LONG_LINES = [
    (b"01/01/2026 01:01:01 AM  " + b"is damaged insufficient memory " * 5000 + b"\n", 1),
    (b"Insufficient memory. " * 5000, 1),
    (b"x" * 9000 + b" insufficient memory\n", 0),
    (b"insufficient memory\ninsufficient memory, insufficient memory\r\ninsufficient memory\r", 3),
]


@pytest.mark.parametrize(("data", "lines"), LONG_LINES)
def test_a_line_is_one_however_often_it_tells_of_trouble(data, lines):
    items = console_log.read(Source.of("c.log", data), CATALOGUE)
    counted = [item.text for item in items if getattr(item, "key", "") == "logged.count"]
    assert counted == ([str(lines)] if lines else [])


class Searched(bytes):
    """Bytes that count how many of them are looked through backwards."""

    looked_through = 0

    def rfind(self, what, start=0, end=None):
        Searched.looked_through += (len(self) if end is None else end) - start
        return super().rfind(what, start, end)


def test_a_line_of_trouble_is_not_looked_for_from_the_log_s_beginning():
    """A log with LF alone has no CR, and nobody looks for one in all that stands above each line."""
    data = Searched(b"11/20/2026 04:00:00 AM  Document NT000012AE in database a.nsf is damaged\n" * MANY)
    Searched.looked_through = 0
    assert list(console_log.read(Source("c.log", data), CATALOGUE))
    assert Searched.looked_through < 20 * len(data)


def told_again_and_again(number):
    known = filled(Fact("ini.platform", "aix", SOURCE, (at, at)) for at in range(number))
    for _ in range(number):
        known.ask("ini.platform")


def test_a_key_that_is_given_and_asked_for_often_is_answered_once():
    assert calls(lambda: told_again_and_again(MANY)) <= AT_MOST * calls(lambda: told_again_and_again(FEW))


def test_of_facts_that_say_the_same_of_a_thing_a_hundred_are_held():
    array = Subject("array", "a")
    texts = ["5"] * 300 + ["6"] * 300
    known = filled(Fact("array.level", text, SOURCE, (at, at), array) for at, text in enumerate(texts))
    assert [fact.text for fact in known.of(array, "array.level")] == ["5"] * 100 + ["6"]
    assert known.copy().ask("array.level", array) == known.ask("array.level", array)
    known.settle(known.of(array, "array.level")[-1])
    assert known.ask("array.level", array).text == "6"
    known.add(Fact("array.level", text, SOURCE, (at, at), array) for at, text in enumerate(["6"] * 120 + ["5"]))
    assert [fact.text for fact in known.of(array, "array.level")] == ["6"] * 100 + ["5"]
    for one in (known.copy(), known):
        one.add([Fact("array.level", "7", SOURCE, (0, 0), array)])
        assert one.of(array, "array.level")[-1].text == "7"
    doubted = filled(Fact("array.level", "5", SOURCE, (at, at), array, doubt="?" * (at > 149)) for at in range(300))
    assert [fact.doubt for fact in doubted.of(array, "array.level")] == [""] * 100 + ["?"]
    assert len(filled(Fact("log.death", "5", SOURCE, (at, at)) for at in range(300)).of(SERVER, "log.death")) == 300


def test_a_finding_holds_of_a_long_line_what_stands_around_its_value(tmp_path):
    tasks = ",".join(f"Updall x{at:04d}{'y' * 40}" for at in range(180))
    (tmp_path / "notes.ini").write_text(f"[Notes]\nKitType=2\nDirectory=/d\nServerTasks={tasks}\n")
    shown = [one.locations[0] for one in report_of([tmp_path]).findings if one.locations]
    assert any(place.excerpt[place.caret :].startswith(f"Updall x0150{'y' * 40},Updall x0151") for place in shown)
    assert max(len(place.excerpt) for place in shown) < 5000


PATTERNS = [  # each was worse on such a text: the piece in braces again and again
    (megacli._MEMORY, "match", "1", "{} MiB"),
    (dxl._ROOT, "match", "1", "<a{}:"),
    (show_disk._DRIVES, "fullmatch", ", (A:) 11", "Drive: Space (MB):{}!"),
    (show_directory._ROW, "fullmatch", " ", "a{}!"),
    (nsd._SERVER_AT_END, "search", " ", "server:011]{}!"),
    (nsd._PARTITION_SETTINGS, "search", " ", "Directory ={}!\r!"),
    (megacli._MODEL, "fullmatch", " ", "Product Name: x{}!"),
    (ulimit._LINE, "fullmatch", " ", "core (x){}!"),
    (start_script._VALUE, "fullmatch", " ", "x{}!"),
    (schedule._LOADED, "fullmatch", " ", "-c {}!"),
    (partitions._ADDRESS, "fullmatch", " ", "1,{}!"),
    (rules._ID, "search", "\n", "{}"),
    (remedies._IN_QUOTES, "search", "{", "'{}"),
    (csv._BEFORE_FORMULA, "search", "\n", "{}x"),
    (message._NEEDLESS, "search", "{", " ({}"),
    (values._PLAIN_SLIP, "fullmatch", "1", "{}!"),
    (values._PLAIN_SLIP, "fullmatch", " a=1", "1{}  !"),
    (values._PLAIN_SLIP, "fullmatch", "  a=b", "1{} !"),
    (re.compile(secrets.BOUND), "search", "a=,", "{}/"),
    (re.compile(secrets.BOUND), "search", " a", "a=,{}/"),
    (re.compile(secrets.BOUND), "search", "a", "a=, {}/"),
    (re.compile(secrets.A_LOGIN), "search", "a", "a/{} "),
    (re.compile(secrets.A_SERVER), "search", "a/", "{}1"),
    (re.compile(secret_forms.PIPED), "search", " ", "echo{}x !"),
    (re.compile(secret_forms.PIPED), "search", "echo ", "{}!"),
    (re.compile(secret_forms.PIPED), "search", "echo '", "{}"),
    (re.compile(secret_forms.PIPED), "search", " -n", "echo{}|x"),
    (re.compile(secret_forms.PIPED), "search", "a", "echo {}"),
    (re.compile(secret_forms.PIPED), "search", " -a", "echo x | sudo{}"),
    (re.compile(secret_forms.GIVEN), "search", " -a", "sudo{}"),
    (re.compile(secret_forms.GIVEN), "search", "kinit <<", "{}"),
    (re.compile(key_signs.JWK_NAME), "search", '\\\\"d', "{}"),
    (re.compile(key_signs.YAML_NAME), "search", "\n ", "{}"),
    (re.compile(key_signs.NET_NAME), "search", "<D> ", "{}"),
]


@pytest.mark.parametrize(("pattern", "way", "piece", "text"), PATTERNS)
def test_a_pattern_tries_four_times_as_much_on_four_times_the_text(pattern, way, piece, text):
    few, many = (steps(pattern, text.replace("{}", piece * number), way) for number in (5, 20))
    assert many <= 5 * few


@pytest.mark.parametrize("text", ["{}", "{}.", "eyj.{}"])
@pytest.mark.parametrize("half", ["eyj1", "eyj-1_"])
def test_halves_of_tokens_are_not_each_followed_to_their_end(half, text, monkeypatch):
    searched, looking = [], secret_forms._looking()
    monkeypatch.setattr(
        secret_forms, "_looking", lambda: SimpleNamespace(finditer=lambda word: searched.append(word) or ())
    )
    for number in (20, 80):
        assert [*secret_forms.tokens(text.replace("{}", half * number))] == []
    few, many = (steps(looking, word) for word in searched)
    assert many <= 5 * few


HEADS = [b"<?", b"<!--", b"<!-- -->", b"<a "]


@pytest.mark.parametrize("piece", HEADS)
def test_the_first_element_of_a_head_is_found_in_one_pass(piece, work):
    few, many = (work(lambda number=number: dxl.recognises(piece * number, CONTEXT.catalogue)) for number in (50, 400))
    assert many <= AT_MOST * few


def test_the_unit_that_free_was_asked_for_is_found_in_one_pass(work):
    few, many = (
        work(lambda line=line: free._option(line))
        for line in (next(transcript.lines(Source.of("", b"free " * number + b"--kibi_"))) for number in (FEW, MANY))
    )
    assert many <= AT_MOST * few


TITLES = [
    (b"<@@ ------ Notes Data -> Drives (Time 12:00:01) ------ @@>", "Notes Data -> Drives"),
    (b"<@@ - x (Time 1) (Time 2)", "x (Time 1)"),
    (b"<@@ ---- (Time (Time 1) -- @@> ", ""),
    (b"<@@ -x - @@>", "x"),
    (b"<@@ ---- @@>", ""),
    (b"<@@ x", ""),
]


@pytest.mark.parametrize(("header", "title"), TITLES)
def test_a_section_s_title_stands_between_rulers(header, title):
    *_, section = nsd.nsd_sections(iter([header + b"\nx\n"]))
    assert section.title == title


def test_a_long_command_is_looked_through_once(work):
    few, many = (work(lambda number=number: lsps._asks_for_some("lsps " * number + "-a")) for number in (FEW, MANY))
    assert many <= AT_MOST * few
