"""Convert the scope of a rule into conditions, and into words for its page."""

import re
from collections.abc import Iterator

from advisor.pack.rule import Scope
from advisor.values import release

ROLES = {"cluster member": ("cluster.member", "members of a cluster")}  # the condition, and how a page says it
_KINDS = {"server": "servers", "client": "clients", "any": "servers and clients"}
_LIMIT = re.compile(r"\s*(>=|<)\s*(\S+?)\s*")


class ScopeError(ValueError):
    """Releases that are not written as `>= 8.5.3FP6, < 12.0`."""


def conditions(scope: Scope, applies: str) -> list[str]:
    """Return the conditions for a scope and `applies`, in the order of evaluation. Raises ScopeError."""
    return [text for text in (" and ".join(_parts(scope)), applies, _exception(scope)) if text]


def _parts(scope: Scope) -> Iterator[str]:
    if scope.kind != "any":
        yield f'server.kind == "{scope.kind}"'
    if scope.platforms:
        yield f"platform in [{_quoted(scope.platforms)}]"
    yield from (ROLES[role][0] for role in scope.roles)
    yield from (f'release {sign} "{limit}"' for sign, limit in limits(scope))
    if scope.bits is not None:
        yield f"bits == {scope.bits}"


def _exception(scope: Scope) -> str:
    return f"not platform in [{_quoted(scope.not_platforms)}]" if scope.not_platforms else ""


def limits(scope: Scope) -> list[tuple[str, str]]:
    """Return (`>=` or `<`, release) for each limit of a scope. Raises ScopeError."""
    matches = [_LIMIT.fullmatch(part) for part in scope.releases.split(",")] if scope.releases else []
    pairs = [(match[1], match[2]) for match in matches if match and release.parse(match[2])]
    if len(pairs) < len(matches):
        raise ScopeError(f'"{scope.releases}" names no releases; write them as >= 8.5.3FP6, < 12.0')
    return pairs


def words(scope: Scope) -> str:
    """Return a scope in words: `servers, Domino 5.0 and newer, not on os400 or zos`."""
    return ", ".join([_KINDS[scope.kind], *_restrictions(scope)])


def _restrictions(scope: Scope) -> Iterator[str]:
    of_sign = dict(limits(scope))
    if ">=" in of_sign:
        yield f"Domino {of_sign['>=']} " + (f"up to before {of_sign['<']}" if "<" in of_sign else "and newer")
    elif "<" in of_sign:
        yield f"before Domino {of_sign['<']}"
    if scope.platforms:
        yield f"on {' or '.join(scope.platforms)}"
    if scope.not_platforms:
        yield f"not on {' or '.join(scope.not_platforms)}"
    if scope.bits is not None:
        yield f"{scope.bits}-bit"
    yield from (ROLES[role][1] for role in scope.roles)


def _quoted(names: tuple[str, ...]) -> str:
    return ", ".join(f'"{name}"' for name in names)
