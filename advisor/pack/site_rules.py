"""Add a site's own rules, sources, keys and profiles to the built-in pack."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from advisor import limits
from advisor.pack import rulebook
from advisor.pack.forms import CatalogueFile, SourcesFile
from advisor.pack.rule_files import Remark, RulebookError, compile_profiles, load
from advisor.pack.rulebook import add_catalogue, compile_rules, key_types, plain_hosts, publications, rule_paths

_MOST_SLIPS = 100  # whoever calls names no more


def compile_site(
    folder: Path, pack: dict[str, Any], remark: Remark = lambda _: None
) -> tuple[dict[str, Any], list[str]]:
    """Return the built-in pack in JSON form with a site's additions, and the errors in them.

    remark: receives the missing optional fields of a rule.
    """
    slips: list[str] = []
    catalogue = {name: part.copy() for name, part in pack["catalogue"].items()}
    for path in sorted((folder / "catalogue").rglob("*.toml")):
        with _collecting(slips):
            add_catalogue(catalogue, load(path, CatalogueFile), path)
    sources, plain = dict(pack["sources"]), dict(pack["plain"])
    for path in sorted((folder / "sources").glob("*.toml")):
        with _collecting(slips):
            file = load(path, SourcesFile)
            sources |= publications(file)
            plain |= plain_hosts(file)
    remaining = limits.MAX_SITE_CONDITIONS - sum(_characters(row) for row in pack["rules"] if "origin" in row)
    rules: list[dict[str, Any]] = []
    files: dict[str, Path] = {}
    types, used_labels = key_types(catalogue), {label for row in pack["rules"] for label in (row["id"], row["name"])}
    paths = rule_paths(folder)
    if len(paths) > limits.MAX_SITE_RULES:
        slips.append(f"{folder}: it has {len(paths):,} rules, and may have {limits.MAX_SITE_RULES:,}")
    for path in paths[: limits.MAX_SITE_RULES]:
        with _collecting(slips):
            row = compile_rules([path], catalogue, sources, used_labels, remark, types)[0]
            used_labels |= {row["id"], row["name"]}
            rules.append(row | {"origin": (Path(folder.resolve().name) / path.relative_to(folder)).as_posix()})
            files[row["name"]] = path
            remaining -= _characters(row)
        if remaining < 0:
            slips.append(
                f"{path}: with it the conditions of all rules have more than {limits.MAX_SITE_CONDITIONS:,} characters"
            )
        if remaining < 0 or len(slips) > _MOST_SLIPS:
            break
    with _collecting(slips):
        rulebook.check_order(rules, files, pack["rules"])
    profiles = dict(pack["profiles"])
    with _collecting(slips):
        profiles |= compile_profiles(folder, pack["rules"] + rules)
    additions = {"catalogue": catalogue, "sources": sources, "plain": plain, "profiles": profiles}
    return pack | additions | {"rules": pack["rules"] + rules}, slips


def _characters(row: dict[str, Any]) -> int:
    """Return the length of the conditions of a site's rule."""
    conditions_text = row["text"]
    return sum(
        map(
            len,
            [
                conditions_text.get("applies", ""),
                conditions_text["when"],
                *conditions_text.get("severity_when", {}).values(),
            ],
        )
    )


@contextmanager
def _collecting(slips: list[str]) -> Iterator[None]:
    """Collect the error of one file, so that the other files are still read."""
    try:
        yield
    except RulebookError as slip:
        slips.append(str(slip))
