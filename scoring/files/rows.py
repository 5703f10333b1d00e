"""A traveller line from the strings of any file, parsed and checked for consistency."""

import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache

from games.boards import vulnerability_of
from games.cards import parse_card
from scoring.contracts import ALL_TRICKS, PASSED_OUT, SYMBOLS, parse_contract, parse_tricks, score, side_of
from scoring.errors import ScoreError
from scoring.files.model import FileLine
from scoring.lines import ParsedScore, Status, UntoldScore, parse_score_text, score_text, state_of
from scoring.plausible import possible_scores, result_hint

HIGHEST_BOARD = 9999
EMPTY_CELLS = frozenset({"", "-", "--", "*"})
SEATS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
UNPLAYED = ((Status.NOT_PLAYED, False), (Status.NOT_PLAYED, True), (Status.PASSED_OUT, False))
GROUP = re.compile(r"[A-Z0-9]{0,3}")
MISSING = {
    "contract": "neither the contract nor the score is told.",
    "declarer": "who declared is missing: N, E, S or W.",
    "tricks": "how many tricks declarer took is missing.",
}
CONTESTANT = re.compile(r"[\w .:+-]{1,20}")


class RowFault(Exception):
    """One fault in a line of a file. `field` names a field of FileLine; the message is a sentence for people."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def line_of(row: Mapping[str, str], number: int, vul: str | None = None) -> FileLine:
    """Return the line for a row of strings, keyed by the names of FileLine's fields.

    `vul` is the board's vulnerability, by default the usual vulnerability for its number. A missing score is computed.
    Raise RowFault for a string that cannot be read, or as `read_played` does.
    """
    texts = {name: text.strip() for name, text in row.items()}
    board = whole(texts.get("board", ""), "board", 1, HIGHEST_BOARD)
    ns, ew = contestant(texts, "ns"), contestant(texts, "ew")
    if not ns and not ew:
        raise RowFault("ns", "nobody is named who played the board.")
    if ns == ew:
        raise RowFault("ew", f"{ew} cannot play against itself.")
    played = read_played(texts, (vul or vulnerability_of(board),))
    if (not ns or not ew) and played.score.status not in (Status.NOT_PLAYED, Status.SIT_OUT):
        raise RowFault("ew" if ns else "ns", "there is a result, but only one contestant who played it.")
    lead = _lead(texts.get("lead", ""))
    return FileLine(
        board=board,
        ns=ns,
        ew=ew,
        contract=played.contract,
        declarer=played.declarer,
        lead=lead,
        tricks=played.tricks,
        score="SIT" if not ns or not ew else played.text,
        ns_points=_figure(texts, "ns_points"),
        ew_points=_figure(texts, "ew_points"),
        table=_optional(texts, "table"),
        round=_optional(texts, "round"),
        group=_group(texts),
        line=number,
        odd_lead="" if lead or texts.get("lead", "") in EMPTY_CELLS else texts["lead"][:20],
    )


def vul_of(row: Mapping[str, str], vuls: Mapping[int, str] | None) -> str | None:
    """Return the vulnerability given for a row's board, or None if the board number alone determines it."""
    text = row.get("board", "").strip()
    return (vuls or {}).get(int(text)) if re.fullmatch(r"[0-9]{1,4}", text) else None


def whole(text: str, field: str, lowest: int, highest: int) -> int:
    """Parse a whole number from `lowest` to `highest`. Raise RowFault for any other text."""
    if not re.fullmatch(r"[0-9]{1,4}", text) or not lowest <= int(text) <= highest:
        raise RowFault(field, f"{text[:20]!r} is no whole number from {lowest} to {highest}.")
    return int(text)


def _optional(texts: Mapping[str, str], field: str) -> int | None:
    text = texts.get(field, "")
    return None if text in EMPTY_CELLS else whole(text, field, 1, HIGHEST_BOARD)


def contestant(texts: Mapping[str, str], field: str) -> str:
    """Return a contestant's number as written, but without leading zeros. Raise RowFault if it is not a number."""
    text = texts.get(field, "")
    if text in EMPTY_CELLS:
        return ""
    if not CONTESTANT.fullmatch(text):
        raise RowFault(field, f"{text[:20]!r} is no contestant's number.")
    return str(int(text)) if text.isascii() and text.isdigit() else text


def _group(texts: Mapping[str, str]) -> str | None:
    """Return the group of a line on a fouled board, or None if the file has no field for it."""
    if "group" not in texts:
        return None
    letters = "" if texts["group"] in EMPTY_CELLS else texts["group"].upper()
    if not GROUP.fullmatch(letters):
        raise RowFault("group", f"{letters[:20]!r} is no group: one to three letters or figures name it.")
    return letters


@dataclass(frozen=True, slots=True)
class RowResult:
    """The result in a row. `contract` is empty if the row gives only part of it, or if it does not count."""

    score: ParsedScore
    text: str
    contract: str = ""
    declarer: str = ""
    tricks: int | None = None


def read_played(texts: Mapping[str, str], vuls: Sequence[str]) -> RowResult:
    """Return the result given by a row's `contract`, `declarer`, `tricks` and `score`. A score alone is enough.

    A missing score is computed with the first of `vuls`. A score has to be possible with one of them. In place of a
    contract, a row may say what happened to the board: `NP`, `60%-40%`. Raise RowFault for a string that cannot be
    read, or for two that contradict each other.
    """
    contract, state = _contract(texts.get("contract", ""))
    text, given = _score(texts.get("score", ""), texts.get("contract", ""), state)
    passed_out, status = contract == PASSED_OUT, given.status
    if contract and text not in EMPTY_CELLS and (status, passed_out) in UNPLAYED:
        raise _contradiction(contract, text)
    if passed_out and given.ns_score:
        raise RowFault("score", f"{text} cannot be the score of a board passed out.")
    if status is Status.PASSED_OUT or (passed_out and status in (Status.PLAYED, Status.NOT_PLAYED)):
        return RowResult(ParsedScore(Status.PASSED_OUT, ns_score=0), "0", PASSED_OUT)
    if state is not None or (status is Status.NOT_PLAYED and text not in EMPTY_CELLS):
        return RowResult(given, "NP" if status is Status.NOT_PLAYED else text)
    declarer, tricks = _declarer(texts.get("declarer", "")), _tricks(texts.get("tricks", ""), contract)
    whole_contract = (contract, declarer, tricks) if contract and declarer and tricks is not None else ()
    if status is Status.PLAYED and given.ns_score is not None:
        fits = _tricks_of(given.ns_score, contract, declarer, tricks, vuls)
        whole_contract = (contract, declarer, fits[0]) if contract and declarer else ()
    elif status is Status.NOT_PLAYED and whole_contract:
        given = ParsedScore(Status.PLAYED, score(contract, side_of(declarer), vuls[0], tricks))
    elif status is Status.NOT_PLAYED and (contract or declarer or tricks):
        parts = {"contract": contract, "declarer": declarer, "tricks": tricks}
        missing = next(field for field, part in parts.items() if part in ("", None))
        raise RowFault(missing, MISSING[missing])
    unplayed = given.status is Status.NOT_PLAYED
    return RowResult(given, "NP" if unplayed else text or str(given.ns_score), *whole_contract)


def _contract(text: str) -> tuple[str, ParsedScore | UntoldScore | None]:
    """Return the contract or "", and the state of the board if the text gives it in place of a contract."""
    if text in EMPTY_CELLS:
        return "", None
    try:
        contract = parse_contract(text)
        return (contract.text if contract else PASSED_OUT), None
    except ScoreError as error:
        state = state_of(text)
        if state is None:
            raise RowFault("contract", str(error)) from None
        return "", state


def _score(text: str, contract: str, state: ParsedScore | UntoldScore | None) -> tuple[str, ParsedScore]:
    """Return the score's text and the score, which may come from the contract. Raise RowFault if they disagree."""
    try:
        given = parse_score_text(text)
    except ScoreError as error:
        raise RowFault("score", str(error)) from None
    if state is not None and text in EMPTY_CELLS:
        if isinstance(state, UntoldScore):
            raise RowFault("contract", str(state))
        given, text = state, contract
    elif state is not None and given != state:
        ruled = given.status in (Status.ARTIFICIAL, Status.ASSIGNED)
        if not ruled or (isinstance(state, ParsedScore) and state.status is not Status.NOT_PLAYED):
            raise _contradiction(contract, text)
    if given.status is Status.ASSIGNED:
        return " ".join(text.replace("\u2212", "-").split()), given
    return score_text(given) or text, given


def _contradiction(contract: str, text: str) -> RowFault:
    return RowFault("score", f"the contract says {contract!r}, and the score {text!r}. Which is right?")


def _tricks_of(points: int, contract: str, declarer: str, tricks: int | None, vuls: Sequence[str]) -> list[int]:
    """Return the possible numbers of tricks for these points. If there are none, raise RowFault with a suggestion."""
    if contract:
        can = _scores_of(contract, declarer, tricks, tuple(vuls))
        fits = [number for worth, number in can if worth == points]
    else:
        fits = [0] if any(points in possible_scores(vul) for vul in vuls) else []
    if fits:
        return fits
    hint = result_hint(contract=contract, declarer=declarer, tricks=tricks, score=points, vul=vuls[0], four_handed=True)
    if hint:
        raise RowFault(hint.field, hint.text)
    meant = f": {-points} can be, so the sign is reversed" if -points in dict(can) else ""
    played = f"{contract} by {declarer}" if declarer else contract
    fault = f"no tricks of {played} give" if tricks is None else f"{tricks} tricks of {played} do not give"
    raise RowFault("score", f"{fault} {points}{meant}.")


@lru_cache(maxsize=4096)
def _scores_of(contract: str, declarer: str, tricks: int | None, vuls: tuple[str, ...]) -> tuple[tuple[int, int], ...]:
    """Return each possible score with its number of tricks. An empty declarer, or None for tricks, is unknown."""
    taken = range(ALL_TRICKS + 1) if tricks is None else [tricks]
    sides = [side_of(declarer)] if declarer else ["NS", "EW"]
    return tuple((score(contract, side, vul, number), number) for side in sides for vul in vuls for number in taken)


def _declarer(text: str) -> str:
    plain = SEATS.get(text.upper(), text.upper())
    try:
        return plain if plain not in EMPTY_CELLS and side_of(plain) else ""
    except ScoreError as error:
        raise RowFault("declarer", str(error)) from None


def _tricks(text: str, contract: str) -> int | None:
    try:
        return None if text in EMPTY_CELLS else parse_tricks(text, parse_contract(contract) if contract else None)
    except ScoreError as error:
        raise RowFault("tricks", str(error)) from None


def _lead(text: str) -> str:
    """Return the card that was led, whether its suit is written first or last, or "" if the text is no card."""
    card = text.upper().translate(SYMBOLS).replace("10", "T")
    with suppress(ValueError):
        return parse_card(card if card[:1] in tuple("SHDC") else card[::-1]).text
    return ""


def _figure(texts: Mapping[str, str], field: str) -> str:
    text = texts.get(field, "").removesuffix("%")
    if text in EMPTY_CELLS:
        return ""
    if not re.fullmatch(r"-?(?=\.?[0-9])[0-9]{0,6}(\.[0-9]{0,6})?", text):
        raise RowFault(field, f"{text[:20]!r} is no figure.")
    return text
