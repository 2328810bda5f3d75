"""Categories: what a rule is about, by the letters that its id begins with, in the order of lists and pages."""

CATEGORIES = {
    "INI": "ini", "LOG": "logging", "STO": "storage", "MEM": "memory", "MAIL": "mail", "TASK": "tasks",
    "CLU": "cluster", "THR": "threads", "VIEW": "views", "AIX": "aix", "WIN": "windows", "LNX": "linux",
    "SEC": "security", "ODS": "databases", "SYS": "system", "SIZE": "capacity",
}  # fmt: skip
