"""Domino: the readers of what Domino itself writes, its set-up and its directory."""

from fuzzing.reading import Readers

DOMINO = Readers(("domino",))
labels, seeds, made, mutated, hold = DOMINO.labels, DOMINO.seeds, DOMINO.made, DOMINO.mutated, DOMINO.hold
