"""Today: the date that waivers expire by; SOURCE_DATE_EPOCH fixes it, so that a report can be made again."""

import os
import time


def today() -> str:
    """The date here, as 2027-03-31; that of SOURCE_DATE_EPOCH (seconds, in UTC) where the environment has it."""
    fixed = os.environ.get("SOURCE_DATE_EPOCH", "")
    moment = time.gmtime(int(fixed)) if fixed.isdecimal() and fixed.isascii() else time.localtime()
    return time.strftime("%Y-%m-%d", moment)
