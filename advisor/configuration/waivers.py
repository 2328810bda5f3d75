"""Waivers: what a configuration accepts, by rule, server and subject: of thousands few are looked at for a finding."""

from collections.abc import Iterable
from functools import cached_property

from advisor.configuration.tables import Waiver


class Waivers(dict[Waiver, frozenset[str]]):
    """The waivers in their order, each with its rules' ids. It stays as it is made."""

    def accepting(self, rule_id: str, subjects: Iterable[str], owners: Iterable[str]) -> list[Waiver]:
        """Those that speak of a rule, and of an owner and a subject by one of their names in small letters."""
        places = ((rule_id, owner, subject) for owner in owners for subject in subjects)
        found = [one for place in places for one in self._by_subject.get(place, ())]
        return [waiver for _, waiver in sorted(found)]

    def speaking(self, rule_ids: Iterable[str], owners: Iterable[str]) -> frozenset[Waiver]:
        """Those that speak of one of the rules and of an owner, whatever the subject."""
        named = set(owners)
        return frozenset().union(*(self._by_owner.get((rule, owner), ()) for rule in rule_ids for owner in named))

    @cached_property
    def _by_subject(self) -> dict[tuple[str, str, str], list[tuple[int, Waiver]]]:
        found: dict[tuple[str, str, str], list[tuple[int, Waiver]]] = {}
        for at, (waiver, rule_ids) in enumerate(self.items()):
            for rule in rule_ids:
                place = (rule, waiver.server.casefold(), waiver.subject.casefold())
                found.setdefault(place, []).append((at, waiver))
        return found

    @cached_property
    def _by_owner(self) -> dict[tuple[str, str], frozenset[Waiver]]:
        found: dict[tuple[str, str], list[Waiver]] = {}
        for waiver, rule_ids in self.items():
            for rule in rule_ids:
                found.setdefault((rule, waiver.server.casefold()), []).append(waiver)
        return {place: frozenset(waivers) for place, waivers in found.items()}
