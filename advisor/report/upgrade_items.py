"""Upgrade items: changes between two releases that no file shows, and the kinds of change that rules look for."""

from functools import cache
from pathlib import Path
from typing import Any

from msgspec import Struct

from advisor.report.model import UPGRADED, Report, ServerReport
from advisor.values.release import reaches


class UpgradeItem(Struct, frozen=True):
    """A change that a release brings, with what to do before, during and after the upgrade, and the page that names it.

    platforms: empty for all. settings: settings of NOTES.INI that the change concerns. second_hand: the page is not
    HCL's, or HCL's page was not read in full.
    """

    since: str
    topic: str
    what: str
    before: str
    after: str
    page: str
    during: str = ""
    platforms: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    second_hand: bool = False


def upgrade_items(report: Report) -> list[UpgradeItem]:
    """Return the changes up to the other release that a server of the report does not have yet."""
    servers = _upgraded(report)
    return [item for item in _items() if any(_is_ahead(item, server, report.as_release) for server in servers)]


def set_at(item: UpgradeItem, report: Report) -> list[str]:
    """Return where servers set the settings of an item: `EXTMGR_ADDINS (notes.ini:12)`."""
    found = [row for server in _upgraded(report) if server.as_release for row in server.as_release.set_at]
    return [f"{name} ({place})" for name, place in found if name in item.settings]


def upgrade_settings() -> list[str]:
    """Return the settings that changes concern, each once."""
    return list(dict.fromkeys(name for item in _items() for name in item.settings))


def upgrade_rules() -> frozenset[str]:
    """Return the names of the rules that look for what an upgrade breaks."""
    return frozenset(_data()["looked_for"].values())


def _items() -> list[UpgradeItem]:
    fields = ("platforms", "settings")
    return [UpgradeItem(**row | {name: tuple(row.get(name, ())) for name in fields}) for row in _data()["item"]]


def looked_for(report: Report) -> list[str]:
    """Return the kinds of change that the rules of the run look for, if a server would be upgraded."""
    if not _upgraded(report):
        return []
    names = {rule.name for rule in report.judged}
    return [kind for kind, rule in _data()["looked_for"].items() if rule in names]


def _upgraded(report: Report) -> list[ServerReport]:
    return [server for server in report.servers if server.as_release and server.as_release.how == UPGRADED]


def _is_ahead(item: UpgradeItem, server: ServerReport, release: str) -> bool:
    """Return whether a server meets a change on its way to a release. An unknown release may be any older one."""
    if server.kind == "client" or (item.platforms and server.platform not in {None, *item.platforms}):
        return False
    now = server.as_release.release.value if server.as_release and server.as_release.release else None
    return reaches(release, item.since) and not (now and reaches(now, item.since))


@cache
def _data() -> dict[str, Any]:
    import tomllib  # only the report of an upgrade reads the list

    return tomllib.loads(Path(__file__).with_suffix(".toml").read_text(encoding="utf-8"))
