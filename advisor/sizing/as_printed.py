"""As printed: the papers' own slips, in formulas; those in figures stand in the tables, beside what is right."""

from decimal import Decimal

FORMULA = "drives * size * drives/(drives + 1)"


def usable(drives: int) -> Decimal:
    """The usable space of RAID 5, in drives, as the paper works it out: n/(n+1) in the place of (n-1)/n."""
    return Decimal(drives * drives) / (drives + 1)


def fewest(data: Decimal) -> int:
    """The fewest drives that hold so much by that formula, which lies between one drive less and all of them."""
    count = max(int(data), 1)
    while usable(count) < data:
        count += 1
    return count
