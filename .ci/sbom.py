"""A wheel and the constraints in, its bill of materials out: CycloneDX as JSON, the same for the same wheel and pins.

python .ci/sbom.py dist/domlint-X.Y.Z-py3-none-any.whl > dist/domlint-X.Y.Z.cdx.json
"""

import hashlib
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from datetime import UTC, datetime
from email.message import Message
from email.parser import Parser
from pathlib import Path
from typing import NamedTuple
from uuid import NAMESPACE_OID, uuid5

try:
    from cyclonedx.contrib.license.factories import LicenseFactory
    from cyclonedx.model import HashAlgorithm, HashType, Property
    from cyclonedx.model.bom import Bom, BomMetaData
    from cyclonedx.model.component import Component, ComponentScope, ComponentType
    from cyclonedx.output.json import JsonV1Dot6
    from packageurl import PackageURL
    from packaging.requirements import Requirement
except ModuleNotFoundError as missing:
    library = str(missing.name).partition(".")[0]
    sys.exit(
        f"{library} is not installed: constraints-dev.txt has it (pip install --require-hashes -r constraints-dev.txt)"
    )

ROOT = Path(__file__).parent.parent


class Pin(NamedTuple):
    """A package of a constraints file: its version, on which machines, and who asks for it."""

    requirement: Requirement
    wanted_by: tuple[str, ...]

    @property
    def version(self) -> str:
        """The one version that is pinned."""
        return str(self.requirement.specifier).removeprefix("==")


def pins(name: str) -> Iterator[Pin]:
    """What a constraints file pins, in its order."""
    text = (ROOT / name).read_text(encoding="utf-8")
    for row in re.finditer(r"^([a-z0-9][^\\\n]*?) *\\\n(?: +--hash.*\n)+ +# via (.*)$", text, re.MULTILINE):
        yield Pin(Requirement(row[1]), tuple(row[2].replace(" (pyproject.toml)", "").split(", ")))


def made_of(metadata: Message, wheel: bytes) -> Component:
    """The wheel itself."""
    name, version = metadata["Name"], metadata["Version"]
    return Component(
        type=ComponentType.APPLICATION,
        name=name,
        version=version,
        description=metadata["Summary"],
        bom_ref=f"{name}=={version}",
        purl=PackageURL("pypi", name=name, version=version),
        licenses=[LicenseFactory().make_from_string(metadata["License-Expression"])],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=hashlib.sha256(wheel).hexdigest())],
    )


def needed(pin: Pin, scope: ComponentScope) -> Component:
    """A package that the wheel needs, or one of its extras does."""
    name = pin.requirement.name
    marker = [Property(name="python:marker", value=str(pin.requirement.marker))] if pin.requirement.marker else []
    return Component(
        type=ComponentType.LIBRARY,
        name=name,
        version=pin.version,
        bom_ref=f"{name}=={pin.version}",
        purl=PackageURL("pypi", name=name, version=pin.version),
        scope=scope,
        properties=marker,
    )


def bill(wheel: Path) -> str:
    """The bill of a wheel, as JSON.

    The time is SOURCE_DATE_EPOCH's; without that the bill has none.
    """
    data = wheel.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        [place] = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        itself = made_of(Parser().parsestr(archive.read(place).decode("utf-8")), data)
    always = {pin.requirement.name for pin in pins("constraints.txt")}
    components = {itself.name: itself}
    every = list(pins("constraints-extras.txt"))
    for pin in every:
        required = pin.requirement.name in always
        components[pin.requirement.name] = needed(pin, ComponentScope.REQUIRED if required else ComponentScope.OPTIONAL)
    digest = hashlib.sha256(data).hexdigest()
    bom = Bom(metadata=BomMetaData(component=itself), serial_number=uuid5(NAMESPACE_OID, digest))
    bom.components.update(each for each in components.values() if each is not itself)
    for name, component in components.items():
        bom.register_dependency(component, [components[pin.requirement.name] for pin in every if name in pin.wanted_by])
    epoch = os.environ.get("SOURCE_DATE_EPOCH")
    bom.metadata.timestamp = datetime.fromtimestamp(int(epoch), UTC) if epoch else None
    return JsonV1Dot6(bom).output_as_string(indent=2)


if __name__ == "__main__":
    print(bill(Path(sys.argv[1])))
