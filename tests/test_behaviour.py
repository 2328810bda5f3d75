"""The golden of behaviour: verdicts, severities, evidence, grades and exit codes, without a word of text."""

import hashlib
import os
from pathlib import Path

import behaviour
import pytest


@pytest.mark.parametrize("kind", ["fixtures", "fleets"])
def test_behaviour_is_as_recorded(kind, golden):
    golden(f"behaviour/{kind}.txt", "".join(getattr(behaviour, kind)()))


@pytest.mark.skipif("DOMLINT_SAMPLES" not in os.environ, reason="DOMLINT_SAMPLES names no folder of samples")
def test_behaviour_on_samples_is_as_recorded(golden):
    """The golden has a digest a sample; `python tests/behaviour.py FOLDER` writes the rows behind the digests."""
    blocks = behaviour.samples(Path(os.environ["DOMLINT_SAMPLES"]))
    digests = [hashlib.sha256(block.encode()).hexdigest()[:16] for block in blocks]
    golden("behaviour/samples.txt", "".join(f"{number} {digest}\n" for number, digest in enumerate(digests)))
