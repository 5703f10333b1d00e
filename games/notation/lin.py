"""LIN, the file format of an online bridge site: pairs of a two-letter key and a value, each ended by a bar.

A file holds one deal (`pn|...|md|...|ah|Board 7|sv|o|`) or many (`vg|...|`, then `qx|o1|` and so on). In a match with
two rooms each board occurs twice (`o1`, `c1`): if both have the same deal, it is read once. If the numbers of `ah`
begin again with other deals, those of `qx` count. Two different deals with the same number are a fault. Calls, cards
played and claims are skipped and never written. In LIN partners sit opposite each other, but a player here sits beside
the dummy (SOLO-2), so no viewer could show one of our plays.

The deal is `md|<dealer: 1 S, 2 W, 3 N, 4 E><S>,<W>,<N>,<E>|`, with the suits S H D C before their cards. The last hand
may be left out. Two keys of our own hold the dummies' order (SOLO-3): `xe|S7 HA ...|` for East, `xw|...|` for West.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from urllib.parse import unquote

from games.boards import vulnerability_of
from games.cards import RANKS, SUITS, Card, cards_text, sorted_hand
from games.deals import Deal
from games.notation.faults import DealFileError, Problem
from games.notation.records import (
    HIGHEST_BOARD,
    DealRecord,
    hand_faults,
    one_line,
    record_of,
    rest_of_pack,
    same_deal,
    sequence_of,
)
from games.seats import SEATS, Seat
from games.wording import seat_name

SEATS_IN_FILE = (Seat.S, Seat.W, Seat.N, Seat.E)
DEALERS = dict(zip("1234", SEATS_IN_FILE, strict=True))
VUL_LETTERS = {"None": "o", "NS": "n", "EW": "e", "All": "b"}
VULS = {letter: vul for vul, letter in VUL_LETTERS.items()} | {"0": "None"}
SEQUENCES = {"xe": Seat.E, "xw": Seat.W}
KEYS = ("qx", "md", "ah", "sv", *SEQUENCES)
NUMBER = re.compile(r"(\d{1,4})\D*$", re.ASCII)


@dataclass(slots=True)
class _Raw:
    """The values of one board as text, before they are parsed."""

    line: int
    values: dict[str, str] = field(default_factory=dict)


def read_lin(text: str) -> list[DealRecord]:
    """Return each board of the file once, in the file's order. Raise DealFileError listing every fault."""
    raws = _cut(text)
    boards, faults, twice = _boards(raws, ("ah", "qx"))
    if twice and all(_number(raw, 0, ("qx",)) for raw in raws):
        boards, faults, twice = _boards(raws, ("qx",))
    if not raws:
        faults = [(None, "md", "There is no board in this file: no md| was found.")]
    if faults or twice:
        raise DealFileError(faults + twice)
    return boards


def _boards(raws: list[_Raw], keys: Sequence[str]) -> tuple[list[DealRecord], list[Problem], list[Problem]]:
    """Return the boards numbered by these keys, the faults, and the numbers that occur twice with different cards."""
    boards: dict[int, DealRecord] = {}
    problems: list[Problem] = []
    twice: list[Problem] = []
    for place, raw in enumerate(raws, start=1):
        number = _number(raw, place, keys)
        board, faults = _record(number, raw)
        problems += faults
        if board is not None and not same_deal(boards.setdefault(number, board), board):
            sentence = f"Board {number} (line {raw.line}), md: this number comes twice, with other cards."
            twice.append((number, "md", sentence))
    return list(boards.values()), problems, twice


def _cut(text: str) -> list[_Raw]:
    """Split the text into boards. A board begins at `qx`, or at `md` if the board before it already has its deal."""
    raws: list[_Raw] = []
    line = 1
    parts = text.removeprefix("\ufeff").split("|")
    for key, value in zip(parts[::2], [*parts[1::2], ""], strict=False):
        name = key.strip().lower()
        at = line + key[: len(key) - len(key.lstrip())].count("\n")
        line += key.count("\n") + value.count("\n")
        if name == "qx" or not raws or (name == "md" and "md" in raws[-1].values):
            raws.append(_Raw(at))
        if name in KEYS:
            if name == "md":
                raws[-1].line = at
            raws[-1].values[name] = unquote(value.strip())
    return [raw for raw in raws if raw.values.get("md")]


def _number(raw: _Raw, place: int, keys: Sequence[str]) -> int:
    """Return the number in the first of these keys that has one, as in `ah|Board 7|` or `qx|o7|`, else `place`."""
    for key in keys:
        match = NUMBER.search(raw.values.get(key, ""))
        if match and 1 <= int(match[1]) <= HIGHEST_BOARD:
            return int(match[1])
    return place


def _record(number: int, raw: _Raw) -> tuple[DealRecord | None, list[Problem]]:
    where = f"Board {number} (line {raw.line})"
    text = raw.values["md"]
    dealer = DEALERS.get(text[0])
    words = (text[1:] if text[0].isdigit() else text).split(",")
    if len(words) == 3:
        words.append("")
    if len(words) != 4:
        return None, [(number, "md", f"{where}, md: four hands are needed and {len(words)} given.")]
    hands: dict[Seat, tuple[Card, ...]] = {}
    problems: list[Problem] = []
    for seat, word in zip(SEATS_IN_FILE, words, strict=True):
        try:
            hands[seat] = _hand(word)
        except ValueError as error:
            problems.append((number, "md", f"{where}, md: {seat_name(seat)}'s hand {word[:24]!r}: {error}."))
    vul, fault = _vulnerability(number, where, raw.values.get("sv", ""))
    problems += fault
    if problems:
        return None, problems
    if not words[3].strip():
        hands[Seat.E] = rest_of_pack(hands[Seat.S], hands[Seat.W], hands[Seat.N])
    problems = hand_faults(number, where, "md", hands)
    if problems:
        return None, problems
    return _in_order(record_of(number, hands, dealer, vul), raw, where)


def _in_order(board: DealRecord, raw: _Raw, where: str) -> tuple[DealRecord | None, list[Problem]]:
    """Return the board with its dummies in the order that the file gives, and a list of faults.

    The board is None if there are faults.
    """
    texts = {key: raw.values.get(key, "") for key in SEQUENCES}
    if not any(texts.values()):
        return board, []
    hands = board.deal.hands()
    problems: list[Problem] = []
    for key, seat in SEQUENCES.items():
        try:
            hands[seat] = sequence_of(texts[key], hands[seat], seat)
        except ValueError as error:
            problems.append((board.number, key, f"{where}, {key}: {error}."))
    if problems:
        return None, problems
    return replace(board, deal=Deal(*(hands[seat] for seat in SEATS)), sequences=True), []


def _vulnerability(number: int, where: str, text: str) -> tuple[str, list[Problem]]:
    """Return the vulnerability from `sv|o|`, and the faults. An empty value stands for the usual vulnerability."""
    if not text:
        return vulnerability_of(number), []
    if text.lower() in VULS:
        return VULS[text.lower()], []
    return "", [(number, "sv", f"{where}, sv: {text[:12]!r} is not a vulnerability; o, n, e or b is needed.")]


def _hand(word: str) -> tuple[Card, ...]:
    """Return the hand written as `SAKHQT9D2C`, with suits before their cards. Raise ValueError if it cannot be read."""
    cards, suit = [], ""
    for char in "".join(word.upper().replace("10", "T").split()):
        if char in SUITS:
            suit = char
        elif char not in RANKS:
            raise ValueError(f"{char!r} is not a card")
        elif not suit:
            raise ValueError("a suit must stand before its cards")
        else:
            cards.append(Card(suit, char))
    return tuple(cards)


def write_lin(boards: Iterable[DealRecord], event: str = "") -> str:
    """Return a LIN file of the boards' deals, with the sequences if known, and a heading for several boards."""
    rows = list(boards)
    lines = [_board(row) for row in rows]
    if len(rows) > 1:
        title = one_line(re.sub("[|,]", " ", event))
        numbers = ",".join(str(row.number) for row in rows)
        lines[:0] = [f"vg|{title},,P,{rows[0].number},{rows[-1].number},,,,|", f"bn|{numbers}|", "pg||"]
    return "\n".join(lines) + "\n"


def _board(row: DealRecord) -> str:
    dealer = SEATS_IN_FILE.index(row.dealer) + 1
    hands = ",".join(_hand_text(row.deal.hands()[seat]) for seat in SEATS_IN_FILE)
    vul = VUL_LETTERS[row.vul]
    order = ""
    if row.sequences:
        order = f"xe|{cards_text(row.deal.east)}|xw|{cards_text(row.deal.west)}|"
    return f"qx|o{row.number}|pn|,,,|st||md|{dealer}{hands}|rh||ah|Board {row.number}|sv|{vul}|{order}pg||"


def _hand_text(hand: tuple[Card, ...]) -> str:
    cards = sorted_hand(hand)
    return "".join(suit + "".join(card.rank for card in cards if card.suit == suit) for suit in SUITS)
