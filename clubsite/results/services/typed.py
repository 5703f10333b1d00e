"""What a person typed as a score, understood or refused with a sentence a field."""

import re
from dataclasses import dataclass
from typing import Any

from clubsite.duplicate.models import Board
from clubsite.results.models import ScoreStatus
from games.cards import parse_card
from scoring.contracts import score

CONTRACT = re.compile(r"([1-7])(C|D|H|S|NT?)(X{0,2})")
ARTIFICIAL = re.compile(r"A([0-9]{2})([0-9]{2})")
SYMBOLS = str.maketrans({"♣": "C", "♦": "D", "♥": "H", "♠": "S", "×": "X", "*": "X", " ": None})
PLAYERS = {"S": "S", "SOUTH": "S", "N": "N", "NORTH": "N"}
SIDES = {"S": "NS", "N": "EW"}
TYPEABLE = [
    ScoreStatus.PLAYED,
    ScoreStatus.PASSED_OUT,
    ScoreStatus.NOT_PLAYED,
    ScoreStatus.LATE,
    ScoreStatus.ARTIFICIAL,
]


class ScoreRefused(ValueError):
    """`problems`: field -> sentence for whoever typed it."""

    def __init__(self, problems: dict[str, str]) -> None:
        super().__init__(" ".join(problems.values()))
        self.problems = problems


@dataclass(slots=True)
class Typed:
    """The columns of a ScoreEntry."""

    status: str
    contract: str = ""
    declarer: str = ""
    lead: str = ""
    tricks: int | None = None
    ns_score: int | None = None
    artificial: str = ""

    def columns(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__slots__}


def understand(
    *,
    board: Board,
    status: str,
    contract: str,
    declarer: str,
    tricks: int | str | None,
    lead: str,
    artificial: str,
) -> Typed:
    """Read what was typed. Raises ScoreRefused."""
    text = contract.upper().translate(SYMBOLS)
    if status == ScoreStatus.PLAYED and text in ("PASS", "PASSED", "P"):
        status = ScoreStatus.PASSED_OUT
    if status not in TYPEABLE:
        raise ScoreRefused(
            {"status": "Choose what became of the board: played, passed out, not played, or artificial."}
        )
    if status == ScoreStatus.PASSED_OUT:
        return Typed(status, contract="PASS", ns_score=0)
    if status == ScoreStatus.ARTIFICIAL:
        return Typed(status, artificial=_artificial(artificial))
    if status != ScoreStatus.PLAYED:
        return Typed(status)
    return _played(board, text, declarer.strip().upper(), tricks, lead.strip())


def _artificial(text: str) -> str:
    text = text.upper().translate(SYMBOLS)
    if not ARTIFICIAL.fullmatch(text):
        raise ScoreRefused(
            {"artificial": "Write A and two percentages: A6040 gives 60 % to South and 40 % to North."}
        )
    return text


def _played(board: Board, contract: str, declarer: str, tricks: int | str | None, lead: str) -> Typed:
    problems: dict[str, str] = {}
    match = CONTRACT.fullmatch(contract)
    if match is None:
        problems["contract"] = (
            f'The contract "{contract}" is not understood. Write it as 4S, 3NT or 5CX.'
            if contract
            else "Which contract?"
        )
    player = PLAYERS.get(declarer, "")
    if not player:
        problems["declarer"] = (
            "East and West are the dummies: the declarer is South or North."
            if declarer in ("E", "W", "EAST", "WEST")
            else "Who was declarer, South or North?"
        )
    level = int(match[1]) if match else 0
    made, fault = _tricks(tricks, level)
    if fault:
        problems["tricks"] = fault
    card, fault = _lead(board, lead, player)
    if fault:
        problems["lead"] = fault
    if problems or match is None or made is None:
        raise ScoreRefused(problems)
    text = match[1] + match[2][0] + match[3]
    points = score(text, SIDES[player], board.vulnerability, made)
    return Typed(ScoreStatus.PLAYED, text, player, card, made, points)


def _tricks(typed: int | str | None, level: int) -> tuple[int | None, str]:
    """Tricks as a number, or as = +1 -2 against the contract."""
    text = "" if typed is None else str(typed).strip().replace("−", "-")
    if not text:
        return None, "How many tricks did declarer take?"
    if text == "=" or re.fullmatch(r"[+-][0-9]{1,3}", text):
        if not level:
            return None, ""
        made = level + 6 + (0 if text == "=" else int(text))
    elif re.fullmatch(r"[0-9]{1,3}", text):
        made = int(text)
    else:
        return None, f'"{text[:20]}" is not a number of tricks. Write 0 to 13, or = or +1 or -1.'
    if not 0 <= made <= 13:
        return None, f"{made} tricks are not possible: declarer takes 0 to 13."
    return made, ""


def _lead(board: Board, text: str, declarer: str) -> tuple[str, str]:
    """The opening lead comes from the defender's own hand (SOLO-13)."""
    if not text:
        return "", ""
    try:
        card = parse_card(text).text
    except ValueError:
        return "", f'The lead "{text}" is not a card. Write it as S7 or HQ, suit first.'
    if declarer:
        leader, hand = ("North", board.north) if declarer == "S" else ("South", board.south)
        if card not in hand.split():
            return "", f"The lead is made from the defender's hand, and {leader} did not hold that card."
    return card, ""
