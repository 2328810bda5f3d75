"""Containers: how long Docker waits for the server to stop, and the passwords in their environment."""

from collections.abc import Iterator

from advisor.derive.context import Context, derived
from advisor.derive.directories import holds
from advisor.facts import DIFFERENT_VALUES, Fact, Facts, Subject
from advisor.values.printing import listed

_DOCKERS_DEFAULT = "10"
_MOST_NAMED = 50


@derived("container.stop_seconds", "container.readable", "machine.container")
def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """The seconds that Docker waits before it kills the server, and the variables that hold secrets in clear.

    What `docker inspect` prints is what runs. A compose file counts without it; Docker's default is 10 seconds.
    `machine.container`: yes if there is such a container.
    """
    for container in facts.subjects("container") or []:
        yield from _stop(facts, container)
        in_clear = facts.of(container, "container.variable_in_clear")
        origins = in_clear or facts.of(container, "container.name")
        names = list(dict.fromkeys(fact.text for fact in in_clear))
        yield Fact("container.readable", listed(names, _MOST_NAMED) or "none", subject=container, made_from=origins)
        yield Fact("machine.container", "yes", made_from=facts.of(container, "container.name"))


@derived("container.unmounted_log")
def derive_unmounted_log(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `container.unmounted_log`: the log's folder if no volume is mounted on it or above it, or none."""
    path = facts.ask("transaction_log.path")
    for container in facts.subjects("container") or []:
        mounts = facts.of(container, "container.mounts")
        if path.text is None or not mounts:
            continue
        is_mounted = any(holds(mount.strip(), path.text) for fact in mounts for mount in fact.text.split(","))
        unmounted = "none" if is_mounted else path.text
        yield Fact("container.unmounted_log", unmounted, subject=container, made_from=(*mounts, *path.facts))


def _stop(facts: Facts, container: Subject) -> Iterator[Fact]:
    given = facts.of(container, "container.stop_running") or facts.of(container, "container.stop_planned")
    if doubtful := next((fact for fact in given if fact.doubt), None):
        yield Fact("container.stop_seconds", "", subject=container, made_from=given, doubt=doubtful.doubt)
    elif len({fact.text for fact in given}) > 1:
        yield Fact("container.stop_seconds", "", subject=container, made_from=given, doubt=DIFFERENT_VALUES)
    else:
        origins = given or facts.of(container, "container.name")
        seconds = given[0].text if given else _DOCKERS_DEFAULT
        note = given[0].note if given else "no time is set, and this is Docker's default"
        yield Fact("container.stop_seconds", seconds, subject=container, made_from=origins, note=note)
