"""Workers: a run shared out among processes, on this machine or on others, with the same report whoever does what."""
