"""domlint: reads a Domino server's configuration files and says what is wrong with them."""

__version__ = "0.1.0"
ADDRESS = ""  # where the project can be read publicly, its pages below it; "": it cannot
