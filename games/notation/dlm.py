"""DLM files from dealing machines: settings as KEY=VALUE, boards as 26 letters and a checksum.

In `Board 07=jlifaelnecgmoldfjmcflinlap017`, each letter from a to p stands for two cards, from the spade ace down
to the club two. An `a` gives both cards to North, a `b` gives one to North and one to East, and so on to `p`, which
gives both to West. The last three digits are the exclusive or of the board's number and the letters' bytes. Only
the boards from `From board` to `To board` count; both numbers are from 1 to 99. The file holds only cards. Sources:
descriptions with examples by the authors of other readers, and the source code of Big Deal.
"""

import re
from collections.abc import Sequence

from games.cards import FULL_DECK, Card
from games.notation.faults import DealFileError, Problem, one_fault
from games.notation.records import DealRecord, Hands, hand_faults, one_line, record_of
from games.seats import SEATS

MAX_BOARD, LETTERS = 99, 26
KEY = re.compile(r"\s*([^=\[\]]*?)\s*=(.*)")
BOARD = re.compile(r"board (\d{1,3})", re.ASCII)
UNUSED = "aaaaaabffffffkkkkkklpppppp"


def read_dlm(text: str) -> list[DealRecord]:
    """Return the boards from `From board` to `To board`. Raise DealFileError listing every fault."""
    values = _values(text)
    if values.get("crypto key", (0, "0"))[1] not in ("", "0"):
        raise one_fault("Crypto key", "This DLM file is locked with a key: save it without one.")
    low, high = (_limit(values, name) for name in ("From board", "To board"))
    if low > high:
        raise one_fault("To board", f"From board is {low} and To board {high}: there is no board between them.")
    boards: list[DealRecord] = []
    problems: list[Problem] = []
    for number in range(low, high + 1):
        line, letters = values.get(f"board {number}", (0, ""))
        hands, faults = _hands(number, line, letters)
        problems += faults
        if hands is not None:
            boards.append(record_of(number, hands))
    if problems:
        raise DealFileError(problems)
    return boards


def _values(text: str) -> dict[str, tuple[int, str]]:
    """Return {key: (line, value)} with keys in lower case (`board 7` for `Board 07`)."""
    values = {}
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), start=1):
        if match := KEY.match(line):
            key = match[1].lower()
            board = BOARD.fullmatch(key)
            values[f"board {int(board[1])}" if board else key] = (number, match[2].strip())
    return values


def _limit(values: dict[str, tuple[int, str]], name: str) -> int:
    line, text = values.get(name.lower(), (0, ""))
    if not (text.isascii() and text.isdigit() and len(text) < 4 and 1 <= int(text) <= MAX_BOARD):
        where = f"line {line}" if line else "the file"
        fault = f"{text[:12]!r} is no board from 1 to {MAX_BOARD}" if text else "it is missing"
        raise one_fault(name, f"{name} ({where}): {fault}.")
    return int(text)


def _hands(number: int, line: int, text: str) -> tuple[Hands | None, list[Problem]]:
    where = f"Board {number} (line {line})"
    if not line:
        return None, [(number, "Board", f"Board {number}: it is missing although the file should hold it.")]
    letters, figures = text[:LETTERS], text[LETTERS:]
    if not re.fullmatch("[a-p]{26}", letters):
        return None, [(number, "Board", f"{where}: 26 letters from a to p are needed, not {text[:30]!r}.")]
    if figures and (not re.fullmatch("[0-9]{1,3}", figures) or int(figures) != checksum(number, letters)):
        return None, [(number, "Board", f"{where}: the checksum {figures[:6]} does not fit, so a letter is wrong.")]
    holders = [place for letter in letters for place in divmod(ord(letter) - ord("a"), 4)]
    dealt: dict[int, list[Card]] = {place: [] for place in range(4)}
    for card, place in zip(FULL_DECK, holders, strict=True):
        dealt[place].append(card)
    hands = {seat: tuple(dealt[seat.place]) for seat in SEATS}
    faults = hand_faults(number, where, "cards", hands)
    return (None, faults) if faults else (hands, [])


def checksum(number: int, letters: str) -> int:
    """Return the exclusive or of the board's number and the bytes of its letters."""
    total = number
    for letter in letters:
        total ^= ord(letter)
    return total


def write_dlm(boards: Sequence[DealRecord], event: str = "") -> str:
    """Return a DLM file with the status `Sealed`, so that the cards are not shown on screen.

    Raise DealFileError unless the boards are numbered consecutively, between 1 and 99.
    """
    numbers = [board.number for board in boards]
    if not numbers or numbers != list(range(numbers[0], numbers[0] + len(numbers))) or numbers[-1] > MAX_BOARD:
        raise one_fault("Board", "A DLM file holds boards that follow one another, from 1 to 99 at most.")
    letters = dict.fromkeys(range(1, MAX_BOARD + 1), UNUSED) | {board.number: _letters(board) for board in boards}
    low, high = numbers[0], numbers[-1]
    head = {
        "Headline": one_line(event),
        "Status": "Sealed",
        "Duplicates": "0",
        "From board": str(low),
        "To board": str(high),
        "Next board to duplimate": "0",
        "PrintOuts": "0",
        "Crypto key": "0",
        "Checksum": str(low ^ high),
    }
    lines = ["[Document]", *(f"{key}={value}" for key, value in head.items())]
    for number, text in letters.items():
        lines += [f"Duplicates {number:02}=0", f"Board {number:02}={text}{checksum(number, text):03}"]
    return "\r\n".join(lines) + "\r\n"


def _letters(board: DealRecord) -> str:
    holder = {card: seat.place for seat, hand in board.deal.hands().items() for card in hand}
    places = [holder[card] for card in FULL_DECK]
    return "".join(chr(ord("a") + 4 * first + two) for first, two in zip(places[::2], places[1::2], strict=True))
