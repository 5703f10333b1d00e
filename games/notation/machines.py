"""Dealing machines' files: BRI, DGE and DUP. Their records have a fixed length and hold only cards.

- BRI, 78 bytes per board: the 13 cards of North, then East, then South, two digits each, from 01 (spade ace) to
  52 (club two), in any order. West has the rest. Some files pad each record to 128 bytes or write it on a line
  of its own.
- DGE, 68 bytes per board: North, East, South, West, 17 bytes each, with suit symbols (bytes 6, 3, 4, 5)
  before their cards. Often padded to 128 bytes.
- DUP, 156 bytes per board: the BRI record, the DGE record (or spaces), and ten bytes: random hands Y or N,
  counted backwards Y or N, the set's lowest board (3), copies (2), the set's highest board (3).

None of them numbers its boards for certain: many programs call the lowest board of every DUP file 1, so the number of
the first board is asked for. None of the three formats holds the dealer,
the vulnerability or the dummies' order. Sources: "Convert", Jannersten's description of its formats, and the
source code of Big Deal for the padding.
"""

import re
from collections.abc import Callable, Sequence

from games.cards import FULL_DECK, RANKS, SUITS, Card, sorted_hand
from games.notation.faults import DealFileError, Problem, one_fault
from games.notation.records import HIGHEST_BOARD, DealRecord, Hands, hand_faults, record_of, rest_of_pack
from games.seats import SEATS, Seat
from games.wording import seat_name

BRI_BYTES, DGE_BYTES, TRAILER_BYTES = 78, 68, 10
DUP_BYTES = BRI_BYTES + DGE_BYTES + TRAILER_BYTES
FILLED = 128
SUIT_BYTES = dict(zip(b"\x06\x03\x04\x05", SUITS, strict=True))
SUIT_SIGNS = {suit: bytes([byte]) for byte, suit in SUIT_BYTES.items()}
CARD_NUMBER = {card: number for number, card in enumerate(FULL_DECK, start=1)}
FILLING = b" \0\x1a\r\n"
HIGHEST_IN_SET = 999
Read = tuple[Hands | None, list[Problem]]
Reader = Callable[[int, str, bytes], Read]


def read_bri(data: bytes, first: int | None = None) -> list[DealRecord]:
    """Return the boards of a BRI file, numbered from `first` or 1. Raise DealFileError listing every fault."""
    return _all(_records(data, BRI_BYTES, rb"[ \0\x1a\r\n]+", "BRI"), _bri, first or 1)


def read_dge(data: bytes, first: int | None = None) -> list[DealRecord]:
    """Return the boards of a DGE file, numbered from `first` or 1. Raise DealFileError listing every fault."""
    return _all(_records(data, DGE_BYTES, rb"[ \0\x1a\r\n]+", "DGE"), _dge, first or 1)


def read_dup(data: bytes, first: int | None = None) -> list[DealRecord]:
    """Return the boards of a DUP file, numbered from `first` or else from the lowest board that the file names.

    Raise DealFileError listing every fault.
    """
    records = _dup_records(data)
    low, high = (_figure(records[0][at : at + 3]) for at in (148, 153))
    low = low or 1
    if high and high - low + 1 > len(records):
        raise one_fault(
            "trailer",
            f"The file says that it holds boards {low} to {high}, and there are {len(records)} records of 156 bytes: "
            "it breaks off.",
        )
    return _all(records, _dup, first or low)


def _dup_records(data: bytes) -> list[bytes]:
    lined = data[DUP_BYTES : DUP_BYTES + 2] == b"\r\n"
    step = DUP_BYTES + 2 * lined
    whole, rest = divmod(len(data), step)
    if data[whole * step :].strip(FILLING) and rest != DUP_BYTES:
        raise one_fault(
            "record",
            f"A DUP file is made of records of {DUP_BYTES} bytes; this one has {len(data)} bytes and breaks off in "
            f"record {whole + 1}.",
        )
    return [data[at * step : at * step + DUP_BYTES] for at in range(whole + (rest == DUP_BYTES))]


def _records(data: bytes, size: int, between: bytes, name: str) -> list[bytes]:
    """Split the data at any padding, and then into records of `size` bytes."""
    records: list[bytes] = []
    for run in filter(None, re.split(between, data)):
        if len(run) % size:
            at = len(records) + len(run) // size + 1
            raise one_fault(
                "record",
                f"A {name} record has {size} bytes; record {at} has {len(run) % size}: the file breaks off.",
            )
        records += [run[at : at + size] for at in range(0, len(run), size)]
    if not records:
        raise one_fault("record", f"There is no board in this {name} file.")
    return records


def _all(records: Sequence[bytes], read: Reader, first: int) -> list[DealRecord]:
    last = first + len(records) - 1
    if not 1 <= first <= last <= HIGHEST_BOARD:
        raise one_fault("first", f"Boards are numbered from 1 to {HIGHEST_BOARD}; these would be {first} to {last}.")
    boards: list[DealRecord] = []
    problems: list[Problem] = []
    for number, record in enumerate(records, start=first):
        hands, faults = read(number, f"Board {number} (record {number - first + 1})", record)
        problems += faults
        if hands is not None:
            boards.append(record_of(number, hands))
    if problems:
        raise DealFileError(problems)
    return boards


def _bri(number: int, where: str, record: bytes) -> Read:
    cards: list[Card] = []
    for at in range(0, BRI_BYTES, 2):
        two = record[at : at + 2]
        value = _figure(two)
        if value is None or not 1 <= value <= 52:
            seat = seat_name(SEATS[at // 26])
            shown = two.decode("latin-1")
            return None, [(number, seat, f"{where}, {seat}: {shown!r} is no card; 01 to 52 is needed.")]
        cards.append(FULL_DECK[value - 1])
    hands = {seat: tuple(cards[13 * at : 13 * at + 13]) for at, seat in enumerate(SEATS[:3])}
    faults = _given_twice(number, where, cards)
    return (None, faults) if faults else (hands | {Seat.W: rest_of_pack(*hands.values())}, [])


def _given_twice(number: int, where: str, cards: list[Card]) -> list[Problem]:
    twice = sorted({card.name for card in cards if cards.count(card) > 1})
    return [(number, "cards", f"{where}, cards: {name} is dealt twice.") for name in twice]


def _dge(number: int, where: str, record: bytes) -> Read:
    hands: dict[Seat, tuple[Card, ...]] = {}
    for at, seat in enumerate(SEATS):
        cards, suit = [], ""
        for byte in record[17 * at : 17 * at + 17]:
            suit, rank = SUIT_BYTES.get(byte, suit), chr(byte)
            if byte not in SUIT_BYTES and (not suit or rank not in RANKS):
                fault = f"{where}, {seat_name(seat)}: {rank!r} is no card and no suit sign."
                return None, [(number, seat_name(seat), fault)]
            if byte not in SUIT_BYTES:
                cards.append(Card(suit, rank))
        hands[seat] = tuple(cards)
    faults = hand_faults(number, where, "cards", hands)
    return (None, faults) if faults else (hands, [])


def _dup(number: int, where: str, record: bytes) -> Read:
    hands, faults = _bri(number, where, record[:BRI_BYTES])
    second = record[BRI_BYTES : BRI_BYTES + DGE_BYTES]
    if hands is None or not second.strip(FILLING):
        return hands, faults
    again, faults = _dge(number, where, second)
    if again is not None and any(set(again[seat]) != set(hands[seat]) for seat in SEATS):
        return None, [(number, "cards", f"{where}, cards: its two halves, BRI and DGE, give different hands.")]
    return again and hands, faults


def _figure(text: bytes) -> int | None:
    plain = text.strip(FILLING)
    return int(plain) if plain.isdigit() else None


def write_bri(boards: Sequence[DealRecord]) -> bytes:
    """Return 78-byte records, each padded to 128 bytes. Raise DealFileError unless the boards are 1, 2, 3, ..."""
    _check_numbers(boards, "BRI", 1)
    return b"".join(_bri_text(board) + b" " * 32 + bytes(18) for board in boards)


def write_dge(boards: Sequence[DealRecord]) -> bytes:
    """Return 68-byte records, each padded to 128 bytes. Raise DealFileError unless the boards are 1, 2, 3, ..."""
    _check_numbers(boards, "DGE", 1)
    return b"".join(_dge_text(board).ljust(FILLED, b"\0") for board in boards)


def write_dup(boards: Sequence[DealRecord]) -> bytes:
    """Return 156-byte records, marked as random hands with no copies.

    Raise DealFileError unless the boards are numbered consecutively.
    """
    _check_numbers(boards, "DUP", boards[0].number if boards else 1)
    if not boards:
        return b""
    trailer = f"YN{boards[0].number:<3}0 {boards[-1].number:<3}".encode()
    return b"".join(_bri_text(board) + _dge_text(board) + trailer for board in boards)


def _check_numbers(boards: Sequence[DealRecord], name: str, first: int) -> None:
    numbers = [board.number for board in boards]
    if numbers != list(range(first, first + len(numbers))) or first + len(numbers) - 1 > HIGHEST_IN_SET:
        rule = "one after the other, up to 999" if name == "DUP" else "1, 2, 3 and so on"
        raise one_fault(
            "Board",
            f"A {name} file numbers its boards {rule}; these are {_some(numbers)}. PBN holds any numbers.",
        )


def _some(numbers: list[int]) -> str:
    return ", ".join(map(str, numbers[:6])) + (", ..." if len(numbers) > 6 else "")


def _bri_text(board: DealRecord) -> bytes:
    hands = (board.deal.north, board.deal.east, board.deal.south)
    return "".join(f"{CARD_NUMBER[card]:02}" for hand in hands for card in sorted_hand(hand)).encode()


def _dge_text(board: DealRecord) -> bytes:
    return b"".join(_dge_hand(sorted_hand(hand)) for hand in board.deal.all_hands)


def _dge_hand(cards: tuple[Card, ...]) -> bytes:
    return b"".join(
        SUIT_SIGNS[suit] + "".join(card.rank for card in cards if card.suit == suit).encode() for suit in SUITS
    )
