"""Account: one server's grade as the text report tells it, its categories, and what to give so that more is judged."""

from collections.abc import Iterable, Iterator

from advisor.pack import SEVERITIES
from advisor.report.grades import GRADES, Category
from advisor.report.report import ServerReport, Unjudged
from advisor.values.printing import listed, number
from advisor.writers._lines import Line, wrapped

_MOST_NAMED = 5
_MOST_WANTED = 2
_MOST_IN_DOUBT = 2  # more of them, of what stands in a file and nobody can say what it means
_LEAST = len(SEVERITIES)


class Wanted:
    """One input that would let rules be judged: what to give, and the servers on which each rule waits for it."""

    def __init__(self, collect: str) -> None:
        self.collect = collect
        self.rules: dict[str, set[str | None]] = {}
        self.rank = (True, True, _LEAST)
        self.in_doubt = False

    @property
    def verdicts(self) -> int:
        """How many verdicts wait for it."""
        return sum(map(len, self.rules.values()))

    @property
    def servers(self) -> set[str | None]:
        """The servers on which rules wait for it; None for clusters."""
        return set().union(*self.rules.values())

    def wait(self, rule: str, servers: list[str | None], rank: tuple[bool, bool, int], *, in_doubt: bool) -> None:
        """Notes that a rule waits for it on servers."""
        self.rules.setdefault(rule, set()).update(servers)
        self.rank = min(self.rank, rank)
        self.in_doubt = self.in_doubt or in_doubt


def account(server: ServerReport, unknown: list[Unjudged], width: int) -> Iterator[Line]:
    """Grade, categories, rules that could not be judged, and what would settle most."""
    known = [f"{server.known} known from the baseline"] * bool(server.known)
    label = "Grade " if server.grade else "Grade: "
    yield from wrapped(label, ", ".join([_grade(server), *known]), width, margin=2)
    if server.categories:
        yield from wrapped("By category: ", "; ".join(_by_letter(server.categories)), width, margin=2)
    wanted = wanted_of(unknown)
    by_urgency = sorted(unknown, key=lambda unjudged: urgency(unjudged, wanted))
    if names := dict.fromkeys(unjudged.name for unjudged in by_urgency):
        others = " (--format json names them)" * (len(names) > _MOST_NAMED)
        yield from wrapped("Not judged: ", listed(names, _MOST_NAMED) + others, width, margin=2)
    first, more_wanted = list(wanted.values())[:_MOST_WANTED], list(wanted.values())[_MOST_WANTED:]
    for one in first + [one for one in more_wanted if one.in_doubt][:_MOST_IN_DOUBT]:
        yield from wrapped("To judge more: ", f"{one.collect} ({number(len(one.rules), 'rule')})", width, margin=2)


def letter(grade: str, is_bound: bool) -> str:
    """`C at best`; `not graded` for none."""
    return f"{grade}{' at best' * is_bound}" if grade else "not graded"


def _grade(server: ServerReport) -> str:
    """`A at best (storage not judged; 2 waived), 81 of 149 rules checked`, `not graded (67 of 162 rules checked)`."""
    checked = server.coverage.words
    if not server.grade:
        return f"not graded ({'; '.join(dict.fromkeys(filter(None, [server.ungraded, checked, server.grade_note])))})"
    notes = "; ".join([*_bound(server), *filter(None, [server.grade_note])])
    return f"{letter(server.grade, server.grade_is_bound)}{f' ({notes})' if notes else ''}, {checked}"


def _bound(server: ServerReport) -> Iterator[str]:
    """`security and storage not judged`, `memory judged in part`: what keeps the letter from being the last word."""
    judged = {category.name for category in server.categories if category.judged}
    if none := [name for name in server.bound_by if name not in judged]:
        yield f"{listed(none)} not judged"
    if part := [name for name in server.bound_by if name in judged]:
        yield f"{listed(part)} judged in part"


def _by_letter(categories: Iterable[Category]) -> Iterator[str]:
    """`storage C`, `ini, threads and views A`, `memory A at best (no show stat)`, `security - (no documents)`."""
    alike: dict[tuple[int, bool, str, str], list[str]] = {}
    for category in categories:
        letter = GRADES.index(category.grade) if category.grade else -1
        alike.setdefault((letter, category.bound, category.lacks, category.note), []).append(category.name)
    for (letter, bound, *words), names in sorted(alike.items(), key=lambda pair: (-pair[0][0], pair[0][1:])):
        why = f" ({', '.join(filter(None, words))})" if any(words) else ""
        yield f"{listed(names, len(names))} {GRADES[letter] if letter >= 0 else '-'}{' at best' * bound}{why}"


def wanted_of(unknown: list[Unjudged]) -> dict[str, Wanted]:
    """What could be given: what this server can have first, then what given files lack, the worst, most rules."""
    alike: dict[tuple[str, int, str], tuple[Unjudged, list[str | None]]] = {}  # servers lack the very same, mostly
    for unjudged in unknown:
        of_each = alike.setdefault((unjudged.rule, id(unjudged.missing), unjudged.severity), (unjudged, []))
        of_each[1].append(unjudged.server)
    wanted: dict[str, Wanted] = {}
    for unjudged, servers in alike.values():
        may_not_apply, severity = not unjudged.may_apply, SEVERITIES.index(unjudged.severity)
        for missing in unjudged.missing:
            if missing.readable:
                one = wanted.get(missing.collect)
                if one is None:
                    one = wanted[missing.collect] = Wanted(missing.collect)
                rank = (may_not_apply, not missing.given, severity)
                one.wait(unjudged.rule, servers, rank, in_doubt=missing.in_doubt)
    ordered = sorted(wanted.values(), key=lambda one: (one.rank, -len(one.rules), one.collect))
    return {one.collect: one for one in ordered}


def urgency(unjudged: Unjudged, wanted: dict[str, Wanted]) -> tuple[bool, bool, int, int]:
    """What this server can have before the rest, and the worst first.

    Of one severity those come first that lack what few others lack, because `To judge more` tells the rest. Last come
    those of which no subject was collected at all, such as an array or a cluster.
    """
    no_subject = all(missing.key.endswith(".") for missing in unjudged.missing)
    collects = {missing.collect for missing in unjudged.missing if missing.readable}
    most = max((len(wanted[collect].rules) for collect in collects), default=0)
    return not unjudged.may_apply, no_subject, SEVERITIES.index(unjudged.severity), most
