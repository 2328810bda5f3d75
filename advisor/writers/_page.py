"""Page: a template of `page/` filled in as one file that may load nothing, whatever stands in what it shows.

Every value is escaped and rid of control characters, unless it is `Markup` that a module here made on purpose. The
page's policy forbids every request, and every script and style but its own, which it names by their digests.
"""

import re
from base64 import b64encode
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup, escape

from advisor import __version__
from advisor.values.printing import number, printable

_ROOM = Path(__file__).parent
_STYLE = "page/style.css"
_SCRIPT = "page/page.js"
_POLICY = "policy"  # in its place until all styles are known
_OF_STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)  # what a page shows cannot hold one
_CODE = re.compile("(?<!`)(`{3,}) (?P<quoted>.*?) \\1(?!`)|`(?P<code>[^`]+)`")  # a value with backticks, and code


def page(template: str, told: Mapping[str, Any], *styles: str) -> str:
    """A page, by the name of its template, ended by one line end.

    told: what the template asks for. styles: files of this room with the styles of what only some pages show.
    """
    style, script = "\n".join(map(_own, (_STYLE, *styles))), _own(_SCRIPT)
    filled = _environment().get_template(template)
    made = filled.render(told, style=style, script=script, policy=_POLICY, version=__version__)
    digests = " ".join(f"'{_digest(each)}'" for each in dict.fromkeys(_OF_STYLE.findall(made)))
    policy = (
        f"default-src 'none'; style-src {digests}; script-src '{_digest(script)}'; base-uri 'none'; form-action 'none'"
    )
    return made.replace(f'content="{_POLICY}"', f'content="{policy}"', 1).rstrip("\n") + "\n"


@cache  # it holds its templates compiled
def _environment() -> ImmutableSandboxedEnvironment:
    made = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_ROOM / "page", encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_shown,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters |= {"number": number, "coded": coded}
    return made


def coded(text: str) -> Markup:
    """A sentence with what stands in backticks as code."""
    told = str(escape(printable(text)))
    return Markup(_CODE.sub(lambda found: f"<code>{found['quoted'] or found['code']}</code>", told))  # noqa: S704


def _own(name: str) -> str:
    """The style or the script, as it stands between its tags."""
    return (_ROOM / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """`sha256-…`: what a policy calls an inline text."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _shown(value: Any) -> Any:
    """A value as the page has it; `Markup` and numbers stay as they are."""
    return printable(value) if value.__class__ is str else value
