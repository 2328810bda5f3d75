"""Holds a rule's examples against what it really says of them. They are files, read by the real readers."""

from collections.abc import Iterator
from functools import partial
from typing import NamedTuple

from advisor import readers
from advisor.configuration.site import ServerEntry, StatedValue
from advisor.derive import Context, Overrides, derive
from advisor.judging import assess, engine, views
from advisor.judging.assess import CLUSTER
from advisor.known import NOW, Facts, View
from advisor.pack import Pack, Rule
from advisor.pack.parts import Example
from advisor.servers.clusters import join
from advisor.servers.gathered import Folder, InputFile
from advisor.servers.parsed import ServerFiles
from advisor.servers.server import Given, Server

_WORDS = {
    engine.FAILED: "fail",
    engine.UNKNOWN: "unknown",
    engine.PASSED: "pass",
    engine.NOT_APPLICABLE: "not-applicable",
}


class Read(NamedTuple):
    """An example, read. servers: what its files make up; slip: why nobody can read them, or ""."""

    example: Example
    servers: list[Server]
    slip: str = ""


class Slip(NamedTuple):
    """An example that does not turn out as it says. number: the example's, from 1."""

    rule: Rule
    number: int
    message: str


def overrides_of(example: Example) -> Overrides:
    """What an example says beside its files, as options and domlint.toml do."""
    said = {"role": example.role, "workload": example.workload, "criticality": example.criticality}
    told = {
        f"server.{field}": StatedValue(text, "domlint.toml", "domlint.toml:1") for field, text in said.items() if text
    }
    own = (ServerEntry("example", "domlint.toml:1", told),) if told else ()
    return Overrides(example.release, example.platform, example.bits, own=own)


def files_of(example: Example, pack: Pack) -> list[InputFile]:
    """An example's files; `a/notes.ini` lies in a folder."""
    files = []
    for name, text in example.files.items():
        raw = text.encode("utf-8")
        reader = readers.recognise(name, raw[: readers.HEAD], pack.catalogue)
        if reader is None:
            raise ValueError(f"no reader recognises {name}")
        source = readers.source_of(reader, name, raw[: readers.HEAD], partial(iter, [raw]))
        *folder, plain = name.split("/")
        place = Folder(0, tuple(folder), (), "example")
        files.append(InputFile(name, reader.key, plain, place, False, kept=source))
    return files


def servers_of(example: Example, pack: Pack) -> list[Server]:
    """The servers of an example's files, one without facts where it has none."""
    overrides = overrides_of(example)
    found, _ = assess.servers_of(files_of(example, pack), pack.catalogue, overrides)
    if found:
        return found
    nothing = Server("example", "folder", (), (View(NOW, Facts()),), "example", Given(ServerFiles([])))
    derive(nothing.facts, Context(pack.catalogue, overrides))
    return [nothing]


def read(example: Example, pack: Pack) -> Read:
    """An example and its servers, for whoever asks more than one thing of them."""
    try:
        return Read(example, servers_of(example, pack))
    except ValueError as slip:
        return Read(example, [], str(slip))


def all_read(rule: Rule, pack: Pack) -> list[Read]:
    """A rule's examples, read."""
    return [read(example, pack) for example in rule.examples]


def facts_of(example: Example, pack: Pack) -> Facts:
    """The facts of an example's first server as it runs now."""
    return servers_of(example, pack)[0].facts


def outcomes(rule: Rule, example: Example, pack: Pack) -> engine.Results:
    """What the rule says of an example: of its first server, or of its cluster."""
    return outcomes_on(rule, servers_of(example, pack), pack)


def outcomes_on(rule: Rule, servers: list[Server], pack: Pack) -> engine.Results:
    """The same of an example that was read."""
    clusters = join(servers, pack.catalogue) if rule.subject == CLUSTER else []
    if clusters:
        return engine.run([rule], clusters[0].facts, pack.catalogue)
    return views.run([rule], servers[0].views, pack.catalogue)


def verdict(judged: engine.Results) -> str:
    """One word for all subjects: the worst, as in an example's `expect`."""
    verdicts = {outcome.verdict for outcome in judged.outcomes}
    return next(word for kind, word in _WORDS.items() if kind in verdicts)


def slips(pack: Pack, rules: list[Rule]) -> Iterator[Slip]:
    """Every example that does not turn out as it says."""
    for rule in rules:
        for number, one in enumerate(all_read(rule, pack), start=1):
            for message in slips_of(rule, one, pack):
                yield Slip(rule, number, message)


def slips_of(rule: Rule, one: Read, pack: Pack) -> Iterator[str]:
    """In what an example does not turn out as it says."""
    if one.slip:
        yield one.slip
        return
    example, results = one.example, outcomes_on(rule, one.servers, pack)
    if results.errors:
        yield results.errors[0].message
        return
    word = verdict(results)
    if word != example.expect:
        yield f"expected {example.expect}, found {word}"
        return
    failed = [result for result in results.outcomes if result.verdict == engine.FAILED]
    if example.severity and {result.severity for result in failed} != {example.severity}:
        yield f"expected severity {example.severity}, found {', '.join(result.severity for result in failed)}"
    if example.subject and {result.subject.name for result in failed} != {example.subject}:
        yield f"expected subject {example.subject}, found {', '.join(result.subject.name for result in failed)}"
