"""explain: prints the page of a rule, a setting or a word and, with --for, what is so of it on a server."""

import sys
from typing import Annotated, NamedTuple

import typer

from advisor import terminal
from advisor.cli import console, figures, inputs, options, telling
from advisor.cli.guard import INTERNAL, NOTHING_HERE, NOTHING_READ, WRONG_USE, Exit, Faults, WrongUse
from advisor.cli.options import guarded
from advisor.cli.settled import configuration
from advisor.configuration import selection
from advisor.configuration.site import ConfigurationError
from advisor.derive import Overrides
from advisor.judging import assess
from advisor.judging.run import Run
from advisor.pack import Pack, Rule, glossary, pages, profiles, setting_pages
from advisor.report import masking, troubles
from advisor.report.troubles import Trouble
from advisor.servers.server import Server
from advisor.values.near import nearest
from advisor.values.printing import printable

app = typer.Typer(add_completion=False, rich_markup_mode="rich")


class OnServers(NamedTuple):
    """What is so on the servers of a path. own: as Markdown; raised: what went wrong."""

    own: str = ""
    raised: tuple[Trouble, ...] = ()


class Question(NamedTuple):
    """What is asked of the servers of a path. rules: those in question; as_release: the release to judge them as."""

    name: str
    rules: list[Rule]
    pack: Pack
    overrides: Overrides
    as_release: str


_OUT_OF_LINE = (
    "out-of-line (FLT001): what servers have otherwise than nearly all others of their role, cluster or release\n\n"
    "It is told with `domlint check --outliers`, is no finding, and counts for no grade and no exit code.\n"
    '`ignore = ["out-of-line"]` in domlint.toml leaves it out; a waiver with `rule = "out-of-line"`, the server\n'
    "and the setting as `subject` accepts what is so on purpose.\n"
)


@app.command(
    cls=options.Command,
    epilog=options.examples(
        "domlint explain LOG001", "domlint explain NSF_BUFFER_POOL_SIZE_MB", "domlint explain LOG001 --for notes.ini"
    ),
)
@guarded
def explain(
    words: Annotated[
        list[str],
        typer.Argument(
            metavar="RULE|SETTING|WORD",
            help="A rule (id, name or category), a setting, a profile, or a word of the reports.",
            autocompletion=inputs.page_words,
        ),
    ],
    for_path: Annotated[
        str | None,
        typer.Option("--for", metavar="PATH", help="Also show the verdict on this server, with its values."),
    ] = None,
    rules: options.Rules = None,
    release: options.Release = None,
    as_release: options.AsRelease = None,
    platform: options.Platform = None,
    bits: options.Bits = None,
    config: options.Config = None,
    isolated: options.Isolated = False,
    color: options.Color = "auto",
    no_pager: Annotated[bool, typer.Option("--no-pager", help="Do not use a pager for long pages.")] = False,
) -> None:
    """Explain a rule, a setting, a profile, or a word of the reports.

    A rule: what it finds, why, how to fix it, its sources, how to accept it. A category such as logging: its rules.
    A NOTES.INI setting: what it does, its values, default, releases and rules. The beginning of a name: all matches.
    """
    faults, trouble, name = Faults(), telling.Troubles(), " ".join(words)
    site = configuration(config, isolated, faults)
    pack = inputs.pack_of(rules, faults, site)
    nothing: tuple[list[Rule], str] = [], ""
    named, page = faults.tried(lambda: _pages(name, pack), nothing)
    overrides = faults.tried(lambda: inputs.overrides(release, platform, bits), Overrides())
    upgrade_to = _upgrade_to(as_release, for_path, faults) if as_release is not None else ""
    if for_path is not None:
        inputs.must_be_there([for_path], faults)
        overrides = overrides._replace(servers=site.servers)
        named = selection.rules_with_figures(named, site, pack.rules, faults.add)
    faults.stop()
    asked = Question(name, named, pack, overrides, upgrade_to)
    on = OnServers() if for_path is None else _on_servers(for_path, asked, trouble)
    coloured = terminal.uses_colour(color, sys.stdout)
    if coloured or terminal.is_terminal(sys.stdout):
        _show(page, on.own, coloured, not no_pager)
    else:
        console.out(page + on.own)
    _end(on.raised, trouble)


def _upgrade_to(text: str, for_path: str | None, faults: Faults) -> str:
    """The release that the servers of a path are judged as."""
    from advisor.cli import as_release  # late: it is seldom asked for

    if for_path is None:
        faults.add(f"{as_release.OPTION} tells what would be so on a server: name one with --for")
    return as_release.settled(text, None, faults)


def _end(raised: tuple[Trouble, ...], trouble: telling.Troubles) -> None:
    """Says what went wrong, and ends with its exit code."""
    for error in raised:
        telling.tell_error(error)
    if any(error.internal for error in raised):
        raise Exit(INTERNAL)
    if trouble.messages or raised:
        raise Exit(WRONG_USE)


def _pages(name: str, pack: Pack) -> tuple[list[Rule], str]:
    """Return the rules in question, and the pages of the rules, the setting and the report's word of a name.

    If nothing has the name, list the rules and settings whose names begin so. Raises WrongUse if there are none.
    """
    texts = [text for text in (setting_pages.page(name, pack), glossary.page(name), profiles.page(name, pack)) if text]
    if selection.OUT_OF_LINE.named_in([name]):
        return [], _OUT_OF_LINE
    try:
        ids = selection.rule_ids(pack.rules, name)
    except ConfigurationError:
        if texts:
            on_any = [rule for rule in pack.rules if rule.subject == "setting"]
            return setting_pages.rules_on(name, pack) + on_any, "\n".join(texts)
        return _beginning_with(name, pack)
    rules = [rule for rule in pack.rules if rule.id in ids]
    of_rules = _page(rules[0], pack) if len(rules) == 1 else pages.contents(name, rules, pack)
    return rules, "\n".join([of_rules, *texts])


def _beginning_with(name: str, pack: Pack) -> tuple[list[Rule], str]:
    """Return the rules that begin with a name or look at settings that do, and both lists. Raises WrongUse."""
    rules = [rule for rule in pack.rules if name and rule.name.startswith(name.lower())]
    lists = [pages.contents(name, rules, pack)] if rules else []
    if settings := setting_pages.beginning_with(name, pack):
        lists.append(settings)
        rules += [rule for rule in setting_pages.rules_on_beginning_with(name, pack) if rule not in rules]
    if not lists:
        raise WrongUse([_nobody_knows(name, pack)])
    return rules, "\n".join(lists)


def _page(rule: Rule, pack: Pack) -> str:
    """A rule's page, with what is wrong in the papers that it cites; a site's own rules cite the site's."""
    from advisor.pack import claims  # late: only a rule's page shows them

    return pages.page(rule, pack, claims.errors(claims.builtin()) if rule.page else {})


def _nobody_knows(name: str, pack: Pack) -> str:
    """Return the message that nothing is called so, with the nearest names of rules, settings and words."""
    labels = [label for rule in pack.rules for label in (rule.id, rule.name, rule.category)]
    words = [*(word.word for word in glossary.WORDS), *pack.profiles]
    settings = [pack.catalogue.spelling(setting) for setting in sorted(pack.catalogue.names)]
    short = printable(name[:80])
    meant = [f'"{each}"' for each in nearest(short, [*labels, *words, *settings], 3)]
    near = f"did you mean {' or '.join(meant)}?" if meant else "domlint rules list names all rules"
    return f'no rule, setting or word is called "{short}"; {near}'


def _on_servers(path: str, asked: Question, trouble: telling.Troubles) -> OnServers:
    """What is so on the servers of a path; without one there is nothing to show, so that the command ends."""
    name, rules, pack, overrides, as_release = asked
    reading, unread = inputs.read([path], pack.catalogue)
    run = Run(reading, overrides, as_release=as_release)
    pack = pack._replace(catalogue=masking.of_run(pack.catalogue, run.servers))
    names = masking.server_names(pack.catalogue, run.servers)
    each = list(zip(assess.judged(run, rules, explain=True), names, strict=True))
    telling.tell(masking.unread_parts(pack.catalogue, unread + run.unread), trouble)
    if not each:
        if trouble.messages:
            raise Exit(WRONG_USE)
        console.error(f"{inputs.as_typed(path)}: {NOTHING_HERE}")
        raise Exit(NOTHING_READ)
    raised = [troubles.failure(own_name, one, pack.catalogue) for one, own_name in each if isinstance(one, Server)]
    judged = [(one, own_name) for one, own_name in each if isinstance(one, assess.Assessment)]
    upgraded = {own_name for one, own_name in judged if one.server.upgraded is not one.server.views}
    if as_release:
        judged = [(one.as_upgraded(), own_name) for one, own_name in judged]
    if setting_pages.is_known(name, pack):
        judged = [(figures.about(one, name), own_name) for one, own_name in judged]
    raised += [error for one, _ in judged for error in troubles.raised(one.judged, pack.catalogue)]
    own = "".join(
        figures.figures(one, own_name, name, pack, as_release if own_name in upgraded else "")
        for one, own_name in judged
    )
    return OnServers(own, tuple(raised))


def _show(page: str, own: str, coloured: bool, in_pager: bool) -> None:
    """Print a page on a terminal, in a pager if it is longer than the screen. own: what is known of a server."""
    text = _drawn(page, own, coloured)
    rows = terminal.rows(sys.stdout)
    pager = console.pager() if in_pager and 0 < rows <= text.count("\n") else []
    if pager:
        paged = text if not coloured or console.shows_colour(pager) else _drawn(page, own, False)
        if console.page(paged, pager):
            return
    console.out(text)


def _drawn(page: str, own: str, coloured: bool) -> str:
    """Return a page of Markdown as text for a terminal."""
    from rich.console import Console, Group
    from rich.markdown import Markdown
    from rich.text import Text

    drawn = Console(
        width=terminal.width(sys.stdout),
        force_terminal=coloured,
        color_system="standard" if coloured else None,
        legacy_windows=False,
        highlight=False,
    )
    with drawn.capture() as captured:
        drawn.print(Group(Markdown(page, hyperlinks=False), Text(own)))
    return "".join(f"{line.rstrip()}\n" for line in captured.get().splitlines())
