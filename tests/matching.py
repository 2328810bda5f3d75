"""Matching: a pattern and a text in, the steps that trying it takes out, by a matcher in Python that backtracks as re does.

What a pattern does with a text is C's affair and no line of ours, so steps are counted here and not on the clock.
"""

import re
from re import _constants as sre
from re import _parser as parser

_BLANKS = set(" \t\n\r\f\v")
_IS = {
    sre.CATEGORY_DIGIT: str.isdigit,
    sre.CATEGORY_SPACE: lambda letter: letter in _BLANKS,
    sre.CATEGORY_WORD: lambda letter: letter.isalnum() or letter == "_",
}
_IS_NOT = {
    sre.CATEGORY_NOT_DIGIT: sre.CATEGORY_DIGIT,
    sre.CATEGORY_NOT_SPACE: sre.CATEGORY_SPACE,
    sre.CATEGORY_NOT_WORD: sre.CATEGORY_WORD,
}
_ONE_LETTER = {sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN}


def steps(pattern, text, way="search"):
    """How many parts of a pattern are tried on a text. way: match, fullmatch or search; the first match ends it."""
    matcher = _Matcher(pattern, text)
    starts = range(len(matcher.text) + 1) if way == "search" else [0]
    for start in starts:
        for end in matcher.ends(matcher.nodes, 0, start):
            if way != "fullmatch" or end == len(matcher.text):
                return matcher.steps
    return matcher.steps


class _Matcher:
    """One attempt. steps: how many parts of the pattern were tried so far."""

    def __init__(self, pattern, text):
        written = pattern.pattern
        self.text = text.decode("latin-1") if isinstance(text, bytes) else text
        self.nodes = list(parser.parse(written, pattern.flags & ~re.DEBUG))
        self.flags = pattern.flags
        self.steps = 0

    def ends(self, nodes, at, place):
        """Where the nodes from one on may end that begin at a place, in the order in which they are tried."""
        if at == len(nodes):
            yield place
            return
        for end in self._of_node(*nodes[at], place):
            yield from self.ends(nodes, at + 1, end)

    def _of_node(self, kind, given, place):
        self.steps += 1
        if kind in _ONE_LETTER:
            if self._fits(kind, given, place):
                yield place + 1
        elif kind is sre.BRANCH:
            for branch in given[1]:
                yield from self.ends(list(branch), 0, place)
        elif kind is sre.SUBPATTERN:
            yield from self._of_group(given, place)
        elif kind in (sre.AT, sre.ASSERT, sre.ASSERT_NOT):
            if self._holds(kind, given, place):
                yield place
        elif kind is sre.ATOMIC_GROUP:
            yield from _first(self.ends(list(given), 0, place))
        elif kind in (sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT):
            yield from self._repeated(kind, *given, place)
        else:
            raise NotImplementedError(kind)

    def _of_group(self, given, place):
        _, added, taken, nodes = given
        before, self.flags = self.flags, (self.flags | added) & ~taken
        for end in self.ends(list(nodes), 0, place):
            held, self.flags = self.flags, before
            yield end
            self.flags = held
        self.flags = before

    def _repeated(self, kind, least, most, nodes, place):
        nodes = list(nodes)
        if len(nodes) == 1 and nodes[0][0] in _ONE_LETTER:
            ends = self._letters(kind, least, most, nodes[0], place)
        else:
            ends = self._times(kind, least, most, nodes, place)
        yield from _first(ends) if kind is sre.POSSESSIVE_REPEAT else ends

    def _letters(self, kind, least, most, node, place):
        """Of one letter: a loop, for a text may be long."""
        end = place
        if kind is sre.MIN_REPEAT:
            while end - place < most:
                if end - place >= least:
                    yield end
                self.steps += 1
                if not self._fits(*node, end):
                    return
                end += 1
            yield end
            return
        while end - place < most and self._fits(*node, end):
            self.steps += 1
            end += 1
        for last in range(end, place + least - 1, -1):
            self.steps += 1
            yield last

    def _times(self, kind, least, most, nodes, place, count=0):
        if kind is sre.MIN_REPEAT and count >= least:
            yield place
        if count < most:
            for end in self.ends(nodes, 0, place):
                if end > place or count < least:
                    yield from self._times(kind, least, most, nodes, end, count + 1)
        if kind is not sre.MIN_REPEAT and count >= least:
            yield place

    def _holds(self, kind, given, place):
        if kind is sre.AT:
            return self._stands(given, place)
        return self._looks(*given, place) == (kind is sre.ASSERT)

    def _looks(self, direction, nodes, place):
        nodes = list(nodes)
        if direction > 0:
            return any(True for _ in self.ends(nodes, 0, place))
        width = parser.SubPattern(parser.State(), nodes).getwidth()[0]
        return place >= width and any(end == place for end in self.ends(nodes, 0, place - width))

    def _stands(self, where, place):
        before, behind = self.text[place - 1 : place] if place else "", self.text[place : place + 1]
        if where is sre.AT_BEGINNING or where is sre.AT_BEGINNING_STRING:
            return not before or (bool(self.flags & re.MULTILINE) and where is sre.AT_BEGINNING and before == "\n")
        if where is sre.AT_END_STRING:
            return not behind
        if where is sre.AT_END:
            return not behind or self.text[place:] == "\n" or (bool(self.flags & re.MULTILINE) and behind == "\n")
        word = _IS[sre.CATEGORY_WORD]
        edge = bool(before and word(before)) != bool(behind and word(behind))
        return edge == (where is sre.AT_BOUNDARY)

    def _fits(self, kind, given, place):
        if place >= len(self.text):
            return False
        letter = self.text[place]
        if kind is sre.ANY:
            return letter != "\n" or bool(self.flags & re.DOTALL)
        if kind is sre.IN:
            return self._in(given, letter)
        return self._same(given, letter) == (kind is sre.LITERAL)

    def _same(self, number, letter):
        if self.flags & re.IGNORECASE:
            return chr(number).lower() == letter.lower()
        return number == ord(letter)

    def _in(self, given, letter):
        negated, *rest = given if given[0][0] is sre.NEGATE else (None, *given)
        return any(self._is_of(kind, value, letter) for kind, value in rest) != (negated is not None)

    def _is_of(self, kind, value, letter):
        if kind is sre.LITERAL:
            return self._same(value, letter)
        if kind is sre.RANGE:
            letters = {letter, letter.lower(), letter.upper()} if self.flags & re.IGNORECASE else {letter}
            return any(value[0] <= ord(one[0]) <= value[1] for one in letters)
        return not _IS[_IS_NOT[value]](letter) if value in _IS_NOT else _IS[value](letter)


def _first(ends):
    for end in ends:
        yield end
        return
