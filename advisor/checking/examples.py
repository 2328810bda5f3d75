"""Examples of rules: read their files with the real readers and compare the results with what they expect."""

from collections.abc import Iterator
from functools import partial

from msgspec import Struct

from advisor import readers
from advisor.configuration.site import ServerEntry, StatedValue
from advisor.derive import Context, Overrides, derive
from advisor.facts import NOW, Facts, View
from advisor.judging import assess, engine, views
from advisor.judging.assess import CLUSTER
from advisor.pack import Pack, Rule
from advisor.pack.rule import Example
from advisor.servers.clusters import join
from advisor.servers.model import Folder, InputFile, Server, ServerFiles

_WORDS = {
    engine.FAILED: "fail",
    engine.UNKNOWN: "unknown",
    engine.PASSED: "pass",
    engine.NOT_APPLICABLE: "not-applicable",
}


class Read(Struct, frozen=True):
    """An example with the servers of its files."""

    example: Example
    servers: list[Server]
    slip: str = ""  # why its files cannot be read; "" if they can


class Slip(Struct, frozen=True):
    """An example with another result than it expects."""

    rule: Rule
    number: int  # of the example in its rule, from 1
    message: str


def overrides_of(example: Example) -> Overrides:
    """Return the release, platform, role and so on that an example states beside its files."""
    stated = {"role": example.role, "workload": example.workload, "criticality": example.criticality}
    values = {
        f"server.{field}": StatedValue(text, "domlint.toml", "domlint.toml:1") for field, text in stated.items() if text
    }
    own = (ServerEntry("example", "domlint.toml:1", values),) if values else ()
    return Overrides(example.release, example.platform, example.bits, own=own)


def files_of(example: Example, pack: Pack) -> list[InputFile]:
    """Return an example's files; `a/notes.ini` is in a folder. Raises ValueError if no reader recognises one."""
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
    """Return the servers of an example's files; one without facts if there are none."""
    overrides = overrides_of(example)
    found, _ = assess.servers_of(files_of(example, pack), pack.catalogue, overrides)
    if found:
        return found
    nothing = Server("example", "folder", (), (View(NOW, Facts()),), "example", ServerFiles([]))
    derive(nothing.facts, Context(pack.catalogue, overrides))
    return [nothing]


def read(example: Example, pack: Pack) -> Read:
    """Read an example, so that several checks can share its servers."""
    try:
        return Read(example, servers_of(example, pack))
    except ValueError as error:
        return Read(example, [], str(error))


def all_read(rule: Rule, pack: Pack) -> list[Read]:
    """Read all examples of a rule."""
    return [read(example, pack) for example in rule.examples]


def facts_of(example: Example, pack: Pack) -> Facts:
    """Return the facts of an example's first server as it runs now."""
    return servers_of(example, pack)[0].facts


def outcomes(rule: Rule, example: Example, pack: Pack) -> engine.Results:
    """Run a rule on an example: on its first server, or on its cluster."""
    return outcomes_on(rule, servers_of(example, pack), pack)


def outcomes_on(rule: Rule, servers: list[Server], pack: Pack) -> engine.Results:
    """Run a rule on the servers of an example."""
    if (together := cluster_facts(rule, servers, pack)) is not None:
        return engine.run([rule], together, pack.catalogue)
    return views.run([rule], servers[0].views, pack.catalogue)


def cluster_facts(rule: Rule, servers: list[Server], pack: Pack) -> Facts | None:
    """Return the facts of the cluster that servers make, for a rule on clusters; None for other rules."""
    clusters = join(servers, pack.catalogue) if rule.subject == CLUSTER else []
    return clusters[0].facts if clusters else None


def verdict(judged: engine.Results) -> str:
    """Return the worst verdict of all subjects, in the words of an example's `expect`."""
    verdicts = {outcome.verdict for outcome in judged.outcomes}
    return next(word for kind, word in _WORDS.items() if kind in verdicts)


def slips(pack: Pack, rules: list[Rule]) -> Iterator[Slip]:
    """Yield every example with another result than it expects."""
    for rule in rules:
        for number, read_example in enumerate(all_read(rule, pack), start=1):
            for message in slips_of(rule, read_example, pack):
                yield Slip(rule, number, message)


def slips_of(rule: Rule, read_example: Read, pack: Pack) -> Iterator[str]:
    """Yield how the result of an example differs from what it expects."""
    if read_example.slip:
        yield read_example.slip
        return
    example, results = read_example.example, outcomes_on(rule, read_example.servers, pack)
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
