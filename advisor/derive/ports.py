"""Notes ports: which ones are defined and bound, their drivers and their encryption."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context, derived
from advisor.facts import Complete, Fact, Facts
from advisor.values.printing import listed
from advisor.values.release import AT_LEAST, reaches

_NONE = "none"
_FLAGS = 5  # the place of the flags in TCP,0,15,0,,45056
_ENCRYPTED = 0x8000
_WITHOUT_DRIVER = {  # drivers, by the first release that has none
    "XPC": "8.5", "SPX": "12.0", "NWSPX": "12.0", "SPXII": "12.0", "VINES": "12.0", "BANYAN": "12.0",
}  # fmt: skip
_NETBIOS = {"NETBIOS", "NETBEUI"}  # Domino uses these on Windows only
_UNIX = {"aix", "linux", "zlinux", "solaris"}
# Bits of PORT_ENC_ADV. 1 is RC4 with HMAC-SHA256, which is RC4 all the same.
_CBC, _GCM, _FORWARD_SECRECY, _AES_TICKETS, _ALL_BITS = 2, 4 | 8, 16 | 32, 64, 127


@derived("ports.undefined", "ports.unbound", "ports.unbound_line")
def derive_ports(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `ports.undefined`: listed without a line of its own. `ports.unbound`: TCP ports without an address.

    Both are `none` where no port lacks it. Known only of a file that was read to its end.
    """
    ports = facts.ask("ini.ports")
    if ports.trouble or not facts.complete("ini."):
        return
    names = values.parse("list", ports.text or "")
    lines = {name: facts.first(f"ini.{name}") for name in names}
    undefined = [name.upper() for name, line in lines.items() if line is None]
    yield Fact("ports.undefined", listed(undefined) or _NONE, made_from=ports.facts)
    tcp = [name for name, line in lines.items() if line and line.text.upper().startswith("TCP")]
    unbound = [name.upper() for name in tcp if len(tcp) > 1 and facts.first(f"ini.{name}_tcpipaddress") is None]
    origins = ports.facts + tuple(line for line in lines.values() if line)
    yield Fact("ports.unbound", listed(unbound) or _NONE, made_from=origins)
    if unbound:
        yield Fact("ports.unbound_line", f"{unbound[0]}_TCPIPAddress=0,192.0.2.10:1352", made_from=origins)


@derived("ports.unencrypted")
def derive_unencrypted(facts: Facts, _: Context) -> Iterator[Fact | Complete]:
    """Yield `ports.unencrypted`: enabled TCP ports whose flags lack encryption; none if all that have flags encrypt.

    Absent if no port has flags: what such a port does is not documented before 14.5.
    """
    ports, source = facts.ask("ini.ports"), facts.complete("ini.")
    if ports.trouble or not source:
        return
    unencrypted, origins = [], list(ports.facts)
    for name in values.parse("list", ports.text or ""):
        line = facts.ask(f"ini.{name}")
        if (flags := _flags(line.text or "")) is not None:
            origins += line.facts
            unencrypted += [] if flags & _ENCRYPTED else [name.upper()]
    if len(origins) > len(ports.facts):
        yield Fact("ports.unencrypted", listed(unencrypted) or _NONE, made_from=tuple(origins))
    else:
        yield Complete("ports.unencrypted", source.source)


def _flags(line: str) -> int | None:
    """Return the flags of a TCP port's line, or None if it has none."""
    parts = [part.strip() for part in line.split(",")]
    if parts[0].upper() != "TCP" or len(parts) <= _FLAGS or not parts[_FLAGS].isdecimal():
        return None
    return int(parts[_FLAGS])


@derived("ports.driver_gone")
def derive_gone_drivers(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `ports.driver_gone`: enabled ports whose driver is gone from this release and platform."""
    ports = facts.ask("ini.ports")
    if ports.trouble or not facts.complete("ini."):
        return
    release, platform = facts.ask("release"), facts.ask("platform")
    gone, origins, in_doubt = [], list(ports.facts), False
    for name in values.parse("list", ports.text or ""):
        line = facts.ask(f"ini.{name}")
        driver = (line.text or "").partition(",")[0].strip().upper()
        answer = _is_gone(driver, release.text, platform.text)
        in_doubt = in_doubt or answer is None
        if answer:
            gone.append(f"{name.upper()} ({driver})" if driver != name.upper() else driver)
            origins += line.facts
    if gone or not in_doubt:
        yield Fact("ports.driver_gone", listed(gone) or _NONE, made_from=tuple(origins))


def _is_gone(driver: str, release: str | None, platform: str | None) -> bool | None:
    """Return whether a release has no such driver on a platform; None if that is not known."""
    if driver in _NETBIOS:
        return platform in _UNIX if platform else None
    if driver not in _WITHOUT_DRIVER:
        return False
    if release is None:
        return None
    if reaches(release, _WITHOUT_DRIVER[driver]):
        return True
    return None if release.endswith(AT_LEAST) else False


@derived("ports.encryption_weakness", "ports.none_encrypts", "ports.weak_cipher")
def derive_encryption(facts: Facts, _: Context) -> Iterator[Fact]:
    """Yield `ports.encryption_weakness`: what PORT_ENC_ADV allows or lacks, in words; none if it lacks nothing.

    `ports.weak_cipher`: whether it allows neither AES-GCM cipher. A value of 0 is left to another rule.
    `ports.none_encrypts`: yes if every enabled port has flags, and none of them encrypts.
    """
    answer = facts.ask("ini.port_enc_adv")
    bits = values.whole((answer.text or "").strip())
    if bits is None or not 0 <= bits <= _ALL_BITS:
        return
    weak = bool(bits) and not bits & _GCM
    if weak:
        words = "it allows AES-CBC at most" if bits & _CBC else "it allows RC4 only"
    else:
        lacking = [] if bits & _FORWARD_SECRECY or not bits else ["forward secrecy"]
        lacking += [] if bits & _AES_TICKETS or not bits else ["AES tickets"]
        words = f"it lacks {listed(lacking)}" if lacking else _NONE
    lines = [facts.ask(f"ini.{name}") for name in values.parse("list", facts.ask("ini.ports").text or "")]
    flags = [_flags(line.text or "") for line in lines]
    clear = bool(flags) and all(one is not None and not one & _ENCRYPTED for one in flags)
    origins = answer.facts + tuple(fact for line in lines for fact in line.facts)
    yield Fact("ports.none_encrypts", "yes" if clear else "no", made_from=origins)
    yield Fact("ports.weak_cipher", "yes" if weak else "no", made_from=answer.facts)
    yield Fact("ports.encryption_weakness", words, made_from=answer.facts)
