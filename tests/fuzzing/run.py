"""Made-up inputs for a family: `python tests/fuzzing/run.py raid --minutes 10 --seed 7`; exit code 1 with finds.

`--all` is every family, `--cases N` so many of each label, `--guided` steers by newly reached branches (atheris),
`--forever` goes on with other seeds until it is stopped. `--input FILE --label L` carries out one input.
"""

import argparse
import random
import resource
import signal
import sys
from itertools import count
from pathlib import Path
from time import monotonic

if __name__ == "__main__":
    sys.path[0] = str(Path(__file__).resolve().parent.parent)  # tests/, as pytest has it

import advisor
from fuzzing import families, tally
from fuzzing.cases import carried_out, smaller
from fuzzing.shares import SPARING, everything

BLOCK = 50  # cases of a label in a row
ADDRESSES = 8 * 1024**3  # bytes; what asks for more fails, and the machine does not
_TOLD = 60  # seconds between two lines on how it goes


def case(family, label, seed, number):
    """An input, the same for the same figures."""
    return family.made(label, random.Random(f"{seed} {label} {number}"))


def blocks(labels, many):
    """Which cases of which label come next: so many of one, then of the next, up to `many` of each or without end."""
    for first in count(0, BLOCK):
        last = min(first + BLOCK, many or first + BLOCK)
        yield from ((label, range(first, last)) for label in labels if first < last)
        if last == many:
            return


def cases(name, seed, counts, many=None, seconds=None, only=(), make_smaller=True):
    """Carries out so many cases of each label, or for so many seconds, and counts them."""
    family = families.family(name)
    begin = told = monotonic()
    for label, numbers in blocks([label for label in family.labels() if not only or label in only], many):
        for number in numbers:
            cpu, find = carried_out(family, label, data=case(family, label, seed, number))
            if counts.add(label, cpu, find, f"seed {seed}, case {number}") and make_smaller:
                counts.save(smaller(family, find), "min")
        now = monotonic()
        if now - told > _TOLD:
            told, done = now, counts.cases.total()
            counts.tell(f"{name}: {done:,} cases, {done / (now - begin):,.0f} a second")
        if seconds and now - begin > seconds:
            return


def _arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("families", nargs="*", metavar="FAMILY", help=", ".join(families.names()))
    parser.add_argument("--all", action="store_true", help="every family")
    parser.add_argument("--minutes", type=float, help="of each family; 1 unless --cases says how many")
    parser.add_argument("--cases", type=int, help="of each label")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--label", action="append", default=[], help="only this one; may be given more than once")
    parser.add_argument("--guided", action="store_true", help="steer by newly reached branches")
    parser.add_argument("--by", action="append", metavar="PACKAGE", help="whose branches --guided counts: advisor")
    parser.add_argument("--forever", action="store_true", help="go on with the next seed, until stopped")
    parser.add_argument("--sparing", type=int, default=1, metavar="N", help="hold what is dear of N times fewer inputs")
    parser.add_argument("--keep", metavar="DIR", help="where finds are saved")
    parser.add_argument("--corpus", metavar="DIR", help="where --guided keeps what reached something new")
    parser.add_argument("--counts", metavar="FILE", help="JSON lines that counts are added to")
    parser.add_argument("--input", metavar="FILE", help="carry out this one, of the only family and --label")
    asked = parser.parse_args()
    asked.by = asked.by or ["advisor"]
    wrong = from_elsewhere(advisor.__file__) or unknown_label(_named(asked), asked.label)
    if wrong:
        parser.error(wrong)
    return asked


def from_elsewhere(found):
    """What is said where another domlint than the one beside tests/ would be tried. found: the file of its package."""
    own = Path(__file__).resolve().parents[2]
    if Path(found).resolve().is_relative_to(own):
        return ""
    return (
        f"another domlint would be tried, {Path(found).parent.parent}: install this checkout, or set PYTHONPATH={own}"
    )


def _named(asked):
    return families.names() if asked.all or not asked.families else asked.families


def with_labels(names, labels):
    """The families that have any of the labels; without labels all."""
    return [name for name in names if not labels or {*labels} & {*families.family(name).labels()}]


def unknown_label(names, labels):
    """What is said of a label that none of the families has."""
    known = [label for name in names for label in families.family(name).labels()] if labels else []
    unknown = [label for label in labels if label not in known]
    return f"--label {unknown[0]}: there is none; those of {', '.join(names)} are {', '.join(known)}" if unknown else ""


def _one_input(name, label, path):
    with everything():
        cpu, find = carried_out(families.family(name), label, Path(path).read_bytes())
    print(find.told if find else f"nothing found, {cpu:.3f} s of CPU")
    return 1 if find else 0


def _family(name, seed, asked, rows):
    """Runs a family once; the rows of what it counted are there when it is stopped, too."""
    seconds = None if asked.cases else 60 * (asked.minutes or 1)
    if asked.guided:
        from fuzzing import guided  # late: the seeds of a plain run need none of it

        guided.run(name, seed, seconds or 60, asked, rows)
        return
    counts = tally.Tally(name, asked.keep, lambda text: print(text, flush=True))
    begin = monotonic()
    try:
        cases(name, seed, counts, asked.cases, seconds, asked.label)
    finally:
        rows += counts.rows(seed=seed, guided=False, minutes=round((monotonic() - begin) / 60, 2))


def _rounds(asked, rows):
    """Each family in turn, with the next seed if it is to go on."""
    for seed in count(asked.seed):
        for name in with_labels(_named(asked), asked.label):
            of_family = []
            try:
                _family(name, seed, asked, of_family)
            finally:
                rows += of_family
                if asked.counts:
                    tally.written(of_family, asked.counts)
        if not asked.forever:
            return


def main():
    """Runs what the command line asks for."""
    asked = _arguments()
    SPARING[0] = asked.sparing
    if asked.input:
        return _one_input(asked.families[0], asked.label[0], asked.input)
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, resource.getrlimit(resource.RLIMIT_AS)[1]))
    rows = []
    try:
        _rounds(asked, rows)
    except KeyboardInterrupt:
        print("stopped")
    print(tally.table(tally.read(asked.counts) if asked.counts else rows))
    return 1 if any(row["finds"] for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
