"""How large a buffer pool may become, and what the partitions of one machine take of its memory together."""

import pytest

from advisor import pack
from advisor.checking import examples
from advisor.derive import buffer_pool
from advisor.pack.parts import Example
from advisor.servers import machines

PACK = pack.builtin()


def notes_ini(*lines, name="A"):
    return "\n".join(["[Notes]", "KitType=2", f"ServerName={name}", *lines]) + "\n"


def servers(**files):
    options = {key: files.pop(key) for key in ("release", "bits", "platform") if key in files}
    laid = {name.replace("__", "/"): text for name, text in files.items()}
    return examples.servers_of(Example("fail", laid, **options), PACK)


STAT = "> show stat\n  Mem.PhysicalRAM = {}\n  Server.Users = 3\n"
MOST = [
    (["NSF_BUFFER_POOL_SIZE_MB=768"], {"release": "12.0.2", "bits": 64}, "768"),
    (["NSF_BUFFER_POOL_SIZE=536870912"], {"release": "7.0.2"}, "512"),
    (["NSF_BUFFER_POOL_SIZE=536870912", "NSF_BUFFER_POOL_SIZE_MB=768"], {"release": "12.0.2"}, None),
    (["NSF_BUFFER_POOL_SIZE=much"], {"release": "12.0.2"}, None),
    ([], {"release": "12.0.2", "bits": 64}, "1024"),
    ([], {"release": "8.0", "bits": 32}, "512"),
    ([], {"release": "8.5.3", "bits": 32, "platform": "zlinux"}, "400"),
    ([], {"release": "8.5.3", "bits": 64, "platform": "os400"}, "512"),
    ([], {"release": "8.5.3", "bits": 64, "platform": "zos"}, None),
    ([], {"release": "8.5.3"}, None),  # of which bitness nothing tells
    ([], {"release": "7.0.2"}, None),  # of whose memory nothing tells
    ([], {}, None),
]


@pytest.mark.parametrize(("lines", "told", "most"), MOST)
def test_how_large_the_pool_may_become(lines, told, most):
    (server,) = servers(**{"notes.ini": notes_ini(*lines)}, **told)
    assert server.facts.ask("buffer_pool.most_mb").text == most


@pytest.mark.parametrize(("memory", "share"), [(32, 4), (128, 28), (1024, 364), (4096, 1516), (65536, 1516)])
def test_before_8_it_is_made_of_the_memory(memory, share):
    assert buffer_pool._share_of(memory) == share
    files = {"notes.ini": notes_ini(), "stat.txt": STAT.format(memory * 1024**2)}
    (server,) = servers(**files, release="6.5.6")
    assert server.facts.ask("buffer_pool.most_mb").text == str(share)


def listing(serial):
    return f"Smart Array P410i in Slot 0 (Embedded)\n   Bus Interface: PCI\n   Slot: 0\n   Serial Number: {serial}\n"


def two(first, second, **more):
    files = {
        "a__notes.ini": notes_ini("NSF_BUFFER_POOL_SIZE_MB=512", name="A"),
        "b__notes.ini": notes_ini("NSF_BUFFER_POOL_SIZE_MB=256", name="B"),
        "a__ssacli.txt": listing(first),
        "b__ssacli.txt": listing(second),
    }
    return servers(**files, **more, release="12.0.2", bits=64)


def test_partitions_of_one_machine_are_added_up():
    first, second = two("S1", "S1", a__stat_txt=STAT.format(2 * 1024**3))
    assert first.facts.ask("machine.servers").text == "2"
    assert second.facts.ask("machine.buffer_pools_mb").text == "768"
    assert first.facts.ask("machine.buffer_pools_percent").text == "37.5"
    assert second.facts.ask("machine.buffer_pools_percent").text is None  # its files do not tell the memory


def test_machines_hang_together_by_any_controller():
    """A and B share one controller, B and C another: all three are on one machine."""
    both = listing("S1") + listing("S2").replace("Slot 0", "Slot 1").replace("Slot: 0", "Slot: 1")
    files = {f"{name}__notes.ini": notes_ini(name=name) for name in "ABC"}
    listings = {"A__ssacli.txt": listing("S1"), "B__ssacli.txt": both, "C__ssacli.txt": listing("S2")}
    assert [one.facts.ask("machine.servers").text for one in servers(**files, **listings)] == ["3", "3", "3"]


def test_servers_of_two_machines_are_not():
    for server in two("S1", "S2"):
        assert server.facts.ask("machine.servers").text is None


NO_SERIALS = ["REDACTED", "N/A", "None", "2B*******", "00000000", "1"]


@pytest.mark.parametrize("serial", NO_SERIALS)
def test_what_stands_for_a_serial_number_joins_nobody(serial):
    for server in two(serial, serial):
        assert server.facts.ask("machine.servers").text is None


def test_one_server_alone_is_no_machine_of_partitions():
    (server,) = servers(**{"notes.ini": notes_ini(), "ssacli.txt": listing("S1")})
    machines.join([server])
    assert server.facts.ask("machine.servers").text is None
