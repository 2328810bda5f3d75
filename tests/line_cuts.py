"""What cuts at line ends do to verdicts, over all files of all fixtures, as a table.

No reader can know of such a cut, but where a format says itself where it ends. Run: python tests/line_cuts.py
"""

import sys
from collections import Counter

from test_cuts import is_within_a_line, raw_of, servers, turned


def main() -> None:
    """Cuts each file behind each of its lines but the last, and counts what turned, by format."""
    cuts: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    verdicts: Counter[str] = Counter()
    rules: dict[str, Counter[str]] = {}
    for server in servers():
        for number, file in enumerate(server.files):
            raw = raw_of(file)
            for end in (at for at in range(1, len(raw)) if not is_within_a_line(raw, at)):
                found = turned(server, number, end)
                if found is None:
                    continue
                format = file.reader.name
                cuts[format] += 1
                names = {key if isinstance(key, str) else key[0] for key in found}
                wrong[format] += bool(names)
                verdicts[format] += len(names)
                rules.setdefault(format, Counter()).update(names)
    print("| format | cuts at line ends | cuts that turn a verdict | verdicts turned |\n|---|---|---|---|")
    for format, count in cuts.most_common():
        print(f"| {format} | {count} | {wrong[format]} | {verdicts[format]} |")
    for format, names in rules.items():
        print(f"{format}: {names.most_common()}", file=sys.stderr)


if __name__ == "__main__":
    main()
