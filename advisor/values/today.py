"""Today: the date by which waivers expire. SOURCE_DATE_EPOCH fixes it, so that a report can be made again."""

import os
import time

_DIGITS = 11  # of seconds until the year 5138


def today() -> str:
    """The date here, as 2027-03-31; that of SOURCE_DATE_EPOCH (seconds, in UTC) where the environment has it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    told = fixed.isdecimal() and fixed.isascii() and len(fixed) <= _DIGITS
    moment = time.gmtime(int(fixed)) if told else time.localtime()
    return time.strftime("%Y-%m-%d", moment)
