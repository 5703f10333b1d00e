"""Checks for typed results that are possible but so rare that they are worth a second look."""

from collections.abc import Sequence

from games.wording import result_text
from scoring.lines import Status
from scoring.plausible import result_hint
from scoring.result import BoardResult

# Undertricks from which a contract is looked at again: undoubled, doubled.
FAR_DOWN, FAR_DOWN_DOUBLED = 6, 5
GRAND_SLAM = "7"


def unlikely_text(result: BoardResult, vul: str, others: Sequence[int] = (), four_handed: bool = False) -> str:
    """Return a sentence that says why a played result is worth a second look, or "" if it is ordinary.

    `vul` is a vulnerability as written in `games.boards`. `others` are the other scores on the board, in points for
    N/S.
    """
    if result.status != Status.PLAYED or result.over is None or result.ns_score is None:
        return ""
    what = result_text(result.contract, result.declarer, result.tricks)
    doubled = result.contract.endswith("X")
    if result.contract.endswith("XX"):
        return f"{what}: a redoubled contract is rare."
    if -result.over >= (FAR_DOWN_DOUBLED if doubled else FAR_DOWN):
        return f"{what}: so far down is rare."
    if doubled and result.contract.startswith(GRAND_SLAM) and result.over == 0:
        return f"{what}: a doubled grand slam is rarely made."
    hint = result_hint(
        contract=result.contract,
        declarer=result.declarer,
        tricks=result.tricks,
        score=result.ns_score,
        vul=vul,
        others=others,
        four_handed=four_handed,
    )
    return f"{what}. {hint.text}" if hint else ""
