"""Made-up rules: conditions, rule files of a site and facts, most of which are what they seem."""

import re
from functools import cache
from random import Random

import data
from test_condition import TYPES as FEW_TYPES

from advisor.pack import builtin, builtin_json
from advisor.pack.language.parse import ConditionError, parse
from advisor.pack.rulebook import key_types
from fuzzing.corpus import FIXTURES

RULES = FIXTURES.parent / "rules"
PARAMETERS = {"limit": 60, "half": 0.5, "word": "Alpha"}
TYPES_OF_THE_PACK = key_types(builtin_json()["catalogue"])
TYPES = TYPES_OF_THE_PACK | FEW_TYPES
OF_TYPE = {kind: sorted(key for key, of_key in TYPES.items() if of_key == kind) for kind in set(TYPES.values())}
WORDS = ["and", "or", "not", "(", ")", "==", "!=", "<", "<=", ">", ">=", "in", "like", "[", "]", ",", "else", "yes", "no",
         "set(", "count(", "limit", "half", "word", "release", "platform", "0", "-1", "9.0.1", "12.0", "999999999999999999",
         '"*"', '"a*b"', '"12.0 or newer"', '"\u2026"', '"\u0663"', '"9" ', '"', "\u0663", "%", ".", "$", "\n", "\t"]  # fmt: skip
TEXTS = {
    "number": ["0", "1", "-1", "60", "61", "1.5", "999999999999999999", "1e5", "\u0663", "x", "", " 7 "],
    "size": ["0", "1", "4096", "1 GB", "1.5 MB", "1GiB", "-1", "999999999999999 TB", "x", ""],
    "switch": ["0", "1", "2", "-1", "yes", "", "0.0"],
    "yes-no": ["yes", "no", "0", "1", "TRUE", "off", "maybe", ""],
    "release": ["9.0.1", "8.5.3FP6 HF123", "12.0 or newer", "14.5.1", "R5", "V1450_12042024", "0.0", "99.99", "x", ""],
    "list": ["", "a", "a, b", "a,b,\u2026", "\u2026", ",,", "updall,updall", "A,\u00c4"],
    "names": ["", "*", "LocalDomainAdmins", "CN=A/O=B, */O=B", "a,\u2026"],
    "path": ["/local/notesdata", "C:\\Domino\\Data", "", "/", "*", "\u0130", "a\nb", "x" * 3000],
    "text": ["", "aix", "Windows", "linux", "\u00df", "\u0130", "a\x00b", "*", "x" * 3000],
}
RULE = data.text("made_rules/rule.toml")


def condition(random: Random, depth: int) -> str:
    """A condition that mostly is one."""
    if depth and random.random() < 0.7:
        parts = [condition(random, depth - 1) for _ in range(random.randint(1, 3))]
        joined = random.choice([" and ", " or "]).join(f"({part})" if random.random() < 0.4 else part for part in parts)
        return f"not ({joined})" if random.random() < 0.3 else joined
    kind = random.choice(sorted(OF_TYPE))
    key = random.choice(OF_TYPE[kind])
    key = key if random.random() < 0.8 else f'"{key}"'
    value = random.choice(TEXTS[kind]).replace('"', "").replace("\n", "")
    literal = value if random.random() < 0.3 else f'"{value}"'
    if random.random() < 0.2:
        literal = random.choice(["limit", "half", "word", random.choice(OF_TYPE[kind])])
    operand = f"({key} else {literal})" if random.random() < 0.2 else key
    many = ", ".join(f'"{one}"' for one in random.choices(TEXTS[kind], k=random.randint(1, 3)) if "\n" not in one)
    forms = [f"{operand} {random.choice(['==', '!=', '<', '<=', '>', '>='])} {literal}", f"set({key})", operand,
             f"count({key}) > {random.randint(-1, 3)}", f"{literal} in {key}", f"{operand} in [{many}]",
             f'{key} like "{value}*{value[:3]}"']  # fmt: skip
    return random.choice(forms)


def that_parses(random: Random, depth: int, figures: dict[str, float | str]) -> str:
    """A condition that is one, and can stand in a text in single quotes."""
    for _ in range(40):
        text = condition(random, depth)
        try:
            parse(text, TYPES_OF_THE_PACK, figures)
        except ConditionError:
            continue
        if "'" not in text and text.isprintable():
            return text
    return "set(ini.ports)"


def rule(random: Random) -> str:
    """A rule of a site: mostly right, with conditions, messages and figures of its own."""
    figures: dict[str, float | str] = {"limit": 3}
    always = {
        "when = '(ini.translog_status else 0) != 1 or count(ini.ports) > limit'": f"when = '{that_parses(random, 2, figures)}'",
        "'ini.server_session_timeout > limit'": f"'{that_parses(random, 1, figures)}'",
        'subject = "server"': f'subject = "{random.choice(["server", "setting", "task", "array", "volume", "item", "site"])}"',
        'releases = ">= 8.5, < 99.0"': f'releases = "{random.choice(["", "< 9", ">= 8.5, < 8.0"])}"',
        "limit = 3": random.choice(["limit = 5", "limit = 2.5", "limit = 1"]),
    }
    wrong = {
        'message = "{ini.translog_status} {limit} {ini.ports}"': random.choice(
            ['message = "{ini.ports}{{}}{limit}"', "message = '{release} { } {'", 'message = "{limit}\\u001b[2J\\u202e{limit}"', 'message = "{nothing}"']
        ),
        "limit = 3": random.choice(["limit = 1e308", "limit = nan", "limit = -inf", 'limit = "3"', "limit = true", "x = 3"]),
        'releases = ">= 8.5, < 99.0"': f'releases = "{random.choice([">= ", ">= 12.0 or newer", "x"])}"',
        'set = { "ini.server_session_timeout" = "{limit}" }': random.choice(['set = { "A\\nB" = "{limit}" }', 'remove = ["ini.translog_status"]', 'set = { "" = "" }', "commands = []"]),
        'id = "LOG901"': random.choice(['id = "LOG001"', 'id = "XXX999"', 'id = "LOG\u0669\u0660\u0661"']),
        'name = "house-rule"': random.choice(['name = "transaction-logging-off"', 'name = "x\\u001b-y"']),
    }  # fmt: skip
    text = RULE
    for was, new in [*wrong.items(), *always.items()]:
        if random.random() < (0.012 if was in wrong else 0.7):
            text = text.replace(was, new)
    return text


@cache
def of_the_pack() -> list[str]:
    """The pack's own rules under another id and name, as a site would have copied them."""
    texts = [path.read_text(encoding="utf-8") for path in sorted(RULES.glob("*/*.toml"))]
    texts = [re.sub(r'(?m)^id = "([A-Z]+)[0-9]+"', r'id = "\g<1>901"', text) for text in texts if "\nwhen = " in text]
    return [re.sub(r'(?m)^name = ".*"', 'name = "house-rule"', text, count=1) for text in texts]


def of_a_site(random: Random) -> str:
    """A rule file that mostly compiles: made up, or one of the pack's with another condition, or as it is."""
    if random.random() < 0.75:
        return rule(random)
    text = random.choice(of_the_pack())
    if random.random() < 0.3:
        return text
    figures = {name: float(figure) for name, figure in re.findall(r"(?m)^(\w+) = ([0-9.]+)$", text)}
    return re.sub(r"(?m)^applies = .*", lambda _: f"applies = '{that_parses(random, 2, figures)}'", text)


def facts(random: Random) -> str:
    """Facts as lines `kind name: key=text`, of the keys that some rules ask for; `key` alone is absent."""
    return of_rules(random.sample(builtin().rules, 12), random)


def of_rules(rules: list, random: Random) -> str:
    """Facts as lines, of the keys that rules ask for."""
    lines = ["release=" + random.choice(TEXTS["release"]), "platform=" + random.choice(["windows", "linux", "aix", ""])]
    for one in rules:
        for key in one.keys:
            whose = (
                f"{one.subject} {random.choice('abc')}: " if one.subject != "server" and random.random() < 0.7 else ""
            )
            text = (
                random.choice(TEXTS[TYPES[key]])
                if random.random() < 0.8
                else random.choice(TEXTS[random.choice(sorted(TEXTS))])
            )
            lines += [f"{whose}{key}" + (f"={text}" if random.random() < 0.8 else "")] * random.choice([1, 1, 1, 2])
    random.shuffle(lines)
    return "\n".join(line.replace("\n", " ") for line in lines)
