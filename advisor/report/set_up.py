"""Remedies for a server that is not set up yet: the keys of the set-up file to change; no console, no restart."""

import re
from collections.abc import Iterator

from msgspec.structs import replace

from advisor.facts import places
from advisor.judging.engine import Result
from advisor.pack import Catalogue
from advisor.pack.catalogue import Key
from advisor.report import masking
from advisor.report.finding import Remedy
from advisor.values.markdown import quoted
from advisor.values.printing import begun, listed

IN_THE_FILE = "in the set-up file"
_CHECKED_THERE = "domlint, given the set-up file again, no longer names it."
_KEEP_A_COPY = "Keep a copy of the set-up file as it is, and put it back."
_NO_RISK = "Nothing runs yet, so nothing is interrupted."
_STAYS_CHANGED = "stays changed"  # a password that others have seen is never written again
_IN_A_DOCUMENT = re.compile(r"\bdocuments?\b", re.IGNORECASE)
_PATH = re.compile(r"^(?:[\w &/]+: )?[\w &/]+ document > [^:]+: ")  # where a client shows the field
_OF_WHAT_RUNS = re.compile(
    r"\brestart|\bconsole\b|\bback(?:ed )?up|\binstance IDs?\b|\bNOTES\.INI\b"
    r"|\bCPU load\b|`(?:show|tell|load) |\bsessions?\b"
    r"|\bserver (?:cleanly|down|is down)\b|\bcounts from the next start\b|\buntil then\b|\bwhile it runs\b"
    r"|\bprocessors\b|^This change settles|^The field (?:is|takes)\b|\bcompact brings\b"
    r"|^(?:Set it to )?Enabled\.$",
    re.IGNORECASE,
)
_CONDITION = re.compile(r", (?:if|unless|once) .*\.$")
_SWITCHED = {"Enabled": "1", "Yes": "1", "Disabled": "0", "No": "0"}


def before_set_up(result: Result, fix: Remedy, catalogue: Catalogue) -> Remedy:
    """Return the remedy for a server that is not set up yet: the keys of the set-up file that have to change.

    Sentences that speak of a running server are left out: restarts, backups, sessions, the console.
    """
    typed = any(one.target == "console" for one in fix.commands)
    told = replace(fix, restart="none", commands=tuple(one for one in fix.commands if one.target != "console"))
    if not (fix.restart != "none" or typed or _IN_A_DOCUMENT.search(fix.summary)):
        return told
    keys = list(_keys(result, fix, catalogue))
    condition = _CONDITION.search(_sentences(fix.summary)[0]) if fix.edits else None
    kept = [_PATH.sub("", one) for one in _sentences(fix.summary) if not _OF_WHAT_RUNS.search(_PATH.sub("", one))]
    said = [f"{begun(listed(keys))} {IN_THE_FILE}{condition[0] if condition else '.'}"] if keys else []
    if keys and fix.edits:
        kept = kept[1:]  # the first sentence names the same settings
    if not keys:
        kept += ["Make this change in the set-up file." if kept else "Correct the value in the set-up file."]
    told = replace(
        told,
        summary=" ".join([*said, *map(begun, kept)]),
        risk=_risk(fix.risk),
    )
    if _STAYS_CHANGED in fix.rollback:
        return told
    return replace(told, rollback=_back(result, fix, catalogue), verify=_CHECKED_THERE)


def _risk(text: str) -> str:
    """Return a risk without its clauses about what runs."""
    clauses = [clause.rstrip(".") for one in _sentences(text) for clause in one.split("; ")]
    kept = [clause for clause in clauses if not _OF_WHAT_RUNS.search(clause)]
    return " ".join(f"{begun(clause)}." for clause in kept) or _NO_RISK


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?]) (?=[A-Z`])", text) if text else []


def _keys(result: Result, fix: Remedy, catalogue: Catalogue) -> Iterator[str]:
    """Yield each change of a key: a setting under serverSetup.notesINI, or an item of a document."""
    for edit in fix.edits:
        if edit.action == "set":
            yield f"set {edit.name} to {edit.to} under serverSetup.notesINI"
        elif edit.action == "remove":
            yield f"remove {edit.name} from serverSetup.notesINI"
        else:
            yield f"rename {edit.name} to {edit.to} under serverSetup.notesINI"
    if fix.edits:
        return
    applied = result.fix or result.rule.fix
    changes = {change.key: change.to for change in applied.field} or dict.fromkeys(_documented(result), "")
    items: dict[str, list[str]] = {}
    for key, to in changes.items():
        entry = catalogue.entry(key)
        if isinstance(entry, Key) and entry.item:
            value = _SWITCHED.get(to, "") if entry.type == "switch" else ""
            document = entry.field.partition(", ")[0]
            items.setdefault(document, []).append(f"{entry.item} to {value}" if value else entry.item)
    for document, names in items.items():
        verb = "set" if any(" to " in name for name in names) else "change"
        yield f"{verb} {listed(names)} under appConfiguration, items of the {document},"


def _documented(result: Result) -> dict[str, None]:
    """Return the keys of document fields that a verdict rests on, in the order of the evidence."""
    origins = (origin for answer in result.evidence for fact in answer.facts for origin in places(fact))
    return {origin.key: None for origin in origins if origin.key.startswith(("doc.", "config.", "site."))}


def _back(result: Result, fix: Remedy, catalogue: Catalogue) -> str:
    """Return how to undo a fix in a set-up file, with the old values unless they are secret."""
    was = {answer.key: answer for answer in result.fix_was}
    back = []
    for one in fix.edits:
        old = was.get(f"ini.{one.name.lower()}")
        if one.action == "rename" or old is None or old.trouble or not (old.absent or old.text):
            return _KEEP_A_COPY
        if old.absent:
            back += [f"take {one.name} out"] if one.action == "set" else []
        elif masking.value(catalogue, old.key, old.text or "") != old.text:  # a secret
            return _KEEP_A_COPY
        else:
            back.append(f"set {one.name} to {_whole(old.text or '')}")
    return f"Nothing runs yet: {', '.join(back)} in the set-up file again." if back else _KEEP_A_COPY


def _whole(value: str) -> str:
    """Return an old value for a sentence. Its backticks are escaped for formats that have code."""
    return quoted(value) if "`" in value else value
