"""Evidence: answers that a verdict rested on, as they may be shown, and the lines of files that told them."""

from functools import lru_cache

from advisor.facts import Answer, Fact, first_place, places
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.finding import Evidence, Location
from advisor.source import Source
from advisor.values.printing import printable
from advisor.values.secrets import MASK

DEFAULT = "not set; this is the default"
ABSENT = "not set"
_LONGEST = 1000  # bytes of a value that are underlined
_AROUND = 2000  # characters of a line beside a value; no format shows as many
_MOST_LOCATIONS = 10  # of one finding; its evidence holds them all
_WORDS = {"tasks.member": "task"}  # of keys that read badly
_BEARS_ON = {  # keys, or what they begin with, that are made from several lines, and what these lines tell together
    "release": "the release",
    "bits": "whether 32 or 64 bits",
    "platform": "the platform",
    "transactions.": "how many transactions the pool takes",
    "buffer_pool.": "the size of the buffer pool",
    "databases.": "where the databases are stored",
    "log_database.": "where log.nsf is stored",
    "transaction_log.": "where the transaction log is stored",
    "view_rebuild.": "where views are rebuilt",
    "array.lodgers": "the contents of the array",
    "array.write_cost": "what a write costs",
    "array.falls_back": "whether writes are cached",
    "array.alike": "which arrays are alike",
    "arrays.": "how many arrays there are",
    "volume.lodgers": "the contents of the volume",
    "machine.": "what servers of the machine share",
    "cluster.": "what the cluster's members have",
    "cluster_queue.": "the queue of the cluster replicator",
    "replication.": "how many replications failed",
    "mail_boxes.": "the number of mail boxes",
}


def evidence_of(catalogue: Catalogue, answer: Answer) -> Evidence:
    """A piece of evidence with its first place, and its value as it may be shown."""
    for fact in answer.facts:
        if origin := first_place(fact):
            return _row(catalogue, answer, *_standing(origin))
    return _row(catalogue, answer, answer.where.path if answer.where else None)


def _row(
    catalogue: Catalogue, answer: Answer, path: str | None, line: int | None = None, column: int | None = None
) -> Evidence:
    key, value = masking.masked(catalogue, answer.key), answer.text
    if value is not None:
        value = masking.value(catalogue, answer.key, value)
    return Evidence(key, value, path, line, column, is_presumed(answer), _remark(catalogue, answer))


def evidence_of_fact(catalogue: Catalogue, key: str, shown_key: str, fact: Fact) -> Evidence:
    """The same of a fact alone. shown_key: its key as it may be shown; of many facts few keys are told apart."""
    value, remark = masking.value(catalogue, key, fact.text), fact.doubt or fact.note
    note = masking.masked(catalogue, remark) if remark else ""
    path, line, column = _standing(origin) if (origin := first_place(fact)) else (None, None, None)
    return Evidence(shown_key, value, path, line, column, fact.presumed, note)


def evidence_of_all(catalogue: Catalogue, answer: Answer) -> list[Evidence]:
    """One row for each place: a derived fact made from several lines, or a setting given twice, has several."""
    first = evidence_of(catalogue, answer)
    places_ = [_standing(origin) for fact in answer.facts for origin in places(fact)]
    return [first._replace(path=path, line=line, column=column) for path, line, column in places_] or [first]


def is_presumed(answer: Answer) -> bool:
    """Whether something stands in for evidence that was not given."""
    return True in [fact.presumed for fact in answer.facts]


def _remark(catalogue: Catalogue, answer: Answer) -> str:
    """How an answer was come by, or why nobody can say what it is."""
    if answer.default:
        return DEFAULT
    if answer.text is None and not answer.facts:
        return ABSENT
    for fact in answer.facts:
        if remark := fact.doubt or fact.note:
            return masking.masked(catalogue, remark)  # it may hold a value out of a file
    return ""


def locations(catalogue: Catalogue, answers: tuple[Answer, ...]) -> tuple[tuple[Location, ...], int]:
    """The lines that a verdict rested on, in order, each once, with their text; a file that lacks something only first.

    The first is the primary one. With them comes how many more there are.
    """
    by_line: dict[tuple[str, int | None], Location] = {}
    more: set[tuple[str, int | None]] = set()
    for answer in answers:
        for origin in [origin for fact in answer.facts for origin in places(fact)]:
            path, line, column = _standing(origin)
            if (path, line) in by_line:
                continue
            if len(by_line) < _MOST_LOCATIONS:
                by_line[path, line] = _location(catalogue, answer, origin, line, column)
            else:
                more.add((path, line))
        if answer.where and not answer.facts:
            lacking = Location(answer.where.path, word=word(catalogue, answer.key), lacks=True)
            by_line.setdefault((lacking.path, None), lacking)
    shown = list(by_line.values())
    if not shown:
        return (), 0
    return (shown[0], *(location for location in shown[1:] if location.line)), len(more)


def word(catalogue: Catalogue, key: str) -> str:
    """What a key tells, in a word or two: `TRANSLOG_Path`, `vmo maxperm%`, `array level`."""
    kind, _, rest = key.partition(".")
    if kind == "ini":
        name = catalogue.spelling(rest)
    elif (entry := catalogue.keys.get(key)) and entry.item:
        name = entry.item
    elif kind == "one_touch":
        name = key.rpartition(".")[2]
    elif kind in {"aix", "stat"}:
        name = rest.replace(".", " ", kind == "aix")
    else:
        name = _WORDS.get(key) or key.removesuffix(".name").removesuffix("_said").replace(".", " ").replace("_", " ")
    return masking.masked(catalogue, name)


def _bears_on(answer: Answer, origin: Fact) -> str:
    """What a verdict took from a line that tells something else by itself: of FaultRecovery_Build the release."""
    if answer.key == origin.key:
        return ""
    begin = answer.key.partition(".")[0] + "."
    return _BEARS_ON.get(answer.key) or _BEARS_ON.get(begin, "")


def _standing(origin: Fact) -> tuple[str, int, int]:
    """Path, line and column of a fact that has a place."""
    source, offset = _place(origin)
    return source.path, *source.position(offset)


def _place(fact: Fact) -> tuple[Source, int]:
    if fact.source is None or fact.span is None:
        raise ValueError(f"{fact.key} has no place")
    return fact.source, fact.span[0]


def _location(catalogue: Catalogue, answer: Answer, origin: Fact, line: int, column: int) -> Location:
    """A line with its text; without it where it names people."""
    source, offset = _place(origin)
    word_, bears_on = _written(catalogue, origin, source), _bears_on(answer, origin)
    if masking.names_somebody(catalogue, origin.key):
        return Location(source.path, line, column, word=word_, bears_on=bears_on)
    if shown := source.excerpt(offset):
        whole, before = shown
        text = masking.masked(catalogue, whole)
    else:
        whole, text = _line(catalogue, source, line)
        before = column - 1
    if origin.text and origin.text in text and masking.value(catalogue, origin.key, origin.text) == MASK:
        text = text.replace(origin.text, MASK)  # what names it a secret stands on another line
    told = _told(origin, source)
    caret = before if len(text) == len(whole) else len(printable(whole[:before]))
    length = len(text) - caret if text[caret:] == MASK else max(len(printable(told)), 1)
    length = min(length, max(len(text) - caret, 1))
    end_column = column + len(told) if 0 < len(told) < _LONGEST else None  # where it is more, nobody looks at its end
    begin = max(0, caret - _AROUND)  # thousands of findings may stand on one line, and each would hold all of it
    text, caret = text[begin : caret + length + _AROUND], caret - begin
    return Location(source.path, line, column, end_column, word_, text, caret, length, bears_on)


def _written(catalogue: Catalogue, origin: Fact, source: Source) -> str:
    """What a line tells, in a word or two; a setting that the catalogue has no spelling of as it stands there."""
    about_setting = origin.subject.kind == "setting"
    key = f"ini.{origin.subject.name}" if about_setting else origin.key
    words = word(catalogue, key)
    if key != f"ini.{words}":
        return words
    first, behind = origin.span or (0, 0)
    written = source.text(first, behind)
    if written.lower() == words:
        return written
    at = source.name_before(words, first)
    return source.text(*at) if at else words


def _told(origin: Fact, source: Source) -> str:
    """What stands there of a fact, on its first line, as far as it is looked at."""
    first, behind = origin.span or (0, 0)
    return source.text(first, min(behind, first + _LONGEST)).partition("\n")[0].rstrip("\r")


@lru_cache(maxsize=16)
def _line(catalogue: Catalogue, source: Source, number: int) -> tuple[str, str]:
    """A line as it stands and as it may be shown. Thousands of tasks may stand on one line, so it is kept."""
    line = source.line_text(number)
    return line, masking.masked(catalogue, line)
