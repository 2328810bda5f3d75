"""Tally: what was carried out of each label, in this run and, in a file of JSON lines, in all runs before it."""

import json
from collections import Counter
from hashlib import sha256
from pathlib import Path

EACH_KIND = 3  # finds of one kind that are kept


class Tally:
    """The counts of one run of a family. keep: the folder where finds are saved."""

    def __init__(self, family, keep=None, tell=print):
        self.family = family
        self.keep = Path(keep) if keep else None
        self.tell = tell
        self.cases, self.cpu, self.finds = Counter(), Counter(), Counter()
        self.slowest = {}

    def add(self, label, cpu, find=None, how=""):
        """Takes in a case; whether it is a find of a kind that was seldom met before. how: to make it again."""
        self.cases[label] += 1
        self.cpu[label] += cpu
        if cpu > self.slowest.get(label, 0):
            self.slowest[label] = cpu
        if find is None:
            return False
        self.finds[label, find.kind] += 1
        if self.finds[label, find.kind] > EACH_KIND:
            return False
        self.tell(f"FIND {self.family} {label} ({how}): {find.kind}\n{find.told}{find.data[:300]!r}")
        self.save(find)
        return True

    def save(self, find, ending="bin"):
        """Keeps a find's bytes, and its story beside them."""
        if self.keep:
            self.keep.mkdir(parents=True, exist_ok=True)
            stem = f"{self.family}-{find.label}-{sha256(find.kind.encode() + find.data).hexdigest()[:8]}".replace(
                " ", "_"
            ).replace("/", "_")
            (self.keep / f"{stem}.{ending}").write_bytes(find.data)
            (self.keep / f"{stem}.{ending}.txt").write_text(
                f"{find.label}: {find.kind}\n{find.told}", encoding="utf-8", errors="replace"
            )

    def rows(self, **more):
        """A row for each label."""
        for label in sorted(self.cases):
            finds = {kind: many for (of_label, kind), many in self.finds.items() if of_label == label}
            measured = {"cpu": round(self.cpu[label], 2), "slowest": round(self.slowest.get(label, 0), 3)}
            yield row(self.family, label, cases=self.cases[label], finds=finds, **measured, **more)


def row(family, label, *, cases=0, cpu=0.0, slowest=0.0, finds=(), **more):
    """What is told of a label, as JSON has it."""
    return {
        "family": family,
        "label": label,
        **more,
        "cases": cases,
        "cpu": cpu,
        "slowest": slowest,
        "finds": dict(finds),
    }


def written(rows, path):
    """Rows added to a file of counts."""
    with Path(path).open("a", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


def read(path):
    """The rows of a file of counts; none where there is no such file."""
    lines = Path(path).read_text(encoding="utf-8").splitlines() if Path(path).exists() else []
    return [json.loads(line) for line in lines]


def table(rows):
    """Rows added up by label, as text."""
    labels = {}
    for row in rows:
        cases, cpu, slowest, finds = labels.setdefault((row["family"], row["label"]), [0, 0.0, 0.0, 0])
        of_row = (
            cases + row["cases"],
            cpu + row["cpu"],
            max(slowest, row["slowest"]),
            finds + sum(row["finds"].values()),
        )
        labels[row["family"], row["label"]] = list(of_row)
    lines = [f"{'family':<12}{'label':<26}{'cases':>10}{'CPU s':>9}{'slowest':>9}{'finds':>7}"]
    for (family, label), (cases, cpu, slowest, finds) in sorted(labels.items()):
        lines.append(f"{family:<12}{label:<26}{cases:>10,}{cpu:>9.1f}{slowest:>9.3f}{finds:>7}")
    sums = [sum(values[at] for values in labels.values()) for at in (0, 1, 3)]
    lines.append(f"{'':<12}{'all':<26}{sums[0]:>10,}{sums[1]:>9.1f}{'':>9}{sums[2]:>7}")
    return "\n".join(lines)
