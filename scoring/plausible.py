"""Hints about likely mistakes in a typed result, with the value that was probably meant.

Every hint names its field, says in a sentence what is wrong, and suggests the value that was probably meant, if there
is one. Nothing here refuses a result: `wrong` separates impossible values from unlikely values.
"""

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.boards import VULNERABILITIES
from games.cards import parse_card
from games.wording import seat_name, signed
from scoring.contracts import ALL_TRICKS, VULNERABLE, ScoredContract, parse_contract, says_pass
from scoring.contracts import score as contract_score
from scoring.errors import ScoreError

BOOK = 6
STRAINS, DOUBLES = "CDHSN", ("", "X", "XX")
# The side a declarer scores for, and the leader against it: with two players, or four.
TWO_SIDES, TWO_LEADERS = {"S": "NS", "N": "EW"}, {"S": "N", "N": "S"}
FOUR_SIDES, FOUR_LEADERS = (
    {"N": "NS", "E": "EW", "S": "NS", "W": "EW"},
    dict(zip("NESW", "ESWN", strict=True)),
)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint. `field` is contract, declarer, tricks, score, lead or board; `fix` is the suggested value, or "".

    If `wrong` is True, the value is impossible. Otherwise it is just unlikely, and the typist may confirm it.
    """

    field: str
    text: str
    fix: str = ""
    wrong: bool = True


@dataclass(frozen=True, slots=True)
class _Result:
    """A complete result, as used by the checks below. `score` is from N/S's point of view."""

    contract: ScoredContract
    declarer: str
    side: str
    tricks: int
    vul: str
    score: int
    four_handed: bool

    def scored(self, **other: object) -> int:
        """Return the score that this result would have with `other` values for some of its fields."""
        given = {
            "contract": self.contract,
            "side": self.side,
            "vul": self.vul,
            "tricks": self.tricks,
            **other,
        }
        contract = given["contract"]
        text = contract.text if isinstance(contract, ScoredContract) else str(contract)
        return contract_score(text, str(given["side"]), str(given["vul"]), int(str(given["tricks"])))


def result_hints(
    *,
    contract: str = "",
    declarer: str = "",
    tricks: int | str | None = None,
    score: int | None = None,
    vul: str = "None",
    lead: str = "",
    hands: Mapping[str, Collection[str]] | None = None,
    others: Sequence[int] = (),
    four_handed: bool = False,
) -> list[Hint]:
    """Return hints about a typed result. Values that are left out or empty are not checked.

    `tricks` is a number, or text such as `=` or `+1`. `score` and `others` (the board's other scores) are points for
    N/S or, with two players, South. `hands` has each seat's cards as dealt, such as `S7`. The function raises no
    errors.
    """
    sides, leaders = (FOUR_SIDES, FOUR_LEADERS) if four_handed else (TWO_SIDES, TWO_LEADERS)
    seat = declarer.strip().upper()[:1]
    parsed, hints = _contract(contract)
    taken, about_tricks = _tricks(tricks, parsed)
    hints += about_tricks
    if score is None and taken is not None and str(tricks).strip().isdecimal():
        hints += _odd_tricks(taken, parsed)
    if seat and seat not in sides:
        hints.append(_no_declarer(declarer, sides))
    if says_pass(contract):
        hints += [Hint("score", "A board that was passed out scores 0.", "0")] if score else []
    elif score is not None and vul in VULNERABLE:
        if parsed is None or taken is None or seat not in sides:
            hints += _score_alone(score, vul)
        else:
            hints += _disagreeing(_Result(parsed, seat, sides[seat], taken, vul, score, four_handed))
    hints += _against_others(score, others) if not hints else []
    return hints + _lead(lead, leaders.get(seat, ""), hands or {})


def board_hints(board: int, in_round: Sequence[int], scored: Collection[int] = ()) -> list[Hint]:
    """Return a hint if `board` is not played in the table's round, or already has a score.

    The suggested board is the only board left to be scored, or a board whose number looks like the number typed.
    """
    if board in in_round and board not in scored:
        return []
    left = [number for number in in_round if number not in scored]
    alike = [number for number in left if set(str(number)) == set(str(board)) or str(number).endswith(str(board))]
    likely = left if len(left) == 1 else alike
    fix = str(likely[0]) if len(likely) == 1 else ""
    meant = f" Was it board {fix}?" if fix else ""
    if board in in_round:
        return [Hint("board", f"Board {board} has a score already.{meant}", fix, wrong=False)]
    numbers = ", ".join(map(str, sorted(in_round))) or "no boards"
    return [Hint("board", f"Board {board} is not played here in this round: {numbers}.{meant}", fix)]


@lru_cache(maxsize=len(VULNERABILITIES))
def possible_scores(vul: str) -> frozenset[int]:
    """Return every possible score for N/S at a vulnerability, over all contracts and numbers of tricks."""
    contracts = [f"{level}{strain}{x}" for level in range(1, 8) for strain in STRAINS for x in DOUBLES]
    return frozenset(
        contract_score(contract, side, vul, tricks)
        for contract in contracts
        for side in ("NS", "EW")
        for tricks in range(ALL_TRICKS + 1)
    ) | {0}


def is_possible(score: int) -> bool:
    """True if a contract gives this score at some vulnerability."""
    return any(score in possible_scores(vul) for vul in VULNERABILITIES)


def _contract(text: str) -> tuple[ScoredContract | None, list[Hint]]:
    if not text.strip():
        return None, []
    try:
        return parse_contract(text), []
    except ScoreError as error:
        return None, [Hint("contract", str(error))]


def _no_declarer(declarer: str, sides: Mapping[str, str]) -> Hint:
    names = [seat_name(seat) for seat in sides]
    shown = f"{', '.join(names[:-1])} or {names[-1]}"
    return Hint("declarer", f"{declarer.strip()[:20]!r} is no declarer here: {shown}.")


def _tricks(typed: int | str | None, contract: ScoredContract | None) -> tuple[int | None, list[Hint]]:
    text = "" if typed is None else str(typed).strip().replace("\u2212", "-")
    if not text:
        return None, []
    relative = re.fullmatch(r"=|([+-][0-9]{1,3})", text)
    if relative and contract is None:
        return None, []
    if relative and contract:
        taken = contract.needs + int(relative[1] or 0)
    elif re.fullmatch(r"[0-9]{1,3}", text):
        taken = int(text)
    else:
        return None, [Hint("tricks", f"{text[:20]!r} is no number of tricks: write 0 to 13, or = or +1 or -1.")]
    if 0 <= taken <= ALL_TRICKS:
        return taken, []
    fix = str(contract.needs) if contract else ""
    meant = f" If {contract.text} was just made, write {fix}." if contract else ""
    return None, [Hint("tricks", f"{taken} tricks are not possible: the declarer takes 0 to 13.{meant}", fix)]


def _odd_tricks(taken: int, contract: ScoredContract | None) -> list[Hint]:
    """Return a hint if the number of tricks was typed without the first six, such as 4S with 4 tricks."""
    if contract is None or not contract.level <= taken <= min(BOOK, contract.level + 2):
        return []
    down, meant = contract.needs - taken, taken + BOOK
    text = f"{contract.text} with {taken} tricks is {down} down. If {meant} tricks were won, write {meant}."
    return [Hint("tricks", text, str(meant), wrong=False)]


def _disagreeing(result: _Result) -> list[Hint]:
    """Return a hint with the first reason found why the score and the contract disagree, or [] if they agree."""
    right = result.scored()
    if result.score == right:
        return []
    what = f"{result.contract.text} by {seat_name(result.declarer)}, {result.tricks} tricks, is {signed(right)}"
    for reason in REASONS:
        for hint in reason(result, what, right):
            return [hint]
    return [Hint("score", f"{what}, not {signed(result.score)}.", str(right))]


def _reversed(result: _Result, what: str, right: int) -> Iterator[Hint]:
    if result.score == -right:
        yield Hint("score", f"{what}, not {signed(result.score)}: the sign is reversed.", str(right))


def _other_vulnerability(result: _Result, what: str, right: int) -> Iterator[Hint]:
    vulnerable = result.side in VULNERABLE[result.vul]
    if result.score == result.scored(vul="None" if vulnerable else "All"):
        now, then = ("vulnerable", "not vulnerable") if vulnerable else ("not vulnerable", "vulnerable")
        why = f"{signed(result.score)} would be its score {then}, and the side is {now} on this board"
        yield Hint("score", f"{what}: {why}.", str(right))


def _other_declarer(result: _Result, what: str, right: int) -> Iterator[Hint]:
    side = "EW" if result.side == "NS" else "NS"
    if result.score == result.scored(side=side):
        fix = "" if result.four_handed else TWO_LEADERS[result.declarer]
        other = seat_name(fix) if fix else "the other side"
        yield Hint("declarer", f"{what}; by {other} it would be {signed(result.score)}. Who declared?", fix)


def _other_tricks(result: _Result, what: str, right: int) -> Iterator[Hint]:
    near = sorted(range(ALL_TRICKS + 1), key=lambda tricks: abs(tricks - result.tricks))
    for tricks in near:
        if result.score == result.scored(tricks=tricks):
            text = f"{what}; {signed(result.score)} is its score with {tricks} tricks. Which is right?"
            yield Hint("tricks", text, str(tricks))


def _other_doubling(result: _Result, what: str, right: int) -> Iterator[Hint]:
    for doubled in DOUBLES:
        contract = ScoredContract(result.contract.level, result.contract.strain, doubled)
        if result.score == result.scored(contract=contract):
            text = f"{what}; {signed(result.score)} is the score of {contract.text}. Which is right?"
            yield Hint("contract", text, contract.text)


def _other_strain(result: _Result, what: str, right: int) -> Iterator[Hint]:
    for strain in STRAINS:
        contract = ScoredContract(result.contract.level, strain, result.contract.doubled)
        if result.score == result.scored(contract=contract):
            text = f"{what}; {signed(result.score)} is the score of {contract.text}. Which is right?"
            yield Hint("contract", text, contract.text)


Reason = Callable[[_Result, str, int], Iterator[Hint]]
REASONS: tuple[Reason, ...] = (
    _reversed,
    _other_vulnerability,
    _other_declarer,
    _other_doubling,
    _other_tricks,
    _other_strain,
)


def _score_alone(score: int, vul: str) -> list[Hint]:
    """Return a hint if a score typed without its contract is impossible at this vulnerability."""
    possible = possible_scores(vul)
    if score in possible:
        return []
    told = f"No contract gives {signed(score)} on this board"
    if -score in possible:
        return [Hint("score", f"{told}, but one gives {signed(-score)}. Is the sign reversed?", str(-score))]
    if is_possible(score):
        return [Hint("score", f"{told}: it is a score of another vulnerability. Is it the right board?")]
    for meant, why in ((score * 10, "a nought is missing"), (score // 10, "there is a nought too many")):
        if meant in possible and score:
            return [Hint("score", f"{told}. {signed(meant)} is possible, if {why}.", str(meant))]
    return [Hint("score", f"{told}. Look at the contract, the tricks and the vulnerability.")]


def _against_others(score: int | None, others: Sequence[int]) -> list[Hint]:
    """Return a hint if no other score has the same sign and one of the other scores is exactly the opposite."""
    if not score or len(others) < 2 or -score not in others or any(other * score > 0 for other in others):
        return []
    text = f"Everybody else has a score of the other sign here, {signed(-score)} among them. Is it {signed(-score)}?"
    return [Hint("score", text, str(-score), wrong=False)]


def _lead(text: str, leader: str, hands: Mapping[str, Collection[str]]) -> list[Hint]:
    if not text.strip():
        return []
    try:
        card = parse_card(text.strip())
    except ValueError:
        return [Hint("lead", f"{text.strip()[:20]!r} is no card: write the suit first, such as S7 or HQ.")]
    if not leader or leader not in hands or card.text in hands[leader]:
        return []
    holder = next((seat for seat, cards in hands.items() if card.text in cards), "")
    held = f" {seat_name(holder)} held it: is the declarer right?" if holder else ""
    return [Hint("lead", f"{seat_name(leader)} leads here and did not hold {card.name}.{held}")]
