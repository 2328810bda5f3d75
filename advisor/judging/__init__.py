"""Judging: rules and facts in, results out."""
