"""The identity of a finding, or of a rule that could not be checked: made of rule, server and subject."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from advisor.facts import SERVER, Subject
from advisor.judging.engine import FAILED, UNKNOWN, Result, Results
from advisor.pack import Catalogue
from advisor.report import masking

VERSION = "1"
_AMISS = {UNKNOWN, FAILED}
_OF_SERVER = ((SERVER.kind, SERVER.kind),)  # what most results speak of


class Owner(NamedTuple):
    """The server or cluster that results are about, by its name in the report."""

    server: str | None = None
    cluster: str | None = None
    awaits_set_up: bool = False  # only the set-up file of the server is known

    @property
    def name(self) -> str:
        """Return the name of the server or the cluster."""
        return self.server or self.cluster or ""


class Identity(NamedTuple):
    """A failed or unknown result on one subject."""

    result: Result
    subject: str  # its name in the report
    ordinal: int | None  # among the failed results of the rule on subjects of this name; None if unknown


def identities(results: Results, catalogue: Catalogue) -> list[Identity]:
    """Return every failed or unknown result, in order; one that stands for similar subjects once for each of them."""
    amiss = [result for result in results.outcomes if result.verdict in _AMISS]
    if len({result.rule.id for result in amiss}) == len(amiss) and not any(result.alike for result in amiss):
        return [_only(result, catalogue) for result in amiss]  # most servers' are each their rule's only one
    shown: dict[Subject, tuple[str, str]] = {}
    named = [
        (result, name, (result.rule.id, folded))
        for result in amiss
        for name, folded in _names(result, catalogue, shown)
    ]
    of_one_name = Counter([key for _, _, key in named])
    failed: dict[tuple[str, str], int] = {}
    found = []
    for result, name, key in named:
        ordinal = None
        if result.verdict == FAILED:
            ordinal = failed.get(key, 0)
            failed[key] = ordinal + 1
        elif of_one_name[key] == 1 and _is_known(result):
            ordinal = 0
        found.append(Identity(result, name, ordinal))
    return found


def _only(result: Result, catalogue: Catalogue) -> Identity:
    """Return the identity of a result on one subject, the only one of its rule."""
    name = SERVER.kind if result.subject == SERVER else masking.subject_name(catalogue, result.subject)
    return Identity(result, name, 0 if result.verdict == FAILED or _is_known(result) else None)


def _names(result: Result, catalogue: Catalogue, shown: dict[Subject, tuple[str, str]]) -> Sequence[tuple[str, str]]:
    """Return the names of a result's subjects, each also in lower case. shown: the names so far, by subject."""
    if result.subject == SERVER and not result.alike:
        return _OF_SERVER
    subjects = (result.subject, *(result.alike or ()))
    for subject in subjects:
        if subject not in shown:
            name = masking.subject_name(catalogue, subject)
            shown[subject] = name, name.casefold()
    return [shown[subject] for subject in subjects]


def _is_known(result: Result) -> bool:
    """Return whether the subject of an unknown result is known: the server, or a listed subject."""
    return result.alike is not None and (result.rule.subject == SERVER.kind or result.subject != SERVER)


def fingerprint_of(rule: str, owner: str, subject: str, ordinal: int = 0) -> str:
    """Return the identity of a finding, which never changes. ordinal: among findings of equal subjects."""
    identity = [VERSION, rule, owner.casefold(), subject.casefold()]
    return "dl1:" + digest("|".join([*identity, str(ordinal)] if ordinal else identity), 20)


def stem(rule: str, owner: str) -> str:
    """Return the common id of all findings of a rule on a server."""
    return "dl1s:" + digest("|".join([VERSION, rule, owner.casefold()]), 16)


def apart(one: str, release: str) -> str:
    """Return an id for the check as another release, of the same length."""
    kind, _, digits = one.partition(":")
    return f"{kind}:{digest(f'{one}|as {release}', len(digits))}"


def digest(text: str, length: int) -> str:
    """Return the first hexadecimal digits of a text's SHA-256."""
    from hashlib import sha256  # loads OpenSSL, which a check that finds nothing does without

    return sha256(text.encode("utf-8", "backslashreplace")).hexdigest()[:length]


def state(severity: str, values: tuple[str, ...]) -> str:
    """Return an id that changes if the severity or a value changes."""
    return digest("|".join([severity, *values]), 16)
