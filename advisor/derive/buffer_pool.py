"""Buffer pool: its two settings in; how they are written, for messages, out."""

from collections.abc import Iterator

from advisor.facts import Fact, Facts

_FORMS = {
    "ini.nsf_buffer_pool_size": "NSF_BUFFER_POOL_SIZE={} (bytes)",
    "ini.nsf_buffer_pool_size_mb": "NSF_BUFFER_POOL_SIZE_MB={}",
}


def derive(facts: Facts) -> Iterator[Fact]:
    """`buffer_pool.written`: one or both settings as they stand in the file."""
    found = [(form, reading) for key, form in _FORMS.items() if (reading := facts.ask(key)).text]
    if found:
        text = " and ".join(form.format(reading.text) for form, reading in found)
        yield Fact("buffer_pool.written", text, made_from=tuple(fact for _, reading in found for fact in reading.facts))
