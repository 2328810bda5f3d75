"""The text report: short, wrapped, the same with and without colours; the table of servers; `--format concise`."""

import re
from types import SimpleNamespace

import pytest
from at_once import at_once
from conftest import in_process, runner
from fixture_servers import FIXTURES, SERVERS
from msgspec.structs import replace

from advisor import writers
from advisor.pack import SEVERITIES
from advisor.report.accounts import EXPIRED, IdleWaiver
from advisor.report.finding import CommandLine, Location, SettingEdit, Waived
from advisor.report.first_steps import MAX_STEPS, first_steps
from advisor.report.model import Trouble
from advisor.report.texts import DocumentField
from advisor.servers.model import Unread
from advisor.writers import Options, report_notes, sentences
from advisor.writers.summaries import MANY_SERVERS, ranked

NAMES = [path.name for path in SERVERS]
AGED = "windows-9.0.1-aged"
HEAD = re.compile(r"(?:critical|high|medium|low|info) +[A-Z]+\d{3} ")
ESCAPES = re.compile(r"\x1b(?:\[[\d;]*m|\].*?\x1b\\)")


def reported(paths, domlint):
    """Return the report on paths below fixtures/, as writers get it."""
    reports = []
    writer = SimpleNamespace(
        render=lambda report, _: reports.append(report) or "", FOR_PEOPLE=True, LINE_BY_LINE=False, FINDINGS_ALONE=False
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(writers, "writer", lambda _: writer)
        domlint("check", *paths, "--isolated", "--jobs=1", cwd=FIXTURES)
    return reports[0]


@pytest.fixture(scope="module")
def everything(tmp_path_factory):
    """The report on all servers of fixtures/."""
    return reported(NAMES, runner(in_process, tmp_path_factory.mktemp("everything")))


@pytest.fixture(scope="module")
def thirty(tmp_path_factory):
    """The report on thirty servers: those with the most findings."""
    fleet = [name for name in NAMES if name.startswith(("today", "windows", "aix", "linux"))]
    report = reported(fleet, runner(in_process, tmp_path_factory.mktemp("thirty")))
    worst = {row.name for row in [row for row in ranked(report) if row.grade][:30]}
    servers = tuple(server for server in report.servers if server.name in worst)
    return replace(report, servers=servers, findings=tuple(one for one in report.findings if one.server in worst))


@pytest.fixture
def aged(domlint):
    return reported([AGED], domlint)


def rendered(report, name="text", **options):
    return writers.writer(name).render(report, Options(**options))


def blocks(text):
    """Return the lines of each finding of a report by server."""
    found, block = [], None
    for line in text.splitlines():
        if HEAD.match(line):
            block = [line]
            found.append(block)
        elif block is not None and line.startswith(" " * 9) and "more of " not in line:
            block.append(line)
        else:
            block = None
    return found


@pytest.mark.parametrize(("fixture", "most"), [
        pytest.param(AGED, 50, id="eleven findings"),
        pytest.param("windows-12.0.2-good", 6, id="good, Windows"),
        pytest.param("windows-14.5-good", 6, id="good, Windows, 14.5"),
        pytest.param("linux-12.0.2-good", 6, id="good, Linux"),
        pytest.param("linux-14.5-container-good", 6, id="good, container"),
        pytest.param("aix-9.0.1-good", 10, id="good, AIX, but out of support"),
])  # fmt: skip
def test_a_server_takes_few_lines(fixture, most, domlint):
    lines = domlint("check", fixture, "--isolated", cwd=FIXTURES).out.splitlines()
    assert len(lines) <= most
    assert max(map(len, lines)) <= 100


def test_a_finding_takes_at_most_four_lines(everything):
    text = rendered(everything, group_by="server")
    assert len(blocks(text)) > 300
    assert [block for block in blocks(text) if len(block) > 4] == []


FOUND = [  # a folder of fixtures; what its report shows of a file behind "Found:"
    (AGED, "TRANSLOG_Status=0"),
    (AGED, "HTTPEnableMethods=GET,POST,HEAD; HTTPENABLEMETHODS=GET,POST"),
    ("today-full-disk", "mail/user23.nsf: Database is corrupt -- Cannot allocate space"),
]


@pytest.mark.parametrize(("fixture", "line"), FOUND)
def test_a_message_is_followed_by_the_line_that_it_is_about(fixture, line, domlint):
    assert f"Found: {line}\n" in domlint("check", fixture, "--isolated", cwd=FIXTURES).out


@pytest.mark.parametrize("line", ['"1000"', "1000", '"1000",'])
def test_a_line_of_json_is_shown_as_name_and_value(line, domlint, tmp_path):
    text = (
        f'{{"serverSetup": {{"server": {{"name": "Mail01", "type": "first"}}, "notesINI": {{\n"NAME": {line}\nX}}}}}}'
    )
    text = text.replace("NAME", "Server_Transinfo_Normalize").replace("X", '"Ports": "TCPIP"' if "," in line else "")
    (tmp_path / "setup.json").write_text(text)
    found = domlint("check", ".", "--isolated", "--release=12.0.2", "--select=CLU002").out
    assert "Found: Server_Transinfo_Normalize=1000\n" in found


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120])
@pytest.mark.parametrize("options", [{}, {"group_by": "server"}, {"summary": True}])
def test_no_line_is_wider_than_the_page(width, options, everything):
    lines = rendered(everything, width=width, **options).splitlines()
    assert [line for line in lines if len(line) > width and len(max(line.split(), key=len)) < width // 2] == []


TOO_FEW = "fewer than half of the rules were checked"
REASONS = [("", TOO_FEW), ("a client", "a client"), ("the run has few rules", "the run has few rules")]


@pytest.mark.parametrize(("ungraded", "reason"), REASONS)
@pytest.mark.parametrize("group_by", ["server", "rule"])
def test_a_missing_grade_has_its_reason(group_by, ungraded, reason, aged):
    server = replace(aged.servers[0], grade=None, ungraded=ungraded)
    if reason == TOO_FEW:
        server = replace(server, ungraded=server.coverage.words)
    assert reason in " ".join(rendered(replace(aged, servers=(server,)), group_by=group_by).split())


COVERAGE = re.compile(
    r"(\d+) of (\d+) rules? could be checked\.(?: To check (\d+) more:.*?\.(?= For| Not| Grade| Name|$))?"
    r"(?: For the (?:other )?(\d+) see --full\.)?"
)


def test_the_rules_to_check_and_the_others_are_all_unchecked_rules(everything):
    text = rendered(everything, group_by="server")
    paragraphs = [" ".join(block.split()) for block in text.split("\n\n")]
    found = [COVERAGE.match(paragraph) for paragraph in paragraphs if COVERAGE.match(paragraph)]
    assert len(found) == len(everything.servers)
    for checked, rules, more, others in (match.groups(default="0") for match in found):
        assert int(rules) - int(checked) == int(more) + int(others)


@pytest.mark.parametrize("width", [60, 80])
def test_long_names_of_servers_differ_in_the_table(width, aged):
    names = [f"Berlin-Mail-Cluster-Node-{place:02}.example/Servers/Berlin/Germany/Acme{place:02}" for place in range(9)]
    servers = tuple(replace(aged.servers[0], name=name, plain_name=name) for name in names)
    lines = rendered(replace(aged, servers=servers, findings=()), width=width).splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("Server "))
    shown = [line.split()[0] for line in lines[begin + 1 : begin + 10]]
    assert len(set(shown)) == len(names)
    assert all(name.startswith("Berlin") and "…" in name for name in shown)


@pytest.mark.parametrize("name", ["text", "markdown"])
def test_what_to_do_first_comes_first(name, aged):
    text = rendered(aged, name)
    steps = first_steps(aged.findings)
    assert text.index("First:") < 400
    assert steps[0].action in " ".join(text.split())
    assert len(steps) <= MAX_STEPS
    assert {step.severity for step in steps}.isdisjoint({"low", "info"})


@pytest.mark.parametrize(
    ("name", "options"),
    [("html", {}), ("markdown", {}), ("text", {}), ("text", {"full": True}), ("text", {"group_by": "rule"})],
)
def test_of_several_servers_the_first_steps_name_the_only_one_with_findings(name, options, aged):
    others = (replace(aged.servers[0], name=f"Mail9{place}/Acme", plain_name="") for place in range(MANY_SERVERS))
    text = rendered(replace(aged, servers=(*aged.servers, *others)), name, **options)
    assert re.search("LOG001 on .*Mail07", " ".join(text.replace("\\", "").split()))


@pytest.mark.parametrize(
    ("servers", "words"),
    [
        (1, "LOG001 on Mail0/A"),
        (3, "LOG001 on Mail0/A, Mail1/A and Mail2/A"),
        (4, "LOG001 on Mail0/A, Mail1/A, Mail2/A and 1 other server"),
        (12, "LOG001 on Mail0/A, Mail1/A, Mail2/A and 9 other servers"),
    ],
)
def test_a_first_step_names_up_to_three_servers(servers, words, aged):
    first, *others = aged.findings
    several = [replace(first, server=f"Mail{place}/A") for place in range(servers)]
    assert first_steps([*several, *others], in_fleet=True)[0].where == words


NOW, PROJECT, REBUILD = {"broken": True}, {"project": True}, {"project": True, "restart": "rebuild"}
FIRST = [  # severity, impact and more of two findings; whether the second comes first
    (("medium", "data-loss", {}), ("high", "maintenance", {}), True),
    (("high", "performance", {}), ("high", "data-loss", {}), True),
    (("high", "data-loss", {}), ("high", "outage", {}), False),
    (("high", "data-loss", {}), ("high", "outage", NOW), True),
    (("medium", "data-loss", NOW), ("high", "maintenance", {}), False),
    (("medium", "data-loss", NOW), ("critical", "maintenance", {}), True),
    (("medium", "outage", NOW), ("high", "maintenance", {}), True),
    (("high", "data-loss", PROJECT), ("high", "outage", {}), True),
    (("high", "maintenance", PROJECT), ("medium", "data-loss", NOW), True),
    (("high", "maintenance", PROJECT), ("medium", "outage", NOW), False),
    (("high", "performance", REBUILD), ("medium", "data-loss", NOW), True),
]


@pytest.mark.parametrize(("one", "other", "swapped"), FIRST)
def test_first_steps_go_by_severity_then_trouble_then_impact_and_projects_last(one, other, swapped, aged):
    first, *others = aged.findings
    others = [replace(finding, severity="low") for finding in others]
    plain = replace(first.fix, fields=(), edits=(), restart="none")
    pair = [
        replace(
            first,
            rule=rule,
            severity=severity,
            impact=impact,
            broken=more.get("broken", False),
            fix=replace(plain, summary=rule, **{key: more[key] for key in more.keys() - {"broken"}}),
        )
        for rule, (severity, impact, more) in (("LOG098", one), ("LOG099", other))
    ]
    rules = [step.rules[0] for step in first_steps([*pair, *others])]
    assert rules == (["LOG099", "LOG098"] if swapped else ["LOG098", "LOG099"])


@pytest.mark.parametrize(("names", "steps"), [(("raise-it", "no-limit"), 1), (("another", "no-limit"), 2)])
def test_a_finding_that_another_one_settles_is_the_same_step(names, steps, aged):
    first, *others = aged.findings
    others = [replace(finding, severity="low") for finding in others]
    plain = replace(first.fix, fields=(), edits=(), commands=())
    pair = [
        replace(first, rule=rule, name=name, fix=replace(plain, summary=summary))
        for rule, name, summary in (
            ("LOG098", names[0], "Set the limit to 80000."),
            ("LOG099", names[1], "Raise the limit, as raise-it says."),
        )
    ]
    made = first_steps([*pair, *others])
    assert (len(made), made[0].action) == (steps, "Set the limit to 80000.")


@pytest.mark.parametrize(("findings", "steps"), [(5, 0), (6, 4)])
def test_few_findings_need_no_list_of_what_to_do_first(findings, steps, aged):
    assert len(first_steps(aged.findings[:findings])) >= steps
    assert bool(first_steps(aged.findings[:findings])) == bool(steps)


@pytest.mark.parametrize(
    ("findings", "broken", "steps"),
    [(2, 1, 0), (3, 0, 0), (3, 1, 3), (5, 0, 0), (5, 4, 5), (6, 0, 5)],
)
def test_few_findings_have_steps_if_their_order_differs(findings, broken, steps, aged):
    first = aged.findings[0]
    plain = replace(first.fix, fields=(), edits=(), commands=(), restart="none", project=False)
    several = [
        replace(
            first,
            rule=f"LOG09{place}",
            severity="high",
            broken=place == broken,
            fix=replace(plain, summary=f"Do {place}."),
        )
        for place in range(findings)
    ]
    made = first_steps(several)
    assert len(made) == steps
    assert not made or made[0].rules == (f"LOG09{broken}",)


DEAD_ARRAY = (
    "CLI Version = 007.1 Jan 01, 2020\nController = 0\nStatus = Success\nDescription = None\n\nVirtual Drives :\n"
    "==============\n\n-----\nDG/VD TYPE   State Access Consist Cache Cac sCC     Size Name\n-----\n"
    "1/1   RAID5  OfLn  RW     Yes     RWBD  -   ON  2.181 TB DATA\n-----\n"
)


def test_a_dead_array_comes_first(domlint, tmp_path):
    (tmp_path / "storcli.txt").write_text(DEAD_ARRAY)
    text = (FIXTURES / AGED / "notes.ini").read_bytes()
    (tmp_path / "notes.ini").write_bytes(text)
    out = domlint("check", ".", "--isolated", cwd=tmp_path).out
    assert re.search(r"First:\s+1\. Stop: .*\(STO017\)", out)
    plan = domlint("fix", ".", "--isolated", cwd=tmp_path).out
    assert re.search(r"Today, before any maintenance window\s+1\. by hand  critical  array-failed", plan)


BEGIN = "[Notes]\nKitType=2\nDirectory=/local/notesdata\n"
SHOW_SERVER = FIXTURES / "today-upgraded-from-8.5.3" / "show-server.txt"
WANTED_INPUTS = [
    pytest.param("show-server.txt", SHOW_SERVER.read_text(), "notes.ini", id="not given"),
    pytest.param("notes.ini", f"{BEGIN}ServerTasks=Rou", "the whole notes.ini", id="cut in its last line"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "text", "wanted"), WANTED_INPUTS)
def test_only_an_incomplete_notes_ini_is_asked_for_as_a_whole(file, text, wanted, domlint, tmp_path):
    (tmp_path / file).write_text(text)
    words = " ".join(domlint("check", ".", "--isolated", "--server", "Mail01").out.split())
    assert re.search(rf"To check \d+ more: {wanted},", words)


LOG_PATH = DocumentField("Server document", "Transactional Logging", "Log path", "")
LOOK = CommandLine("console", "show stat", looks=True)
CHANGES = [
    pytest.param({"fields": (replace(LOG_PATH, to="/log"),)}, {"fields": (replace(LOG_PATH, to="/log"),)}, 1, id="field"),
    pytest.param({"fields": (replace(LOG_PATH, to="/log"),)}, {"fields": (replace(LOG_PATH, to="/x"),)}, 2, id="values"),
    pytest.param({"fields": (LOG_PATH,)}, {"fields": (LOG_PATH,)}, 2, id="field whose value the reader chooses"),
    pytest.param({"edits": (SettingEdit("set", "A", "1"),)}, {"edits": (SettingEdit("set", "a", "1"),)}, 1, id="edit"),
    pytest.param({"edits": (SettingEdit("set", "A", "1"),)}, {"edits": (SettingEdit("set", "A", "2"),)}, 2, id="edits"),
    pytest.param({"edits": (SettingEdit("set", "A", "1"),)}, {"edits": (SettingEdit("remove", "A"),)}, 2, id="actions"),
    pytest.param({"commands": (LOOK,)}, {"commands": (LOOK,)}, 2, id="commands that only look"),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "steps"), CHANGES)
def test_findings_that_one_change_settles_are_one_step(one, other, steps, aged):
    first, *others = aged.findings
    plain = replace(first.fix, fields=(), edits=(), commands=())
    pair = [
        replace(first, fix=replace(plain, **one)),
        replace(first, rule="LOG099", server="Mail08/Acme", fix=replace(plain, **other)),
    ]
    made = [step for step in first_steps([*pair, *others]) if {first.rule, "LOG099"} & {*step.rules}]
    assert [step.rules for step in made] == ([(first.rule, "LOG099")] if steps == 1 else [(first.rule,), ("LOG099",)])
    assert [owner for step in made for owner in step.owners] == [first.server, "Mail08/Acme"]


@pytest.mark.parametrize(("summary", "steps"), [("", 1), ("Do something else.", 2)])
def test_the_same_change_on_several_servers_is_one_step(summary, steps, aged):
    first, *others = aged.findings
    plain = replace(first.fix, fields=(), edits=(), commands=())
    pair = [
        replace(first, fix=plain),
        replace(first, server="Mail08/Acme", fix=replace(plain, summary=summary or plain.summary)),
    ]
    assert len([step for step in first_steps([*pair, *others]) if first.rule in step.rules]) == steps


def test_only_the_full_report_has_reasons_and_disputes(aged):
    short, full = rendered(aged), rendered(aged, full=True)
    for word in ("Why:", "Undo:", "Verify:", "Disputed:", "Figure:", "Sources:", "By category:", "Not checked:"):
        assert word in full
        assert word not in short
    assert all(finding.message.split()[0] in full for finding in aged.findings)


def test_the_full_report_repeats_no_fix(everything):
    text = rendered(everything, full=True)
    assert len(re.findall(r"^ +Fix: ", text, re.MULTILINE)) <= len(everything.findings)
    assert len(HEAD.findall(text)) == len(everything.findings)


@pytest.mark.parametrize(("options", "most"), [({}, 200), ({"summary": True}, 60)])
@pytest.mark.parametrize("width", [80, 100])
def test_thirty_servers_take_few_lines(options, most, width, thirty):
    lines = rendered(thirty, width=width, **options).splitlines()
    assert len(thirty.servers) == 30
    assert len(lines) <= most
    table = next(place for place, line in enumerate(lines) if line.startswith("Server "))
    assert table < (5 if options else 20)
    assert not any(HEAD.match(line) for line in lines[:table])


def test_the_table_has_the_worst_server_first(thirty):
    lines = rendered(thirty, summary=True).splitlines()
    begin = next(place for place, line in enumerate(lines) if line.startswith("Server "))
    rows = lines[begin + 1 : begin + 1 + len(thirty.servers)]
    assert len({row.split()[0] for row in rows}) > 20
    counts = [[0 if word == "-" else int(word) for word in row.split()[-6:-1]] for row in rows]
    assert [row[:3] for row in counts] == sorted((row[:3] for row in counts), reverse=True)
    totals = [sum(one.severity == severity for one in thirty.findings) for severity in SEVERITIES]
    assert [sum(column) for column in zip(*counts, strict=True)] == totals


def test_each_rule_has_one_line_with_up_to_three_servers(thirty):
    lines = [line for line in rendered(thirty, width=120).splitlines() if HEAD.match(line)]
    rules = {finding.rule for finding in thirty.findings}
    assert sorted(line.split()[1] for line in lines) == sorted(rules)
    severities = [SEVERITIES.index(line.split()[0]) for line in lines]
    assert severities == sorted(severities)


@pytest.mark.parametrize(
    ("servers", "options", "by_rule"),
    [(5, {}, False), (6, {}, True), (6, {"group_by": "server"}, False), (1, {"group_by": "rule"}, True)],
)
def test_more_than_five_servers_are_a_table(servers, options, by_rule, everything):
    few = everything.servers[:servers]
    names = {server.name for server in few}
    found = tuple(one for one in everything.findings if one.server in names)
    text = rendered(replace(everything, servers=few, clusters=(), findings=found), **options)
    assert ("\nServer " in text) == by_rule


def test_of_800_servers_the_table_shows_the_worst_and_counts_the_rest(everything):
    many = [replace(server, name=f"Mail{place:03}/Acme") for place in range(800) for server in everything.servers[:1]]
    text = rendered(replace(everything, servers=tuple(many), clusters=(), findings=()))
    assert "and 740 more servers" in text
    assert len(text.splitlines()) < 100


@pytest.mark.parametrize("options", [{}, {"full": True}, {"summary": True}, {"group_by": "server"}, {"quiet": True}])
@pytest.mark.parametrize("name", ["text", "concise"])
def test_colours_change_no_letter(name, options, thirty):
    coloured = rendered(thirty, name, color="always", **options)
    assert "\x1b[" in coloured
    plain = [line.rstrip() for line in ESCAPES.sub("", coloured).splitlines()]
    assert plain == rendered(thirty, name, **options).splitlines()


def test_a_terminal_gets_links_to_file_and_line(domlint):
    text = domlint("check", AGED, "--isolated", "--color", "always", cwd=FIXTURES).out
    assert f"{(FIXTURES / AGED / 'notes.ini').as_uri()}#27" in text


@pytest.mark.parametrize(("paths", "shown", "hidden"), [
        pytest.param([AGED], " notes.ini:27", AGED, id="one server"),
        pytest.param([f"{AGED}/notes.ini"], " notes.ini:27", AGED, id="one file"),
        pytest.param(["windows-4.6.2a-cluster"], " server1/perfmon.csv:2", "windows-4.6.2a-cluster", id="a cluster"),
        pytest.param([AGED, "linux-8.5.3-raid5"], f" {AGED}/notes.ini:27", "fixtures/", id="two folders"),
])  # fmt: skip
def test_a_location_omits_the_folder_of_all_files(paths, shown, hidden, domlint):
    text = domlint("check", *[f"fixtures/{path}" for path in paths], "--isolated", cwd=FIXTURES.parent).out
    assert shown in text
    assert hidden not in re.sub(r"(?m)^(?:not read|note|trouble): .*(?:\n .*)*", "", text)


@pytest.mark.parametrize("width", [60, 80])
def test_a_header_does_not_part_a_number_from_its_severity(width, everything):
    lines = rendered(everything, width=width, group_by="server").splitlines()[:-10]  # without the totals
    assert [line for line in lines if re.match(r" +(?:critical|high|medium|low|info)(?:  |$)", line)] == []


def test_no_message_shows_a_line_of_xml(everything):
    assert "<item" not in rendered(everything, group_by="server")


@pytest.mark.parametrize(("address", "code", "linked"), [
    pytest.param("https://acme.example/rules/", 1, "https://acme.example/rules/transaction-logging-off.md", id="set"),
        pytest.param("ftp://acme.example", 2, "", id="not http"),
        pytest.param("https://acme.example/\\u001b]8", 2, "", id="a control character"),
])  # fmt: skip
def test_docs_url_links_a_finding_to_its_rule(address, code, linked, domlint, tmp_path):
    (tmp_path / "domlint.toml").write_text(f'docs_url = "{address}"\n')
    result = domlint("check", FIXTURES / AGED, "--color", "always", cwd=tmp_path)
    assert result.returncode == code
    assert linked in result.out


@pytest.mark.parametrize("name", ["text", "concise"])
@pytest.mark.parametrize("least", SEVERITIES)
def test_less_severe_findings_are_counted_and_not_shown(least, name, everything):
    kept = SEVERITIES[: SEVERITIES.index(least) + 1]
    text = rendered(everything, name, min_severity=least, group_by="server")
    hidden = sum(finding.severity not in kept for finding in everything.findings)
    if name == "concise":
        assert len(text.splitlines()) == len(everything.findings) - hidden
        return
    assert (f"{hidden} below {least} not shown" in text) == bool(hidden)
    assert {block[0].split()[0] for block in blocks(text)} <= set(kept)


def test_quiet_is_one_line_a_finding_and_the_total(everything):
    *lines, total = rendered(everything, quiet=True).splitlines()
    concise = rendered(everything, "concise").splitlines()
    assert lines[: len(concise)] == concise
    assert total.startswith(f"{len(everything.servers)} servers: ")


def test_concise_has_the_form_of_compilers(everything):
    lines = rendered(everything, "concise", width=20).splitlines()
    form = re.compile(r"([^:]+)(?::(\d+):(\d+))?: (?:critical|high|medium|low|info) [A-Z]+\d{3} .+")
    assert all(form.fullmatch(line) for line in lines)
    assert len(lines) == len(everything.findings)
    places = [form.fullmatch(line).groups(default=0) for line in lines if ":" in line.split(" ")[0][:-1]]
    places = [(path, int(line), int(column)) for path, line, column in places]
    assert places == sorted(places)


@pytest.mark.parametrize(("known", "waived", "words"), [(1, 0, "1 known from the baseline"), (0, 2, "2 waived")])
@pytest.mark.parametrize("options", [{"quiet": True}, {}])
def test_waived_and_known_findings_are_counted(known, waived, words, options, everything):
    marked = [replace(one, known=place < known) for place, one in enumerate(everything.findings)]
    report = replace(everything, findings=tuple(marked), waived=(Waived(everything.findings[0], "agreed"),) * waived)
    assert words in rendered(report, **options)


def test_a_server_without_a_grade_comes_before_those_that_are_well(everything):
    well = replace(everything.servers[0], name="A", grade="A", grade_is_bound=False)
    none = replace(well, name="B", grade=None)
    rows = ranked(replace(everything, servers=(well, none), clusters=(), findings=()))
    assert [row.name for row in rows] == ["B", "A"]


def test_errors_of_one_file_do_not_hide_another_file(aged):
    errors = [Trouble("broken file", f"a/storage.toml:{line}", "there is no such field") for line in range(6)]
    gone = Trouble("not read", "c/notes.ini", "permission denied")
    cut = Unread("b/notes.ini", 31, "the file ends in the middle of this line", problem=True)
    report = replace(aged, errors=(*errors, gone), unread=(cut,))
    lines = [words for _, words in report_notes.trouble(report)]
    assert [line.split(":")[0] for line in lines] == ["c/notes.ini", "a/storage.toml", "b/notes.ini"]
    assert rendered(report).splitlines()[-1].startswith("trouble: b/notes.ini:31")


def test_an_expired_waiver_is_reported_last(aged):
    waiver = IdleWaiver("domlint.toml:3", "THR001", "", "", "agreed", "2020-01-01", "", "", EXPIRED)
    report = replace(aged, idle_waivers=(waiver,))
    for options in ({}, {"quiet": True}):
        assert "domlint.toml:3" in " ".join(rendered(report, **options).splitlines()[-2:])


def test_concise_reports_an_expired_waiver_on_standard_error(domlint, tmp_path):
    (tmp_path / "notes.ini").write_text("[Notes]\nKitType=2\nServerName=A/B\nDirectory=/d\nTRANSLOG_Status=0\n")
    (tmp_path / "domlint.toml").write_text("[[waive]]\nrule = 'LOG001'\nreason = 'a relay'\nuntil = 2020-01-01\n")
    result = domlint("check", "notes.ini", "--format", "concise", cwd=tmp_path)
    assert "LOG001" in result.stderr.decode()
    assert "waiver" not in result.stdout.decode()


@at_once(("room", "shown", "begin", "length"), [
        (60, "FaultRecovery_Build=Release 9.0.1FP10", 20, 17),
        (25, "…very_Build=Release 9.0.1", 12, 13),
        (10, None, None, None),
])  # fmt: skip
def test_a_line_of_a_file_is_cut_around_the_value(room, shown, begin, length):
    text = "FaultRecovery_Build=Release 9.0.1FP10"
    line, before, under = sentences.around(Location("notes.ini", 5, 21, excerpt=text, caret=20, length=17), room)
    assert len(line) <= room
    assert before + under <= len(line)
    if shown and room == 60:
        assert (line, before, under) == (shown, begin, length)
