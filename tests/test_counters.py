"""CSV of Windows' performance counters."""

import pytest
from at_once import at_once

from advisor.facts import Fact
from advisor.pack import builtin
from advisor.readers import samples, transcript
from advisor.readers.windows import counters
from advisor.source import Source

CATALOGUE = builtin().catalogue
TYPEPERF = r"""
"(PDH-CSV 4.0)","\\MAIL01\Memory\Available MBytes","\\MAIL01\Paging File(_Total)\% Usage","\\MAIL01\PhysicalDisk(0 C: D:)\Avg. Disk Queue Length","\\MAIL01\PhysicalDisk(0 C: D:)\% Idle Time"
"11/21/2026 08:10:01.112","318.000000","61.000000"," "," "
"11/21/2026 08:10:06.118","309.000000","62.000000","6.000000","3.000000"
"11/21/2026 08:10:11.121","311.000000","63.000000","4.000000","1.000000"

Exiting, please wait...
The command completed successfully.
"""
PERFMON = (
    TYPEPERF.strip("\n")
    .partition("\nExiting")[0]
    .replace("(PDH-CSV 4.0)", "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)")
)
TSV = PERFMON.replace('","', '"\t"').replace("PDH-CSV", "PDH-TSV")
GERMAN = (
    '"(PDH-CSV 4.0)","\\\\MAIL01\\Physikalischer Datenträger(0 C:)\\Durchschnittl. Warteschlangenlänge"\n"1","2.0"\n'
)
TIME = r""""(PDH-CSV 4.0)","\\M\LogicalDisk(D:)\% Disk Time","\\M\LogicalDisk(_Total)\% Disk Time","\\M\LogicalDisk(D:)\Disk Reads/sec"
"1","340,5","99,0","7"
"""
NT = r""""(PDH-CSV 4.0)","\\M\LogicalDisk(F:)\Avg. Disk sec/Transfer","\\M\System\% Total Processor Time","\\M\Network Interface(1)\Bytes Total/sec","\\M\Network Interface(1)\Current Bandwidth","\\M\Network Interface(2)\Current Bandwidth","\\M\Network Interface(2)\Bytes Total/sec","\\M\Network Interface(3)\Bytes Total/sec"
"1","0.110","38","1000000","100000000","100000000","500000","9999"
"2","0.106","36","1100000","100000000","100000000","500000","9999"
"""
PROCESSOR = r""""(PDH-CSV 4.0)","\\M\Processor(_Total)\% Processor Time","\\M\Processor(0)\% Processor Time"
"1","71.5","99"
"""
TOLD = {
    ("", "available_megabytes"): "312.67",
    ("", "paging_file_percent"): "62.00",
    ("0 C: D:", "queue"): "5.00",
    ("0 C: D:", "busy_percent"): "98.00",
}


def read(raw):
    source = Source.of("typeperf.csv", raw if isinstance(raw, bytes) else raw.encode())
    return list(counters.read(source, CATALOGUE))


@at_once(("raw", "expected"), [
    (TYPEPERF, TOLD),
    (TYPEPERF.replace("\n", "\r\n"), TOLD),
    (("\ufeff" + TYPEPERF).encode("utf-16-le"), TOLD),
    ("C:\\> typeperf -sc 3\n" + TYPEPERF, TOLD),
    (PERFMON, TOLD),
    (TSV, TOLD),
    (TIME, {("D:", "busy_percent"): "100.00", ("D:", "reads_a_second"): "7.00"}),
    (NT, {("F:", "transfer_ms"): "108.00", ("", "processor_percent"): "37.00", ("", "network_percent"): "8.40"}),
    (NT.replace("100000000", "0"), {("F:", "transfer_ms"): "108.00", ("", "processor_percent"): "37.00"}),
    (PROCESSOR, {("", "processor_percent"): "71.50"}),
    (GERMAN, {}),
    ("", {}),
])  # fmt: skip
def test_disks_and_the_paging_file_are_read(raw, expected):
    found = {
        (item.subject.name, item.key.removeprefix("counter.")): item.text
        for item in read(raw)
        if isinstance(item, Fact)
    }
    assert found == expected


FOREIGN = counters.FOREIGN


DAMAGES = [
    (TYPEPERF, []),
    (GERMAN, [FOREIGN]),
    (PERFMON.rstrip("\n"), [transcript.CUT]),
    (TYPEPERF.replace("318", "3\x008"), [transcript.NUL]),
]  # fmt: skip


EXAMPLES = [TYPEPERF.lstrip(), PERFMON + "\n", TIME]
RECOGNISED = [*((text, True) for text in EXAMPLES), (TSV, True), ('"Time","Queue"\n', False), ("", False)]


@at_once(("text", "figure"), [
    ("9.9999999999999995E-4", 0.001),
    ("1.2345678901234567e+002", 123.456789),
    ("0,50000000000000000", 0.5),
    ("-3", -3.0),
    (".5", 0.5),
    ("1e999", None),
    ("--5", None),
    ("1.2.3", None),
    ("-1", -1.0),
    (" ", None),
    ("E5", None),
    (".", None),
    ("٣", None),
    ("9" * 60, None),
])  # fmt: skip
def test_a_figure_of_seventeen_digits_or_with_an_exponent_is_one(text, figure):
    assert samples.number(text) == (figure if figure is None else pytest.approx(figure))


def test_small_figures_count_in_the_average():
    row = '"1","{}"\n'
    header = '"(PDH-CSV 4.0)","\\\\M\\PhysicalDisk(1 D:)\\Avg. Disk Queue Length"\n'
    facts = read(header + row.format("9.9999999999999995E-4") * 19 + row.format("50"))
    assert [fact.text for fact in facts] == ["2.50"]


OF_ONE = '"(PDH-CSV 4.0)","\\\\{}\\PhysicalDisk(1 D:)\\Avg. Disk Queue Length"\n"1","3"\n'


@at_once(("machines", "doubted"), [
    (("MAIL01",), False),
    (("MAIL01", "mail01"), False),
    (("MAIL01", "mail01.acme.com"), False),
    (("MAIL01", "OTHER7"), True),
])  # fmt: skip
def test_of_several_machines_nobody_can_say_which_is_the_server_s(machines, doubted):
    facts = read("".join(map(OF_ONE.format, machines)))
    assert facts and all(bool(fact.doubt) is doubted for fact in facts)
