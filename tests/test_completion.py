"""Shell completion."""

import pytest
from shellingham import ShellDetectionFailure

from advisor.cli import commands


@pytest.mark.parametrize(("shell", "env"), [
    ("bash", {"COMP_WORDS": "domlint explain buf", "COMP_CWORD": "2"}),
    ("zsh", {"_TYPER_COMPLETE_ARGS": "domlint explain buf"}),
    ("fish", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}),
    ("powershell", {"_TYPER_COMPLETE_ARGS": "domlint explain buf", "_TYPER_COMPLETE_WORD_TO_COMPLETE": "buf"}),
])  # fmt: skip
def test_completions_for_every_shell(shell, env, domlint):
    def typed(variable):
        return domlint(env={"_DOMLINT_COMPLETE": f"{variable}_{shell}", **env}).out

    assert "domlint" in typed("source")
    assert "buffer-pool-pinned" in typed("complete")


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
@pytest.mark.parametrize("shell", [None, "dash", "cmd"])
def test_without_a_known_shell_completion_names_the_shells(option, shell, domlint, monkeypatch, tmp_path):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint(option, env={"HOME": str(tmp_path)})
    assert (done.returncode, done.out) == (2, "")
    assert all(name in done.err for name in commands.COMPLETION_SHELLS)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("shell", commands.COMPLETION_SHELLS)
def test_each_named_shell_has_completions(shell, domlint, monkeypatch):
    monkeypatch.setattr("shellingham.detect_shell", detected(shell))
    done = domlint("--show-completion")
    assert done.returncode == 0
    assert "_DOMLINT_COMPLETE" in done.out


def detected(shell):
    """Return a stand-in for shellingham.detect_shell, which raises if no shell is found."""

    def detect_shell():
        if shell is None:
            raise ShellDetectionFailure
        return shell, f"/bin/{shell}"

    return detect_shell
