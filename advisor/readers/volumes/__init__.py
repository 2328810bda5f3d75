"""Readers for volumes and block devices."""
