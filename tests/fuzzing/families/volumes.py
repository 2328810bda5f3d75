"""Volumes: the readers of what tells of volumes and mounts."""

from fuzzing.reading import Readers

VOLUMES = Readers(("volumes",))
labels, seeds, made, mutated, hold = VOLUMES.labels, VOLUMES.seeds, VOLUMES.made, VOLUMES.mutated, VOLUMES.hold
