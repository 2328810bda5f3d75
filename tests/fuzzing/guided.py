"""Guided: a family's inputs steered by the branches that they newly reach: atheris, with the seeds to begin with.

What a family imports and what its labels do is instrumented, and of a LATE one all that is to steer it; all else is not. libFuzzer
never ends in peace, so it has a process of its own, which writes down now and then what it counted. Bytes of the form that
libFuzzer draws: a label's number, and its input.
"""

import json
import os
import pkgutil
import random
import re
import subprocess
import sys
import tempfile
from importlib import import_module
from pathlib import Path
from time import monotonic

from fuzzing import cases, families, mutations, shares, tally  # they import no advisor

TESTS = Path(__file__).resolve().parent.parent
LONGEST = 6000  # bytes, where a family does not say otherwise
_SEEDS = 60  # of a label
_OWN = 0.7  # the share of changes that are the family's, not libFuzzer's
_TOLD = 5  # seconds between two times that the counts are written down
_COVERAGE = re.compile(r"cov: (\d+) ft:")
_OPTIONS = ("-timeout=0", "-len_control=0", "-rss_limit_mb=4096", "-handle_alrm=0", "-reload=0")


def run(name, seed, seconds, asked, rows):
    """Has a family's inputs steered for some seconds, by a process of its own, and adds the rows of what it counted."""
    with tempfile.TemporaryDirectory() as folder:
        counts, told = Path(folder, "counts"), Path(folder, "told")
        given = {
            "name": name,
            "seed": seed,
            "seconds": seconds,
            "keep": asked.keep,
            "only": asked.label,
            "by": asked.by,
        }
        given |= {
            "sparing": asked.sparing,
            "counts": str(counts),
            "corpus": asked.corpus or str(Path(folder, "corpus")),
        }
        kept = Path(asked.keep or folder)
        kept.mkdir(parents=True, exist_ok=True)
        command = [sys.executable, "-m", "fuzzing.guided", json.dumps(given), *_OPTIONS, f"-seed={seed + 1}"]
        command.append(f"-max_len={longest(families.family(name))}")
        command += [f"-artifact_prefix={kept}/{name}-", given["corpus"]]
        begin, code = monotonic(), 0
        try:
            with told.open("w", encoding="utf-8") as errors:
                code = subprocess.run(command, stderr=errors, env=_environment(), check=False).returncode
        finally:
            lines = told.read_text(encoding="utf-8", errors="replace")
            reached = [int(branches) for branches in _COVERAGE.findall(lines)]
            more = {
                "by": asked.by,
                "minutes": round((monotonic() - begin) / 60, 2),
                "branches": [*reached[:1], *reached[-1:]],
            }
            made = tally.read(counts)
            if code:
                print(f"FIND {name}: the guided process ended with {code}\n{lines[-3000:]}")
                made.append(tally.row(name, "the process", seed=seed, guided=True, finds={"it died": 1}))
            rows += [row | more for row in made]
            done = sum(row["cases"] for row in made)
            print(f"{name}: {done:,} cases, branches by the seeds and at the end: {more['branches']}")


def longest(family):
    """How many bytes an input may have."""
    return getattr(family, "LONGEST", LONGEST)


def _environment():
    """With the tests' folder among those where modules are looked for."""
    folders = [str(TESTS), *filter(None, [os.environ.get("PYTHONPATH")])]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(folders)}


def import_all(package):
    """Imports a package's modules, but for those that run a program."""
    for module in pkgutil.walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith("__main__"):
            import_module(module.name)


class Steered:
    """The process that libFuzzer runs in. given: what `rows` gives."""

    def __init__(self, given, atheris):
        self.given, self.atheris = given, atheris
        self.name, self.seconds = given["name"], given["seconds"]
        with atheris.instrument_imports(include=given["by"]):
            self.family = families.family(self.name)
            self.labels = [label for label in self.family.labels() if not given["only"] or label in given["only"]]
            for package in given["by"] if hasattr(self.family, "LATE") else ():
                import_all(package)
        self.counts = tally.Tally(self.name, given["keep"], lambda text: print(text, flush=True))
        self.begin = self.told = 0.0

    def lay_seeds(self):
        """Puts the seeds where libFuzzer looks for them."""
        folder = Path(self.given["corpus"])
        folder.mkdir(parents=True, exist_ok=True)
        for number, label in enumerate(self.labels):
            seeds = self.family.seeds(label)
            for at, seed in enumerate(seeds[:: len(seeds) // _SEEDS + 1]):
                (folder / f"seed-{number}-{at}").write_bytes(bytes([number]) + seed[: longest(self.family) - 1])

    def one(self, data):
        """Carries out an input."""
        if data:
            label = self.labels[data[0] % len(self.labels)]
            cpu, find = cases.carried_out(self.family, label, data[1:])
            if self.counts.add(label, cpu, find, "guided"):
                self.counts.save(cases.smaller(self.family, find), "min")
        now = monotonic()
        self.begin = self.begin or now  # instrumenting takes a while
        if now - self.told > _TOLD:
            self.told = now
            rows = self.counts.rows(seed=self.given["seed"], guided=True)
            Path(self.given["counts"]).unlink(missing_ok=True)
            tally.written(rows, self.given["counts"])
            if now - self.begin > self.seconds:
                os._exit(0)

    def mutated(self, data, most, seed):
        """Another input: changed by the family, which knows the format, or by libFuzzer, which knows what was compared."""
        drawn = random.Random(seed)
        number, body = (data[0], data[1:]) if data else (0, b"")
        label = self.labels[number % len(self.labels)]
        if drawn.random() > _OWN:
            body = self.atheris.Mutate(body, most - 1)
        elif hasattr(self.family, "mutated"):
            body = self.family.mutated(label, body, drawn)
        else:
            body = mutations.mutated(self._material(label), body, drawn)
        return (bytes([number]) + body)[:most]

    def _material(self, label):
        if not hasattr(self, "materials"):
            self.materials = {one: mutations.material(self.family.seeds(one)) for one in self.labels}
        return self.materials[label]


def main():
    """The process of its own."""
    import atheris  # late: only this needs it

    given = json.loads(sys.argv[1])
    shares.SPARING[0] = given["sparing"]
    cases.CPU *= 3  # what counts its branches is slower
    steered = Steered(given, atheris)
    steered.lay_seeds()
    atheris.Setup([sys.argv[0], *sys.argv[2:]], steered.one, custom_mutator=steered.mutated)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
