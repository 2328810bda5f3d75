"""Buffer pool: reads its two settings, release and memory; tells how it is written and how large it may become."""

from collections.abc import Iterator

from advisor import values
from advisor.derive.context import Context
from advisor.facts import Answer, Fact
from advisor.known import Facts
from advisor.values.release import AtLeast

_FORMS = {
    "ini.nsf_buffer_pool_size": "NSF_BUFFER_POOL_SIZE={} (bytes)",
    "ini.nsf_buffer_pool_size_mb": "NSF_BUFFER_POOL_SIZE_MB={}",
}
_MEGABYTE = 1024**2
# The most that Domino 8 and newer take by themselves, in MB; z/OS on 64 bits has no cap.
_CAPS = {("64", "os400"): 512, ("32", "zos"): 400, ("32", "zlinux"): 400}
_CAP = {"64": 1024, "32": 512}
_FIRST_MADE_OF_MEMORY, _FIRST_CAPPED = [5, 0, 0, 0, 0, 0], [8, 0, 0, 0, 0, 0]
_MADE_OF_A_QUARTER = ([4, 5], [4, 51])  # 4.5 and 4.51, as Compaq writes them: a quarter of the memory, 160 MB at most
_MOST_OF_A_QUARTER = 160
_SHARES = ((32, 1 / 8), (96, 1 / 4), (4096 - 128, 3 / 8))  # of the first 32 MB, the next 96, what remains up to 4 GB


def derive(facts: Facts, _: Context) -> Iterator[Fact]:
    """`buffer_pool.written`: the settings as they stand; `.most_mb`: how large the pool may become.

    `.percent_of_memory`: the share of the machine's memory that a size set by hand may take, where the memory is known.
    """
    written = {key: answer for key in _FORMS if (answer := facts.ask(key)).text}
    if written:
        text = " and ".join(_FORMS[key].format(answer.text) for key, answer in written.items())
        origins = tuple(fact for answer in written.values() for fact in answer.facts)
        yield Fact("buffer_pool.written", text, made_from=origins)
    if len(written) == 1:
        yield from _as_set(*written.popitem(), facts.ask("machine.memory"))
    elif not written and all(facts.ask(key).absent for key in _FORMS):
        yield from _by_itself(facts)


def _as_set(key: str, answer: Answer, memory: Answer) -> Iterator[Fact]:
    """The size that the only form that is set gives, and its share of the memory."""
    try:
        size = values.parse("number", answer.text or "")
    except values.NotOfType:
        return
    megabytes = int(size) if key.endswith("_mb") else int(size) // _MEGABYTE
    yield Fact("buffer_pool.most_mb", str(megabytes), made_from=answer.facts)
    if of_machine := values.whole(memory.text):
        share = str(100 * megabytes // of_machine)
        yield Fact("buffer_pool.percent_of_memory", share, made_from=answer.facts + memory.facts)


def _by_itself(facts: Facts) -> Iterator[Fact]:
    """What Domino takes where nobody says anything: a cap from 8.0 on, a share of the memory before."""
    release, bits, platform = facts.ask("release"), facts.ask("bits"), facts.ask("platform")
    number = values.parse("release", release.text) if release.text else None
    if number is None:
        return
    if number >= _FIRST_CAPPED:
        cap = _CAPS.get((bits.text or "", platform.text or ""), _CAP.get(bits.text or ""))
        if cap and (bits.text, platform.text) != ("64", "zos"):
            note = f"Neither form is set: Domino takes at most {cap} MB by itself"
            yield Fact("buffer_pool.most_mb", str(cap), made_from=release.facts + bits.facts, note=note)
        return
    memory = facts.ask("machine.memory")
    of_machine = values.whole(memory.text)
    if isinstance(number, AtLeast) or of_machine is None:
        return
    quarter = number[:2] in _MADE_OF_A_QUARTER
    if quarter or number >= _FIRST_MADE_OF_MEMORY:
        share = min(_MOST_OF_A_QUARTER, of_machine // 4) if quarter else _share_of(of_machine)
        size = str(share)
        note = "Neither form is set: Domino makes it of the memory"
        yield Fact("buffer_pool.most_mb", size, made_from=memory.facts, note=note)


def _share_of(memory: int) -> int:
    """Domino 5 to 7: an eighth of the first 32 MB, a quarter of the next 96, three eighths of what remains, to 4 GB."""
    total = 0.0
    for size, share in _SHARES:
        total += min(memory, size) * share
        memory = max(0, memory - size)
    return int(total)
