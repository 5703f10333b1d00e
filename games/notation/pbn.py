"""PBN deal files. Their syntax is read leniently, but their content is checked strictly.

Comments (`;`, `{...}`, `%` lines), unknown tags, table rows, CRLF and a byte order mark are all skipped. No
board is imported unless the whole file is correct: `read_pbn` names every fault with its board and field. Two
tags of our own, `[EastSequence "S7 HA ..."]` and `[WestSequence "..."]`, hold the dummies' order (SOLO-3).
"""

from games.boards import dealer_of, vulnerability_of
from games.cards import CARD_BY_TEXT, RANKS, SUITS, Card
from games.deals import Deal, deal_problems
from games.notation.faults import DealFileError, Problem
from games.notation.optimum import optimum_of
from games.notation.pbn_text import PbnGame, games_of
from games.notation.pbn_write import OPTIMUM_TABLE
from games.notation.records import HIGHEST_BOARD, BareBoard, DealRecord, Optimum, same_deal, sequence_of
from games.seats import SEATS, Seat, clockwise
from games.wording import ordinal, seat_name

Board = DealRecord | BareBoard
OPTIMUM_COLUMNS = ["Declarer", "Denomination", "Result"]
PASSED_OUT = "Pass"

VUL_WORDS = {
    "none": "None",
    "love": "None",
    "-": "None",
    "ns": "NS",
    "ew": "EW",
    "all": "All",
    "both": "All",
}


def read_pbn(text: str) -> list[DealRecord]:
    """Return all the boards of a file in order. If any board is faulty, raise DealFileError listing every fault."""
    return [board for board in _read(text, bare=False) if isinstance(board, DealRecord)]


def read_pbn_boards(text: str) -> list[Board]:
    """Return the boards in a results file. Boards in a file of this kind need not have cards.

    Raise DealFileError listing every fault.
    """
    return _read(text, bare=True)


def _read(text: str, *, bare: bool) -> list[Board]:
    games, faults = games_of(text)
    reader = _PbnReader({(fault.game.place, fault.field) for fault in faults if fault.game}, bare)
    boards = [reader.board(game) for game in games]
    problems = reader.problems + [reader.problem(fault.game, fault.field, fault.message) for fault in faults]
    if not games and not problems:
        problems = [(None, "Deal", "There is no board in this file: no [Deal] tag was found.")]
    if problems:
        raise DealFileError(problems)
    return [board for board in boards if board is not None]


class _PbnReader:
    """A reader that turns the games in a file into boards and collects their faults."""

    def __init__(self, unreadable: set[tuple[int, str]], bare: bool) -> None:
        self.bare = bare  # boards without cards are boards too
        self.unreadable = unreadable  # (place of the game, field): the cutter has reported them
        self.problems: list[Problem] = []
        self.numbers: dict[int, PbnGame] = {}
        self.records: dict[int, Board] = {}

    def problem(self, game: PbnGame | None, field: str, message: str) -> Problem:
        number = _number(game.tags.get("Board", "")) if game else None
        if number is not None:
            where = f"Board {number}"
        elif game:
            where = f"The {ordinal(game.place)} board of the file (line {game.line})"
        else:
            where = "The file"
        return number, field, f"{where}, {field}: {message}."

    def _add(self, game: PbnGame, field: str, message: str) -> None:
        if (game.place, field) not in self.unreadable:
            self.problems.append(self.problem(game, field, message))

    def board(self, game: PbnGame) -> Board | None:
        """Return the board from a game, or None if the game is faulty or an earlier game had the same deal."""
        record = self._record(game)
        number = _number(game.tags.get("Board", ""))
        if number is None:
            return None
        first = self.numbers.setdefault(number, game)
        if first is game and record is not None:
            self.records[number] = record
        elif first is not game and (record is None or not _same(record, self.records.get(number))):
            lines = f"lines {first.line} and {game.line}"
            self._add(game, "Board", f"this number comes twice in the file ({lines}) and not with the same deal")
        return record if first is game else None

    def _record(self, game: PbnGame) -> Board | None:
        before = len(self.problems)
        number = self._board_number(game)
        dealer = self._dealer(game, number)
        vul = self._vulnerability(game, number)
        bare = self.bare and not game.tags.get("Deal", "").strip()
        hands = None if bare else self._hands(game)
        sequences = self._sequences(game, hands) if hands else None
        if len(self.problems) > before or number is None or dealer is None or vul is None:
            return None
        if not hands:
            return BareBoard(number, dealer, vul)
        deal = Deal(*(hands[seat] for seat in SEATS))
        if sequences:
            deal = Deal(deal.north, sequences[0], deal.south, sequences[1])
        return DealRecord(number, dealer, vul, deal, sequences is not None, _optimum(game))

    def _board_number(self, game: PbnGame) -> int | None:
        text = game.tags.get("Board")
        number = _number(text or "")
        if text is None:
            self._add(game, "Board", "there is no [Board] tag with its number")
        elif number is None:
            self._add(game, "Board", f"{text[:20]!r} is not a board number")
        return number

    def _dealer(self, game: PbnGame, number: int | None) -> Seat | None:
        text = game.tags.get("Dealer", "").strip().upper()
        if text in SEATS:
            return Seat(text)
        if text in ("", "?"):
            return dealer_of(number) if number else None
        self._add(game, "Dealer", f"{text[:20]!r} is not a dealer; N, E, S or W is needed")
        return None

    def _vulnerability(self, game: PbnGame, number: int | None) -> str | None:
        text = game.tags.get("Vulnerable", "").strip()
        if text in ("", "?"):
            return vulnerability_of(number) if number else None
        if text.lower() not in VUL_WORDS:
            self._add(game, "Vulnerable", f"{text[:20]!r} is not a vulnerability; None, NS, EW or All is needed")
        return VUL_WORDS.get(text.lower())

    def _hands(self, game: PbnGame) -> dict[Seat, tuple[Card, ...]] | None:
        text = game.tags.get("Deal", "").strip()
        first, colon, rest = text.partition(":")
        words = rest.split()
        if not text:
            self._add(game, "Deal", "there is no deal")
        elif not colon or first.strip().upper() not in SEATS:
            self._add(game, "Deal", f"it must begin with the first hand's seat, as in 'N:', not {text[:8]!r}")
        elif len(words) != 4:
            self._add(game, "Deal", f"four hands are needed and {len(words)} given")
        else:
            return self._checked_hands(game, dict(zip(clockwise(Seat(first.strip().upper())), words, strict=True)))
        return None

    def _checked_hands(self, game: PbnGame, words: dict[Seat, str]) -> dict[Seat, tuple[Card, ...]] | None:
        hands = {}
        for seat in SEATS:
            try:
                hands[seat] = _suit_runs(words[seat])
            except ValueError as error:
                self._add(game, "Deal", f"{seat_name(seat)}'s hand {words[seat][:24]!r}: {error}")
        if len(hands) < 4:
            return None
        faults = deal_problems(hands)
        for _, message in faults:
            self._add(game, "Deal", message)
        return None if faults else hands

    def _sequences(
        self, game: PbnGame, hands: dict[Seat, tuple[Card, ...]]
    ) -> tuple[tuple[Card, ...], tuple[Card, ...]] | None:
        fields = {"EastSequence": Seat.E, "WestSequence": Seat.W}
        given = {field: game.tags.get(field, "").strip() for field in fields}
        if not any(given.values()):
            return None
        sequences = []
        for field, seat in fields.items():
            try:
                sequences.append(sequence_of(given[field], hands[seat], seat))
            except ValueError as error:
                self._add(game, field, str(error))
        return (sequences[0], sequences[1]) if len(sequences) == 2 else None


def _same(board: Board, other: Board | None) -> bool:
    """True if two games are for the same board, as in a file with one game for each result.

    Boards without cards are the same board if they have the same dealer and vulnerability.
    """
    if other is None or (board.dealer, board.vul) != (other.dealer, other.vul):
        return False
    if isinstance(board, BareBoard) or isinstance(other, BareBoard):
        return True
    return same_deal(board, other)


def _optimum(game: PbnGame) -> Optimum | None:
    """Return the best results if they are in the form that this library writes, else None."""
    tables, score = game.tables.get(OPTIMUM_TABLE), game.tags.get("OptimumScore", "")
    if not tables or tables[0].columns != OPTIMUM_COLUMNS or not score.startswith("NS "):
        return None
    rows: dict[str, dict[str, str]] = {}
    for _, values in tables[0].rows:
        if len(values) == len(OPTIMUM_COLUMNS):
            rows.setdefault(values[0], {})[values[1]] = values[2]
    contracts = game.tags.get("ParContract", "")
    return optimum_of(rows, score.removeprefix("NS "), "" if contracts == PASSED_OUT else contracts)


def _number(text: str) -> int | None:
    plain = text.strip()
    readable = plain.isascii() and plain.isdigit() and len(plain) <= len(str(HIGHEST_BOARD))
    return int(plain) or None if readable else None


def _suit_runs(word: str) -> tuple[Card, ...]:
    """Return the hand written as `AKT3.97.-.T987`, from spades to clubs. Raise ValueError for any other form."""
    if word == "-":
        raise ValueError("it is not given (-), but all four hands are needed")
    runs = word.upper().replace("10", "T").split(".")
    if len(runs) != 4:
        raise ValueError(f"four suits between dots are needed and {len(runs)} given")
    for rank in "".join(runs).replace("-", ""):
        if rank not in RANKS:
            raise ValueError(f"{rank!r} is not a card")
    pairs = zip(SUITS, runs, strict=True)
    return tuple(CARD_BY_TEXT[suit + rank] for suit, run in pairs for rank in run.replace("-", ""))
