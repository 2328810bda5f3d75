"""Checking: rules held against their own examples."""
