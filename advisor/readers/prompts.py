"""Recognise typed lines: prompts, and prompts with the command of a tool."""

import re
from functools import cache

# Before a command: `#`, `[root@mail ~]#`, `mail ~ #`, `mail:/root>`, `PS C:\Program Files>`; not `<pre>`.
PROMPT = r"#?(?:\[[^\]]{1,80}\]|PS [A-Z]:[^<>|]{0,80}|(?!<)\S{1,80}(?: [~/]\S{0,80})?)?\s?[#$%>]\s*+"
_SIGN = re.compile(r"[#$%>]")
_ANOTHER = re.compile(r"(?!##)(?:\[[^\]]{1,80}\]|\S{1,80})?[#$]\s+\S.*")  # a percentage or `>` need no command behind
_BEFORE = r"[^;&|]{1,200}[;&|]{1,2}\s*+"  # another command on the line


def behind_prompt(text: str) -> bool:
    """Return whether a line may contain a prompt. This fast check avoids patterns for most lines."""
    return _SIGN.search(text) is not None


def typed(text: str, command: str) -> bool:
    """Return whether a line is only a prompt, or a typed command (a pattern): `root@mail:~# sudo df -k`.

    The command may be one of several: `# date; df -k && df -i`.
    """
    return _typed(command).fullmatch(text) is not None


@cache
def _typed(command: str) -> re.Pattern[str]:
    called_command = rf"(?:sudo\s+)?(?:\S{{1,80}}[/\\])?{command}(?:[\s;&|].*)?"
    return re.compile(rf"{PROMPT}|(?:{PROMPT}(?:{_BEFORE}){{0,8}})?{called_command}")


def typed_another(text: str, command: str) -> bool:
    """Return whether a line is another command behind its prompt. A loop over this command is not another one."""
    return (
        behind_prompt(text)
        and _ANOTHER.fullmatch(text) is not None
        and not re.search(rf"(?<![\w.-])(?:{command})(?![\w.-])", text)
    )


def command_line(names: bytes) -> bytes:
    """Return a pattern for `begins`: a command line with arguments behind any prompt. names: a pattern of tools."""
    return rb"(?:[^\r\n]{0,60}[#$>%] ?)?(?:sudo +)?(?:\S{0,80}[/\\])?(?:" + names + rb")(?:64)?(?:\.exe)? +[-/\w]"
