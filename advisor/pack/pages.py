"""Turns a rule into its documentation page, as Markdown: its own text, publications and examples are the page."""

from collections.abc import Iterator, Mapping
from functools import partial

from advisor.pack import Catalogue, Pack, Rule, message, scopes
from advisor.pack.catalogue import Publication
from advisor.pack.fixes import EDITS, Alternative, Fix, edits
from advisor.pack.rule import Example
from advisor.values.printing import number, printable

_SIDES = {"for": "For", "against": "Against", "figure": "Figure"}
_RESTARTS = {"down": "done while the server is down", "rebuild": "rebuild of the array and restore"}
_EXPECTED = {"fail": "fails", "pass": "passes", "unknown": "cannot be checked", "not-applicable": "does not apply"}


def page(rule: Rule, pack: Pack, errors: Mapping[str, str] | None = None) -> str:
    """Return the page of a rule, with words in place of a server's values. errors: the mistakes in papers, by claim."""
    return "\n".join(_lines(rule, pack, errors or {})) + "\n"


def contents(name: str, rules: list[Rule], pack: Pack) -> str:
    """Return a list of rules with one name, a line each."""
    each = (f"- {rule.id} ({rule.severities[0]}): {rule.name}. {summary(rule, pack.catalogue)}" for rule in rules)
    reading = f"To read one: `domlint explain {rules[0].id}`"
    return "\n".join([f"# {name}: {number(len(rules), 'rule')}", "", *each, "", reading]) + "\n"


WAIVER_OPTIONS = "Lines that begin with `#` are optional: remove the `#` to use them."
_IF_WANTED = '# until = 2027-12-31  # the last day on which it holds\n# owner = ""\n# ticket = ""'


def waiver(rule: Rule, server: str = "Mail01/Acme", subject: str = "") -> str:
    """Return the lines for domlint.toml that accept the rule's findings."""
    subject_line = f"subject = {_in_toml(subject)}\n" if subject else ""
    return f'[[waive]]\nrule = "{rule.name}"\nserver = {_in_toml(server)}\n{subject_line}reason = ""\n{_IF_WANTED}'


def _in_toml(value: object) -> str:
    """Return a text or number as TOML."""
    if not isinstance(value, str):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _lines(rule: Rule, pack: Pack, errors: Mapping[str, str]) -> Iterator[str]:
    in_general = partial(message.in_general, parameters=rule.parameters, catalogue=pack.catalogue)
    yield from (f"# {rule.name} ({rule.id})", "")
    yield f"{severities(rule)}; impact: {rule.impact}; {rule.confidence}; {rule.category}; since domlint {rule.since}"
    yield ""
    if rule.is_practice:
        yield "From practice: no page of the maker says so. Runs only with `--profile practice`, or by its name."
        yield ""
    yield from (f"> {in_general(rule.message)}", "", "## Why", "", rule.why, "", "## When", "")
    where = f", where `{_flat(rule.text.applies)}`" if rule.text.applies else ""
    yield f"Applies to {scopes.words(rule.scope)}{where}."
    yield f"Fails where `{_flat(rule.text.when)}`."
    for severity, condition in rule.text.severity_when.items():
        yield f"It is {severity} where `{_flat(condition)}`."
    for name, value in rule.parameters.items():
        yield _figure(name, value, rule, pack)
    for name, row in pack.profiles.items():
        for figure, value in row.get("parameters", {}).get(rule.name, {}).items():
            yield f"Under the profile `{name}`, `{figure}` is {value}: {row['reasons'][rule.name]}"
    yield ""
    yield from (in_general(line) for line in _remedy(rule.fix, pack.catalogue))
    yield from ("## Sources", "")
    for use in rule.sources:
        figure = f"{use.figure}. " if use.figure else ""
        yield f"- {_SIDES[use.says]}: {figure}{use.note}"
        yield f"  {_citation(pack.sources[use.id], use.where)}{_claims(use.claims)}"
        yield from (f"  Wrong in it ({claim_id}): {errors[claim_id]}" for claim_id in use.claims if claim_id in errors)
    yield ""
    yield from _disagreement(rule, pack)
    yield from _own_figures(rule)
    yield from ("## Waive", "", f"In domlint.toml, with the server's name and your reason. {WAIVER_OPTIONS}", "")
    yield from ("```toml", waiver(rule), "```", "", "## Examples")
    for example in _shown_examples(rule):
        yield from ("", *_example(example))


def _shown_examples(rule: Rule) -> list[Example]:
    """Return one example that fails and one that passes, if possible without decisions of a configuration."""
    ordered = sorted(rule.examples, key=lambda one: bool(one.role or one.workload or one.criticality))
    firsts = {example.expect: example for example in reversed(ordered)}
    return [firsts[expect] for expect in ("fail", "pass") if expect in firsts]


def _disagreement(rule: Rule, pack: Pack) -> Iterator[str]:
    """Yield the disagreement of a rule's sources: each side, and which source is followed and why."""
    whole = rule.disagreement
    if whole is None:
        return
    yield from ("## Where sources disagree", "", f"On {whole.on}:", "")
    for side in whole.sides:
        yield f"- {_called(pack.sources[side.source])}, of {side.of}: {side.says}."
    yield ""
    for follow in whole.follows:
        followed_sources = " and ".join(dict.fromkeys(_called(pack.sources[name]) for name in follow.sources))
        condition = f"Where `{_flat(follow.when)}`" if follow.when else "Else" if whole.follows[1:] else "Always"
        yield f"- {condition} the rule follows {followed_sources}, {follow.because}."
    yield ""


def _called(source: Publication) -> str:
    """Return for example `Compaq TechNote, Domino 4.5, 1998`."""
    return ", ".join(part for part in (source.short or source.publisher, source.date[:4]) if part)


def severities(rule: Rule) -> str:
    """Return every severity that a rule may have, worst first."""
    return " or ".join(rule.severities)


def summary(rule: Rule, catalogue: Catalogue) -> str:
    """Return the message with the rule's figures, and words in place of a server's values."""
    return message.in_general(rule.message, rule.parameters, catalogue)


def _flat(condition: str) -> str:
    return " ".join(condition.split())


def _remedy(fix: Fix, catalogue: Catalogue) -> Iterator[str]:
    yield from ("## What to do", "", fix.summary, "", *_changed(fix, catalogue), *_said(fix))
    for alternative in fix.where:
        yield from ("", f"Where `{_flat(alternative.when)}`: {alternative.summary or 'the same.'}", "")
        has_edits = (
            any(getattr(alternative, name) is not None for name in (*EDITS, "field", "command"))
            or alternative.safety == "manual"
        )
        changed = (_changed(alternative.of(fix), catalogue) or ["- Type nothing."]) if has_edits else []
        yield from [*changed, *_said(alternative)] or ["- Everything else is the same."]
    yield ""


def _said(fix: Fix | Alternative) -> Iterator[str]:
    """Yield a remedy's place, safety, restart, risk, undo and verification.

    For an alternative, only its own fields.
    """
    after = ", ".join(fix.after) if fix.after else None
    texts_by_label = {"Where": fix.at, "Safety": fix.safety, "First": after, "Restart": fix.restart, "Risk": fix.risk,
            "Undo": fix.rollback, "Verify": fix.verify}  # fmt: skip
    return (f"- {label}: {_RESTARTS.get(text, text)}" for label, text in texts_by_label.items() if text)


def _changed(fix: Fix, catalogue: Catalogue) -> list[str]:
    """Return the fields to change, the lines to rename and the commands to type, each with its undo."""
    fields = (f"- Set {catalogue.entry(item.key).field}{f': `{item.to}`' if item.to else ''}" for item in fix.field)
    renamed = (
        f"- Rename `{old.removeprefix('ini.')}` to `{new}`" for old, new in fix.rename.items() if old != f"ini.{new}"
    )
    typed = dict.fromkeys((*edits(fix, catalogue.spelling), *fix.command))
    backs = {item.command: f"; back: `{item.back}`" for item in typed if item.back}
    lines = (f"- Type ({item.target}): `{item.command}`{backs.get(item.command, '')}" for item in typed)
    return list(dict.fromkeys((*fields, *renamed, *lines)))


def _citation(source: Publication, where: str) -> str:
    citation = ", ".join(part for part in (source.publisher, source.title, source.date, where) if part)
    spoken = f" (speaks of {source.speaks_of})" if source.speaks_of else ""
    return f"{citation}{spoken}. {source.url}".rstrip()


def _claims(claim_ids: tuple[str, ...]) -> str:
    """Return a reference to the claims of docs/claims.md."""
    return f" {'Claims' if len(claim_ids) > 1 else 'Claim'} {', '.join(claim_ids)}." if claim_ids else ""


def _example(example: Example) -> Iterator[str]:
    values = {"release": example.release, "platform": example.platform, "bits": example.bits}
    options = [f"--{name} {value}" for name, value in values.items() if value is not None]
    server_values = {"role": example.role, "workload": example.workload, "criticality": example.criticality}
    options += [f'{name} = "{value}" in domlint.toml' for name, value in server_values.items() if value]
    severity = f" ({example.severity})" if example.severity else ""
    with_ = f" with {' '.join(options)}" if options else ""
    verb = _EXPECTED[example.expect]
    if example.name:
        yield from (f"{example.name[0].upper()}{example.name[1:]}:", "")
    if not example.files:
        yield f"Without any file it {verb}."
    for name, text in example.files.items():
        yield from (f"{name} {verb}{severity}{with_}:", "", "```ini", *map(_line, text.strip().splitlines()), "```")


def _line(line: str) -> str:
    """Return a file's line in ASCII; its tabs stay."""
    return "\t".join(map(printable, line.split("\t"))).encode("ascii", "backslashreplace").decode()


def overview(pack: Pack) -> str:
    """Return docs/rules/README.md: every rule in one table."""
    lines = [
        "# Rules",
        "",
        f"Generated by `domlint rules build`, as is each rule's page; facts of {pack.facts_date}. Do not edit.",
        "What was looked at and did not become a rule stands in [refused.md](refused.md), with the reason.",
        "",
        "| id | name | severity | confidence | what it says |",
        "|---|---|---|---|---|",
    ]
    for rule in pack.rules:
        text = summary(rule, pack.catalogue).replace("|", "\\|").replace("<", "&lt;")
        link = f"[{rule.name}]({rule.name}.md)"
        lines.append(f"| {rule.id} | {link} | {severities(rule)} | {rule.confidence} | {text} |")
    return "\n".join(lines) + "\n"


def _figure(name: str, value: object, rule: Rule, pack: Pack) -> str:
    """Return what a figure means, whose it is, and its limits for a site."""
    bound = rule.bounds.get(name)
    if bound is None:
        return f"`{name}` is {value}" + ("; a site may change it." if rule.origin else ".")
    origin = (
        "domlint's own figure" if bound.of == "domlint" else f"{pack.sources[bound.of].publisher}'s figure; {bound.why}"
    )
    return f"`{name}` is {value}, {bound.means}: {origin}. A site may set it from {bound.least} to {bound.most}."


def _own_figures(rule: Rule) -> Iterator[str]:
    """Yield the lines for domlint.toml that set a site's own figures."""
    if free := [name for name in rule.parameters if rule.origin or name in rule.bounds]:
        yield from ("## Figures of your own", "", "In domlint.toml, with the figure that you want and your reason:")
        yield from ("", "```toml", f"[parameters.{rule.name}]")
        yield from (f"{name} = {_in_toml(rule.parameters[name])}" for name in free)
        yield from ('reason = ""', "```", "")
