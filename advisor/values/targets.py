"""Targets: where a command of a fix may be typed. Which values are typed there, and how, is `typed`'s."""

IN_SH = ("unix", "aix", "linux", "mdadm")
IN_ANY_SHELL = ("ssacli", "storcli", "megacli", "arcconf", "ipssend")  # the RAID controllers' tools run in all of them
TARGETS = ("console", *IN_SH, "windows", *IN_ANY_SHELL)
