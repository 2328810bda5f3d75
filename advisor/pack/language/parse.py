"""Parses a condition's text into its tree, with names and types settled. The only user of lark."""

from functools import cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput, VisitError

from advisor import limits, values
from advisor.values.release import AtLeast

FUNCTIONS = ("set", "count")
_FLOOR = "of a release often only the floor is known: compare with >= and <"
_PARAMETER_FITS = {"number": {"number", "size"}, "text": {"text", "path"}}

_DEEPEST = 100  # parts within parts; nobody writes ten

_LISTS = {"list", "names"}
_OPERANDS = {"value", "parameter", "key", "count", "else"}
_YES_OR_NO = {"yes-no", "switch"}  # in a condition both are written yes and no

Node = list[Any]


class ConditionError(ValueError):
    """A condition that cannot be used; `column` (from 1) is where in its text."""

    def __init__(self, message: str, column: int = 1) -> None:
        super().__init__(message)
        self.column = column


def parse(text: str, types: dict[str, str], parameters: dict[str, Any]) -> Node:
    """Return the tree of a condition.

    types: the type of every key in the catalogue. parameters: the rule's own figures. A word that is neither a key nor
    a parameter, a value that does not fit its key's type, or a syntax error raises ConditionError.
    """
    if len(text) > limits.MAX_CONDITION:
        raise ConditionError(f"the condition is longer than {limits.MAX_CONDITION:,} characters")
    try:
        tree = _grammar().parse(text)
    except UnexpectedInput as slip:
        if getattr(getattr(slip, "token", None), "type", "") == "$END":
            raise ConditionError("the condition breaks off", len(text) + 1) from None
        raise ConditionError("this does not fit here", slip.column) from None
    try:
        node: Node = _Settle(types, parameters).transform(tree)
        too_deep = _is_deep(node)
    except VisitError as wrapped:
        if not isinstance(wrapped.orig_exc, RecursionError):
            raise wrapped.orig_exc from None
        too_deep = True
    except RecursionError:
        too_deep = True
    if too_deep:
        raise ConditionError("the condition goes too deep")
    if node[0] == "value" or (node[0] in {"key", "else"} and _type(node) not in _YES_OR_NO):
        raise ConditionError("a condition compares something or names a yes/no key")
    return node


def _is_deep(node: Any) -> bool:
    """Return whether the parts of a tree are nested deeper than the recursion limit allows."""
    level = [node]
    for _ in range(_DEEPEST):
        level = [part for node_of_level in level if isinstance(node_of_level, list) for part in node_of_level]
    return bool(level)


def keys(node: Any) -> list[str]:
    """Return every key in a tree, in order, once."""
    if not isinstance(node, list) or not node:
        return []
    if node[0] in {"key", "set", "count"}:
        return [node[1]]
    if node[0] in {"value", "parameter"}:
        return []
    return list(dict.fromkeys(key for part in node[1:] for key in keys(part)))


@cache
def _grammar() -> Lark:
    text = Path(__file__).with_name("condition.lark").read_text(encoding="utf-8")
    return Lark(text, parser="lalr", propagate_positions=True)


def _type(node: Node) -> str:
    """Return the type of a node's value, or "" if the other side determines it."""
    if node[0] == "key":
        return str(node[2])
    if node[0] == "else":
        return _type(node[1])
    if node[0] == "count":
        return "number"
    return ""


class _Settle(Transformer[Token, Node]):
    """Converts the grammar's tree into nested lists, and resolves names and types."""

    def __init__(self, types: dict[str, str], parameters: dict[str, Any]) -> None:
        super().__init__()
        self.types = types
        self.parameters = parameters

    def either(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else ["or", *map(_condition, parts)]

    def both(self, parts: list[Node]) -> Node:
        return parts[0] if len(parts) == 1 else ["and", *map(_condition, parts)]

    def deny(self, parts: list[Node]) -> Node:
        return ["not", _condition(parts[0])]

    def number(self, parts: list[Token]) -> Node:
        return ["value", str(parts[0])]

    def yes(self, _: list[Token]) -> Node:
        return ["value", "yes"]

    def no(self, _: list[Token]) -> Node:
        return ["value", "no"]

    def name(self, parts: list[Token]) -> Node:
        word = str(parts[0])
        if word in self.parameters:
            return ["parameter", word, "text" if isinstance(self.parameters[word], str) else "number"]
        if word in self.types:
            return ["key", word, self.types[word]]
        raise ConditionError(f'"{word}" is neither a key of the catalogue nor a parameter', parts[0].column or 1)

    def string(self, parts: list[Token]) -> Node:
        text = str(parts[0])[1:-1]
        return ["key", text, self.types[text]] if text in self.types else ["value", text]

    def quoted(self, parts: list[Token]) -> Node:
        return ["value", str(parts[0])[1:-1]]

    def call(self, parts: list[Any]) -> Node:
        function, node = str(parts[0]), parts[1]
        if function not in FUNCTIONS:
            raise ConditionError(f"there is no function {function}(), only " + ", ".join(FUNCTIONS), parts[0].column)
        if node[0] != "key":
            raise ConditionError(f"{function}() asks for a key", parts[0].column)
        return [function, node[1]]

    def fall_back(self, parts: list[Node]) -> Node:
        if parts[0][0] != "key":
            raise ConditionError('only a key can have an "else"')
        return ["else", parts[0], _typed(parts[1], _type(parts[0]))[1]]

    def compare(self, parts: list[Any]) -> Node:
        left, sign, right = parts
        kind = _type(left) or _type(right)
        if not kind:
            raise ConditionError("neither side is a key", sign.column)
        if kind == "release" and sign in {"==", "!="}:
            raise ConditionError(_FLOOR, sign.column)
        if kind in _LISTS and sign not in {"==", "!="}:
            raise ConditionError("no list is less than another: compare what count() gives", sign.column)
        return [str(sign), _typed(left, kind), _typed(right, kind)]

    def member(self, parts: list[Node]) -> Node:
        left, right = parts
        if _type(right) != "list":
            raise ConditionError('after "in" comes a key of type list or values in [ ]')
        return ["in", _typed(left, "text"), right]

    def one_of(self, parts: list[Node]) -> Node:
        left, *members = parts
        kind = _type(left)
        if not kind:
            raise ConditionError('before "in" comes a key')
        if kind == "release":
            raise ConditionError(_FLOOR)
        return ["in", _typed(left, kind), ["value", [_typed(member, kind)[1] for member in members]]]

    def like(self, parts: list[Any]) -> Node:
        if _type(parts[0]) not in {"text", "path"}:
            raise ConditionError('before "like" comes a key of type text or path')
        return ["like", parts[0], ["value", str(parts[1])[1:-1].casefold()]]


def _condition(node: Node) -> Node:
    """Return a part of and, or, not, which must be true or false. Raises ConditionError."""
    if node[0] in {"value", "parameter", "count"} or (node[0] in {"key", "else"} and _type(node) not in _YES_OR_NO):
        raise ConditionError("each part of and, or, not compares something or names a yes/no key")
    return node


def _typed(node: Node, kind: str) -> Node:
    """Return a literal as a value of the key's type. Raises ConditionError for another type or a truth value."""
    if node[0] not in _OPERANDS:
        raise ConditionError("true or false, as this is, does not compare with anything")
    if node[0] == "value":
        try:
            value = values.parse("yes-no" if kind in _YES_OR_NO else kind, str(node[1]))
        except values.NotOfType as slip:
            raise ConditionError(str(slip)) from None
        if isinstance(value, (AtLeast, values.Some)):
            raise ConditionError(f'"{node[1]}" leaves open what it is: compare with a value')
        return ["value", value]
    if node[0] == "parameter" and kind not in _PARAMETER_FITS[node[2]]:
        raise ConditionError(f"the {node[2]} {node[1]} does not compare with a {kind}")
    if _type(node) not in {"", kind}:
        raise ConditionError(f"a {_type(node)} does not compare with a {kind}")
    return node
