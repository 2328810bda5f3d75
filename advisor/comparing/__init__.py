"""Comparing: reports of the same servers on several days, as what became of every finding between them."""
