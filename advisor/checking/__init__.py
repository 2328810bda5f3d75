"""Lint of the rule pack: examples, figures, conditions, wording, links, claims and tables."""
