"""Readers for Windows commands about disks, volumes and the machine."""
