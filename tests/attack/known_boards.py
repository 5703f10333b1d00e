"""Recognising the secrets of a board in any kind of text: PBN, LIN, suit symbols, words, JSON, or ranks alone."""

import html
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from urllib.parse import unquote

SUITS, RANKS = "SHDC", "AKQJT98765432"
CARDS_IN_A_ROW = 8
ORDERED_IN_A_ROW = 8
TURNED_IN_A_ROW = 11
"""For cards that are read rank first, because "♠ 4 ♥ K" read so gives other cards, now and then eight of one hand."""
NAMES = {"spade": "S", "heart": "H", "diamond": "D", "club": "C"}
SYMBOLS = dict(zip("♠♥♦♣♤♡♢♧", "SHDCSHDC", strict=True))
RANK = "(?:10|[AKQJT2-9])"
WORD = re.compile("[A-Za-z0-9]+|[♠♥♦♣♤♡♢♧]")
LONG = dict(zip("ace king queen jack ten nine eight seven six five four three two".split(), RANKS, strict=True))
CARDS = re.compile(rf"\d{{0,2}}((?:[SHDC]{RANK}*){{1,4}})")
TURNED = re.compile(rf"({RANK})([SHDC])")
RUN = re.compile(f"{RANK}+")
BY_DOTS = re.compile(r"[AKQJT2-9.]{13,}")
NUMBER = re.compile(r"(?<![\w.])\d{1,2}[,\u202f\u00a0]?\d{3}(?![\w])")
CONTRACT = re.compile(r"(?<![A-Za-z0-9])([67])([SHDCN])T?(?:XX|××)(?![A-Za-z0-9])")
DRAWN_CONTRACT = re.compile(r'([67])<svg class="suit ([shdc])"[^>]*>.{0,40}?</svg>××')
ESCAPED = re.compile(r"\\u([0-9a-fA-F]{4})")
TAG = re.compile(r"<[^>]*>")


@dataclass(frozen=True, order=True)
class Seen:
    """A secret seen in a text. `what` is cards, sequence, score, verdict or replay; `where` is a hand or a table."""

    what: str
    board: int
    where: str = ""


@dataclass
class KnownBoard:
    """A board used in a test. `hands` has each hand's cards in order, and `scores` each table's score and contract.
    `verdicts` has numbers that appear only in the solver's results. `played` has the cards of a play in order. A hand
    counts as seen once at least `least` of its cards appear in a row.
    """

    number: int
    hands: dict[str, list[str]]
    scores: dict[str, tuple[int, str]] = field(default_factory=dict)
    verdicts: frozenset[int] = frozenset()
    played: list[str] = field(default_factory=list)
    least: int = CARDS_IN_A_ROW

    def __post_init__(self):
        self.holder = {card: seat for seat, cards in self.hands.items() for card in cards}

    @property
    def needles(self) -> Iterator[tuple[str, Seen]]:
        """Yield the ranks of each hand as a string in every usual order, with the secret that it reveals."""
        for seat, cards in self.hands.items():
            for suits in ("SHDC", "CDHS", "SHCD", "HSDC", "DCHS"):
                for ranks in (RANKS, RANKS[::-1]):
                    order = sorted(cards, key=lambda card: (suits.index(card[0]), ranks.index(card[1])))
                    yield "".join(card[1] for card in order), Seen("cards", self.number, seat)
            for order in (cards, cards[::-1]):
                what = "sequence" if seat in "EW" else "cards"
                yield "".join(card[1] for card in order), Seen(what, self.number, seat)


class Recogniser:
    """A recogniser that finds the secrets of the given boards in a text."""

    def __init__(self, boards: Iterable[KnownBoard]):
        self.boards = list(boards)
        self._needles = [pair for board in self.boards for pair in board.needles]
        self._numbers: dict[int, list[Seen]] = {}
        self._contracts: dict[str, Seen] = {}
        for board in self.boards:
            for table, (score, contract) in board.scores.items():
                seen = Seen("score", board.number, table)
                self._numbers.setdefault(abs(score), []).append(seen)
                self._contracts[contract] = seen
            for number in board.verdicts:
                self._numbers.setdefault(number, []).append(Seen("verdict", board.number))

    def seen_in(self, text: str) -> set[Seen]:
        """Return all the secrets that a text reveals."""
        text = html.unescape(ESCAPED.sub(lambda match: chr(int(match[1], 16)), text))
        views = [text, TAG.sub(" ", text)]
        if "%" in text:
            views.append(unquote(text))
        secrets: set[Seen] = set()
        for view in views:
            secrets |= self._by_ranks(view) | self._by_numbers(view)
            for stream, least in _streams(view):
                secrets |= self._by_cards(stream, least)
        return secrets

    def _by_ranks(self, text: str) -> set[Seen]:
        ranks = "".join(re.findall("[2-9AKQJT]+", text.replace("10", "T")))
        return {seen for needle, seen in self._needles if needle in ranks}

    def _by_numbers(self, text: str) -> set[Seen]:
        numbers = {int(re.sub(r"\D", "", number)) for number in NUMBER.findall(text)}
        drawn = CONTRACT.findall(text) + DRAWN_CONTRACT.findall(text) if "XX" in text or "××" in text else []
        contracts = {"".join(parts).upper() for parts in drawn}
        secrets = {seen for number in numbers & self._numbers.keys() for seen in self._numbers[number]}
        return secrets | {self._contracts[contract] for contract in contracts & self._contracts.keys()}

    def _by_cards(self, cards: list[str], least: int) -> set[Seen]:
        secrets: set[Seen] = set()
        if len(cards) < least:
            return secrets
        for board in self.boards:
            for seat, run in _runs(cards, board, max(least, board.least)):
                secrets.add(Seen("cards", board.number, seat))
                if seat in "EW" and _in_order(run, board.hands[seat], CARDS_IN_A_ROW):
                    secrets.add(Seen("sequence", board.number, seat))
            if _in_order(cards, board.played, ORDERED_IN_A_ROW):
                secrets.add(Seen("replay", board.number))
        return secrets


def _runs(cards: list[str], board: KnownBoard, least: int) -> Iterator[tuple[str, list[str]]]:
    """Yield (seat, cards) for each sufficiently long run of different cards that all belong to one hand."""
    run, holder = list[str](), board.holder
    for card in [*cards, ""]:
        if card and run and holder[card] == holder[run[0]] and card not in run:
            run.append(card)
            continue
        if card and card in run[-1:]:  # said twice: to the eye and to a screen reader
            continue
        if len(run) >= least:
            yield holder[run[0]], run
        run = [card] if card else []


def _in_order(cards: list[str], order: list[str], least: int) -> bool:
    """True if at least `least` cards appear one after another in both lists, forwards or backwards."""
    text = " ".join(cards)
    windows = [order[start : start + least] for start in range(len(order) - least + 1)]
    return any(" ".join(part) in text for window in windows for part in (window, window[::-1]))


@cache
def _kind(word: str) -> tuple[str, str]:
    """Return the meaning of a word: ("suit", S), ("ranks", "AKT"), ("cards", "SA SK"), ("turned", "SA") or ("", "")."""
    if suit := SYMBOLS.get(word) or NAMES.get(word.lower().removesuffix("s")) or (word if word in set(SUITS) else ""):
        return "suit", suit[0]
    if rank := LONG.get(word.lower()):
        return "ranks", rank
    plain = word.replace("10", "T")
    if RUN.fullmatch(plain):
        return "ranks", plain
    if match := TURNED.fullmatch(plain):
        return "turned", match[2] + match[1]
    if (match := CARDS.fullmatch(plain)) and match[1].strip(SUITS):
        hand = re.findall("([SHDC])([^SHDC]*)", match[1])
        return "cards", " ".join(suit + rank for suit, ranks in hand for rank in ranks)
    return "", ""


def _streams(text: str) -> Iterator[tuple[list[str], int]]:
    """Yield lists of the cards in a text, each with the number of cards in a row that count as a hand being seen. The
    text is read in four ways: cards with a suit each, suit first, PBN, and rank first.
    """
    each, suit_first, rank_first, from_pbn = list[str](), list[str](), list[str](), list[str]()
    suit, rank = "", ""
    for kind, word in map(_kind, WORD.findall(text)):
        if kind == "cards":
            cards = word.split()
            suit, rank = cards[-1][0], ""
            suit_first += cards
            each += cards
        elif kind == "turned":
            suit, rank = "", ""
            rank_first.append(word)
        elif kind == "ranks":
            rank = word[-1]
            suit_first += [suit + letter for letter in word] if suit else []
        elif kind == "suit":
            suit = word
            rank_first += [suit + rank] if rank else []
            rank = ""
    for hand in BY_DOTS.findall(text):
        if hand.strip(".").count(".") >= 2 and (parts := hand.split("."))[3:]:
            from_pbn += [suit + letter for suit, part in zip(SUITS, parts[:4], strict=True) for letter in part]
    yield from ((cards, CARDS_IN_A_ROW) for cards in (each, suit_first, from_pbn))
    yield rank_first, TURNED_IN_A_ROW
