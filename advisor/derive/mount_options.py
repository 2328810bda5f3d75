"""Mount options: reads what is mounted and what stands in /etc/filesystems; tells which volumes have concurrent I/O.

And whether the server runs in a container, which is seen by what is mounted as its root.
"""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import takewhile

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Fact, Subject
from advisor.known import Facts
from advisor.values.printing import listed

_UNSUPPORTED = {"cio", "dio"}
_ROOT = Subject("volume", "/")
OF_CONTAINERS = {"overlay", "fuse-overlayfs"}  # Docker and Podman; the root of a machine is no such file system


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`volume.concurrent_io`: yes where it is mounted so, or will be, and what stays then; no where it is not.

    `volume.mounted_below`: of one with it, what is to be unmounted before. `machine.container`: yes where a container's
    layers are the root. That they are not proves nothing.
    """
    names = sorted(volume.name for volume in facts.subjects("volume") or [])
    for volume in facts.subjects("volume") or []:
        mounted = facts.of(volume, "volume.options")
        options = (*mounted, *facts.of(volume, "volume.configured_options"))
        if origins := tuple(fact for fact in options if _UNSUPPORTED & set(values.parse("list", fact.text))):
            yield Fact("volume.concurrent_io", "yes", subject=volume, made_from=origins)
            if not facts.of(volume, "volume.mount"):
                yield Fact("volume.mount", volume.name, subject=volume, made_from=origins)
            yield _others(volume, origins, facts.of(volume, "volume.configured_options") or mounted)
            if below := _below(volume.name, names):
                yield Fact("volume.mounted_below", listed(below), subject=volume, made_from=origins)
        elif mounted:
            yield Fact("volume.concurrent_io", "no", subject=volume, made_from=mounted)
    for device in facts.of(_ROOT, "volume.device")[:1]:
        if device.text in OF_CONTAINERS:
            yield Fact("machine.container", "yes", made_from=(device,), note=f"{device.text} is mounted on /")


def _below(mount: str, names: list[str]) -> list[str]:
    """What of the names, which are sorted, lies below a mount point, the innermost first."""
    above = f"{mount.rstrip('/')}/"
    later = names[bisect_left(names, above) :]
    return [one for one in takewhile(lambda name: name.startswith(above), later) if one != above][::-1]


def _others(volume: Subject, origins: tuple[Fact, ...], given: tuple[Fact, ...]) -> Fact:
    """`volume.other_options`: the list without cio and dio, as chfs takes it.

    chfs replaces the whole list. `mount` prints the log among the options, where /etc/filesystems has it apart.
    """
    every = [option.strip() for fact in given for option in fact.text.split(",")]
    kept = [option for option in every if option and option.lower() not in _UNSUPPORTED and "log=" not in option]
    return Fact("volume.other_options", ",".join(dict.fromkeys(kept)) or "rw", subject=volume, made_from=origins)
