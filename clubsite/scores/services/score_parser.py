"""Parsing scores as people type them. A score is either understood or refused with a message for each faulty field."""

import re
from contextlib import suppress
from dataclasses import replace

from clubsite.core.refused import Refused
from games.cards import parse_card
from games.wording import SEAT_NAMES
from scoring.contracts import PASSED_OUT, SYMBOLS, ScoredContract, parse_contract, parse_tricks, says_pass
from scoring.errors import ScoreError
from scoring.lines import Status, parse_score_text, score_text, state_of
from scoring.plausible import FOUR_SIDES, TWO_SIDES, result_hint
from scoring.result import BoardResult
from scoring.ruling_text import ruling_checked

LONGEST_RULING = 200
GROUP = re.compile(r"[A-Z0-9]{0,3}")
TYPEABLE = [
    Status.PLAYED,
    Status.PASSED_OUT,
    Status.NOT_PLAYED,
    Status.LATE,
    Status.ARTIFICIAL,
    Status.ASSIGNED,
]
ARTIFICIAL_FORMAT = "Write A and two percentages: A6040 gives 60 % to South and 40 % to North."
WHICH_STATUS = "Choose what became of the board: played, passed out, not played, artificial, a ruling."


def parse_score(
    *,
    vul: str,
    four_handed: bool = False,
    status: str = Status.PLAYED,
    contract: str = "",
    declarer: str = "",
    tricks: int | str | None = None,
    lead: str = "",
    artificial: str = "",
    points: str = "",
    group: str = "",
) -> BoardResult:
    """Parse the data typed about a board. Omitted arguments mean empty fields. Raise Refused, with errors by field.

    `tricks` is declarer's number of tricks, or "=", "+1" or "-2". `artificial` is an artificial score or a ruling.
    `points` is the N/S score to be checked. `group` names the tables of a fouled board with the same cards.
    """
    if status == Status.PLAYED and says_pass(contract):
        status = Status.PASSED_OUT
    if status not in TYPEABLE:
        raise Refused({"status": WHICH_STATUS})
    group = group.strip().upper()
    if not GROUP.fullmatch(group):
        raise Refused({"group": "Name a group with one to three letters or figures, such as A."})
    if status == Status.ARTIFICIAL:
        return BoardResult(Status.ARTIFICIAL, ruling=_artificial(artificial))
    if status == Status.ASSIGNED:
        return _assigned(artificial, group)
    if status == Status.PASSED_OUT:
        result = BoardResult.of_contract(PASSED_OUT, "", None, vul)
    elif status == Status.PLAYED:
        result = parse_played(vul, contract, declarer.strip(), tricks, lead.strip(), four_handed)
    else:
        return BoardResult(Status(status))
    if points:
        _compare(points, result, vul, four_handed)
    return replace(result, group=group)


def _assigned(text: str, group: str) -> BoardResult:
    """Parse an assigned score (Law 12C1): a single score, weighted scores, or a score for each side."""
    ruling = text.strip().replace("\u2212", "-")[:LONGEST_RULING]
    try:
        given = ruling_checked(ruling)
    except ScoreError as error:
        raise Refused({"artificial": str(error)}) from error
    if given.ns_score is not None:
        return BoardResult(Status.ASSIGNED, ns_score=given.ns_score, group=group)
    percents = given.status is Status.ARTIFICIAL
    return BoardResult(Status.ASSIGNED, ruling=score_text(given) if percents else ruling, group=group)


def _compare(points: str, typed: BoardResult, vul: str, four_handed: bool) -> None:
    """Raise Refused if the written score does not match the result."""
    score = None
    with suppress(ScoreError):
        score = parse_score_text(points).ns_score
    if score is None:
        raise Refused({"points": "Write the score in points from N/S's side, such as 420 or -50."})
    hint = result_hint(
        contract=typed.contract,
        declarer=typed.declarer,
        tricks=typed.tricks,
        score=score,
        vul=vul,
        four_handed=four_handed,
    )
    if hint:
        raise Refused({"points": hint.text})


def _artificial(text: str) -> str:
    try:
        given = parse_score_text(text)
    except ScoreError as error:
        raise Refused({"artificial": f"{error} {ARTIFICIAL_FORMAT}"}) from error
    if given.status is not Status.ARTIFICIAL:
        raise Refused({"artificial": ARTIFICIAL_FORMAT})
    return score_text(given)


def parse_played(
    vul: str, contract: str, declarer: str, tricks: int | str | None, lead: str, four_handed: bool
) -> BoardResult:
    """Parse a board that was played, in upper or lower case. Raise Refused, with errors by field."""
    declarer = declarer.upper()
    sides = FOUR_SIDES if four_handed else TWO_SIDES
    problems: dict[str, str] = {}
    bid, made = _contract_and_tricks(contract, tricks, problems)
    player = next((s for s, name in SEAT_NAMES.items() if declarer in (s, name.upper())), "")
    if player not in sides:
        problems["declarer"] = _no_declarer(player, four_handed)
        player = ""
    try:
        card = parse_card(lead).text if lead else ""
    except ValueError:
        problems["lead"] = f'The lead "{lead}" is not a card. Write it as S7 or HQ, suit first.'
    if problems or bid is None or made is None:
        raise Refused(problems)
    return BoardResult.of_contract(bid.text, player, made, vul, lead=card, four_handed=four_handed)


def _contract_and_tricks(
    contract: str, tricks: int | str | None, problems: dict[str, str]
) -> tuple[ScoredContract | None, int | None]:
    """Return both, with None in place of a faulty one. What is wrong goes into `problems`."""
    bid, made = None, None
    try:
        bid = parse_contract(contract) if contract.strip() else None
        if bid is None:
            problems["contract"] = "Which contract?"
    except ScoreError as error:
        no_contract = f"{contract.strip()[:40]!r} is no contract. {WHICH_STATUS}"
        problems["contract"] = no_contract if state_of(contract) else str(error)
    text = "" if tricks is None else str(tricks)
    try:
        made = parse_tricks(text, bid)
        if not text.strip():
            problems["tricks"] = "How many tricks did declarer take?"
    except ScoreError as error:
        problems["tricks"] = str(error)
    return bid, made


def _no_declarer(player: str, four_handed: bool) -> str:
    if four_handed:
        return "Who was declarer: North, East, South or West?"
    if player:
        return "East and West are the dummies: the declarer is South or North."
    return "Who was declarer, South or North?"


PLAYED_LINE = re.compile(
    r"(?P<level>[1-7])(?P<strain>nt|[cdhsn])(?P<before>x{0,2})(?P<declarer>[nesw])(?P<after>x{0,2})"
    r"(?P<tricks>=|[+-][0-9]{1,2}|[0-9]{1,2})(?:l(?P<lead>(?:10|[cdhsakqjt2-9]){2}))?"
)
RULING_PREFIX = "r"
MAX_LINE_LENGTH = 220
LINE_FORMAT = (
    "Write it as 4hs= (4 hearts by South, made), 3nn-2, 5dxs+1, with a lead as 4hs= lC5; p, np, late, a6040, "
    "or r and a ruling."
)


def read_score_line(text: str) -> dict[str, str]:
    """Parse a line for `parse_score`, whatever its case, spaces and symbols. Raise Refused for the field `line`."""
    line = text.strip().replace("\u2212", "-")[:MAX_LINE_LENGTH]
    if line[:1].lower() == RULING_PREFIX and line[1:].strip():
        return {"status": "assigned", "artificial": line[1:].strip()}
    parts = PLAYED_LINE.fullmatch(line.upper().translate(SYMBOLS).lower())
    if parts is None or (parts["before"] and parts["after"]):
        return _state(line)
    lead = (parts["lead"] or "").replace("10", "t").upper()
    return {
        "status": "played",
        "contract": f"{parts['level']}{parts['strain'][0]}{parts['before'] or parts['after']}".upper(),
        "declarer": parts["declarer"].upper(),
        "tricks": parts["tricks"],
        "lead": lead if lead[:1] in "CDHS" else lead[::-1],
    }


def _state(line: str) -> dict[str, str]:
    """Parse a line that says what became of the board instead of how it was played."""
    why = f"“{line[:40]}” is not understood."
    try:
        given = parse_score_text(line)
        if line and given.status not in (Status.PLAYED, Status.SIT_OUT):
            ruled = given.status in (Status.ARTIFICIAL, Status.ASSIGNED)
            return {"status": given.status, "artificial": line if ruled else ""}
    except ScoreError as error:
        why = str(error) if "/" in line or "%" in line else why
    raise Refused({"line": f"{why} {LINE_FORMAT}"})
