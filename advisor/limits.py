"""Limits on what domlint reads of one file, so that a hostile file costs bounded time and memory.

Past a limit the message names the file, the limit and what was not read. No limit depends on the number of files or
servers in a run. docs/limits.md lists the limits that a user can meet.
"""

KB = 1024
MB = 1024 * KB
GB = 1024 * MB

# Files and folders
MAX_WHOLE_FILE_BYTES = 16 * MB  # a file that is held in memory: every format but logs, DXL and NSD
MAX_CONSOLE_LOG_BYTES = 128 * MB  # the newest part of a console log that is read
MAX_FILE_BYTES = GB  # any file; DXL and NSD files are read up to this size
MAX_HELD_BYTES = 512 * MB  # bytes of input files that a run holds, so that each file is read once
MAX_HELD_FILE_BYTES = MB  # a file that is held; a larger one is read again when its server is checked
MAX_FOLDER_DEPTH = 64  # folders below the folder that was named
MAX_FOLDER_FILES = 1_000_000  # files below a folder that was named

# Archives
MAX_ARCHIVE_FILES = 10_000  # files of an archive that a reader takes, nested archives included
MAX_ARCHIVE_ENTRIES = 100_000  # files of an archive, read or not
MAX_UNPACKED_BYTES = GB  # bytes that are unpacked of an archive, nested archives included
MAX_ARCHIVE_DEPTH = 32  # folders of a member's path
MAX_NESTED_ARCHIVES = 1  # archives within an archive
MAX_NESTED_ZIP_BYTES = 64 * MB  # a ZIP within an archive, which is held in memory
MAX_ZIP_DIRECTORY_BYTES = 16 * MB  # a ZIP's table of contents

# NOTES.INI
MAX_NOTES_INI_BYTES = MB  # a NOTES.INI; a real one has some 10 KB
MAX_NOTES_INI_LINES = 20_000  # lines, and settings; a real NOTES.INI has some hundred
MAX_EDITED_SETTINGS = 2_500  # settings of a file that `fix` edits: it checks the file again for each edit
MAX_NOTES_INI_LINE_BYTES = 64 * KB  # a line
MAX_NOTES_INI_OTHER_LINES = 1_000  # lines without a setting that a report lists; the others are counted

# Private keys in any file
MAX_KEY_BYTES = 64 * KB  # up to END, or of a JWK and of .NET's XML; a key of 16,384 bits takes 13,000 bytes

# Listings and logs
MAX_FACTS = 13_000  # values of a file; the longest listings of statistics have 10,000
MAX_SUBJECTS = 800  # volumes, disks and adapters of a file
MAX_ARRAYS = 500  # arrays; the largest cabinets have half as many disks
MAX_REPEATS = 1_000  # times that a file sets the same key of the same subject
MAX_LISTING_LINES = 50_000  # lines of a command's output
MAX_SHORT_LINES = 10_000  # the same, plus one line for each 32 bytes: real lines are rarely shorter
MAX_SUBJECT_NAME = 1_000  # characters of the name of a volume, disk or array
MAX_UNREAD_PLACES = 100  # unreadable places of a file that are listed; the others are counted
MAX_NSD_SECTION_BYTES = 4 * MB  # a section of an NSD
MAX_NSD_KINDS = 1_000  # kinds of sections that are passed over; more are damage
MAX_OSLEVEL_BYTES = 1_000  # a file of oslevel; a longer one is something else
MAX_TASKS = 1_000  # tasks of ServerTasks and ServerTasksAt# together

# DXL
MAX_DOCUMENTS = 20_000  # documents of a DXL file that describe servers
MAX_SMALL_SERVER_DOCUMENTS = 2_000  # server documents, or one for each KB of the file
MAX_DOCUMENTS_FOR_SEVERAL = 1_000  # documents for several servers; each of them costs time on each server
MAX_SHARED_DOCUMENTS = 100_000  # server documents times documents for several, or one for each 10 bytes of the file
MAX_XML_TAG_BYTES = MB  # a tag, a comment or an instruction
MAX_XML_DEPTH = 200  # nested elements
MAX_XML_NAMES = 10_000  # different names of elements and attributes
MAX_ITEMS = 5_000  # items of a document that domlint uses
MAX_ITEM_VALUES = 1_000  # values of an item
MAX_ITEM_VALUE = 4_096  # characters of a value
MAX_KEPT_LINE_BYTES = 256 * MB  # lines of a DXL file that are kept for reports

# JSON and YAML
MAX_JSON_VALUES = 50_000  # values of a JSON file
MAX_JSON_NAME_BYTES = 253  # bytes of a name
MAX_JSON_DEPTH = 64  # nested objects and lists, of YAML too
MAX_ONE_TOUCH_PATH = 500  # characters of a name with the names above it
MAX_YAML_MARKS = 100_000  # lines, colons, commas and brackets of a config map in YAML
MAX_YAML_VALUES = 20_000  # values of a config map in YAML
MAX_CONFIG_MAP_BYTES = 4 * MB  # the part of a large YAML or JSON file that is searched for a config map
MAX_CONFIG_MAP_KEYS = 5_000  # keys of all config maps of a file
MAX_CONFIG_MAP_FILES = 2_000  # files that the config maps of a file hold
MAX_CONFIG_MAP_MARKS = 100_000  # lines and colons of these files together

# Configuration, rules, plans and earlier reports
MAX_TOML_BYTES = 256 * KB  # a TOML file: storage.toml, domlint.toml, a rule, a plan
MAX_TOML_KEY_PARTS = 32  # parts of a dotted key
MAX_SITE_RULES = 1_000  # rules of a site's folder
MAX_SITE_CONDITIONS = 250_000  # characters of the conditions of all site rules
MAX_CONDITION = 2_000  # characters of a condition
MAX_RULE_TEXT = 4_000  # characters of any other text of a rule
MAX_PLAN_SERVERS = 150  # servers of a plan
MAX_PLAN_NAME = 300  # characters of a server's name in a plan
MAX_EXCLUDE_PATTERNS = 200  # patterns of `exclude`
MAX_EXCLUDE_PATTERN = 300  # characters of a pattern
MAX_SELECT_WORDS = 5_000  # words of `select` and of `ignore`
MAX_RULE_FOLDERS = 1_000  # folders of `rules`
MAX_REPORT_BYTES = 512 * MB  # an earlier report
MAX_REPORT_FOLDERS = 200  # folders of a server's path in a report
MAX_HINTS = 20  # hints of a finding that `compare` shows
MAX_HINT = 500  # characters of a hint
