"""Readers for Linux: limits, services, memory and load."""
