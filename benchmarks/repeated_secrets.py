"""Repeated secrets: what hides passwords and keys, on lines and files with n of each form, and of what looks so."""

from collections.abc import Callable, Iterator

import growing
import stages
from growing import Growth, Stages

from advisor.report import masking
from advisor.values import private_keys, readable_secrets, secret_forms, secrets

SIZE = 4_000  # letters
PIECE = 4_096  # bytes of a file that is read in pieces
TEXTS = [  # {0} is the number of each
    "A{0} ",
    "A{0}=1,",
    "{0}",
    "a",
    " ",
    '"',
    "=",
    ":",
    "@",
    "/",
    "\\x41",
    "\\",
    "\x1a",
    "ä",
    "ş ",
    "-",
    "${{x}}",
    "pass",
    "p",
    "DB_PASSWORD=x{0} ",
    "DB_PASSWORD=x{0};",
    "password ",
    "pass: ",
    "key{0}=",
    "token_",
    "PwD",
    "-p ",
    "-pw x{0} ",
    "--password=x{0} ",
    "https://u{0}:p@h/?token=x&",
    "https://",
    "u:p@h",
    "u{0}@h:",
    "?key=",
    "&token=x{0}",
    "Bearer x{0} ",
    "eyJhbGciOiJ",
    "eyJ.",
    "AKIA{0}",
    "echo x{0} | sudo -S ",
    "net user a x{0} ",
    "sqlplus u/p{0}@h ",
    "db2 connect to a user b using x{0} ",
    "curl -u a:x{0} ",
    "//h/a@b ",
]
BODY = "MIIEvgIBADANBgkqhkiG9w0BAQEFAASCBKgwggSkAgEAAoIBAQC7VJTUt9Us8cKj\n"
FILES = [
    "-----BEGIN PRIVATE KEY-----\nMIIE{0}\n-----END PRIVATE KEY-----\n",
    "-----BEGIN PRIVATE KEY-----\nMIIE{0}\n",
    "-----END PRIVATE KEY-----\n{0}\n",
    "-----BEGIN PRIVATE KEY----- ",
    "-----",
    "- ",
    "PRIVATE KEY ",
    BODY,
    f"{BODY}x{{0}}\n",
    "MIIEvgIBADANBgkqhkiG9w0BAQEFAASC",
    "AbCd0123AbCd0123{0}\n",
    "A",
    "IBA ",
    '{{"kty":"RSA","d":"AbCd{0}"}}\n',
    '"kty"',
    '"kty":"RSA",',
    '"kty" "d":"',
    '{{"kty":',
    '"d": "A{0}",\n',
    '{{"p":',
    "<RSAKeyValue><D>Ab{0}</D></RSAKeyValue>\n",
    "<RSAKeyValue><D>",
    "<D>",
    "<D>A{0}</D>",
    "Private-Lines: 9\nAbCd\n",
    "Private-Lines: {0}\n",
    "AbCd{0}\r\n",
    "\n",
    " ",
    "<",
    "ä-",
]
KEPT = [  # what knows words and texts again
    masking.masked,
    masking.value,
    readable_secrets._found,
    secret_forms._tool_at_end,
    secret_forms._may_tell,
    secret_forms._of_short_word,
    secrets.kind,
]
TOLD = '{"kty":"RSA"} <RSAKeyValue>-----BEGIN PRIVATE KEY-----\n'  # so that all of it is looked through


def of_secrets(quick: bool) -> Iterator[list[Growth]]:
    """Every form in a line, in a value, and in a file that is held whole or read in pieces."""
    for form in TEXTS[:: 4 if quick else 1]:
        yield growing.grown(f"{form!r} in a line", _masked(form), SIZE, ("",))
    for form in FILES[:: 4 if quick else 1]:
        for begin in ("", TOLD):
            yield growing.grown(f"{form!r}{' behind a key' if begin else ''}", _hidden(begin, form), SIZE, ("",))


def _repeated(form: str, size: int) -> str:
    return "".join(form.format(at) for at in range(size // len(form) + 1))


def _masked(form: str) -> growing.Run:
    catalogue = stages.PACK.catalogue

    def run(size: int) -> Stages:
        text = _repeated(form, size)
        calls: dict[str, Callable[[], object]] = {
            "secrets of a line": lambda: masking.masked(catalogue, text),
            "secrets of a value": lambda: masking.value(catalogue, "ini.vendor_x", text),
            "secrets of tasks": lambda: masking.value(catalogue, "ini.servertasks", text),
        }
        return {name: growing.least(_anew(call)) for name, call in calls.items()}

    return run


def _anew(call: Callable[[], object]) -> Callable[[], object]:
    """The call with nothing known of an earlier text: of a short one every word would be, and of a long one few."""

    def anew() -> object:
        for one in KEPT:
            one.cache_clear()  # type: ignore[attr-defined]
        return call()

    return anew


def _hidden(begin: str, form: str) -> growing.Run:
    def run(size: int) -> Stages:
        data = (begin + _repeated(form, size)).encode()
        pieces = [data[at : at + PIECE] for at in range(0, len(data), PIECE)]
        return {
            "keys of a file": growing.least(lambda: private_keys.hide(data)),
            "keys of a file in pieces": growing.least(lambda: list(private_keys.hide_in(pieces))),
        }

    return run
