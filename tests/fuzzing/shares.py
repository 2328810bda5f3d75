"""Shares: what is dear is held of a share of all inputs, which the input itself decides; of a find everything is held."""

import contextlib
from zlib import crc32

_everything = False
SPARING = [1]  # so many times smaller are all shares, where a run is to get through more inputs


def one_in(number, data, what=""):
    """Whether an input is in a share of one in some number. what: tells the shares of one family apart."""
    return _everything or crc32(data, crc32(what.encode())) % (number * SPARING[0]) == 0


@contextlib.contextmanager
def everything():
    """Within it every input is in every share, so that a find stays one while it is made smaller."""
    global _everything  # noqa: PLW0603 one process carries out one case at a time
    before, _everything = _everything, True
    try:
        yield
    finally:
        _everything = before
