"""Tables of cases: a test that goes through all of one, and names every case that fails.

What pytest does for a test of its own takes some milliseconds, here and in each process that collects it. Where a table has
many cases that take less than that, they are one test; it is given like `pytest.mark.parametrize`, and takes no fixtures.
"""

from itertools import repeat


def at_once(names, cases, ids=None):
    """Makes one test of all cases. names: what a case is called, one word where it is no tuple; ids: as parametrize has them."""
    alone = isinstance(names, str) and "," not in names
    rows = [(case,) if alone else tuple(case) for case in cases]
    given = [", ".join(map(ids, row)) for row in rows] if callable(ids) else ids or repeat("")

    def of(test):
        def whole():
            failed = []
            for row, name in zip(rows, given):  # noqa: B905 without ids there is no end of them
                try:
                    test(*row)
                except Exception as error:
                    failed.append((f"{name or repr(row)}: {type(error).__name__}: {error}", error))
            if failed:
                raise AssertionError("\n\n".join(text for text, _ in failed)) from failed[0][1]

        whole.__name__, whole.__doc__, whole.__module__ = test.__name__, test.__doc__, test.__module__
        return whole

    return of
