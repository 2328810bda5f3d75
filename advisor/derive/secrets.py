"""Secrets: the passwords that a One-Touch file names in; those that stand in it as readable text out."""

import re
from collections.abc import Iterator

from advisor.derive.known_settings import holds_a_secret
from advisor.facts import Complete, Fact, Facts, Subject
from advisor.pack import Catalogue

_FROM_ELSEWHERE = r"@(prompt|env|file|secret)(:.*)?"  # set-up asks for it, or takes it from there


def derive(facts: Facts, catalogue: Catalogue) -> Iterator[Fact | Complete]:
    """`setting.secret_in_clear` of each parameter whose value is a secret itself, by its name as it is written."""
    clear: dict[str, list[Fact]] = {}
    for written in facts.each("one_touch.written"):
        parameter = written.made_from[0]
        name = parameter.key.rpartition(".")[2]
        elsewhere = re.fullmatch(_FROM_ELSEWHERE, parameter.text, re.IGNORECASE | re.DOTALL)
        if not elsewhere and catalogue.is_secret(name) and holds_a_secret(name, parameter.text, by_flag=False):
            clear.setdefault(written.text, []).append(parameter)
    for name, parameters in clear.items():
        subject, origins = Subject("setting", name), tuple(parameters)
        yield Fact("setting.name", name, subject=subject, made_from=origins)
        yield Fact("setting.secret_in_clear", "yes", subject=subject, made_from=origins)
    first = facts.first("one_touch.form")
    if first and first.source:
        yield Complete("setting.secret_in_clear", first.source)
