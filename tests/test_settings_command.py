"""`domlint settings`: the status of each setting, what is selected, and every format."""

import csv
import io
import json

import chromium
import judged
import pytest
from fixture_servers import SERVERS
from jsonschema import validate
from laid import lay
from pages import Page
from test_page import HOSTILE

from advisor.cli.schema import schema_named
from advisor.pack import builtin
from advisor.report.model import STATUSES
from advisor.report.server_report import SETTINGS
from advisor.report.settings import inventory
from advisor.writers.settings import RENDERERS

BEGIN = "[Notes]\nKitType=2\nDirectory=/local/notesdata\nNotesProgram=/opt/hcl/domino/notes/latest/linux\n"
END = "FaultRecovery_Build=Release {release}\nServerSetup=1\n"
DOCUMENT = (
    "<database xmlns='http://www.lotus.com/dxl'><document form='Server'><item name='ServerName'><text>CN=Mail01/O=Acme"
    "</text></item><item name='TRANSLOG_Status'><text>{status}</text></item></document></database>"
)


SHOW_SERVER = "> show server\n\nDomino (r) Server (Release 12.0.2 for Linux/64) 01/02/2026 10:00:00 AM\n"


def ini(lines, name="Mail01", release="12.0.2"):
    return f"{BEGIN}ServerName={name}/Acme\n{lines}{END.format(release=release)}"


@pytest.fixture
def listed(domlint, tmp_path):
    """Lays files and returns the inventory that `domlint settings` prints of them as JSON."""

    def make(files, *options):
        lay(tmp_path, files)
        done = domlint("settings", ".", "--isolated", "--format", "json", *options, cwd=tmp_path)
        assert done.returncode == 0, done.err
        inventory = json.loads(done.out)
        validate(inventory, schema_named("settings"))
        return inventory

    return make


def rows_of(inventory, name):
    return [
        row for server in inventory["servers"] for row in server["rows"] or [] if row["name"].lower() == name.lower()
    ]


STATUS = {
    "a rule speaks against it": ("Server_Session_Timeout=480\n", "12.0.2", "finding"),
    "the default is written down": ("Server_Session_Timeout=240\n", "12.0.2", "default"),
    "the default in another spelling": ("Replicators=01\n", "12.0.2", "default"),
    "another value": ("Replicators=4\n", "12.0.2", "changed"),
    "the default of newer releases": ("OS_DISABLE_CACHESET=1\n", "12.0.2", "changed"),
    "a release ignores it": ("Shared_Mail=0\n", "12.0.2", "obsolete"),
    "an older release did not": ("Shared_Mail=0\n", "6.5", "changed"),
    "Domino writes it": ("KeyFileName=server.id\n", "12.0.2", "internal"),
    "practice alone knows it": ("DEBUG_SHOW_TIMEOUT=1\n", "12.0.2", "undocumented"),
    "nobody knows it": ("Acme_Vendor_Word=1\n", "12.0.2", "unknown"),
    "a family knows it": ("NTS_SOMETHING_ELSE=1\n", "12.0.2", "changed"),
    "a port of any name": ("LANX=TCP,0,15,0\n", "12.0.2", "changed"),
    "empty": ("Replicators=\n", "12.0.2", "default"),
}  # fmt: skip


@pytest.mark.parametrize(("line", "release", "status"), STATUS.values(), ids=STATUS)
def test_a_setting_has_a_status(line, release, status, listed):
    inventory = listed({"notes.ini": ini(line, release=release)})
    (row,) = rows_of(inventory, line.partition("=")[0])
    assert row["status"] == status
    assert status in STATUSES


def test_an_unknown_name_has_similar_names(listed):
    (row,) = rows_of(listed({"notes.ini": ini("Server_Sesion_Timeoutt=45\n")}), "Server_Sesion_Timeoutt")
    assert "Server_Session_Timeout" in row["nearest"]


@pytest.mark.parametrize(
    ("lines", "effective"),
    [
        pytest.param("Replicators=4\nREPLICATORS=4\n", "4", id="the same value"),
        pytest.param("Replicators=4\nREPLICATORS=2\n", None, id="different values"),
    ],
)
def test_a_repeated_setting_has_a_row_for_each_line(lines, effective, listed):
    rows = rows_of(listed({"notes.ini": ini(lines)}), "replicators")
    assert [(row["name"], row["line"], row["times"], row["effective"]) for row in rows] == [
        ("Replicators", 6, 2, effective),
        ("REPLICATORS", 7, 2, effective),
    ]


@pytest.mark.parametrize(
    ("lines", "status", "set_by", "effective", "said"),
    [
        pytest.param("", "1", "document", "1", "Server document", id="only the document"),
        pytest.param(
            "TRANSLOG_Status=0\n", "1", "NOTES.INI", "0", "1 from the next start", id="the next start changes it"
        ),
        pytest.param("TRANSLOG_Status=1\n", "1", "NOTES.INI", "1", "this line", id="both the same"),
    ],
)
def test_a_document_sets_a_setting(lines, status, set_by, effective, said, listed):
    inventory = listed({"notes.ini": ini(lines), "server.dxl": DOCUMENT.format(status=status)})
    (row,) = rows_of(inventory, "TRANSLOG_Status")
    assert (row["set_by"], row["effective"]) == (set_by, effective)
    assert said in row["because"]


def test_each_line_of_a_fixture_has_a_row_and_each_row_its_meaning():
    report = judged.report_of(SERVERS[:12], needs=frozenset({SETTINGS}))
    whole = inventory(report)
    rows = [row for server in whole.servers for row in server.rows]
    assert all(whole.settings[row.name.lower()].meaning for row in rows if row.status not in {"unknown", "finding"})
    assert all(row.findings for row in rows if row.status == "finding")
    places = [(row.path, row.line, row.name) for row in rows if row.line]
    assert len(places) == len(set(places))


LINES = "Replicators=4\nServer_Session_Timeout=240\nMailMaxThreads=10\nAcme_Word=7\n"
SELECTED = {
    "one status": (["--status", "default"], ["Server_Session_Timeout"]),
    "two statuses": (["--status", "default,unknown"], ["Acme_Word", "Server_Session_Timeout"]),
    "changed": (["--changed", "--status", "changed,default,unknown"], ["Acme_Word", "MailMaxThreads", "Replicators"]),
    "a word of the name": (["--search", "replic"], ["Replicators"]),
    "a word of the meaning": (["--search", "router", "--search", "threads"], ["MailMaxThreads"]),
    "a value": (["--search", "240"], ["Server_Session_Timeout"]),
    "nothing": (["--search", "no such word"], []),
}  # fmt: skip


@pytest.mark.parametrize(("options", "names"), SELECTED.values(), ids=SELECTED)
def test_rows_are_selected(options, names, listed):
    inventory = listed({"notes.ini": ini(LINES)}, *options, "--sort", "name")
    assert [row["name"] for row in inventory["servers"][0]["rows"] or []] == names
    assert set(inventory["settings"] or {}) == {name.lower() for name in names}


@pytest.mark.parametrize(
    ("order", "first"),
    [("line", "KitType"), ("name", "Acme_Word"), ("group", "KitType")],
)
def test_rows_are_sorted(order, first, listed):
    (server,) = listed({"notes.ini": ini(LINES)}, "--sort", order)["servers"]
    assert server["rows"][0]["name"] == first
    if order == "line":
        assert [row["line"] for row in server["rows"]] == sorted(row["line"] for row in server["rows"])


@pytest.mark.parametrize(
    "name", ["NotesProgram", "ServerTasks", "SSL_DISABLE_TLS_10", "NTS_X", "DAOSEnable", "Ports", "Acme"]
)
def test_every_name_has_a_group(name):
    groups = [group.name for group in builtin().catalogue.groups]
    assert builtin().catalogue.group(name) in [*groups, "other products"]
    assert builtin().catalogue.group(name) == builtin().catalogue.group(name.upper())


@pytest.fixture
def printed(domlint, tmp_path):
    """Lays files and returns what `domlint settings` prints of them."""

    def make(files, *options, code=0):
        lay(tmp_path, files)
        done = domlint("settings", ".", "--isolated", *options, cwd=tmp_path)
        assert done.returncode == code, done.err
        return done.stdout.decode("utf-8-sig")

    return make


@pytest.mark.parametrize("form", RENDERERS)
def test_no_format_prints_a_secret(form, printed):
    shown = printed({"notes.ini": ini("NTS_DBUser_PW=hunter2\nAcme_Password=hunter2\n")}, "--format", form)
    assert "hunter2" not in shown
    assert "***" in shown.replace("\\", "")


def matrix(text):
    head, *rows = csv.reader(io.StringIO(text))
    return head, {row[0]: row for row in rows}


def test_several_servers_are_a_matrix(printed):
    same = "Replicators=4\nServerTasks=Update, Router\n"
    files = {
        "a/notes.ini": ini(same, "Mail01"),
        "b/notes.ini": ini(same.replace(", ", ","), "Mail02"),
        "c/notes.ini": ini("Replicators=2\nServerTasks=Update,Router\n", "Mail03"),
    }
    head, rows = matrix(printed(files, "--format", "csv"))
    assert head[5:] == ["Mail01/Acme; Mail02/Acme", "Mail03/Acme"]  # a space or a name of its own makes no column
    assert rows["Replicators"][3:] == ["yes", "4", "4", "2"]
    assert rows["ServerTasks"][3] == "no"
    assert rows["ServerName"][3] == "own"


def test_a_setting_that_was_not_collected_is_not_unset(printed):
    files = {
        "a/notes.ini": ini("Replicators=4\n", "Mail01"),
        "b/show-server.txt": SHOW_SERVER,
        "c/notes.ini": ini("", "Mail03"),
    }
    head, rows = matrix(printed(files, "--format", "csv"))
    assert dict(zip(head, rows["Replicators"], strict=True)) | {"meaning": ""} == {
        "setting": "Replicators", "group": "tasks", "meaning": "", "differs": "yes", "usual value": "4",
        "Mail01/Acme": "4", "b": "not collected", "Mail03/Acme": "",
    }  # fmt: skip


def test_a_selected_setting_is_shown_of_all_servers(printed):
    files = {
        "a/notes.ini": ini("Server_Session_Timeout=480\n", "Mail01"),
        "b/notes.ini": ini("Server_Session_Timeout=240\n", "Mail02"),
    }
    _, rows = matrix(printed(files, "--format", "csv", "--changed", "--search", "session"))
    assert rows["Server_Session_Timeout"][5:] == ["480", "240"]


@pytest.mark.parametrize("servers", [1, 2])
@pytest.mark.parametrize("text", HOSTILE, ids=ascii)
def test_a_page_runs_nothing_of_a_file(text, servers, printed):
    files = {
        f"s{number}/notes.ini": ini(f"Foo{text}={text}\nAcme={text}{number}\n", f"Mail0{number}")
        for number in range(servers)
    }
    page = Page(printed(files, "--format", "html"))
    assert [danger for danger in page.dangers if danger[0] != "form"] == []
    assert page.tags.count("script") == 1


@pytest.mark.skipif(not chromium.PROGRAM, reason="no Chromium is installed")
@pytest.mark.parametrize("servers", [1, 3])
def test_a_page_filters_and_sorts_without_a_network(servers, printed, tmp_path):
    lines = "Replicators={}\nServer_Session_Timeout=240\n"
    files = {f"s{number}/notes.ini": ini(lines.format(number + 1), f"Mail0{number}") for number in range(servers)}
    (tmp_path / "page.html").write_text(printed(files, "--format", "html"), encoding="utf-8")
    with chromium.browser() as opened:
        tab = chromium.Tab(opened)
        page = tab.open(tmp_path / "page.html")
        shown = "[...document.querySelectorAll('tbody tr:not([hidden])')].map((row) => row.cells[0].textContent)"
        page.fill("input[name=text]", "replic")
        assert [name for name in page.evaluate(shown) if not name.startswith("Replicators")] == []
        assert len(page.evaluate(shown)) == 1
        page.fill("input[name=text]", "")
        page.click("thead th:first-child button")
        names = page.evaluate(shown)
        assert names == sorted(names, key=str.casefold)
        if servers > 1:
            page.check("input[name=differs]")
            assert len(page.evaluate(shown)) == 1
            page.fill("input[name=server]", "Mail02")
            assert page.locator("thead th:visible").count() == 3
        assert tab.wrong == []


@pytest.mark.parametrize(
    ("options", "code"),
    [
        pytest.param(["--status", "foo"], 2, id="no such status"),
        pytest.param(["--sort", "foo"], 2, id="no such order"),
        pytest.param(["--format", "sarif"], 2, id="no such format"),
        pytest.param(["missing"], 2, id="no such path"),
        pytest.param(["empty"], 3, id="nothing recognised"),
    ],
)
def test_wrong_use_prints_nothing(options, code, domlint, tmp_path):
    lay(tmp_path, {"empty/readme.txt": "hello"})
    done = domlint("settings", *options, "--isolated", cwd=tmp_path)
    assert (done.returncode, done.err != "") == (code, True)
    assert code == 3 or done.out == ""
