"""Secrets: reads the passwords that a One-Touch file names, and gives those that stand in it as readable text.

Of the settings that a server was set up with once it gives the same, and the names that are misspelt.
"""

import re
from collections.abc import Iterator

from advisor.derive.context import Context
from advisor.derive.known_settings import of_line
from advisor.facts import ONCE_SET, TEMPLATE, Complete, Fact, Subject
from advisor.known import Facts
from advisor.values.readable_secrets import PASSWORD, in_clear

# What is still worth a word of a setting set once.
_OF_NAMES = {"known", "resembles", "resembles_field", "folklore", "secret_in_clear"}
_FROM_ELSEWHERE = r"@(prompt|env|file|secret)(:.*)?"  # set-up asks for it, or takes it from there


def derive(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """`setting.secret_in_clear` of each parameter whose value is a secret itself, by its name as it is written."""
    clear: dict[str, list[Fact]] = {}
    for written in facts.each("one_touch.written"):
        parameter = written.made_from[0]
        name = parameter.key.rpartition(".")[2]
        elsewhere = re.fullmatch(_FROM_ELSEWHERE, parameter.text, re.IGNORECASE | re.DOTALL)
        if not elsewhere and in_clear(context.catalogue.kind_of_secret(name), parameter.text):
            clear.setdefault(written.text, []).append(parameter)
    for name, parameters in clear.items():
        subject, origins = Subject("setting", name), tuple(parameters)
        yield Fact("setting.name", name, subject=subject, made_from=origins)
        yield Fact("setting.secret_in_clear", PASSWORD, subject=subject, made_from=origins)
    yield from _of_settings(facts, context)
    form = facts.first("one_touch.form")
    if form and form.source:
        yield Complete("setting.secret_in_clear", form.source)


def _of_settings(facts: Facts, context: Context) -> Iterator[Fact]:
    """What is so of the name, and of a secret's value, of each setting that the server was set up with once."""
    for fact in facts.each(ONCE_SET):
        name = fact.key.removeprefix(ONCE_SET)
        subject = Subject("setting", context.catalogue.spelling(name))
        told = of_line(name, fact.text, context.catalogue, False) if fact.doubt != TEMPLATE else ()
        if found := [(what, text) for what, text in told if what in _OF_NAMES]:
            yield Fact("setting.name", subject.name, subject=subject, made_from=(fact,))
            yield from (Fact(f"setting.{what}", text, subject=subject, made_from=(fact,)) for what, text in found)
