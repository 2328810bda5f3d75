"""Console: the readers of what a server's console prints."""

from fuzzing.reading import Readers

CONSOLE = Readers(("console",))
labels, seeds, made, mutated, hold = CONSOLE.labels, CONSOLE.seeds, CONSOLE.made, CONSOLE.mutated, CONSOLE.hold
