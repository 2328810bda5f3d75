"""Mount options: what is mounted, and what stands in /etc/filesystems, in; which volumes have concurrent I/O, out.

And whether the server runs in a container, which is seen by what is mounted as its root.
"""

from collections.abc import Iterator

from advisor import values
from advisor.facts import Fact, Facts, Subject

_UNSUPPORTED = {"cio", "dio"}
_ROOT = Subject("volume", "/")
_OF_CONTAINERS = {"overlay", "fuse-overlayfs"}  # Docker and Podman; the root of a machine is no such file system


def derive(facts: Facts) -> Iterator[Fact]:
    """`volume.concurrent_io`: yes where it is mounted so, or will be, then `volume.mount`; no where it is not.

    `machine.container`: yes where a container's layers are the root. That they are not proves nothing.
    """
    for volume in facts.subjects("volume") or []:
        mounted = facts.known.get((volume, "volume.options"), [])
        configured = facts.known.get((volume, "volume.configured_options"), [])
        if found := [fact for fact in (*mounted, *configured) if _UNSUPPORTED & set(values.parse("list", fact.text))]:
            yield Fact("volume.concurrent_io", "yes", subject=volume, made_from=tuple(found))
            if (volume, "volume.mount") not in facts.known:
                yield Fact("volume.mount", volume.name, subject=volume, made_from=tuple(found))
        elif mounted:
            yield Fact("volume.concurrent_io", "no", subject=volume, made_from=tuple(mounted))
    device = next(iter(facts.known.get((_ROOT, "volume.device"), [])), None)
    if device and device.text in _OF_CONTAINERS:
        yield Fact("machine.container", "yes", made_from=(device,), note=f"{device.text} is mounted on /")
