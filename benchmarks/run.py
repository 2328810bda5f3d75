"""Run the benchmarks and write docs/performance.md, which lists the ways to call this."""

import argparse
import functools
import os
import platform
import subprocess
import tempfile
from datetime import UTC, datetime
from pathlib import Path

import growth
import listings
import logs
import page
import start
from measure import PROJECT, install
from section import Section, Tools

PAGE = PROJECT / "docs" / "performance.md"
BENCHMARKS = {"start": start, "growth": growth, "listings": listings, "logs": logs, "page": page}
TITLES = ("Start", "Growth", "Listings", "Large files", "Page")


def main() -> None:
    """Measure what the command line asks for, print each section, and write it into the page."""
    parser = argparse.ArgumentParser(description="Run the benchmarks and write docs/performance.md.")
    parser.add_argument("--only", action="append", choices=list(BENCHMARKS), help="this one; may be repeated")
    parser.add_argument("--quick", action="store_true", help="few servers, few rounds; writes no page")
    parser.add_argument("--most", type=int, default=10_000, help="servers of the largest fleet, up to 100000")
    words = parser.parse_args()
    commands = install()
    for name in words.only or BENCHMARKS:
        measure = BENCHMARKS[name].measure
        if name == "growth":
            measure = functools.partial(measure, most=words.most)
        with tempfile.TemporaryDirectory() as folder:
            section = measure(Tools(commands, Path(folder), words.quick))
        print(section.markdown(environment()), flush=True)
        if not words.quick:
            write(section)


def write(section: Section) -> None:
    """Put a section into the page, in the place of the one with its title; write its picture beside the page."""
    introduction, *parts = PAGE.read_text(encoding="utf-8").split("\n## ")
    sections = {part.partition("\n")[0]: f"## {part.rstrip()}\n" for part in parts}
    sections[section.title] = section.markdown(environment())
    text = "\n".join([introduction.rstrip() + "\n", *(sections[title] for title in TITLES if title in sections)])
    PAGE.write_text(text, encoding="utf-8", newline="\n")
    if section.picture:
        growth.plot_path(PAGE).write_text(section.picture, encoding="utf-8", newline="\n")


def environment() -> str:
    """Return the machine, the date and the commit."""
    words = ["git", "describe", "--always", "--dirty", "--exclude", "*"]
    commit = subprocess.run(words, cwd=PROJECT, capture_output=True, text=True, check=True).stdout.strip()
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    return f"{system}; {datetime.now(UTC):%d %B %Y}, commit {commit}."


if __name__ == "__main__":
    main()
