"""Contract scores under Law 77, from tables. A score is always given from the N/S point of view."""

import re
from dataclasses import dataclass
from typing import Literal

from scoring.errors import ScoreError

__all__ = [
    "PASSED_OUT",
    "Parts",
    "ScoreError",
    "ScoredContract",
    "parse_contract",
    "parse_tricks",
    "parts",
    "says_pass",
    "score",
    "score_for_declarer",
    "side_of",
]

Side = Literal["NS", "EW"]
PASSED_OUT = "PASS"
BOOK, ALL_TRICKS, GAME_POINTS, SMALL_SLAM, GRAND_SLAM = 6, 13, 100, 6, 7

# Law 77: points below, one row for each case; columns not vulnerable, vulnerable.
FIRST_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 40}
NEXT_TRICK = {"C": 20, "D": 20, "H": 30, "S": 30, "N": 30}
MULTIPLIER = {"": 1, "X": 2, "XX": 4}
OVERTRICK = {"X": (100, 200), "XX": (200, 400)}  # undoubled: the trick's own value
INSULT = {"": 0, "X": 50, "XX": 100}
PART_SCORE, GAME = (50, 50), (300, 500)
SLAM = {SMALL_SLAM: (500, 750), GRAND_SLAM: (1000, 1500)}
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = ((100, 300, 500), (200, 500, 800))  # one, two, three down
DOUBLED_FURTHER_UNDERTRICK = 300
VULNERABLE: dict[str, tuple[str, ...]] = {"None": (), "NS": ("NS",), "EW": ("EW",), "All": ("NS", "EW")}
SIDES: dict[str, Side] = {"N": "NS", "S": "NS", "E": "EW", "W": "EW"}

PASS_WORDS = frozenset({"PASS", "PASSED", "P", "AP", "ALLPASS", "PASSEDOUT", "PASSOUT", "PO"})
BLANKS = dict.fromkeys(map(ord, " \t\n\u00a0\u202f\ufe0e\ufe0f"))
SYMBOLS = str.maketrans("♣♦♥♠♧♢♡♤×*", "CDHSCDHSXX") | BLANKS
_CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT|N)(XX|X|)")


@dataclass(frozen=True, slots=True)
class ScoredContract:
    """A contract: level 1 to 7, strain `C D H S N`, and `""`, `X` or `XX` in `doubled`."""

    level: int
    strain: str
    doubled: str

    @property
    def needs(self) -> int:
        """The number of tricks needed to make the contract."""
        return self.level + BOOK

    @property
    def text(self) -> str:
        return f"{self.level}{self.strain}{self.doubled}"


def parse_contract(text: str) -> ScoredContract | None:
    """Return the contract written as `4SX`, `3 NT`, `4♥ *` (in upper or lower case), or None for `PASS` or `AP`.

    Raise ScoreError for any other text. Every page, file and command reads contracts with this function.
    """
    wanted = text.upper().translate(SYMBOLS)
    if wanted in PASS_WORDS:
        return None
    match = _CONTRACT.fullmatch(wanted)
    if match is None:
        raise ScoreError(f"{text.strip()[:40]!r} is no contract: write it like 4S, 3N, 2HX, 6DXX or PASS.")
    level, strain, doubled = match.groups()
    return ScoredContract(int(level), strain[0], doubled)


def says_pass(text: str) -> bool:
    """True if the text in the place of a contract says that the board was passed out."""
    return text.upper().translate(SYMBOLS) in PASS_WORDS


def parse_tricks(text: str, contract: ScoredContract | None) -> int | None:
    """Return declarer's tricks, written as a number or relative to the contract (`=`, `+1`, `-2`), or None for "".

    Raise ScoreError for any other text, and for a number that is not possible.
    """
    plain = text.strip().replace("\u2212", "-")
    if not plain or (contract is None and plain[0] in "=+-"):
        return None
    if not re.fullmatch(r"=|[+-]?[0-9]{1,3}", plain):
        raise ScoreError(f"{plain[:20]!r} is not a number of tricks. Write 0 to 13, or = or +1 or -1.")
    needed = contract.needs if contract else 0
    made = needed + int(plain.replace("=", "0")) if plain[0] in "=+-" else int(plain)
    if 0 <= made <= ALL_TRICKS:
        return made
    meant = f" If {contract.text} was just made, that is {needed}." if contract else ""
    raise ScoreError(f"{made} tricks are not possible: declarer takes 0 to 13.{meant}")


def side_of(declarer: str) -> Side:
    """Return `NS` or `EW` for declarer N, E, S or W. Raise ScoreError for any other text."""
    try:
        return SIDES[declarer.strip().upper()]
    except KeyError:
        raise ScoreError(f"{declarer.strip()!r} is no declarer: write N, E, S or W.") from None


def score(contract: str, side: str, vul: str, tricks: int | None) -> int:
    """Return N/S's points if `side` ("NS" or "EW") declares `contract` and takes `tricks` of the 13. PASS gives 0.

    `vul` is `None`, `NS`, `EW` or `All`. Raise ScoreError for any other value, or if `tricks` is outside 0 to 13.
    """
    parsed = parse_contract(contract)
    if parsed is None:
        return 0
    if side not in ("NS", "EW"):
        raise ScoreError(f"{side!r} is no side: NS or EW.")
    if vul not in VULNERABLE:
        raise ScoreError(f"{vul!r} is no vulnerability: None, NS, EW or All.")
    if tricks is None or not 0 <= tricks <= ALL_TRICKS:
        raise ScoreError(f"{parsed.text} needs the declarer's tricks, 0 to {ALL_TRICKS}, not {tricks}.")
    points = _declarer_points(parsed, side in VULNERABLE[vul], tricks)
    return points if side == "NS" else -points


def score_for_declarer(contract: str, declarer: str, vul: str, tricks: int | None) -> int:
    """Return the score for declarer N, E, S or W (see `score`). With PASS, the declarer does not matter."""
    if parse_contract(contract) is None:
        return 0
    return score(contract, side_of(declarer), vul, tricks)


@dataclass(frozen=True, slots=True)
class Parts:
    """The points for a result, part by part. They are the same at duplicate and at rubber bridge.

    `below` holds the trick points for the bid, doubled if it was doubled, which count towards a game. `penalty` holds
    the defenders' points. The premium for a game or part-score is left out: duplicate pays the premium at once, and
    rubber bridge pays it at the end of the rubber.
    """

    below: int = 0
    overtricks: int = 0
    insult: int = 0
    slam: int = 0
    penalty: int = 0


def parts(contract: ScoredContract, vulnerable: bool, tricks: int) -> Parts:
    """Return the parts of a contract's score if the declarer, vulnerable or not, took `tricks` of the 13."""
    over = tricks - contract.needs
    if over < 0:
        return Parts(penalty=_penalty(contract.doubled, vulnerable, -over))
    odd = FIRST_TRICK[contract.strain] + (contract.level - 1) * NEXT_TRICK[contract.strain]
    each = OVERTRICK[contract.doubled][vulnerable] if contract.doubled else NEXT_TRICK[contract.strain]
    return Parts(
        below=odd * MULTIPLIER[contract.doubled],
        overtricks=over * each,
        insult=INSULT[contract.doubled],
        slam=SLAM.get(contract.level, (0, 0))[vulnerable],
    )


def _declarer_points(contract: ScoredContract, vulnerable: bool, tricks: int) -> int:
    made = parts(contract, vulnerable, tricks)
    if made.penalty:
        return -made.penalty
    premium = (GAME if made.below >= GAME_POINTS else PART_SCORE)[vulnerable]
    return made.below + premium + made.slam + made.insult + made.overtricks


def _penalty(doubled: str, vulnerable: bool, down: int) -> int:
    if not doubled:
        return down * UNDERTRICK[vulnerable]
    first_three = DOUBLED_UNDERTRICKS[vulnerable]
    further = max(0, down - len(first_three)) * DOUBLED_FURTHER_UNDERTRICK
    return (first_three[min(down, len(first_three)) - 1] + further) * MULTIPLIER[doubled] // MULTIPLIER["X"]
