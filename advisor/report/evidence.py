"""Evidence of a finding, masked, and the locations in files."""

from collections.abc import Iterable
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from advisor.facts import Answer, Fact, first_place, places
from advisor.pack import Catalogue
from advisor.report import masking
from advisor.report.finding import Evidence, Location
from advisor.source import Source
from advisor.values.printing import printable
from advisor.values.secrets import MASK

DEFAULT = "not set; this is the default"
ABSENT = "not set"
_MAX_UNDERLINED_BYTES = 1000  # bytes of a value that are underlined
_AROUND = 2000  # characters of a line beside a value; no format shows as many
_MOST_LOCATIONS = 10  # of one finding; its evidence holds them all
_WORDS = {"tasks.member": "task"}  # of keys that read badly
_BEARS_ON = {  # keys, or their beginnings, that are made from several lines, and what these lines show together
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


class Place(NamedTuple):
    """A fact that is in a file, with its line and column, both from 1."""

    fact: Fact
    source: Source
    line: int
    column: int


def places_of(answer: Answer) -> list[Place]:
    """Return the places of an answer, in the order of its facts: a derived fact may have several."""
    return [_place_of(origin) for fact in answer.facts for origin in places(fact)]


def _place_of(fact: Fact) -> Place:
    """Return the place of a located fact."""
    if fact.source is None or fact.span is None:
        raise ValueError(f"{fact.key} has no place")
    return Place(fact, fact.source, *fact.source.position(fact.span[0]))


def evidence_of(catalogue: Catalogue, answer: Answer) -> Evidence:
    """Return a row of evidence with the answer's first place, masked."""
    for fact in answer.facts:
        if origin := first_place(fact):
            return evidence_at(catalogue, answer, _place_of(origin))
    return evidence_at(catalogue, answer, None)


def evidence_at(catalogue: Catalogue, answer: Answer, place: Place | None) -> Evidence:
    """Return a row of evidence at a place, masked. Without a place it is at the file that lacks the key, if any."""
    key, value = masking.masked(catalogue, answer.key), answer.text
    if value is not None:
        value = masking.value(catalogue, answer.key, value)
    presumed, remark = _how_known(catalogue, answer)
    if place:
        return Evidence(key, value, place.source.path, place.line, place.column, presumed, remark)
    return Evidence(key, value, answer.where.path if answer.where else None, presumed=presumed, note=remark)


def evidence_of_fact(catalogue: Catalogue, key: str, shown_key: str, fact: Fact) -> Evidence:
    """Return a row of evidence of a fact alone. shown_key: its key, masked."""
    value, remark = masking.value(catalogue, key, fact.text), fact.doubt or fact.note
    note = masking.masked(catalogue, remark) if remark else ""
    if origin := first_place(fact):
        place = _place_of(origin)
        return Evidence(shown_key, value, place.source.path, place.line, place.column, fact.presumed, note)
    return Evidence(shown_key, value, None, None, None, fact.presumed, note)


def evidence_of_all(catalogue: Catalogue, answer: Answer) -> list[Evidence]:
    """Return a row of evidence for each place of an answer."""
    return [evidence_at(catalogue, answer, place) for place in places_of(answer)] or [evidence_of(catalogue, answer)]


def is_presumed(answer: Answer) -> bool:
    """Return whether an answer is an assumption in place of missing evidence."""
    return True in [fact.presumed for fact in answer.facts]


def _how_known(catalogue: Catalogue, answer: Answer) -> tuple[bool, str]:
    """Return whether an answer is an assumption, and how it is known or why it is unknown."""
    presumed, remark = False, ""
    for fact in answer.facts:
        presumed = presumed or fact.presumed
        remark = remark or fact.doubt or fact.note
    if answer.default:
        return presumed, DEFAULT
    if answer.text is None and not answer.facts:
        return presumed, ABSENT
    return presumed, masking.masked(catalogue, remark) if remark else ""  # it may hold a value out of a file


def locations(
    catalogue: Catalogue,
    grounds: Iterable[tuple[Answer, list[Place]]],
    evidence: Iterable[Evidence] = (),
    *,
    excerpts: bool = True,
) -> tuple[tuple[Location, ...], int]:
    """Return the locations of a finding, each line once, and the number of further lines.

    The first is the primary location. Files that lack a key are included only as the primary location.

    grounds: the answers with their places. evidence: the rows of the finding. excerpts: with the text of each line and
    a word for it; else only a line that no row of evidence names has a word.
    """
    by_line: dict[tuple[str, int | None], Location] = {}
    more: set[tuple[str, int | None]] = set()
    named = {(row.path, row.line) for row in evidence}
    for answer, places_ in grounds:
        for place in places_:
            line = place.source.path, place.line
            if line in by_line:
                continue
            if len(by_line) >= _MOST_LOCATIONS:
                more.add(line)
            elif excerpts:
                by_line[line] = _with_excerpt(catalogue, answer, place)
            else:
                by_line[line] = _location(catalogue, place, "" if line in named else _written(catalogue, place))
        if answer.where and not answer.facts:
            path = answer.where.path
            by_line.setdefault((path, None), Location(path, word=word(catalogue, answer.key), lacks=True))
    shown = list(by_line.values())
    if not shown:
        return (), 0
    return (shown[0], *[location for location in shown[1:] if location.line]), len(more)


@lru_cache(maxsize=4096)  # about as many as the catalogue has keys
def word(catalogue: Catalogue, key: str) -> str:
    """Return a key in one to three words: `TRANSLOG_Path`, `vmo maxperm%`, `array level`."""
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
    """Return what was derived from a line that has another key: from FaultRecovery_Build the release."""
    if answer.key == origin.key:
        return ""
    begin = answer.key.partition(".")[0] + "."
    return _BEARS_ON.get(answer.key) or _BEARS_ON.get(begin, "")


def _location(catalogue: Catalogue, place: Place, word: str) -> Location:
    """Return a place without the text of its line."""
    fact, source, line, column = place
    if masking.names_somebody(catalogue, fact.key):
        return Location(source.path, line, column, None, word)
    length = len(_first_line(fact, source))
    end_column = column + length if 0 < length < _MAX_UNDERLINED_BYTES else None
    return Location(source.path, line, column, end_column, word)


def _with_excerpt(catalogue: Catalogue, answer: Answer, place: Place) -> Location:
    """Return a place with the text of its line, masked; without the text if it names people."""
    fact, source, line, column = place
    bare = _location(catalogue, place, _written(catalogue, place))
    location = replace(bare, bears_on=_bears_on(answer, fact))
    if masking.names_somebody(catalogue, fact.key):
        return location
    if shown := source.excerpt(fact.span[0] if fact.span else 0):
        whole, before = shown
        text = masking.masked(catalogue, whole)
    else:
        whole, text = _line(catalogue, source, line)
        before = column - 1
    if fact.text and fact.text in text and masking.value(catalogue, fact.key, fact.text) == MASK:
        text = text.replace(fact.text, MASK)  # what names it a secret is on another line
    caret = before if len(text) == len(whole) else len(printable(whole[:before]))
    length = len(text) - caret if text[caret:] == MASK else max(len(printable(_first_line(fact, source))), 1)
    length = min(length, max(len(text) - caret, 1))
    begin = max(0, caret - _AROUND)  # thousands of findings may be on one line, and each would hold all of it
    text, caret = text[begin : caret + length + _AROUND], caret - begin
    return replace(location, excerpt=text, caret=caret, length=length)


def _written(catalogue: Catalogue, place: Place) -> str:
    """Return the key of a fact in words; a setting without a spelling in the catalogue as the file has it."""
    fact, source, _, _ = place
    about_setting = fact.subject.kind == "setting"
    key = f"ini.{fact.subject.name}" if about_setting else fact.key
    words = word(catalogue, key)
    if key != f"ini.{words}":
        return words
    start, end = fact.span or (0, 0)
    written = source.text(start, end)
    if written.lower() == words:
        return written
    at = source.name_before(words, start)
    return source.text(*at) if at else words


def _first_line(fact: Fact, source: Source) -> str:
    """Return the first line of a fact's text in its file, cut at a length that no format shows."""
    start, end = fact.span or (0, 0)
    return source.text(start, min(end, start + _MAX_UNDERLINED_BYTES)).partition("\n")[0].rstrip("\r")


@lru_cache(maxsize=16)
def _line(catalogue: Catalogue, source: Source, number: int) -> tuple[str, str]:
    """Return a line and the line masked. Cached, because thousands of tasks may be on one line."""
    line = source.line_text(number)
    return line, masking.masked(catalogue, line)
