"""The headings of the founding documents, in their order, as the texts of DOMLINT_SEEDS have them."""

import os
import re
from functools import cache
from pathlib import Path

import seed_iris

SEEDS = Path(os.environ.get("DOMLINT_SEEDS") or Path(__file__).parents[2] / "shared" / "seeds")

COMPAQ = {
    "Chapter 2 Performance Management": ("Performance Monitor Tool",),
    "Chapter 3 Subsystem Performance Comparison": (
        "System Processor (CPU)",
        "Single CPU Performance Results",
        "Processor Scalability Performance Results",
        "Memory Performance Results",
        "Mail Workload Memory Testing",
        "MailDB Workload Memory Testing",
        "Groupware_A Workload Memory Testing",
        "Repl_Hub Workload Memory Testing",
        "Memory Recommendations",
        "Disk",
        "File Systems (FAT versus NTFS)",
        "FAT File System",
        "NT File System (NTFS)",
        "Drive Spindles/Striping",
        "Hardware versus Software Striping",
        "Fault Tolerance",
        "RAID 0 - No Fault Tolerance",
        "RAID 1 - Drive Mirroring",
        "RAID 4 - Data Guarding",
        "RAID 5 - Distributed Data Guarding",
        "Bus Architecture (PCI versus EISA)",
        "Domino Advanced Server Features Performance Comparison",
        "Domino Partitioned Servers",
        "Test Setup",
        "System Under Test",
        "Partitioned Server Performance Results",
        "Performance Tuning",
        "Hard Disk Controller Tuning",
        "Domino Server Tuning",
        "NSF Buffer Size",
        "NT Server Tuning",
        "NT System Tuning",
        "Smart-2 Controller's Array Accelerator Read/Write Ratio",
        "Domino Server NSF Buffer Size",
        "Performance Summary and Recommendations",
    ),
    "Chapter 4 Capacity Planning": (
        "Capacity Characteristics Observations",
        "Five Steps to Compaq Capacity Planning",
        "Determine the Application Mix or User Profile",
        "Convert Real World Users to NotesBench Workload Users",
        "Selecting the System",
        "Determine the Memory Configuration",
        "Determine the Disk Subsystem Configuration",
        "Capacity Planning Case Study",
        "Step 1: Determine the Application Mix or User Profile",
        "Step 2: Convert Real World Users to NotesBench Workload Users",
        "Step 3: Select the System",
        "Step 4: Determine the Memory Configuration",
        "Step 5: Determine the Disk Subsystem Configuration",
    ),
    "Appendix A Microsoft Windows NT NotesBench Results": (
        "Mail Workload",
        "Shared Discussion Database (DiscDB) Workload",
        "MailDB Workload",
        "Groupware_A Workload",
    ),
    "Appendix B IBM OS/2 Warp Server Advanced NotesBench Results": ("Mail Workload", "MailDB Workload"),
    "Appendix C Novell NetWare 4.11 NotesBench Results": ("Mail Workload", "MailDB Workload"),
    "Index": (),
}
PSERIES = {
    "Domino 7 mail servers within IBM": (),
    "Domino 7 performance": (),
    "Configuration 1: IBM Research": (),
    "IBM Research performance data": (),
    "Configuration 2: IBM Global Services": (),
    "IGS performance data": (),
    "Configuration 3: various IBM groups": (),
    "Configuration 3 performance data": (),
    "Domino 7 deployment tips": (),
    "Domino parameters": (),
    "AIX parameters": (),
    "Performance monitoring tips": (),
    "Conclusion": (),
    "Resources": (),
}
# Source → the beginning of its text's name, and its headings: chapters, which stand where they stand last (before
# that in a table of contents), and within each those that follow it in this order.
DOCUMENTS = {"compaq-domino45": ("002", COMPAQ), "ibm-domino7-pseries": ("001", PSERIES)} | seed_iris.DOCUMENTS


def spoken_of(name: str) -> str:
    """A chapter as sections call it: `Chapter 3`, `Appendix A`, `sidebar …`; any other heading as it is."""
    if name.endswith(" (sidebar)"):
        return "sidebar " + name.removesuffix(" (sidebar)")
    return " ".join(name.split()[:2]) if name.startswith(("Chapter ", "Appendix ")) else name


@cache
def sections(source: str) -> dict[str, str]:
    """The text of each section of a document, between its heading and the next; by the names that tables give it."""
    begin, headings = DOCUMENTS[source]
    (path,) = SEEDS.glob(f"{begin}_*.txt")
    lines = path.read_text(encoding="utf-8").splitlines()
    bare = [line.strip().lstrip("# ").removesuffix(" \u2013 Audited Results") for line in lines]
    found: list[tuple[int, str]] = []
    for chapter, within in headings.items():
        at = max(number for number, line in enumerate(bare) if line == chapter)
        found.append((at, spoken_of(chapter)))
        for heading in within:
            at = bare.index(heading, at + 1)
            found.append((at, f"{spoken_of(chapter)}, {heading}"))
    assert found == sorted(found)
    ends = [at for at, _ in found[1:]] + [len(lines)]
    return {name: apart("\n".join(lines[at:end])) for (at, name), end in zip(found, ends, strict=True)}


def apart(text: str) -> str:
    """A text whose rows of figures lost what stood between them: `1,0002,000` and `0.1450.218` have a space there."""
    return re.sub(r"(?<=\d[,.]\d{3})(?=\d)", " ", text)
