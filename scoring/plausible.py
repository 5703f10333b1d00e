"""Hints about likely mistakes in a result whose parts could be read, with the value that was probably meant."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from games.boards import VULNERABILITIES
from games.wording import seat_name, signed
from scoring.contracts import ALL_TRICKS, PASSED_OUT, VULNERABLE, ScoredContract, parse_contract
from scoring.contracts import score as contract_score

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
    """A hint. `field` names the part that is probably wrong: contract, declarer, tricks or score."""

    field: str
    text: str


@dataclass(frozen=True, slots=True)
class _Result:
    """A complete result, as used by the checks below."""

    contract: ScoredContract
    side: str
    tricks: int
    vul: str

    @property
    def points(self) -> int:
        """The score from N/S's point of view."""
        return contract_score(self.contract.text, self.side, self.vul, self.tricks)


def result_hint(
    *,
    contract: str = "",
    declarer: str = "",
    tricks: int | None = None,
    score: int,
    vul: str,
    others: Sequence[int] = (),
    four_handed: bool = False,
) -> Hint | None:
    """Return a hint if this score, in points for N/S, does not fit the contract, or None. Empty parts are unknown.

    `others` are the other scores on the board. A score that fits the contract may still have the wrong sign.
    """
    if contract == PASSED_OUT:
        return Hint("score", "A board that was passed out scores 0.") if score else None
    parsed, side = parse_contract(contract) if contract else None, (FOUR_SIDES if four_handed else TWO_SIDES)
    if parsed is None or tricks is None or not declarer:
        hint = _score_alone(score, vul)
    else:
        result = _Result(parsed, side[declarer], tricks, vul)
        hint = None if result.points == score else _disagreeing(result, score, declarer, four_handed)
    return hint or _against_others(score, others)


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


def _disagreeing(result: _Result, score: int, declarer: str, four_handed: bool) -> Hint:
    """Return a hint with the first reason found why the score and the contract disagree."""
    right, contract = result.points, result.contract
    what = f"{contract.text} by {seat_name(declarer)}, {result.tricks} tricks, is {signed(right)}"
    if score == -right:
        return Hint("score", f"{what}, not {signed(score)}: the sign is reversed.")
    vulnerable = result.side in VULNERABLE[result.vul]
    if score == replace(result, vul="None" if vulnerable else "All").points:
        now, then = ("vulnerable", "not vulnerable") if vulnerable else ("not vulnerable", "vulnerable")
        why = f"{signed(score)} would be its score {then}, and the side is {now} on this board"
        return Hint("score", f"{what}: {why}.")
    if score == replace(result, side="EW" if result.side == "NS" else "NS").points:
        other = "the other side" if four_handed else seat_name(TWO_LEADERS[declarer])
        return Hint("declarer", f"{what}; by {other} it would be {signed(score)}. Who declared?")
    for field, other_result, words in _others_near(result):
        if score == other_result.points:
            return Hint(field, f"{what}; {signed(score)} is {words}. Which is right?")
    return Hint("score", f"{what}, not {signed(score)}.")


def _others_near(result: _Result) -> Iterator[tuple[str, _Result, str]]:
    """Yield results that differ in one part, the likeliest first, with the part and words for their score."""
    level, strain, doubled = result.contract.level, result.contract.strain, result.contract.doubled
    for contract in (ScoredContract(level, strain, other) for other in DOUBLES):
        yield "contract", replace(result, contract=contract), f"the score of {contract.text}"
    for tricks in sorted(range(ALL_TRICKS + 1), key=lambda tricks: abs(tricks - result.tricks)):
        yield "tricks", replace(result, tricks=tricks), f"its score with {tricks} tricks"
    for contract in (ScoredContract(level, other, doubled) for other in STRAINS):
        yield "contract", replace(result, contract=contract), f"the score of {contract.text}"


def _score_alone(score: int, vul: str) -> Hint | None:
    """Return a hint if a score without its contract is impossible at this vulnerability."""
    possible = possible_scores(vul)
    if score in possible:
        return None
    sentence = f"No contract gives {signed(score)} on this board"
    if -score in possible:
        return Hint("score", f"{sentence}, but one gives {signed(-score)}. Is the sign reversed?")
    if is_possible(score):
        return Hint("score", f"{sentence}: it is a score of another vulnerability. Is it the right board?")
    for meant, why in ((score * 10, "a nought is missing"), (score // 10, "there is a nought too many")):
        if meant in possible and score:
            return Hint("score", f"{sentence}. {signed(meant)} is possible, if {why}.")
    return Hint("score", f"{sentence}. Look at the contract, the tricks and the vulnerability.")


def _against_others(score: int, others: Sequence[int]) -> Hint | None:
    """Return a hint if no other score has the same sign and one of the other scores is exactly the opposite."""
    if not score or len(others) < 2 or -score not in others or any(other * score > 0 for other in others):
        return None
    text = f"Everybody else has a score of the other sign here, {signed(-score)} among them. Is it {signed(-score)}?"
    return Hint("score", text)
