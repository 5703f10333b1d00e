"""Hands, sequences, scores and replays are recognised in every notation, and nothing else is recognised."""

import json

import pytest

from tests.attack.known_boards import RANKS, SUITS, KnownBoard, Recogniser, Seen

NORTH = "SA SK ST S4 H9 H8 H7 H6 DQ DJ CK C9 C2"
EAST = "D5 SQ C3 HA H2 DA S9 CJ S8 DT C8 HT D2"
SOUTH = "SJ S7 S2 HK HQ H4 DK D9 D4 CA CT C6 C4"
WEST = "C7 S3 HJ D8 S5 CQ D3 H5 H3 D7 S6 C5 D6"
HANDS = {"N": NORTH.split(), "E": EAST.split(), "S": SOUTH.split(), "W": WEST.split()}
BOARD = KnownBoard(3, HANDS, {"1": (1380, "6C")}, frozenset({4321}), played="S4 SQ S7 S3 HJ H9 HA H4 CK C3".split())
NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
LONG = dict(zip(RANKS, "ace king queen jack 10 9 8 7 6 5 4 3 2".split(), strict=True))


def by_suit(seat: str) -> dict[str, str]:
    return {suit: "".join(r for r in RANKS if suit + r in HANDS[seat]) for suit in SUITS}


def seen(text: str) -> set[Seen]:
    return Recogniser([BOARD]).seen_in(text)


def symbols(suits: dict[str, str], ten: str = "T") -> str:
    return "".join("♠♥♦♣"["SHDC".index(s)] + " ".join(r.replace("T", ten) for r in ranks) for s, ranks in suits.items())


SPELLINGS = {
    "PBN": lambda suits: ".".join(suits.values()),
    "LIN": lambda suits: "md|3" + "".join(suit + ranks[::-1] for suit, ranks in suits.items()) + ",",
    "symbols": symbols,
    "USEBIO": lambda suits: "".join(f"<{NAMES[s].upper()}>{r}</{NAMES[s].upper()}>" for s, r in suits.items()),
    "JSON": lambda suits: json.dumps([suit + rank for suit, ranks in suits.items() for rank in ranks]),
    "turned": lambda suits: " ".join(rank + suit for suit, ranks in suits.items() for rank in ranks),
    "words": lambda suits: ", ".join(f"{LONG[r]} of {NAMES[s]}" for s, ranks in suits.items() for r in ranks),
    "a template": lambda suits: "".join(
        f'<svg class="suit {s.lower()}" role="img" aria-label="{NAMES[s]}"></svg>' + f" {' '.join(ranks)}</li>"
        for s, ranks in suits.items()
    ),
    "ranks alone": lambda suits: "\n".join(" ".join(ranks) or "–" for ranks in suits.values()).replace("T", "10"),
    "eight cards": lambda suits: json.dumps([suit + rank for suit, ranks in suits.items() for rank in ranks][:8]),
}


@pytest.mark.parametrize("how", SPELLINGS)
@pytest.mark.parametrize("seat", "NESW")
def test_a_hand_is_recognised_in_every_spelling(how, seat):
    assert Seen("cards", 3, seat) in seen(SPELLINGS[how](by_suit(seat)))


@pytest.mark.parametrize("write", [" ".join, json.dumps, lambda cards: "\n".join(card[1] for card in cards)])
def test_a_sequence_is_told_from_a_sorted_hand(write):
    assert Seen("sequence", 3, "E") in seen(write(HANDS["E"]))
    assert Seen("sequence", 3, "E") not in seen(SPELLINGS["JSON"](by_suit("E")))


OTHER = "SA D5 C7 SJ SK SQ S3 S7 H9 HA HJ HK DQ C3 D8 HQ 6♣ 1N 4♠X, 2026-11-17, 19:30, 13 80, 11380, 6C 7NT ××"


def test_anything_else_is_not(make=OTHER):
    assert seen(make) == set()
    deck = [suit + rank for suit in SUITS for rank in RANKS]
    assert seen(" ".join(deck)) == set(), "a keyboard of all cards"
