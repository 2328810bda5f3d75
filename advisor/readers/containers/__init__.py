"""Readers for files that describe containers."""
