from at_once import at_once

from advisor.values import release
from advisor.values.release import AtLeast

FORMS = [
    ("R4.6.2a", [4, 6, 2, 1, 0, 0], "4.6.2a"),
    ("5.0.10", [5, 0, 10, 0, 0, 0], "5.0.10"),
    ("6.5.3", [6, 5, 3, 0, 0, 0], "6.5.3"),
    ("R5", [5, 0, 0, 0, 0, 0], "5"),
    ("12", [12, 0, 0, 0, 0, 0], "12"),
    ("8.5.3FP6 HF123", [8, 5, 3, 0, 6, 123], "8.5.3FP6 HF123"),
    ("9.0.1FP10", [9, 0, 1, 0, 10, 0], "9.0.1FP10"),
    ("9.0.1FP1234 HF1234", [9, 0, 1, 0, 1234, 1234], "9.0.1FP1234 HF1234"),
    ("Release 9.0.1FP" + 5000 * "9", [9, 0, 1, 0, 0, 0], "9.0.1"),
    ("Release 9.0.1FP10HF" + 5000 * "9", [9, 0, 1, 0, 10, 0], "9.0.1FP10"),
    ("12.0.2FP7IF1", [12, 0, 2, 0, 7, 1], "12.0.2FP7IF1"),
    ("Release 14.5.1FP1", [14, 5, 1, 0, 1, 0], "14.5.1FP1"),
    ("Release 12.0.2FP7 HF25", [12, 0, 2, 0, 7, 25], "12.0.2FP7 HF25"),
    ("Release 4.51 for Windows/32", [4, 5, 1, 0, 0, 0], "4.51"),
    ("4.11a", [4, 1, 1, 1, 0, 0], "4.11a"),
    ("V1450_12042024", [14, 5, 0, 0, 0, 0], "14.5.0"),
    ("IBM Domino (r) Server (64 Bit), Release 9.0.1FP10, January 15, 2018", [9, 0, 1, 0, 10, 0], "9.0.1FP10"),
    ("Release 10.0.1 November 29, 2018", [10, 0, 1, 0, 0, 0], "10.0.1"),
    ("Lotus Domino (r) Server (Release 8.5 for Windows/32)", [8, 5, 0, 0, 0, 0], "8.5"),
    ("HCL Domino Release 12.0.2FP3 HF86", [12, 0, 2, 0, 3, 86], "12.0.2FP3 HF86"),
    ("forty", None, "forty"),
    ("Release 0", None, "0"),
    ("0.0", None, "0.0"),
    ("", None, ""),
    ("2010-07-30", None, "2010-07-30"),
    ("10.1.2.3", None, "10.1.2.3"),
]


@at_once(("text", "number", "spelled"), FORMS)
def test_every_real_form_is_read_and_spelled(text, number, spelled):
    assert release.parse(text) == number
    assert release.spell(text) == spelled


def test_releases_stand_in_their_order():
    order = ["4.5", "4.51", "4.5.2", "4.6", "4.61", "R4.6.2", "R4.6.2a", "5.0.10", "5.0.12", "6.0", "8.5.3FP6", "8.5.3FP6 HF123", "9.0.1", "9.0.1FP8",
             "9.0.1FP10", "10.0", "12.0.2FP7", "12.0.2FP7IF1", "14.0", "14.5"]  # fmt: skip
    numbers = [release.parse(text) for text in order]
    assert numbers == sorted(numbers)
    assert len({tuple(number) for number in numbers}) == len(order)


FLOORS = [
    ("12.0", ">=", "9.0", True),
    ("12.0", ">=", "12.0", True),
    ("12.0", ">=", "14.0", None),
    ("12.0", ">", "12.0", None),
    ("12.0", "<", "12.0", False),
    ("12.0", "<", "14.0", None),
    ("12.0", "<=", "11.0", False),
    ("12.0", "<=", "12.0", None),
]


@at_once(("floor", "sign", "other", "verdict"), FLOORS)
def test_a_floor_tells_only_what_it_can(floor, sign, other, verdict):
    from advisor.pack.language.judge import COMPARE

    assert COMPARE[sign](AtLeast(release.parse(floor)), release.parse(other)) is verdict
