"""Systems: the readers of what AIX, Linux and Windows tell of themselves."""

from fuzzing.reading import Readers

SYSTEMS = Readers(("aix", "linux", "windows"))
labels, seeds, made, mutated, hold = SYSTEMS.labels, SYSTEMS.seeds, SYSTEMS.made, SYSTEMS.mutated, SYSTEMS.hold
