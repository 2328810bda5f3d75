"""RAID: the readers of what controllers' tools print."""

from fuzzing.reading import Readers

RAID = Readers(("raid",))
labels, seeds, made, mutated, hold = RAID.labels, RAID.seeds, RAID.made, RAID.mutated, RAID.hold
