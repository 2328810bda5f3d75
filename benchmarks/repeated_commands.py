"""Repeated commands: commands whose files, reports or decisions grow, and which writers their answers are for."""

import json
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import site_rules
import stages
from carried_out import printed, written
from repeated_files import INI, Files, Kind, arrays, cluster, config_map, each, fleet, ini, partitions, servers

from advisor import limits

WAIVER = '[[waive]]\nrule = "LOG001"\nserver = "Mail{0}/Acme"\nreason = "agreed"\n'
SERVER = '[servers."Mail{0}/Acme"]\nrole = "mail"\nreason = "agreed"\n'
FEW = 20  # servers, where what is decided on them grows


class Command(NamedTuple):
    """A command over n of something. writers: the report that its answer is; "" for that of a check."""

    kind: Kind
    words: str
    writers: str = ""


def _waivers(n: int) -> Files:
    return {**servers("Mail{0}/Acme")(FEW), "domlint.toml": each(WAIVER)(n)}


def _of_each_server(form: str) -> Callable[[int], Files]:
    """Servers, and a row of a configuration for each."""
    return lambda n: {**servers("Mail{0}/Acme")(n), "domlint.toml": each(form)(n)}


def _excluded(n: int) -> Files:
    return {**servers("Mail{0}/Acme")(FEW), "domlint.toml": "exclude = [" + each('"x{0}/*.nsf"', ", ")(n) + "]\n"}


def _report(files: Files) -> str:
    with tempfile.TemporaryDirectory() as folder:
        return printed(written(Path(folder), files), ["check", ".", "--isolated", "--format", "json"])


def _baseline(n: int) -> Files:
    """An earlier report on n servers of which some are still there."""
    return {**servers("Mail{0}/Acme")(FEW), "known.json": _report(servers("Mail{0}/Acme")(n))}


def _site_rules(n: int) -> Files:
    form = {"category": "logging", "first": "server_maxusers", "second": "server_session_timeout"}
    rules = (site_rules.RULE.format(id=f"LOG{500 + at}", number=at, **form) for at in range(n))
    return {"notes.ini": INI, **{f"rules/{at}.toml": rule for at, rule in enumerate(rules)}}


@cache
def _slips() -> list[str]:
    """Names of settings, each with a letter left out: the third from the end, then others for more."""
    names = [entry.name for entry in stages.PACK.catalogue.settings.values() if len(entry.name) > 12]
    return list(dict.fromkeys(name[:-at] + name[1 - at :] for at in range(3, 12) for name in names))


def _misspelt(form: str, between: str = "") -> Callable[[int], str]:
    return lambda n: between.join(form.format(_slips()[at]) for at in range(n))


def _set_up(n: int) -> Files:
    members = ",\n".join(f'"{name}": "1"' for name in _slips()[:n])
    return {"setup.json": f'{{"serverSetup": {{"server": {{"name": "hub"}}, "notesINI": {{\n{members}\n}}}}}}\n'}


def _two_reports(files: Callable[[int], Files]) -> Callable[[int], Files]:
    """A report, and a later one of which some findings are gone and others are worse."""

    def made(n: int) -> Files:
        first = _report(files(n))
        second = json.loads(first)
        second["findings"] = [one | {"severity": "critical"} for one in second["findings"][::2]]
        return {"1.json": first, "2.json": json.dumps(second)}

    return made


def _many_reports(n: int) -> Files:
    """Reports on servers of which every second one has other findings."""
    few, more = _report(servers("Mail{0}/Acme")(2)), _report(servers("Mail{0}/Acme")(4))
    return {f"{at:05d}.json": more if at % 2 else few for at in range(n)}


def _three_reports(files: Callable[[int], Files]) -> Callable[[int], Files]:
    return lambda n: {**_two_reports(files)(n), "3.json": _two_reports(files)(n)["1.json"]}


def _two_servers(files: Callable[[int], Files]) -> Callable[[int], Files]:
    """A server with n of something and one without."""
    return lambda n: {f"{name}/{path}": text for name, of in (("a", n), ("b", 0)) for path, text in files(of).items()}


def _plan_of_servers(n: int) -> Files:
    return {"size.toml": each('[[server]]\nname = "Mail{0}"\nmail_light = 800\ngroupware = 10\ndatabases = 5\n')(n)}


COMPARE, HISTORY = "compare 1.json 2.json", "compare 1.json 2.json 3.json"
SET_UP = Kind("fixes of a One-Touch file", 12, _set_up)
ALIKE = servers("Mail{0}/Acme")
FINDINGS = ini(each("Vendor_{0} =1\n"))
COMMANDS = [
    Command(Kind("waivers", 40, _waivers), "check . --config domlint.toml"),
    Command(Kind("waivers of servers", 10, _of_each_server(WAIVER)), "check . --config domlint.toml"),
    Command(Kind("servers of a configuration", 10, _of_each_server(SERVER)), "check . --config domlint.toml"),
    Command(
        Kind("patterns of a configuration", 12, _excluded, limits.MAX_EXCLUDE_PATTERNS), "check . --config domlint.toml"
    ),
    Command(Kind("servers, a line each", 10, ALIKE), "check . --isolated --format ndjson"),
    Command(Kind("rows of a baseline", 40, _baseline), "check . --isolated --baseline known.json"),
    Command(Kind("rules of a site", 10, _site_rules), "check notes.ini --isolated --rules rules"),
    Command(Kind("rules of a site, tested", 10, _site_rules), "rules test rules"),
    Command(Kind("rules of a site, linted", 10, _site_rules), "rules lint rules"),
    Command(Kind("facts of settings", 200, ini(each("Vendor_{0}=1\n"))), "facts . --isolated"),
    Command(Kind("facts of servers", 10, ALIKE), "facts . --isolated --format json"),
    Command(Kind("servers of another release", 5, ALIKE), "check . --isolated --as-release 14.5"),
    Command(Kind("files in a list", 20, ALIKE), "check . --isolated --list-files"),
    Command(Kind("servers of which one rule's page tells", 10, ALIKE), "explain LOG001 --isolated --for ."),
    Command(Kind("fixes of settings", 20, FINDINGS), "fix . --isolated", "plan"),
    Command(Kind("fixes of misspelt settings", 12, ini(_misspelt("{0}=1\n"))), "fix . --isolated --unsafe", "plan"),
    Command(SET_UP, "fix . --isolated --unsafe", "plan"),
    Command(Kind("fixes of servers", 5, ALIKE), "fix . --isolated", "plan"),
    Command(Kind("fixes of servers of many files", 3, fleet), "fix . --isolated --unsafe", "plan"),
    Command(Kind("fixes of members of a cluster", 5, cluster), "fix . --isolated --unsafe", "plan"),
    Command(Kind("fixes of partitions of a machine", 5, partitions), "fix . --isolated --unsafe", "plan"),
    Command(Kind("fixes of a config map", 3, config_map), "fix . --isolated --unsafe", "plan"),
    Command(Kind("fixes of arrays", 10, arrays), "fix . --isolated --unsafe", "plan"),
    Command(Kind("findings compared", 40, _two_reports(FINDINGS)), COMPARE, "comparison"),
    Command(Kind("servers compared", 10, _two_reports(ALIKE)), COMPARE, "comparison"),
    Command(Kind("many files compared", 3, _two_reports(fleet)), COMPARE, "comparison"),
    Command(Kind("reports in a row", 10, _many_reports), "compare .", "history"),
    Command(Kind("findings in a row of reports", 40, _three_reports(FINDINGS)), HISTORY, "history"),
    Command(Kind("servers in a row of reports", 10, _three_reports(ALIKE)), HISTORY, "history"),
    Command(
        Kind("settings side by side", 100, _two_servers(ini(each("Vendor_{0}=1\n")))),
        "diff a b --isolated",
        "difference",
    ),
    Command(Kind("arrays side by side", 20, _two_servers(arrays)), "diff a b --isolated", "difference"),
    Command(Kind("servers of a plan", 9, _plan_of_servers, limits.MAX_PLAN_SERVERS), "size size.toml", "size"),
]
