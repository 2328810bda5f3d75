"""Own figures: what a rule's page says of its figures: what each counts, whose it is, and how a site sets another."""

from collections.abc import Iterator

from advisor.pack import Pack, Rule


def told(name: str, value: object, rule: Rule, pack: Pack) -> str:
    """What a figure is, whose, and how far a site may move it."""
    one = rule.bounds.get(name)
    if one is None:
        return f"`{name}` is {value}" + ("; a site may change it." if rule.origin else ".")
    whose = "domlint's own figure" if one.of == "domlint" else f"{pack.sources[one.of].publisher}'s figure; {one.why}"
    return f"`{name}` is {value}, {one.means}: {whose}. A site may set it from {one.least} to {one.most}."


def to_set(rule: Rule) -> Iterator[str]:
    """The lines for domlint.toml that give a site's own figures."""
    if free := [name for name in rule.parameters if rule.origin or name in rule.bounds]:
        yield from ("", "## Figures of your own", "", "In domlint.toml, with the figure that you want and your reason:")
        yield from ("", "```toml", f"[parameters.{rule.name}]")
        yield from (f"{name} = {_toml(rule.parameters[name])}" for name in free)
        yield from ('reason = ""', "```")


def _toml(value: object) -> str:
    if not isinstance(value, str):
        return str(value)
    return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
