"""Compile rule files and the files of the catalogue, built-in or of a site, into the JSON form of the pack."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Any

from advisor import limits, values
from advisor.pack import SEVERITIES, message, remedies, scopes
from advisor.pack.forms import CatalogueFile, RetiredFile, SettingForm, SourcesFile
from advisor.pack.language.parse import keys
from advisor.pack.rule import CATEGORIES, Scope
from advisor.pack.rule_files import Place, Remark, RulebookError, RuleText, compile_profiles, load, load_site_rule
from advisor.pack.rule_forms import DisagreementForm, ExampleForm, RuleFile, SideForm
from advisor.values.paths import NOT_THERE, is_folder, is_missing

OWN = "domlint"  # whose figure it is that no source gives


def check_bounds(file: RuleFile, rule_text: RuleText) -> None:
    """Check that each bound belongs to a figure, contains it and names its origin. Raises RulebookError."""
    cited = {use.id for use in file.source}
    for name, bound in file.bounds.items():
        location, value = ("bounds", name), file.parameters.get(name)
        if not isinstance(value, int | float):
            raise rule_text.error(location, f'no parameter is called "{name}" and is a number')
        if not bound.least <= value <= bound.most:
            raise rule_text.error(location, f"{name} = {value} is not from {bound.least} to {bound.most}")
        if bound.of != OWN and bound.of not in cited:
            raise rule_text.error((*location, "of"), f'"{bound.of}" is neither "{OWN}" nor a source of the rule')
        if bound.of != OWN and not bound.why:
            raise rule_text.error(location, f"a source gives {name}: why says why a site may have another one")


_Row = Mapping[str, Any]


def check_order(rows: Iterable[_Row], files: Mapping[str, Path], standing: Iterable[_Row] = ()) -> None:
    """Check the order of the remedies.

    rows: new rules, with their files by name. standing: the other rules. Raises RulebookError.
    """
    after = {row["name"]: _named(row["fix"]) for row in standing}
    named_by_rule = {row["name"]: _named(row["fix"]) for row in rows}
    after |= named_by_rule
    for rule, names in named_by_rule.items():
        for name, location in names.items():
            if name not in after:
                raise RuleText(files[rule], {}).error(location, f'no rule is called "{name}"')
    try:
        TopologicalSorter(after).prepare()
    except CycleError as slip:
        cycle: list[str] = slip.args[1]
        rule = next(name for name in cycle if name in files)
        raise RuleText(files[rule], {}).error(("fix", "after"), f"a circle: {', '.join(cycle)}") from None


def _named(fix: _Row) -> dict[str, Place]:
    """Return the rules whose remedies precede a fix or an alternative, each with its location."""
    places: dict[str, Place] = dict.fromkeys(fix.get("after", ()), ("fix", "after"))
    for number, alternative in enumerate(fix.get("where", ())):
        places |= dict.fromkeys(alternative.get("after", ()), ("fix", "where", number, "after"))
    return places


def sides_row(file: RuleFile, rule_text: RuleText) -> dict[str, Any]:
    """Return `{"disagreement": …}` with parsed conditions, or {} for a rule without one. Raises RulebookError."""
    sides = {use.id: (number, use.side) for number, use in enumerate(file.source) if use.side}
    if file.disagreement is None:
        for number, _ in sides.values():
            raise rule_text.error(("source", number, "side"), "a side wants a [disagreement] that says who is followed")
        return {}
    if len(sides) < len([use for use in file.source if use.side]):
        raise rule_text.error(("disagreement",), "a source takes one side only")
    _check_follows(file.disagreement, set(sides), rule_text)
    return {
        "disagreement": {
            "on": file.disagreement.on,
            "sides": [
                {"source": name, **_side(side, ("source", number, "side"), file, rule_text)}
                for name, (number, side) in sides.items()
            ],
            "follows": [
                follow.model_dump(exclude_defaults=True)
                | _tree(follow.when, ("disagreement", "follows", number, "when"), file, rule_text)
                for number, follow in enumerate(file.disagreement.follows)
            ],
        }
    }


def _side(side: SideForm, place: Place, file: RuleFile, rule_text: RuleText) -> dict[str, Any]:
    try:
        texts = scopes.conditions(Scope(releases=side.releases), "")
    except scopes.ScopeError as slip:
        raise rule_text.error((*place, "releases"), str(slip)) from None
    return side.model_dump(exclude_defaults=True) | _tree(" and ".join(texts), (*place, "releases"), file, rule_text)


def _tree(condition: str, place: Place, file: RuleFile, rule_text: RuleText) -> dict[str, Any]:
    return {"tree": rule_text.tree(condition, file.parameters, place)} if condition else {}


def _check_follows(form: DisagreementForm, sides: set[str], rule_text: RuleText) -> None:
    """Check that each follow except the last has a condition, and at least one source is not followed."""
    last = len(form.follows) - 1
    for number, follow in enumerate(form.follows):
        location = ("disagreement", "follows", number)
        if bool(follow.when) == (number == last):
            raise rule_text.error(location, "every one has a `when` but the last")
        if strangers := set(follow.sources) - sides:
            raise rule_text.error(location, f"{', '.join(sorted(strangers))} takes no side: its [[source]] has none")
        if set(follow.sources) == sides:
            raise rule_text.error(location, "all sides are followed, so nobody disagrees")


def compile_pack(folder: Path) -> dict[str, Any]:
    """Return the pack compiled from the project's rules/ folder: catalogue, sources, rules. Raises RulebookError."""
    if is_missing(folder):
        raise RulebookError(f"{folder.as_posix()}: {NOT_THERE}")
    if not is_folder(folder / "catalogue"):
        raise RulebookError(f"{folder.as_posix()}: not a rules folder, it has no catalogue")
    catalogue: dict[str, Any] = {
        "settings": {}, "families": [], "folklore": {}, "keys": {}, "evidence": [], "names": [], "groups": [],
    }  # fmt: skip
    for path in sorted((folder / "catalogue").rglob("*.toml")):
        add_catalogue(catalogue, load(path, CatalogueFile), path)
    spellings = {name.lower(): name for name in catalogue["names"]}
    catalogue["names"] = sorted(name for key, name in spellings.items() if key not in catalogue["settings"])
    facts_date, sources = "", {}
    plain: dict[str, str] = {}
    for path in sorted((folder / "sources").glob("*.toml")):
        file = load(path, SourcesFile)
        facts_date = max(facts_date, file.facts_date)
        sources.update(publications(file))
        plain |= plain_hosts(file)
    retired_file = folder / "retired.toml"
    retired = list(load(retired_file, RetiredFile).retired) if retired_file.exists() else []
    rules = compile_rules(rule_paths(folder), catalogue, sources, retired)
    profiles = compile_profiles(folder, rules)
    return {
        "facts_date": facts_date, "rules": rules, "profiles": profiles, "catalogue": catalogue, "sources": sources,
        "plain": plain,
    }  # fmt: skip


def is_built_in(folder: Path) -> bool:
    """Return whether a folder is a copy of the project's rules/ folder."""
    return is_folder(folder / "catalogue" / "settings") and (folder / "retired.toml").is_file()


def rule_paths(folder: Path) -> list[Path]:
    """Return every TOML file of a rules folder that contains a rule."""
    other_folders = {"catalogue", "sources", "unasked", "profiles", "tables"}
    paths = [*folder.glob("*.toml"), *folder.glob("*/*.toml")]
    return sorted(path for path in paths if path.parent.name not in other_folders and path.name != "retired.toml")


def compile_rules(
    paths: Iterable[Path],
    catalogue: dict[str, Any],
    sources: dict[str, Any],
    apart: Collection[str] = (),
    remark: Remark | None = None,
    types: dict[str, str] | None = None,
) -> list[dict[str, Any]]:
    """Return rule files as rows of the pack, ordered by id.

    apart: ids and names that are taken. remark: for a site's rules, receives the missing optional fields.
    """
    types = types or key_types(catalogue)
    rows = [_compile(path, types, catalogue, sources, remark) for path in paths]
    if remark is None:
        check_order(rows, {row["name"]: path for row, path in zip(rows, paths, strict=True)})
    path_by_label: dict[str, str] = {}
    for row, path in zip(rows, paths, strict=True):
        for label in (row["id"], row["name"]):
            if label in apart or label in path_by_label:
                other_rule = path_by_label.get(label, "another rule, standing or retired,")
                raise RulebookError(f"{path}: {label} is the id or name of {other_rule} already")
            path_by_label[label] = str(path)
    return sorted(rows, key=lambda row: _number(row["id"]))


def key_types(catalogue: dict[str, Any]) -> dict[str, str]:
    """Return the type of every key that a condition may name."""
    types = {f"ini.{name}": row["type"] for name, row in catalogue["settings"].items()}
    return types | {key: row["type"] for key, row in catalogue["keys"].items()}


def _number(rule_id: str) -> tuple[int, str]:
    """Return a sort key: categories in the order of CATEGORIES, then the number."""
    prefix = rule_id.rstrip("0123456789")
    order = list(CATEGORIES)
    return (order.index(prefix) if prefix in order else len(order), rule_id)


def add_catalogue(catalogue: dict[str, Any], file: CatalogueFile, path: Path) -> None:
    """Add a file of the catalogue to the catalogue. Raises RulebookError."""
    for setting in file.setting:
        _check_default(setting, path)
        catalogue["settings"][setting.name.lower()] = setting.model_dump(exclude_defaults=True)
    catalogue["families"] += [family.model_dump(exclude_defaults=True) for family in file.family]
    catalogue["folklore"] |= {folklore.name.lower(): folklore.model_dump() for folklore in file.folklore}
    for key in file.key:
        catalogue["keys"][key.key] = key.model_dump(exclude={"key"}, exclude_defaults=True)
    catalogue["evidence"] += [kind.model_dump(exclude_defaults=True) for kind in file.evidence]
    catalogue["names"] += file.names
    catalogue["groups"] += [group.model_dump() for group in file.group]


def _check_default(setting: SettingForm, path: Path) -> None:
    for default in setting.default:
        try:
            values.parse(setting.type, default.value)
        except values.NotOfType as slip:
            raise RulebookError(f"{path}: {setting.name}: default: {slip}") from None


def publications(file: SourcesFile) -> dict[str, dict[str, Any]]:
    """Return the publications in a file of sources, by id."""
    return {witness.id: witness.model_dump(exclude={"id"}, exclude_defaults=True) for witness in file.witness}


def plain_hosts(file: SourcesFile) -> dict[str, str]:
    """Return the hosts whose addresses are not https, with the reason."""
    return {host: group.why for group in file.plain for host in group.hosts}


def _cited(file: RuleFile, sources: dict[str, Any], rule_text: RuleText, remark: Remark | None) -> RuleFile:
    """Return the rule without unknown sources, which are an error, or a remark in a site's rule."""
    for number, use in enumerate(file.source):
        if sources and use.id not in sources:
            slip = rule_text.error(("source", number, "id"), f'no source is called "{use.id}"')
            if remark is None:
                raise slip
            remark(str(slip))
    return file.model_copy(update={"source": [use for use in file.source if not sources or use.id in sources]})


def _check_lengths(file: RuleFile, rule_text: RuleText) -> None:
    """Check that no text is too long, except the files of examples. Raises RulebookError."""
    texts: list[tuple[tuple[int | str, ...], Any]] = [((), file.model_dump(exclude={"example"}))]
    while texts:
        location, value = texts.pop()
        if isinstance(value, str) and len(value) > limits.MAX_RULE_TEXT:
            raise rule_text.error(
                location, f"{len(value):,} characters, where at most {limits.MAX_RULE_TEXT:,} are taken"
            )
        rows = value.items() if isinstance(value, dict) else enumerate(value if isinstance(value, list | tuple) else ())
        texts += [((*location, name), part) for name, part in rows]


def _compile(
    path: Path, types: dict[str, str], catalogue: dict[str, Any], sources: dict[str, Any], remark: Remark | None
) -> dict[str, Any]:
    file = load_site_rule(path, remark) if remark else load(path, RuleFile)
    rule_text = RuleText(path, types)
    if remark is None and "impact" not in file.model_fields_set:
        raise RulebookError(f"{path}: impact: it is missing")
    _check_lengths(file, rule_text)
    _check_names(file, rule_text)
    file = _cited(file, sources, rule_text, remark)
    trees = {"applies": _applies(file, rule_text), "when": rule_text.tree(file.when, file.parameters, ("when",))}
    severity_when = _severity_when(file, rule_text)
    settling = {key for tree in trees.values() for key in keys(tree)}
    weighing = {key for _, tree in severity_when for key in keys(tree)} - settling
    for name in message.names(file.message):
        rule_text.check_name(name, file.parameters.keys(), ("message",))
    check_bounds(file, rule_text)
    return {
        "id": file.id, "name": file.name, "category": file.category, "severity": file.severity,
        "severity_when": severity_when, "impact": file.impact, "confidence": file.confidence, "since": file.since,
        "subject": file.subject, "scope": file.scope.model_dump(exclude_defaults=True), **trees,
        "keys": sorted(settling | weighing),
        "parameters": file.parameters,
        "bounds": {name: bound.model_dump(exclude_defaults=True) for name, bound in file.bounds.items()},
        "message": file.message, "why": " ".join(file.why.split()),
        "text": file.model_dump(include={"applies", "when", "severity_when"}, exclude_defaults=True),
        "sources": [use.model_dump(exclude_defaults=True, exclude={"side"}) for use in file.source],
        "fix": remedies.row(file, [tree for tree in trees.values() if tree], catalogue, rule_text),
        "examples": [_example(example) for example in file.example],
        **({"basis": file.basis} if file.basis == "practice" else {}),
        **{name: text for name, text in (("broken", file.broken), ("unsaid", file.unsaid)) if text},
        **sides_row(file, rule_text), **({"weighing": sorted(weighing)} if weighing else {}),
    }  # fmt: skip


def _severity_when(file: RuleFile, rule_text: RuleText) -> list[list[Any]]:
    """Return the further severities of a rule, worst first, each with its condition."""
    pairs = [
        [severity, rule_text.tree(text, file.parameters, ("severity_when",))]
        for severity, text in file.severity_when.items()
    ]
    if pairs != sorted(pairs, key=lambda pair: SEVERITIES.index(pair[0])):
        raise rule_text.error(("severity_when",), "worst first")
    return pairs


def _applies(file: RuleFile, rule_text: RuleText) -> list[Any] | None:
    """Return scope and `applies` as one tree, or None."""
    try:
        texts = scopes.conditions(Scope(**file.scope.model_dump()), file.applies)
    except scopes.ScopeError as slip:
        raise rule_text.error(("scope", "releases"), str(slip)) from None
    trees = [rule_text.tree(text, file.parameters, ("applies",)) for text in texts]
    parts = [part for tree in trees for part in (tree[1:] if tree[0] == "and" else [tree])]
    return ["and", *parts] if len(parts) > 1 else next(iter(parts), None)


def _example(example: ExampleForm) -> dict[str, Any]:
    row: dict[str, Any] = example.model_dump(include=set(ExampleForm.model_fields), exclude_defaults=True)
    return row | {"files": example.files}


def _check_names(file: RuleFile, rule_text: RuleText) -> None:
    prefix = file.id.rstrip("0123456789")
    if prefix not in CATEGORIES:
        raise rule_text.error(("id",), f"{prefix} is none of " + ", ".join(CATEGORIES))
    if file.category != CATEGORIES[prefix]:
        raise rule_text.error(("category",), f'ids in {prefix} are of category "{CATEGORIES[prefix]}"')


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
        check_order(rules, files, pack["rules"])
    profiles = dict(pack["profiles"])
    with _collecting(slips):
        profiles |= compile_profiles(folder, pack["rules"] + rules)
    additions = {"catalogue": catalogue, "sources": sources, "plain": plain, "profiles": profiles}
    return pack | additions | {"rules": pack["rules"] + rules}, slips


def _characters(row: dict[str, Any]) -> int:
    """Return the length of the conditions of a site's rule."""
    text = row["text"]
    return sum(map(len, (text.get("applies", ""), text["when"], *text.get("severity_when", {}).values())))


@contextmanager
def _collecting(slips: list[str]) -> Iterator[None]:
    """Collect the error of one file, so that the other files are still read."""
    try:
        yield
    except RulebookError as slip:
        slips.append(str(slip))
