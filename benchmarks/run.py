"""Runs the benchmarks and writes docs/performance.md: python benchmarks/run.py [--quick] [--only NAME] [--part P]."""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import against
import crowds
import exponents
import fleets
import large
import linters
import pages
import programs
import site_rules
import start
import tables
import workers
from asked import Asked

ALL = {
    "start": start, "linters": linters, "fleets": fleets, "workers": workers, "against": against, "large": large,
    "rules": site_rules, "crowds": crowds, "pages": pages, "exponents": exponents,
}  # fmt: skip


def main() -> int:
    """Measures what is asked for, prints each section once it is there, writes all; 1 where exponents are too large."""
    words = _words()
    names = words.only or (["exponents"] if words.part else list(ALL))
    scripts = programs.here() if set(names) - {"exponents"} else Path()
    too_large = False
    for name in names:
        with tempfile.TemporaryDirectory() as folder:
            asked = Asked(scripts, Path(folder), words.quick, words.most, words.equal, words.against, tuple(words.part))
            before = os.getloadavg()
            table = ALL[name].measured(asked)
            made = tables.section(ALL[name].TITLE, table, tables.machine(before))
        too_large = too_large or (name == "exponents" and not all(goal.holds for goal in table.goals))
        print(made, flush=True)
        if not words.quick and not words.part:
            tables.write({ALL[name].TITLE: made}, [one.TITLE for one in ALL.values()])
    return int(too_large)


def _words() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Measures domlint and writes docs/performance.md.")
    parser.add_argument("--only", action="append", choices=list(ALL), help="this benchmark; may be given several times")
    parser.add_argument("--quick", action="store_true", help="few servers and few runs; writes no page")
    parser.add_argument("--most", type=int, default=10_000, help="servers of the largest fleet, up to 100000")
    parser.add_argument(
        "--equal", type=float, default=0.9, help="how likely a setting has the value of the whole fleet"
    )
    parser.add_argument("--against", default="6a27064", metavar="COMMIT", help="the earlier commit")
    parser.add_argument(
        "--part", action="append", default=[], choices=list(exponents.PARTS), help="of the exponents; writes no page"
    )
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
