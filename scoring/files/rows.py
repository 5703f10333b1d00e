"""A traveller line from the strings of any file, parsed and checked for consistency."""

import re
from collections.abc import Mapping

from games.boards import vulnerability_of
from games.cards import parse_card
from scoring.contracts import parse_contract, score, side_of
from scoring.errors import ScoreError
from scoring.files.model import FileLine
from scoring.lines import STATUS_CODES, Status, parse_score_text

HIGHEST_BOARD = 9999
PASSED = frozenset({"PASS", "PASSED", "P", "AP", "ALL PASS", "PASSED OUT", "PASSOUT", "PASS OUT", "PO"})
EMPTY_CELLS = frozenset({"", "-", "--", "*"})
SYMBOLS = str.maketrans({"\u2663": "C", "\u2666": "D", "\u2665": "H", "\u2660": "S", "*": "X", " ": None})
SEATS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
RELATIVE = re.compile(r"([+-])([0-9]{1,2})|=", re.ASCII)
GROUP = re.compile(r"[A-Z0-9]{0,3}")
CONTESTANT = re.compile(r"[\w .:+-]{1,20}")


class RowFault(Exception):
    """One fault in a line of a file. `field` names a field of FileLine; the message is a sentence for people."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def line_of(row: Mapping[str, str], number: int, vul: str | None = None) -> FileLine:
    """Return the line for a row of strings, keyed by the names of FileLine's fields.

    `vul` is the board's vulnerability, by default the usual vulnerability for its number. A missing score is computed.
    Raise RowFault for a string that cannot be read, or a score that does not fit the contract, declarer and tricks.
    """
    texts = {name: text.strip() for name, text in row.items()}
    board = whole(texts.get("board", ""), "board", 1, HIGHEST_BOARD)
    ns, ew = contestant(texts, "ns"), contestant(texts, "ew")
    if not ns and not ew:
        raise RowFault("ns", "nobody is named who played the board.")
    if ns == ew:
        raise RowFault("ew", f"{ew} cannot play against itself.")
    contract = _contract(texts.get("contract", ""))
    declarer = _declarer(texts.get("declarer", "")) if contract not in ("", "PASS") else ""
    tricks = _tricks(texts.get("tricks", ""), contract) if contract not in ("", "PASS") else None
    points = _score(texts.get("score", ""), board, contract, declarer, tricks, vul)
    if (not ns or not ew) and parse_score_text(points).status not in (Status.NOT_PLAYED, Status.SIT_OUT):
        raise RowFault("ew" if ns else "ns", "there is a result, but only one contestant who played it.")
    return FileLine(
        board=board,
        ns=ns,
        ew=ew,
        contract=contract,
        declarer=declarer,
        lead=_lead(texts.get("lead", "")),
        tricks=tricks,
        score="SIT" if not ns or not ew else points,
        ns_points=_figure(texts, "ns_points"),
        ew_points=_figure(texts, "ew_points"),
        table=_optional(texts, "table"),
        round=_optional(texts, "round"),
        group=_group(texts),
        line=number,
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


def _contract(text: str) -> str:
    plain = text.upper()
    if plain in EMPTY_CELLS:
        return ""
    if plain in PASSED:
        return "PASS"
    try:
        found = parse_contract(plain.translate(SYMBOLS))
    except ScoreError as error:
        raise RowFault("contract", str(error)) from None
    return found.text if found else "PASS"


def _declarer(text: str) -> str:
    plain = SEATS.get(text.upper(), text.upper())
    if not plain:
        raise RowFault("declarer", "who declared is missing: N, E, S or W.")
    try:
        side_of(plain)
    except ScoreError as error:
        raise RowFault("declarer", str(error)) from None
    return plain


def _tricks(text: str, contract: str) -> int:
    if text in EMPTY_CELLS:
        raise RowFault("tricks", "how many tricks declarer took is missing.")
    needed = int(contract[0]) + 6
    relative = RELATIVE.fullmatch(text.replace("\u2212", "-"))
    if relative is None:
        try:
            return whole(text, "tricks", 0, 13)
        except RowFault as fault:
            raise RowFault("tricks", f"{fault} If {contract} was just made, that is {needed}.") from None
    made = needed + int(f"{relative[1] or '+'}{relative[2] or 0}")
    if not 0 <= made <= 13:
        raise RowFault("tricks", f"{contract} {text} would be {made} tricks; there are 13.")
    return made


def _lead(text: str) -> str:
    if text in EMPTY_CELLS:
        return ""
    try:
        return parse_card(text.upper().translate(SYMBOLS)).text
    except ValueError as error:
        raise RowFault("lead", f"{error}.") from None


def _figure(texts: Mapping[str, str], field: str) -> str:
    text = texts.get(field, "").removesuffix("%")
    if text in EMPTY_CELLS:
        return ""
    if not re.fullmatch(r"-?[0-9]{1,6}(\.[0-9]{1,6})?", text):
        raise RowFault(field, f"{text[:20]!r} is no figure.")
    return text


def _score(text: str, board: int, contract: str, declarer: str, tricks: int | None, vul: str | None) -> str:
    """Return the score in the form that `parse_score_text` reads, computing the score if it is missing.

    Raise RowFault if the score cannot be read or does not fit the contract.
    """
    ruling = any(sign in text for sign in "%,/")
    given = " ".join(text.split()) if ruling else text.upper().replace(" ", "")
    try:
        parsed = parse_score_text("" if given in EMPTY_CELLS else given)
    except ScoreError as error:
        raise RowFault("score", str(error)) from None
    if contract == "PASS" and parsed.status in (Status.PLAYED, Status.NOT_PLAYED):
        if parsed.ns_score:
            raise RowFault("score", f"{parsed.ns_score} cannot be the score of a board passed out.")
        return "0"
    if not contract or parsed.status not in (Status.PLAYED, Status.NOT_PLAYED):
        return _plain(parsed.status, parsed.ns_score, given)
    known = vul or vulnerability_of(board)
    expected = score(contract, side_of(declarer), known, tricks)
    if parsed.ns_score not in (None, expected):
        raise RowFault("score", _unfit(parsed.ns_score or 0, expected, contract, declarer, tricks, known))
    return str(expected)


def _plain(status: Status, points: int | None, given: str) -> str:
    codes = {**STATUS_CODES, Status.NOT_PLAYED: "NP"}
    return codes.get(status) or (given if points is None else str(points))


def _unfit(found: int, expected: int, contract: str, declarer: str, tricks: int | None, vul: str) -> str:
    who = {"None": "nobody", "NS": "N/S", "EW": "E/W", "All": "everybody"}[vul]
    fix = " Is its sign reversed?" if found == -expected else ""
    return f"{contract} by {declarer} with {tricks} tricks, {who} vulnerable, is {expected}, not {found}.{fix}"
