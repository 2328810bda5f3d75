"""What is measured: this checkout, the same at another commit, and its peers, each installed apart below build/."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).parent.parent
HOME = PROJECT / "build" / "benchmarks"
PEERS = ("yamllint", "sqlfluff", "cfn-lint", "zizmor")  # published packages
ADVISOR = "pt-variable-advisor"  # of Debian's percona-toolkit


def here() -> Path:
    """The folder of scripts of an environment that this checkout is installed in, as it is now."""
    return _installed("here", str(PROJECT), anew=True)


def at(commit: str) -> Path:
    """The same with this commit's, which is checked out for that and put away again."""
    tree = HOME / f"tree-{commit}"
    if not (HOME / commit).is_dir():
        _git("worktree", "add", "--detach", "--force", str(tree), commit)
        try:
            return _installed(commit, str(tree))
        finally:
            _git("worktree", "remove", "--force", str(tree))
    return HOME / commit / "bin"


def peers(names: Iterable[str] = (*PEERS, ADVISOR)) -> dict[str, Path | str]:
    """The script of each peer, or why it cannot be had."""
    return {name: _advisor() if name == ADVISOR else _peer(name) for name in names}


def _peer(name: str) -> Path | str:
    try:
        return _installed(name, name) / name
    except subprocess.CalledProcessError:
        return "pip cannot install it"


def _advisor() -> Path | str:
    """Unpacked and not installed, which needs no rights; it is Perl and needs no database."""
    unpacked = HOME / "percona-toolkit"
    script = unpacked / "usr" / "bin" / ADVISOR
    if not script.exists():
        if not (shutil.which("apt-get") and shutil.which("dpkg") and shutil.which("perl")):
            return "apt, dpkg or perl are not there"
        unpacked.mkdir(parents=True, exist_ok=True)
        if subprocess.run(
            ["apt-get", "download", "percona-toolkit"], cwd=unpacked, capture_output=True, check=False
        ).returncode:
            return "apt does not have percona-toolkit"
        subprocess.run(["dpkg", "-x", str(next(unpacked.glob("*.deb"))), str(unpacked)], check=True)
    return script


def rules_of(scripts: Path) -> int:
    """How many rules the domlint installed there has."""
    pack = next((scripts.parent / "lib").rglob("pack.json"))
    return len(json.loads(pack.read_text(encoding="utf-8"))["rules"])


def packages(scripts: Path) -> Path:
    """Where an environment's packages lie."""
    return next((scripts.parent / "lib").glob("python*/site-packages"))


def version(script: Path) -> str:
    """What a peer calls its version."""
    done = subprocess.run([str(script), "--version"], capture_output=True, text=True, check=False)
    return done.stdout.split()[-1] if done.stdout else ""


def _installed(name: str, what: str, *, anew: bool = False) -> Path:
    """Makes the environment where there is none. Raises CalledProcessError where pip cannot install it."""
    scripts = HOME / name / "bin"
    if scripts.is_dir() and anew:
        _pip(scripts, "uninstall", "--yes", "domlint")
        _pip(scripts, "install", what)
    elif not scripts.is_dir():
        subprocess.run([sys.executable, "-m", "venv", str(scripts.parent)], check=True)
        try:
            _pip(scripts, "install", what)
        except subprocess.CalledProcessError:
            shutil.rmtree(scripts.parent)
            raise
    return scripts


def _pip(scripts: Path, *words: str) -> None:
    subprocess.run([str(scripts / "pip"), "--quiet", "--disable-pip-version-check", *words], check=True)


def _git(*words: str) -> None:
    subprocess.run(["git", "-C", str(PROJECT), *words], check=True, capture_output=True)
