"""Read a JSON or NDJSON report of domlint: join the lines of NDJSON, and find what to do about a finding."""

import json


def remedy_of(finding, report):
    """Return the fix of a finding: the remedy of its rule, updated by what the finding says itself."""
    fix = finding["fix"]
    return report["rules"][finding["rule"]]["remedies"][fix["remedy"]] | fix


def joined(lines):
    """Return the JSON report that the lines of an NDJSON report make up, with renumbered hints."""
    *servers, last = [json.loads(line) for line in lines]
    if "totals" not in last:
        raise ValueError("the last line is missing: the run broke off")
    keys = {}
    for line in (*servers, last):
        for hint in line["hints"]:
            keys.setdefault(hint["collect"], {}).update(dict.fromkeys(hint["keys"]))
    numbers = {collect: number for number, collect in enumerate(keys)}
    for line in (*servers, last):
        for row in line["unknown"]:
            for rule, hints in row["rules"].items():
                row["rules"][rule] = [numbers[line["hints"][number]["collect"]] for number in hints or ()] or None
    report = {name: value for name, value in last.items() if name != "totals"}
    for name in ("findings", "unknown", "waived"):
        report[name] = [row for line in (*servers, last) for row in line[name]]
    report["servers"] = [line["server"] for line in servers]
    report["hints"] = [{"collect": collect, "keys": list(of_it)} for collect, of_it in keys.items()]
    return report
