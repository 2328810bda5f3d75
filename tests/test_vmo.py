import listings
from at_once import at_once

from advisor.facts import Fact
from advisor.readers import transcript
from advisor.readers.aix import vmo

PLAIN = """\
               maxclient% = 80
                  maxfree = 1088
                 maxperm% = 80
                  minfree = 960
             mbuf_setting = n/a
                   aslr32 = "1"
          lru_file_repage = 1
"""
MANY = "".join(f"  memplace_{number} = 2\n" for number in range(20))
OLD = PLAIN.replace("  lru_file_repage", MANY + "  lru_file_repage") + "  strict_maxperm = 0\n  v_pinshm = 0\n"
NEW = "  maxfree = 1088\n  minfree = 960\n  minperm% = 3\n" + MANY + "  v_pinshm = 0\n"
FORCED = NEW + "##Restricted tunables\n  lru_file_repage = 0\n  maxclient% = 90\n  strict_maxperm = 0\n"
RULER = "-" * 80 + "\n"
HEAD = "NAME                      CUR    DEF    BOOT   MIN    MAX    UNIT           TYPE\n     DEPENDENCIES\n" + RULER
TABLE = f"""\
{HEAD}lru_file_repage           0      1      0      0      1      boolean           D
{RULER}maxclient%                80     90     80     1      100    % memory          D
     maxperm%
     minperm%
{RULER}lgpg_size                 16M    0      16M    0      16M    bytes             D
     lgpg_regions
{RULER}ame_cpus_per_pool         n/a    8      8      1      1K     processors        B
{RULER}memory_frames             512K          512K                 4KB pages         S
{RULER}
n/a means parameter not supported by the current platform or kernel

Parameter types:
    S = Static: cannot be changed
"""
SPREAD = """\
lru_file_repage,0,1,0,0,1,boolean,D,
maxclient%,80,90,80,1,100,% memory,D,maxperm% minperm%
lgpg_size,16777216,0,16777216,0,268435456,bytes,D,lgpg_regions
ame_cpus_per_pool,n/a,8,8,1,1024,processors,B,
memory_frames,524288,,524288,,,4KB pages,S,
"""


SHORT = {"vmo.maxclient%": "80", "vmo.maxfree": "1088", "vmo.maxperm%": "80", "vmo.minfree": "960"}
SHORT |= {"vmo.mbuf_setting": "n/a", "vmo.aslr32": "1", "vmo.lru_file_repage": "1"}
ROWS = {"vmo.lru_file_repage": "0", "vmo_default.lru_file_repage": "1", "vmo_boot.lru_file_repage": "0"}
ROWS |= {"vmo.maxclient%": "80", "vmo_default.maxclient%": "90", "vmo_boot.maxclient%": "80"}
ROWS |= {"vmo.lgpg_size": "16M", "vmo_default.lgpg_size": "0", "vmo_boot.lgpg_size": "16M"}
ROWS |= {"vmo.ame_cpus_per_pool": "n/a", "vmo_default.ame_cpus_per_pool": "8", "vmo_boot.ame_cpus_per_pool": "8"}
ROWS |= {"vmo.memory_frames": "512K"}
BOOT = {key.replace("vmo.", "vmo_boot."): text for key, text in SHORT.items()}
SPREAD_ROWS = ROWS | {"vmo.lgpg_size": "16777216", "vmo_boot.lgpg_size": "16777216", "vmo.memory_frames": "524288"}
SPREAD_ROWS |= {"vmo_boot.memory_frames": "524288"}
TEXTS = [
    (SPREAD, SPREAD_ROWS),
    ("# vmo -F -x\n##Restricted tunables\n" + SPREAD, SPREAD_ROWS),
    ("maxclient% = 80\n", {"vmo.maxclient%": "80"}),
    ("# vmo -o maxclient% -o maxperm%\nmaxclient% = 20\nmaxperm% = 80\n",
        {"vmo.maxclient%": "20", "vmo.maxperm%": "80"}),
    ("# vmo -r -o maxperm%\nmaxperm% = 10\n", {"vmo_boot.maxperm%": "10"}),
    (PLAIN, SHORT),
    ("# vmo -a\n" + PLAIN, SHORT),
    ("root@mail:/# vmo -r -a\n" + PLAIN, BOOT),
    ("# vmo -ra | grep m\n" + PLAIN, BOOT),
    ("# vmo -a | sort -r\n" + PLAIN, SHORT),
    (PLAIN + "  npskill = NONE\n  npswarn =\n", SHORT),
    (TABLE, ROWS),
    (TABLE.replace(RULER + "lgpg", "##Restricted tunables\n" + RULER + "lgpg"), ROWS),
    (PLAIN + "# ioo -a\n  j2_syncPageCount = 0\n", SHORT),
    (PLAIN + "# ioo -a\n  one = 0\n# vmo -a\n  npskill = 1024\n", SHORT | {"vmo.npskill": "1024"}),
    (PLAIN + "  aio_active = 0\n  other = 1\n", SHORT),
]  # fmt: skip


@at_once(("raw", "expected"), TEXTS)
def test_a_tunable_is_read(raw, expected):
    assert listings.texts(vmo, raw, "aix.") == expected


def test_a_value_is_where_the_fact_says():
    for raw in (PLAIN, TABLE, SPREAD):
        assert all(raw[slice(*item.span)] == item.text for item in listings.read(vmo, raw) if isinstance(item, Fact))


MIXED = "here the tunables of another command begin; they were not read"
DAMAGES = [
    (PLAIN, [], False),
    (OLD, [], True),
    (FORCED, [], True),
    (NEW, [], False),
    (FORCED[: FORCED.index("  strict")], [], False),
    (TABLE, [], False),
    (OLD + "$ ", [], True),
    (OLD[:-1], [transcript.CUT], False),
    (SPREAD, [], False),
    (SPREAD[:-1], [transcript.CUT], False),
    (SPREAD + "tcp_ttl,60,60,60,1,255,0.5 seconds,C,\n", [MIXED], False),
    (TABLE[: TABLE.index("boolean")].rstrip() + "\n", ["the line ends early"], False),
    (OLD + "  aio_active = 0\n", [MIXED], False),
    (OLD + "# lsps -a\n", ["here somebody typed another command; what it printed was not read"], False),
    (OLD + "vmo: 1485-108 not authorized\n", ["vmo printed an error"], False),
    (OLD + "what now\n", ["this is no line that vmo prints"], False),
    (OLD.replace("minfree", "min\0free"), ["the line holds NUL bytes and was not read"], False),
]


ALONE = "maxperm% = 80\n"
EXAMPLES = [
    SPREAD,
    ALONE,
    "  " + ALONE,
    "# vmo -o maxperm%\n" + ALONE,
    PLAIN,
    OLD,
    NEW,
    FORCED,
    TABLE,
    "# vmo -a\n" + PLAIN,
    PLAIN.replace("\n", "\r\n"),
]
RECOGNISED = [
    (HEAD + "j2_inodeCacheSize 400 200 400 1 1000 numeric D\n", False),
    ("  aio_active = 0\n  j2_syncPageCount = 0\n", False),
    ("  tcp_ttl = 60\n" + PLAIN, False),
    ("vmo:\n\tmaxperm% = 90\n\tmaxclient% = 90\n", False),
    ("\tmaxperm% = 90\n\tmaxclient% = 90\nno:\n", False),
    ("id = 7\n[page]\ntext = 'one of two'\nmore = 'two words'\n  maxperm% = 90\n  minperm% = 5\nthe end of it\n",
        False),
    ("[vmo]\n" + PLAIN, False),
    ("vmo -p -o maxperm%=90\nvmo -p -o minperm%=3\n", False),
    ("  minfree = 80\n", False),
    ("  maxperm% = 80\n  threshold = 5\n", False),
    ("tcp_ttl,60,60,60,1,255,0.5 seconds,C,\n", False),
    ("name,a,b,c,d,e,f,g\nmaxperm%,1\n", False),
    ("[Notes]\nKitType=2\n", False),
    ("Set minfree and maxfree with vmo.\n", False),
]  # fmt: skip
