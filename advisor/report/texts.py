"""Texts that all findings of a rule share: why, sources, disputes. They appear once in a report."""

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Annotated

from msgspec import Struct
from msgspec.structs import replace

from advisor import ADDRESS
from advisor.judging.engine import Followed
from advisor.pack import SEVERITIES, Catalogue, Pack, Rule, message
from advisor.pack.catalogue import Publication
from advisor.pack.fixes import FieldChange, Fix
from advisor.pack.rule import SourceUse
from advisor.values.rows import FULL, INNER, OR_NULL, SPARE, OneOf
from advisor.values.scales import CONFIDENCES
from advisor.values.typed import PLACES


class Following(Struct, frozen=True):
    """Whom a rule follows on some servers."""

    sources: Annotated[tuple[str, ...], FULL, "their names in `sources`"]
    because: Annotated[str, "the reason"]


class Disagreed(Struct, frozen=True):
    """The disagreement of sources. Those of `references` with a `side` take part."""

    on: Annotated[str, "the subject, in few words"]
    follows: Annotated[
        tuple[Following, ...], FULL, "whom the rule follows; `dispute` of a finding has the number of one of these rows"
    ]


class Dispute(Struct, frozen=True):
    """The disagreement of sources for one finding."""

    follows: Annotated[int, "which of its rule's `disagreement.follows` holds for this server, from 0"]
    elsewhere: Annotated[
        tuple[int, ...],
        SPARE,
        "sides about other releases: numbers in `references`, from 0",
    ]
    followed: Annotated[Following, INNER]
    strangers: Annotated[tuple[str, ...], INNER]


def disagreed(rule: Rule) -> Disagreed | None:
    """Return the disagreement of a rule's sources, or None."""
    one = rule.disagreement
    if one is None:
        return None
    return Disagreed(one.on, tuple(Following(each.sources, each.because) for each in one.follows))


def dispute(rule: Rule, followed: Followed) -> Dispute:
    """Return which sources a rule follows on a server."""
    following = rule.finding_row["disagreement"]["follows"][followed.number]
    numbers = {use.id: number for number, use in reversed(list(enumerate(rule.sources)))}
    elsewhere = tuple(numbers[name] for name in followed.elsewhere)
    return Dispute(
        followed.number, elsewhere, Following(tuple(following["sources"]), following["because"]), followed.elsewhere
    )


SAFETIES = ("safe", "unsafe", "manual")
RESTARTS = ("none", "task", "server", "down", "system", "rebuild")  # in the order of the work
RESTARTS_MEAN = "what the fix needs; down: a stopped server; rebuild: a new array and a restore"

_RELEASE_8 = "2007-08"  # when it came out: what was published before speaks of older ones
_ACRONYMS = {
    "aix", "apar", "bcc", "bios", "daos", "dbmt", "dns", "fat", "http", "ini", "io", "iocp", "json", "kyr", "nifnsf",
    "nsf", "nt", "raid", "smtp", "tls",
}  # fmt: skip
_SPELT = {"raid0": "RAID 0", "raid4": "RAID 4", "raid5": "RAID 5", "serveraid": "ServeRAID"}


class Reference(Struct, frozen=True):
    """A source, with the side it takes. short: what to call it after its figure. id: of its publication."""

    title: str
    publisher: str
    url: str
    says: str
    note: str
    speaks_of: str
    where: str = ""
    figure: str = ""
    short: str = ""
    id: str = ""
    date: str = ""
    side: str = ""
    of: str = ""


class CitedSource(Struct, frozen=True):
    """A publication."""

    title: str
    publisher: Annotated[str, OR_NULL, "the publisher"]
    url: Annotated[str, SPARE, "where it can be read"]
    speaks_of: Annotated[str, OR_NULL, "releases and platforms"]
    date: Annotated[str, SPARE, "the date of publication, if known: 1998-01"] = ""


class DocumentField(Struct, frozen=True):
    """A field of a document that somebody changes."""

    document: str
    tab: Annotated[str, SPARE, "left out if the form has none"]
    field: Annotated[str, SPARE, "left out for a whole tab"]
    to: Annotated[str, SPARE, "the value to enter, as the form shows it; left out if it is not known"]


class GeneralRemedy(Struct, frozen=True):
    """A fix of a rule, in general words. `fix` of a finding wins over it."""

    safety: Annotated[str, OneOf(SAFETIES)]
    summary: str
    restart: Annotated[str, OneOf(RESTARTS), RESTARTS_MEAN]
    rollback: str
    verify: str
    at: Annotated[str, SPARE, OneOf(PLACES), "where the change belongs"] = ""
    risk: Annotated[str, SPARE, "what can go wrong"] = ""
    fields: Annotated[tuple[DocumentField, ...], SPARE, "fields of documents to change"] = ()
    after: Annotated[tuple[str, ...], SPARE, "rules whose fixes come first"] = ()


class SharedTexts(Struct, frozen=True):
    """The texts that all findings of a rule share."""

    name: str
    title: Annotated[str, "what is wrong, in a few words"]
    category: str
    severities: Annotated[tuple[Annotated[str, OneOf(SEVERITIES)], ...], FULL, "possible severities, the worst first"]
    confidence: Annotated[str, OneOf(CONFIDENCES)]
    why: str
    remedies: Annotated[
        tuple[GeneralRemedy | None, ...],
        FULL,
        "what to do; `fix.remedy` is a number of these; null if no finding has it",
    ]
    references: tuple[Reference, ...]
    disagreement: Annotated[Disagreed | None, SPARE, "the disagreement of its sources"]
    page: Annotated[str | None, "the page of the rule, relative to the project; null for your own rule"]
    url: Annotated[str | None, SPARE, "the address of the page"] = None


def text_of(rule: Rule, pack: Pack) -> SharedTexts:
    """Return the shared texts of a rule, with all of its remedies."""
    fix = rule.fix
    return SharedTexts(
        name=rule.name,
        title=title(rule.name),
        category=rule.category,
        severities=rule.severities,
        confidence=rule.confidence,
        why=rule.why,
        remedies=tuple(_in_general(one, rule, pack) for one in (fix, *(other.of(fix) for other in fix.where))),
        references=references(rule, pack),
        disagreement=disagreed(rule),
        page=rule.page or None,
        url=address_of(rule) or None,
    )


def to_follow(texts: SharedTexts, numbers: set[int]) -> SharedTexts:
    """Return the texts without the remedies that no finding has. numbers: of the remedies to keep."""
    kept = (remedy if number in numbers else None for number, remedy in enumerate(texts.remedies))
    return replace(texts, remedies=tuple(kept))


def _in_general(fix: Fix, rule: Rule, pack: Pack) -> GeneralRemedy:
    def said(text: str) -> str:
        return message.in_general(text, rule.parameters, pack.catalogue)

    summary, rollback, verify = map(said, (fix.summary, fix.rollback, fix.verify))
    fields = tuple(document_field(one, pack.catalogue, said(one.to)) for one in fix.field)
    return GeneralRemedy(fix.safety, summary, fix.restart, rollback, verify, fix.at, said(fix.risk), fields, fix.after)


def document_field(change: FieldChange, catalogue: Catalogue, to: str) -> DocumentField:
    """Return a field by its name in the catalogue: `Server document, DAOS tab, DAOS base path`. to: its new value."""
    document, _, rest = catalogue.entry(change.key).field.partition(", ")
    tab, on_a_tab, field = rest.partition(" tab")
    return DocumentField(document, *((tab, field.removeprefix(", ")) if on_a_tab else ("", rest)), to)


def address_of(rule: Rule) -> str:
    """Return the public address of a rule's page, or ""."""
    return f"{ADDRESS}/{rule.page}" if ADDRESS and rule.page else ""


def title(name: str) -> str:
    """Return a rule's name in words: `RAID 5 for writes`."""
    words = name.replace("notes-ini", "NOTES.INI").replace("log-nsf", "log.nsf").split("-")
    spelt = " ".join(word.upper() if word in _ACRONYMS else _SPELT.get(word, word) for word in words)
    return spelt[:1].upper() + spelt[1:]


def references(rule: Rule, pack: Pack, before_8: bool = False) -> tuple[Reference, ...]:
    """Return a rule's sources. before_8: for a release before 8, sources of that time come first."""
    uses: Sequence[SourceUse] = rule.sources
    if before_8:
        uses = sorted(uses, key=lambda use: (pack.sources[use.id].date or _RELEASE_8) >= _RELEASE_8)
    disputed = rule.disagreement
    if disputed is None:
        return tuple([_reference(use, pack.sources[use.id]) for use in uses])
    sides = {side.source: (side.says, side.of) for side in disputed.sides}
    return tuple([_reference(use, pack.sources[use.id], *sides.pop(use.id, ("", ""))) for use in uses])


def sources_of(texts: Iterable[SharedTexts]) -> dict[str, CitedSource]:
    """Return the publications that rules cite, by id, in the order of the rules."""
    cited = (one for text in texts for one in text.references)
    return {one.id: CitedSource(one.title, one.publisher, one.url, one.speaks_of, one.date) for one in cited}


@lru_cache(maxsize=1024)  # the same for all findings of a rule
def _reference(use: SourceUse, source: Publication, side: str = "", of: str = "") -> Reference:
    short = source.short or source.publisher
    cited = (source.title, source.publisher, source.url, use.says, use.note, source.speaks_of)
    return Reference(
        *cited, where=use.where, figure=use.figure, short=short, id=use.id, date=source.date, side=side, of=of
    )
