"""Domino's own files."""
