"""Systems: the readers of listings of AIX, Linux and Windows, and files of containers."""

from fuzzing.reading import Readers

SYSTEMS = Readers(("aix", "containers", "linux", "windows"))
labels, seeds, made, mutated, hold = SYSTEMS.labels, SYSTEMS.seeds, SYSTEMS.made, SYSTEMS.mutated, SYSTEMS.hold
