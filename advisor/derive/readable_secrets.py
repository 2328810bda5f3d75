"""Readable secrets: the passwords, tokens and keys in clear in each file of a server."""

import re
from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from advisor.derive.context import Context, derived
from advisor.derive.server import awaits_set_up
from advisor.derive.settings import catalogued, of_line
from advisor.facts import ONCE_SET, SERVER, TEMPLATE, Complete, Fact, Facts, Subject
from advisor.values.printing import listed
from advisor.values.readable_secrets import PASSWORD, in_clear

_OF_SETTING = "setting.secret_in_clear"
_NOTES_INI, _SET_UP = Subject("file", "NOTES.INI"), Subject("file", "One-Touch Setup")  # never a path: paths change
_MOST_NAMED = 50
_MOST_PLACES = 200  # lines that a finding rests on
_CERTIFIER = ("certifierpassword", "certifier_password")
_READ_THERE = {"httpconnectorheaderssecret", "statpub_headers", "statpub_uri"}  # the server has no other place for them
_SETTING = "ini."
# The facts about a setting that only set-up used.
_OF_ONCE_SET = {"known", "resembles", "resembles_field", "folklore", "secret_in_clear"}
_FROM_ELSEWHERE = r"@(prompt|env|file|secret)(:.*)?"  # set-up asks for it, or takes it from there


class _Secret(Struct, frozen=True):
    """A readable secret. name: as the file has it; sort: password, address, command or key block."""

    name: str
    sort: str
    origin: Fact


@derived("file.readable", "file.set_up", "file.sorts", "file.certifier", "file.read_there", "file.only_read_there")
def derive(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `file.readable` and more of each file that may hold secrets: their names, or none."""
    complete = facts.complete(_OF_SETTING)
    if complete is None:
        return
    set_up = {id(form.source) for form in facts.of(SERVER, "one_touch.form") if form.source}
    secrets: dict[Subject, list[_Secret]] = {file: [] for file in _given(facts, set_up)}
    doubts: dict[Subject, Fact] = {}
    for setting in facts.holders.get(_OF_SETTING, ()):
        for fact in facts.of(setting, _OF_SETTING):
            for origin in fact.made_from:
                file = _SET_UP if id(origin.source) in set_up else _NOTES_INI
                if fact.doubt:
                    doubts.setdefault(file, fact)
                else:
                    secret = _Secret(_written(setting.name, origin), fact.text, origin)
                    secrets.setdefault(file, []).append(secret)
    for file, found in secrets.items():
        if not found and file in doubts:
            yield replace(doubts[file], key="file.readable", subject=file)
        elif not found and file == _NOTES_INI and facts.complete("setting.") is None:
            yield Fact("file.readable", "none", subject=file, doubt="the file is cut, and a lost line may hold one")
        else:
            yield from _of_file(file, found, before=awaits_set_up(facts))
    yield Complete("file.", complete.source)


def _given(facts: Facts, set_up: set[int]) -> Iterator[Subject]:
    """Yield the files that were given."""
    if any(id(fact.source) not in set_up for fact in facts.each(_SETTING)) or facts.each("notes_ini.key_block"):
        yield _NOTES_INI
    if set_up:
        yield _SET_UP


def _written(name: str, origin: Fact) -> str:
    """Return the name of a setting as the file has it."""
    begin = next((one for one in (_SETTING, ONCE_SET) if origin.key.startswith(one)), None)
    if begin is None or not origin.source or not origin.span:
        return name
    at = origin.source.name_before(origin.key.removeprefix(begin), origin.span[0])
    return origin.source.text(*at) if at else name


def _of_file(file: Subject, secrets: list[_Secret], *, before: bool) -> Iterator[Fact]:
    """Yield what is known of the secrets of one file. before: the server is not set up yet."""
    names = list(dict.fromkeys(secret.name for secret in secrets))
    origins = tuple(dict.fromkeys(secret.origin for secret in secrets[:_MOST_PLACES]))

    def told(key: str, text: str) -> Fact:
        return Fact(f"file.{key}", text, subject=file, made_from=origins)

    yield told("readable", listed(names, _MOST_NAMED) or "none")
    yield told("set_up", "no" if file == _NOTES_INI else "before" if before else "after")
    if not secrets:
        return
    sorts = dict.fromkeys(secret.sort for secret in secrets)
    yield told("sorts", ", ".join(sorts))
    certifier = any(word in name.lower() for name in names for word in _CERTIFIER)
    yield told("certifier", "yes" if certifier else "no")
    read_there = [name for name in names if name.lower() in _READ_THERE]
    yield told("read_there", listed(read_there) or "none")
    yield told("only_read_there", "yes" if len(read_there) == len(names) else "no")


@derived("setting.name", "setting.secret_in_clear")
def derive_parameters(facts: Facts, context: Context) -> Iterator[Fact | Complete]:
    """Yield `setting.secret_in_clear` of each One-Touch parameter whose value is a secret, by its name in the file."""
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
    """Yield what is wrong with the names and values of the settings that the server was set up with."""
    for fact in facts.each(ONCE_SET):
        name = fact.key.removeprefix(ONCE_SET)
        of_name = catalogued(name, context.catalogue)
        subject = of_name.subject
        unusual = of_line(name, fact.text, of_name, False) if fact.doubt != TEMPLATE else ()
        if found := [(what, text) for what, text in unusual if what in _OF_ONCE_SET]:
            yield Fact("setting.name", subject.name, subject=subject, made_from=(fact,))
            yield from (Fact(f"setting.{what}", text, subject=subject, made_from=(fact,)) for what, text in found)
