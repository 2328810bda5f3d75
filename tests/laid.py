"""Laid: a folder with files, as tests give them: by name, each as text or bytes; and the files of a run."""

from collections import deque

from advisor.servers.exclude import NOTHING_EXCLUDED
from advisor.servers.gather import discover
from advisor.servers.model import Gathered


def lay(folder, files):
    """Writes the files, with the folders that they lie in; what is None is taken away. Gives the folder."""
    for name, content in files.items():
        path = folder / name
        if content is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return folder


def gather(
    paths, stdin, stdin_name="stdin", exclude=NOTHING_EXCLUDED, with_folder=False, seen=lambda path: None, *, catalogue
):
    """The files of some paths. Their texts are dropped."""
    result = Gathered(catalogue, exclude)
    deque(discover(result, paths, stdin, stdin_name, with_folder, seen), maxlen=0)
    return result
