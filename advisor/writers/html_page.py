"""Fill a template of `page/` and return one HTML file that loads nothing.

Every value is escaped and stripped of control characters, unless it is `Markup`. The content security policy forbids
every request, and every script and style except those of the page, which it names by their digests.
"""

import re
from base64 import b64encode
from collections.abc import Callable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from markupsafe import Markup, escape

from advisor import __version__
from advisor.values.printing import number, printable

_FOLDER = Path(__file__).parent / "page"
_CODE = re.compile("(?<!`)(`{3,}) (?P<quoted>.*?) \\1(?!`)|`(?P<code>[^`]+)`")  # a value with backticks, and code


def page(template: str, values: Mapping[str, Any], *styles: str, script: str = "page.js") -> str:
    """Return a page that ends with one line end.

    values: the variables of the template. styles: style sheets that this page needs beside `page.css`. script: the
    file of its script.
    """
    style = "\n".join(_text(name) for name in ("page.css", *styles))
    script = _text(script)
    policy = Markup(  # noqa: S704  only digests
        f"default-src 'none'; style-src '{_digest(style)}'; script-src '{_digest(script)}'; "
        "base-uri 'none'; form-action 'none'"
    )
    render = _renderer(template)
    return render(values, style=style, script=script, policy=policy, version=__version__).rstrip("\n") + "\n"


@cache
def _renderer(template: str) -> Callable[..., str]:
    """Return the function that fills a template. Jinja is imported only for pages."""
    from jinja2 import FileSystemLoader, StrictUndefined
    from jinja2.sandbox import ImmutableSandboxedEnvironment

    environment = ImmutableSandboxedEnvironment(
        loader=FileSystemLoader(_FOLDER, encoding="utf-8"),
        autoescape=True,
        undefined=StrictUndefined,
        finalize=_printable,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters |= {"number": number, "coded": coded}
    return environment.get_template(template).render


def coded(text: str) -> Markup:
    """Return a sentence in which text between backticks is code."""
    escaped = str(escape(printable(text)))
    return Markup(_CODE.sub(lambda match: f"<code>{match['quoted'] or match['code']}</code>", escaped))  # noqa: S704


def _text(name: str) -> str:
    """Return a style sheet or the script, as it is between its tags."""
    return (_FOLDER / name).read_text(encoding="utf-8")


def _digest(text: str) -> str:
    """Return `sha256-…`, the name of an inline text in a policy."""
    return f"sha256-{b64encode(sha256(text.encode('utf-8')).digest()).decode('ascii')}"


def _printable(value: Any) -> Any:
    """Return a text without control characters, and `Markup` and numbers unchanged."""
    return printable(value) if value.__class__ is str else value
