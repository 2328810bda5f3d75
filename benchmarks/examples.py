"""Examples: the files that the tests of readers have of their formats."""

import sys
from functools import cache
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

TESTS = Path(__file__).parent.parent / "tests"


@cache
def examples(name: str) -> list[bytes]:
    """The EXAMPLES of a reader's tests, which may import modules beside them."""
    if str(TESTS) not in sys.path:
        sys.path.append(str(TESTS))
    spec = spec_from_file_location(f"examples_of_{name}", TESTS / f"test_{name}.py")
    if spec is None or spec.loader is None:
        raise FileNotFoundError(name)
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return [text if isinstance(text, bytes) else text.encode() for text in module.EXAMPLES]
