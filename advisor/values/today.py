"""Return the date by which waivers expire. SOURCE_DATE_EPOCH fixes it, so that a report is reproducible."""

import os
import time

_DIGITS = 11  # of seconds until the year 5138


def today() -> str:
    """Return the local date as 2027-03-31, or the date of SOURCE_DATE_EPOCH (seconds, in UTC) if it is set."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    is_fixed = fixed.isdecimal() and fixed.isascii() and len(fixed) <= _DIGITS
    moment = time.gmtime(int(fixed)) if is_fixed else time.localtime()
    return time.strftime("%Y-%m-%d", moment)
