"""Options: how to write a report, as far as the command line may say it."""

from typing import NamedTuple


class Options(NamedTuple):
    """width: in characters, where a format folds lines. quiet: findings only, where a format has more."""

    width: int = 100
    quiet: bool = False
