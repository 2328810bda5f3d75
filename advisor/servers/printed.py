"""Printed: paths of the command line and below them, as reports print them."""

from pathlib import Path

from advisor.values.printing import here, printable_path


def real_path(path: Path) -> Path:
    """The absolute path; a link named on the command line keeps its own name."""
    return path.resolve() if path.is_dir() else path.absolute().parent.resolve() / path.name


def root_of(real: Path) -> Path:
    """Where printed paths begin: the working directory when the argument is below it, else the argument's parent."""
    start = here()
    return start if real.is_relative_to(start) else real.parent


def printed(real: Path, root: Path) -> str:
    """An absolute path as reports print it."""
    return printable_path(str(real.relative_to(root)))
