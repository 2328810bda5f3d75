"""Remedies of findings: plan them, verify them, and write them to files."""
