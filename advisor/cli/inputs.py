"""Inputs: what several commands take, from the command line's words to rules and files."""

import sys
from pathlib import Path

from advisor.cli import streams
from advisor.cli.guard import WrongOption
from advisor.derive import Overrides
from advisor.pack import Catalogue, Pack, builtin, builtin_json, from_json
from advisor.report.report import Raised
from advisor.servers.gather import Gathered, gather, pieces
from advisor.servers.walk import NOTHING_EXCLUDED, Exclude, Unread
from advisor.values import release

STDIN = "stdin"  # what standard input is called


class Trouble:
    """What was wrong with the command's use. Each is printed at once; what can be judged is judged all the same."""

    def __init__(self) -> None:
        self.messages: list[str] = []

    def add(self, message: str) -> None:
        """Notes and prints one trouble."""
        self.messages.append(message)
        streams.error(message)


def overrides(release_text: str | None, platform: str | None, bits: str | None) -> Overrides:
    """What the options say of the servers."""
    if release_text is not None and release.parse(release_text) is None:
        raise WrongOption(f'"{release_text}" names no release; write it as 9.0.1FP10', "--release")
    spelled = release.spell(release_text) if release_text else None
    return Overrides(spelled, platform, int(bits) if bits else None)


def pack_of(rules: Path | None, trouble: Trouble) -> Pack:
    """The built-in pack, with a site's own rules when their folder is given."""
    if rules is None:
        return builtin()
    from advisor.pack.rulebook import compile_site

    if not rules.is_dir():
        trouble.add(f"--rules {rules.as_posix()}: no such folder")
        return builtin()
    data, slips = compile_site(rules, builtin_json())
    for slip in slips:
        trouble.add(slip)
    return from_json(data)


def rule_words(incomplete: str) -> list[str]:
    """What completes a rule's name, id, prefix or category."""
    labels = [label for rule in builtin().rules for label in (rule.name, rule.id, rule.category)]
    return [label for label in dict.fromkeys(labels) if label.lower().startswith(incomplete.lower())]


def page_words(incomplete: str) -> list[str]:
    """What completes the name of a rule or a setting."""
    catalogue = builtin().catalogue
    settings = [catalogue.spelling(name) for name in sorted(catalogue.names)]
    return rule_words(incomplete) + [name for name in settings if name.lower().startswith(incomplete.lower())]


def words(options: list[str] | None) -> tuple[str, ...]:
    """`--select LOG,MEM --select THR001` as three words."""
    return tuple(word.strip() for option in options or () for word in option.split(",") if word.strip())


def read(
    paths: list[str],
    catalogue: Catalogue,
    trouble: Trouble,
    *,
    stdin_name: str = STDIN,
    exclude: Exclude = NOTHING_EXCLUDED,
    with_folder: bool = False,
) -> Gathered:
    """The files of the arguments; a missing or closed one is trouble, and the others are read all the same."""
    from advisor.cli.progress import Progress

    def stdin() -> bytes:
        if sys.stdin is None:
            trouble.add("-: standard input is closed")
            return b""
        return b"".join(pieces(sys.stdin.buffer))

    with Progress() as progress:
        gathered = gather(paths, stdin, stdin_name, exclude, with_folder, progress.seen, catalogue=catalogue)
    for path in gathered.missing:
        trouble.add(f"{path or 'an empty path'}: no such file or folder")
    trouble.messages += gathered.closed  # what is wrong with them is said with all that could not be read
    return gathered


def tell_error(error: Raised) -> None:
    """Names on standard error a rule that raised, or a server that a bug of domlint's kept from being judged."""
    if error.rule:
        streams.error(f"rule {error.rule} raised an error: {error.message}")
    else:
        streams.error(
            f"internal error: {error.message}; {error.server} was not judged; please report it to the domlint project"
        )


def tell(unread: list[Unread] | tuple[Unread, ...]) -> None:
    """Names on standard error what could not be read, or not to its end. The reasons are masked already."""
    for part in unread:
        if part.problem:
            streams.error(f"{part.path}{f':{part.line}' if part.line else ''}: {part.reason}")
