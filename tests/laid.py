"""Laid: a folder with files, as tests give them: by name, each as text or bytes."""


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
