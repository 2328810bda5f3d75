"""A section of docs/performance.md: text, a table and the targets that its figures are compared with."""

from dataclasses import dataclass, field
from pathlib import Path

from measure import Command


@dataclass(frozen=True)
class Target:
    """A figure and its limit."""

    name: str
    value: float
    limit: float
    at_least: bool = False  # else at most

    def line(self) -> str:
        """Return the target as an item of a Markdown list."""
        met = self.value >= self.limit if self.at_least else self.value <= self.limit
        bound = f"{'at least' if self.at_least else 'at most'} {self.limit:g}"
        return f"- {self.name}: {self.value:.2f}. Target: {bound}; {'met' if met else '**not met**'}."


@dataclass(frozen=True)
class Section:
    """What one benchmark found."""

    title: str
    text: str
    head: list[str]
    rows: list[list[str]]
    targets: list[Target] = field(default_factory=list)
    picture: str = ""  # an SVG, written beside the page

    def markdown(self, environment: str) -> str:
        """Return the section. environment: the machine and the commit."""
        lines = [f"| {' | '.join(row)} |" for row in (self.head, ["---"] * len(self.head), *self.rows)]
        parts = [f"## {self.title}", self.text, "\n".join(lines)]
        if self.picture:
            parts.append(f"![{self.title}](performance-{self.title.lower().replace(' ', '-')}.svg)")
        parts.append("\n".join(target.line() for target in self.targets))
        return "\n\n".join([part for part in parts if part] + [environment]) + "\n"


@dataclass(frozen=True)
class Tools:
    """What a benchmark works with."""

    commands: Path  # the folder of `domlint` and `yamllint`
    folder: Path  # for generated files
    quick: bool = False  # few servers and few rounds

    def check(self, *words: str | Path, jobs: int | None = 1) -> Command:
        """Return `domlint check` of the words, in one process unless `jobs` says otherwise."""
        processes = [] if jobs is None else ["--jobs", str(jobs)]
        return Command([str(self.commands / "domlint"), "check", *map(str, words), *processes], self.folder)

    def peer(self, path: Path) -> Command:
        """Return `yamllint` of a file or folder."""
        return Command([str(self.commands / "yamllint"), str(path)], self.folder)

    def rounds(self, many: int) -> int:
        """Return how often to run a command."""
        return 2 if self.quick else many


def milliseconds(seconds: float) -> str:
    """Return a time for a table."""
    return f"{seconds * 1000:,.0f} ms"


def yaml_file(path: Path, lines: int = 150) -> Path:
    """Write a YAML file in which yamllint finds nothing, and return its path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("---\n" + "".join(f"setting_{number}: {number}\n" for number in range(lines - 1)), encoding="ascii")
    return path
