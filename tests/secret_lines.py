"""Lines of a NOTES.INI with a secret in each, and lines that hold none: tests/data/secret_lines.toml."""

import tomllib
from pathlib import Path

SECRET = "Winter7Sommer9"  # stands in each planted line
LINES = tomllib.loads((Path(__file__).parent / "data" / "secret_lines.toml").read_text(encoding="utf-8"))
PLANTED = [f"{name}={SECRET}" for name in LINES["names"]]
PLANTED += [line.replace("%s", SECRET).replace("%%", "%") for line in LINES["values"]]
PUBLIC = LINES["public"]
