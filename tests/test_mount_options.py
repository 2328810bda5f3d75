"""Mount options: which volumes have concurrent I/O, and the options that stay when it is taken out."""

from at_once import at_once

from advisor import pack
from advisor.derive import Context, volumes
from advisor.facts import Fact, Facts, Subject

CONTEXT = Context(pack.builtin().catalogue)
VOLUME = Subject("volume", "/notesdata")

OTHERS = [  # as mounted, as /etc/filesystems has it, and what chfs is to write
    ("rw,cio,log=INLINE", None, "rw"),
    ("rw,noatime,cio,log=/dev/loglv00", None, "rw,noatime"),
    ("rw,log=INLINE", "rw,dio,noatime", "rw,noatime"),
    ("rw,CIO", "rw,cio,rbrw", "rw,rbrw"),
    ("cio", None, "rw"),
    (None, "cio,dio,nosuid", "nosuid"),
    ("rw,cio,cio,noatime", None, "rw,noatime"),
    ("rw,noatime", None, None),
    (None, None, None),
]


@at_once(("mounted", "configured", "others"), OTHERS)
def test_the_options_that_stay(mounted, configured, others):
    facts = Facts()
    given = {"volume.options": mounted, "volume.configured_options": configured}
    facts.add(Fact(key, text, subject=VOLUME) for key, text in given.items() if text)
    facts.add(volumes.derive_mount_options(facts, CONTEXT))
    assert [fact.text for fact in facts.of(VOLUME, "volume.other_options")] == ([others] if others else [])


BELOW = [  # other mount points, and what is to be unmounted before
    ((), []),
    (("/", "/notesdata2", "/notes", "/notesdata-old"), []),
    (("/notesdata/a", "/", "/notesdata/a/b", "/notesdata2/c"), ["/notesdata/a/b and /notesdata/a"]),
]


@at_once(("others", "below"), BELOW)
def test_what_is_mounted_below_is_unmounted_first(others, below):
    facts = Facts()
    facts.add(Fact("volume.options", "rw", subject=Subject("volume", name)) for name in others)
    facts.add([Fact("volume.options", "rw,cio", subject=VOLUME)])
    facts.add(volumes.derive_mount_options(facts, CONTEXT))
    assert [fact.text for fact in facts.of(VOLUME, "volume.mounted_below")] == below
