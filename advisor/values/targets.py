"""Define where a command of a fix is typed, and where the change of a fix belongs.

Module `typed` decides which values may be typed there, and how.
"""

IN_SH = ("unix", "aix", "linux", "mdadm")
IN_ANY_SHELL = ("ssacli", "storcli", "megacli", "arcconf", "ipssend")  # the RAID controllers' tools run in all of them
TARGETS = ("console", *IN_SH, "windows", *IN_ANY_SHELL)

PLACES = (
    "NOTES.INI", "Server document", "Configuration document", "Program document", "Web Site document",
    "Connection document", "databases", "Domino console", "One-Touch JSON", "AIX", "Linux", "Windows", "UNIX",
    "controller", "storage", "machine", "network",
    "input file",  # what domlint was given is to be mended
    "nobody",  # a decision, a case with the vendor, a contract
)  # fmt: skip
# What the catalogue calls the documents of the Domino Directory → the place.
DOCUMENTS = {
    "Server document": "Server document",
    "Configuration Settings document": "Configuration document",
    "Program document": "Program document",
    "Internet Site document": "Web Site document",
    "Web Site document": "Web Site document",
    "Connection document": "Connection document",
}
