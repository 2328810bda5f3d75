"""Evidence: answers that a verdict rested on, as they may be shown, and the lines of files that told them."""

from collections.abc import Iterator
from functools import lru_cache

from advisor.facts import Answer, Fact, places
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.finding import Evidence, Location
from advisor.source import Source
from advisor.values.printing import printable
from advisor.values.secrets import MASK

DEFAULT = "not set; this is the default"
ABSENT = "not set"
_LONGEST = 1000  # bytes of a value that are underlined
_MOST_LOCATIONS = 10  # of one finding; its evidence holds them all
_WORDS = {"tasks.member": "task"}  # of keys that read badly
_BEARS_ON = {  # keys, or what they begin with, that are made from several lines, and what these lines tell together
    "release": "the release",
    "bits": "whether 32 or 64 bits",
    "platform": "the platform",
    "transactions.": "how many transactions the pool takes",
    "buffer_pool.": "the size of the buffer pool",
    "databases.": "where the databases lie",
    "log_database.": "where log.nsf lies",
    "transaction_log.": "where the transaction log lies",
    "view_rebuild.": "where views are rebuilt",
    "array.lodgers": "what lies on the array",
    "array.write_cost": "what a write costs",
    "array.falls_back": "whether writes are cached",
    "array.alike": "which arrays are alike",
    "arrays.": "how many arrays there are",
    "volume.lodgers": "what lies on the volume",
    "machine.": "what servers of the machine share",
    "cluster.": "what the cluster's members have",
    "cluster_queue.": "the queue of the cluster replicator",
    "replication.": "how many replications failed",
    "mail_boxes.": "the number of mail boxes",
}


def evidence_of(catalogue: Catalogue, answer: Answer) -> Evidence:
    """A piece of evidence with its first place, and its value as it may be shown."""
    value = None if answer.text is None else masking.value(catalogue, answer.key, answer.text)
    remark = next((fact.doubt or fact.note for fact in answer.facts if fact.doubt or fact.note), "")
    note = masking.masked(catalogue, remark)  # it may hold a value out of a file
    if answer.default:
        note = DEFAULT
    elif answer.text is None and not answer.facts:
        note = ABSENT
    presumed = any(fact.presumed for fact in answer.facts)
    row = Evidence(masking.masked(catalogue, answer.key), value, presumed=presumed, note=note)
    origin = next(_origins(answer), None)
    if origin:
        return _standing_at(row, origin)
    return row._replace(path=answer.where.path) if answer.where else row


def evidence_of_all(catalogue: Catalogue, answers: tuple[Answer, ...]) -> list[Evidence]:
    """One row for each place: a derived fact made from several lines, or a setting given twice, has several."""
    rows = []
    for answer in answers:
        row = evidence_of(catalogue, answer)
        rows += [_standing_at(row, origin) for origin in _origins(answer)] or [row]
    return list(dict.fromkeys(rows))


def locations(catalogue: Catalogue, answers: tuple[Answer, ...]) -> tuple[tuple[Location, ...], int]:
    """The lines that a verdict rested on, in order, each once, with their text; a file that lacks something only first.

    The first is the primary one. With them comes how many more there are.
    """
    by_line: dict[tuple[str, int | None], Location] = {}
    more: set[tuple[str, int | None]] = set()
    for answer in answers:
        for origin in _origins(answer):
            location = _location(catalogue, origin)
            place = (location.path, location.line)
            if place not in by_line and len(by_line) < _MOST_LOCATIONS:
                by_line[place] = _with_excerpt(catalogue, origin, location)._replace(bears_on=_bears_on(answer, origin))
            elif place not in by_line:
                more.add(place)
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


def _origins(answer: Answer) -> Iterator[Fact]:
    """The facts with a place that an answer rests on."""
    return (origin for fact in answer.facts for origin in places(fact))


def _standing_at(row: Evidence, origin: Fact) -> Evidence:
    source, offset = _place(origin)
    line, column = source.position(offset)
    return row._replace(path=source.path, line=line, column=column)


def _place(fact: Fact) -> tuple[Source, int]:
    if fact.source is None or fact.span is None:
        raise ValueError(f"{fact.key} has no place")
    return fact.source, fact.span[0]


def _location(catalogue: Catalogue, origin: Fact) -> Location:
    source, offset = _place(origin)
    about_setting = origin.subject.kind == "setting"
    key = f"ini.{origin.subject.name}" if about_setting else origin.key
    number, column = source.position(offset)
    words = word(catalogue, key)
    if key == f"ini.{words}":  # the catalogue has no spelling of it: as it stands there
        written = source.text(*(origin.span or (0, 0)))
        at = None if written.lower() == words else source.name_before(words, offset)
        words = source.text(*at) if at else written if written.lower() == words else words
    return Location(source.path, number, column, word=words)


def _with_excerpt(catalogue: Catalogue, origin: Fact, location: Location) -> Location:
    """A location with the line that stands there; without it where it names people."""
    if masking.names_somebody(catalogue, origin.key):
        return location
    source, offset = _place(origin)
    if shown := source.excerpt(offset):
        line, before = shown
        text = masking.masked(catalogue, line)
    else:
        line, text = _line(catalogue, source, location.line or 1)
        before = (location.column or 1) - 1
    if origin.text and origin.text in text and masking.value(catalogue, origin.key, origin.text) == MASK:
        text = text.replace(origin.text, MASK)  # what names it a secret stands on another line
    caret = before if len(text) == len(line) else len(printable(line[:before]))
    length = len(text) - caret if text[caret:] == MASK else _length(origin, source)
    length = min(length, max(len(text) - caret, 1))
    return location._replace(excerpt=text, caret=caret, length=length, end_column=_end_column(origin, source, location))


def _length(origin: Fact, source: Source) -> int:
    """How many characters of its line a fact takes, as it is printed."""
    return max(len(printable(_told(origin, source))), 1)


def _end_column(origin: Fact, source: Source, location: Location) -> int | None:
    """The first column behind a fact on its line; None where nothing stands there, or more than anybody looks at."""
    told = len(_told(origin, source))
    return location.column + told if location.column and 0 < told < _LONGEST else None


def _told(origin: Fact, source: Source) -> str:
    """What stands there of a fact, on its first line, as far as it is looked at."""
    first, behind = origin.span or (0, 0)
    return source.text(first, min(behind, first + _LONGEST)).partition("\n")[0].rstrip("\r")


@lru_cache(maxsize=16)
def _line(catalogue: Catalogue, source: Source, number: int) -> tuple[str, str]:
    """A line as it stands and as it may be shown. Thousands of tasks may stand on one line, so it is kept."""
    line = source.line_text(number)
    return line, masking.masked(catalogue, line)
