"""Decide each night which tickets to open, update and close, and prepare them for Jira, ServiceNow and DefectDojo.

Copy this file into your own program. docs/tickets.md explains it. The tests of domlint run it.
"""

import json
from datetime import timedelta


def folded(name):
    """Return a name in lower case, as fingerprints have it."""
    return name.casefold()


def same_name(server, report):
    """Return the places of the other servers with the same name."""
    names = {row["name"] for row in report["places"] if row["server"] == server["name"]}
    return [row["place"] for row in report["places"] if row["name"] in names and row["server"] != server["name"]]


def may_be_one(one, other):
    """Return whether two places may be the same place, named from different folders."""
    return f"/{one}".endswith(f"/{other}") or f"/{other}".endswith(f"/{one}")


def moved(then, now):
    """Return whether two places differ in more than the first folder."""
    return not may_be_one(then, now) and then.partition("/")[2] != now.partition("/")[2]


def took_its_name(then, now, namesakes):
    """Return whether the server at the new place was another server of the same name before."""
    if then == now:
        return False
    return any(may_be_one(place, now) or (moved(then, now) and not moved(place, now)) for place in namesakes)


def is_another(then, server, others, namesakes=()):
    """Return whether this may be another server than the one that had the ticket.

    others: places of the servers with this name now; namesakes: their places then.
    """
    now = server["place"]
    if then == now:
        return False
    if any(may_be_one(then, place) for place in [*others, *(server.get("copies") or ())]):
        return True
    return took_its_name(then, now, namesakes) or bool(moved(then, now) and (others or namesakes))


def lacks_a_file(ticket, report):
    """Return whether notes.ini or a file of the finding is missing and no other file replaces it."""
    stood = [place["path"] for place in [ticket["location"], *(ticket["further"] or ())] if place]
    for name, then in ticket["inputs"].items():
        now = inputs_of(name, report)
        if "notes.ini" in then.values() and "notes.ini" not in now.values():
            return True
        if any(is_gone(path, then, now) for path in stood if path in then):
            return True
    return any(lost_by_all(path, ticket["others"], report) for path in stood)


def inputs_of(name, report):
    """Return the formats of the files of a server, by path; an empty dict if the server is missing."""
    servers = [one for one in report["servers"] if folded(one["name"]) == folded(name)]
    return {file["path"]: file["format"] for one in servers for file in one["inputs"] or ()}


def is_gone(path, then, now):
    """Return whether a file is gone, unless all files of its format were replaced by at least as many."""
    before, after = ({file for file, kind in files.items() if kind == then[path]} for files in (then, now))
    return path not in now and bool(before & after or len(after) < len(before))


def lost_by_all(path, others, report):
    """Return whether every other server that had the file has lost it."""
    had = [name for name in others if path in others[name]]
    return bool(had) and all(is_gone(path, others[name], inputs_of(name, report)) for name in had)


def is_open(ticket, row):
    """Return whether a row of `unknown` covers the finding: its rule, and its subject or all subjects."""
    owners = [row.get("server") or row["cluster"], ticket["server"] or ticket["cluster"]]
    subjects = [ticket["subject"]] if "subjects" not in row else row["subjects"]
    its = folded(owners[0]) == folded(owners[1]) and ticket["rule"] in row["rules"]
    return its and folded(ticket["subject"]) in map(folded, subjects)


def what_to_do(ticket, report):
    """Return what to do with the ticket of a finding that was found before.

    ticket: the finding as `kept` yielded it. report: the new JSON report.
    """
    servers = [one for one in report["servers"] if folded(one["name"]) == folded(ticket["server"] or "")]
    for finding in report["findings"]:
        if finding["fingerprint"] == ticket["fingerprint"]:
            if servers and took_its_name(ticket["place"], servers[0]["place"], ticket["namesakes"]):
                return "leave open: another server has its name now"
            return "nothing" if finding["state"] == ticket["state"] else "update"
    if any(waived["fingerprint"] == ticket["fingerprint"] for waived in report["waived"]):
        return "accepted"
    if report["as_release"]:
        return "leave open: the report is on another release"
    if not report["complete"]:
        return "leave open: the report is not whole"
    if ticket["rule"] not in report["ran"]:
        return "leave open: the rule was not run"
    if ticket["cluster"]:
        members = [one["members"] for one in report["clusters"] if folded(one["name"]) == folded(ticket["cluster"])]
        if not members or set(map(folded, ticket["members"])) - set(map(folded, members[0])):
            return "leave open: not all of the cluster's members are in the report"
    else:
        if not servers:
            return "leave open: the server is not in the report"
        if set(map(folded, ticket["beside"])) - set(map(folded, servers[0].get("beside") or ())):
            return "leave open: not all servers of its machine are in the report"
        others = same_name(servers[0], report)
        if is_another(ticket["place"], servers[0], others, ticket["namesakes"]):
            return "leave open: it may be another server of this name, or a copy of it"
    if lacks_a_file(ticket, report):
        return "leave open: a file in which it stood, or notes.ini, is not there"
    for row in report["unknown"]:
        if is_open(ticket, row):
            return "leave open: it could not be judged"
    told = {folded(one["name"]): one.get("told") for one in report["servers"]}
    if any(told.get(folded(name)) != before for name, before in ticket["told"].items()):
        return "closed by configuration"
    figures = [
        (changed or {}).get("parameters") for changed in (ticket["changed"], report["changed"].get(ticket["rule"]))
    ]
    if figures[0] != figures[1]:
        return "closed by configuration"
    return "close"


def kept(report):
    """Yield each finding with everything that must be stored with its ticket."""
    servers = {one["name"]: one for one in report["servers"]}
    inputs = {name: {file["path"]: file["format"] for file in one["inputs"] or ()} for name, one in servers.items()}
    clusters = {cluster["name"]: cluster["members"] for cluster in report["clusters"]}
    for finding in report["findings"]:
        server = servers.get(finding["server"], {})
        places = [place for place in [finding["location"], *(finding["further"] or ())] if place]
        foreign = {place["path"] for place in places} - set(inputs.get(finding["server"], ()))
        evidence = [(one["key"], one["value"]) for one in finding["evidence"] or ()]
        rests_on_others = server and (foreign or ("server.partitioned", "yes") in evidence)
        beside = server.get("beside", []) if rests_on_others else []
        members = clusters.get(finding["cluster"])
        owners = members or [finding["server"], *beside]
        paths = {place["path"] for place in places}.difference(*(inputs.get(name, ()) for name in owners))
        yield finding | {
            "place": server.get("place"),
            "namesakes": same_name(server, report) if server else [],
            "beside": beside,
            "members": members,
            "inputs": {name: inputs[name] for name in owners if name in inputs},
            "others": {name: files for name, files in inputs.items() if paths & files.keys()},
            "told": {name: servers[name].get("told") for name in members or [finding["server"]] if name in servers},
            "changed": report["changed"].get(finding["rule"]),
        }


def whole(lines):
    """Return the tickets in the lines of a tickets file. Raise ValueError if the file is incomplete."""
    *rows, end = [json.loads(line) for line in lines]
    if end["domlint"] != "end":
        raise ValueError("the last line is missing: the run broke off")
    return rows


def findings_of(row):
    """Return the findings of a line: one, or all findings of a rule."""
    return row.get("servers") or [row]


def night(memory, report, lines):
    """Yield what to do with each ticket: ("open", line), ("close", line) and so on.

    memory: the open findings by id, each as `kept` yielded it, with the line of its ticket as `row`. It is changed.
    report, lines: of --format json and --format tickets, from the same run.
    """
    rows, now = whole(lines), {one["fingerprint"]: one for one in kept(report)}
    tickets = {ticket["row"]["correlation_id"]: ticket["row"] for ticket in memory.values()}
    became = {name: [] for name in tickets}  # for each ticket: what happened to its findings
    for name, ticket in list(memory.items()):
        what = what_to_do(ticket, report)
        if what in ("nothing", "update"):
            memory[name] = now[name] | {"row": ticket["row"]}
        elif not what.startswith("leave open"):
            del memory[name]
        became[ticket["row"]["correlation_id"]].append(what)
    for row in rows:
        for one in findings_of(row):
            if one["correlation_id"] not in memory and one["status"] == "open":
                memory[one["correlation_id"]] = now[one["correlation_id"]] | {"row": row}
                became.setdefault(row["correlation_id"], []).append("open")
    still = {ticket["row"]["correlation_id"] for ticket in memory.values()}
    new = {row["correlation_id"]: row for row in rows}
    done = {name: of_ticket(whats, tickets.get(name), new.get(name), name in still) for name, whats in became.items()}
    tickets |= {name: new[name] for name, what in done.items() if name in new and what in ("open", "update", "nothing")}
    for name, ticket in memory.items():
        memory[name] = ticket | {"row": tickets[ticket["row"]["correlation_id"]]}
    for name, what in done.items():
        yield what, tickets[name]


def of_ticket(whats, before, row, is_open):
    """Return what to do with a ticket.

    whats: what happened to each of its findings. before, row: its lines of the last report and of this one.
    """
    if not before:
        return "open"
    if not is_open:
        return whats[0] if len(set(whats)) == 1 else "close"
    left = [what for what in whats if what.startswith("leave open")]
    if set(whats) - {"nothing", *left}:
        return "update"
    if left:
        return left[0]
    return "update" if row and row["state"] != before["state"] else "nothing"


def jira(row, project, today):
    """Return the body of POST /rest/api/3/issue. today: the date on which the ticket is opened."""
    fields = {
        "project": {"key": project},
        "issuetype": {"name": "Task"},
        "summary": row["summary"],
        "description": {
            "type": "doc",
            "version": 1,
            "content": [paragraph(text) for text in row["description"].split("\n\n")],
        },
        "priority": {"name": row["priority_name"]},
        "labels": row["labels"],
    }
    if row["due_days"] is not None:
        fields["duedate"] = (today + timedelta(days=row["due_days"])).isoformat()
    return {"fields": fields}


def paragraph(text):
    """Return lines of plain text as a paragraph. Jira reads no markup in it."""
    lines = [[{"type": "text", "text": line}, {"type": "hardBreak"}] for line in text.split("\n") if line]
    return {"type": "paragraph", "content": sum(lines, [])[:-1]}


def jql(row, project):
    """Return a query that finds the ticket of a line, open or closed."""
    return f'project = "{project}" AND labels = "{row["labels"][1]}"'


def servicenow(row, longest=4000):
    """Return a record for POST /api/now/import/<table>/insertMultiple.

    longest: the length of the field description.
    """
    columns = {
        "correlation_id": row["correlation_id"],
        "correlation_display": "domlint",
        "short_description": row["short_description"],
        "description": shortened(row["description"], longest),
        "impact": row["impact"],
        "urgency": row["urgency"],
        "cmdb_ci": row["server"] or row["cluster"],
        "category": row["category"],
        "due_days": row["due_days"],
    }
    texts = {f"u_{name}": str(value) for name, value in columns.items() if value is not None}
    return {name: "'NULL'" if text == "NULL" else text for name, text in texts.items()}


def shortened(text, longest):
    """Return the description shortened to the field. The last two lines, rule and id, are kept."""
    if len(text.encode("utf-16-le")) // 2 <= longest:
        return text
    head, rule, identity = text.rsplit("\n", 2)
    ids = f"\n… Cut here; the JSON report has the rest.\n\n{rule}\n{identity}"
    room = longest - len(ids)
    return head.encode("utf-16-le")[: room * 2].decode("utf-16-le", "ignore").rstrip() + ids


def defectdojo(rows):
    """Return the file for /api/v2/reimport-scan/ with scan_type `Generic Findings Import`. rows: tickets."""
    return {"findings": [finding_of(row) for row in rows]}


def still_open(memory):
    """Return the lines of all open tickets, each once."""
    return list({ticket["row"]["correlation_id"]: ticket["row"] for ticket in memory.values()}.values())


def finding_of(row):
    """Return a line as a finding of DefectDojo."""
    fields = {
        "title": row["summary"],
        "severity": row["severity"].capitalize(),
        "description": "\n".join([row["message"], "", *(row["where"] or ())]).rstrip(),
        "mitigation": row["remedy"],
        "impact": row["why"],
        "references": row["references"],
        "file_path": row["path"] and row["path"][:4000],
        "line": row["line"],
        "component_name": (row["server"] or row["cluster"] or "several servers")[:500],
        "component_version": row["release"] and row["release"][:100],
        "unique_id_from_tool": row["correlation_id"],
        "vuln_id_from_tool": row["rule"],
        "tags": row["labels"],
        "static_finding": True,
        "dynamic_finding": False,
        "active": row["status"] == "open",
        "risk_accepted": row["status"] == "accepted",
    }
    return {name: value for name, value in fields.items() if value is not None}
