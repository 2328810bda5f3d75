"""In each Python process that a test starts: no network; then what else is called like this file, of a test or of the system."""

import sys
from importlib.machinery import PathFinder
from importlib.util import module_from_spec
from pathlib import Path

import no_network

no_network.forbid()
own = str(Path(__file__).parent)
if spec := PathFinder.find_spec("sitecustomize", [folder for folder in sys.path if folder != own]):
    sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(sys.modules[spec.name])
