"""Bridge vocabulary: seats, sides, strains, cards, calls, contracts, results, scores, vulnerability and places.

All text for people takes its words from here: Python through these functions, templates through the tags in
`clubsite/core/templatetags/bridge.py`, scripts through `static/js/lib/wording.js`, generated from the tables below:

    python -m games.wording > static/js/lib/wording.js

Codes go in, as on the wire and in the database, and words come out. Nothing parses the words.

A text about a player needs different words for that player and for others, so it is a marked text. In `{S|* leads|You
lead} by 40 points` the braces hold the player, everyone else's words, with `*` for the player's name, and the player's
own words. `marked` writes a marker, `plain` makes the text for everyone, and `personal` in `static/js/table/words.js`
the reader's own text. A line break separates a heading from the text below it; in a one-line text it becomes a colon.
"""

import json
from collections.abc import Iterable, Sequence

SEAT_NAMES = {"N": "North", "E": "East", "S": "South", "W": "West"}
SOLITAIRE_NAMES = {"S": "South", "N": "the stock"}  # the players at Bridge Solitaire
SIDE_NAMES = {"NS": "N/S", "EW": "E/W"}
STRAIN_NAMES = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs", "N": "no trump"}
RANK_NAMES = {"A": "ace", "K": "king", "Q": "queen", "J": "jack", "T": "10"}
JOKER_NAMES = {"JK": "joker", "JR": "red joker", "JB": "black joker"}
CALL_NAMES = {
    "P": "pass",
    "X": "double",
    "XX": "redouble",
    "M": "misère",
    "MIS": "misère",
    "PASS": "passed out",
}
DOUBLED_NAMES = {"": "", "X": " doubled", "XX": " redoubled"}
VULNERABILITY_NAMES = {
    "None": "nobody vulnerable",
    "NS": "South (N/S) vulnerable",
    "EW": "North (E/W) vulnerable",
    "All": "both sides vulnerable",
}
PAIRS_VULNERABILITY_NAMES = VULNERABILITY_NAMES | {"NS": "N/S vulnerable", "EW": "E/W vulnerable"}
_VULNERABLE = {"None": "Nobody", "NS": "South", "EW": "North", "All": "Both"}
_PLAYERS = {"NS": "South players", "EW": "North players", "ALL": "players", "TEAMS": "teams"}
_PAIRS = {"NS": "N/S pairs", "EW": "E/W pairs", "ALL": "pairs", "TEAMS": "teams"}
_NUMBERS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip
_ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth", "eleventh",
    "twelfth",
)  # fmt: skip
BOOK = 6


def marked(player: str, others: str = "*", own: str = "you") -> str:
    """Return a marker for player S or N, for use in a marked text.

    `others` gives the words for everyone else, with `*` for the player's name. `own` gives the words for the player.
    """
    return f"{{{player}|{others}|{own}}}"


def plain(text: str) -> str:
    """Return a marked text as one line for everyone: `South leads by 40 points`."""
    words, *rest = text.replace("\n", ": ").split("{")
    return words + "".join(map(_filled, rest))


def _filled(piece: str) -> str:
    marker, words = piece.split("}")
    player, others, _ = marker.split("|")
    return others.replace("*", SEAT_NAMES[player]) + words


def seat_name(seat: str) -> str:
    """Return the name of the seat N, E, S or W, which is also the name of the player S or N: `South`."""
    return SEAT_NAMES[seat]


def side_name(side: str) -> str:
    """Return a side's name: `N/S` for NS."""
    return SIDE_NAMES[side]


def contestant_sides(four_handed: bool) -> tuple[str, str]:
    """Return the names of a line's two contestants: South and North for players, N/S and E/W for pairs."""
    return ("N/S", "E/W") if four_handed else ("South", "North")


def group_name(direction: str, four_handed: bool = False) -> str:
    """Return the name of the ranking group NS, EW, ALL or TEAMS for use in a sentence: `South players`, `N/S pairs`,
    `players`.
    """
    return (_PAIRS if four_handed else _PLAYERS)[direction]


def group_title(direction: str, four_handed: bool = False, sections: Sequence[str] = ()) -> str:
    """Return a ranking group's name as a heading: `All players`, `Sections A and B, all pairs`."""
    name = group_name(direction, four_handed)
    title = of_sections(f"all {name}" if direction == "ALL" else name, sections)
    return f"{title[0].upper()}{title[1:]}"


def of_sections(words: str, sections: Sequence[str]) -> str:
    """Return `Section A, teams`, or just `words` if a session has only one section."""
    if not sections:
        return words
    return f"Section{'s' if len(sections) > 1 else ''} {' and '.join(sections)}, {words}"


def strain_name(strain: str, level: int = 0) -> str:
    """Return the name of a strain: `spades` or `no trump`, or `spade` if the level is 1."""
    name = STRAIN_NAMES[strain]
    return name.removesuffix("s") if level == 1 else name


def rank_name(rank: str) -> str:
    """Return the name of a rank: `queen`, `10`, `7`."""
    return RANK_NAMES.get(rank, rank)


def card_name(card: str) -> str:
    """Return a card's name for use in a sentence: `the queen of hearts` for HQ, `the joker` for JK."""
    return f"the {card_label(card)}"


def card_label(card: str) -> str:
    """Return a card's name for use in a picture or a list: `queen of hearts` for HQ, `joker` for JK."""
    return JOKER_NAMES.get(card) or f"{rank_name(card[1])} of {STRAIN_NAMES[card[0]]}"


def call_name(call: str) -> str:
    """Return a call or a contract in words: `pass`, `1 spade`, `10 no trump`, `misère` or `4 spades doubled`."""
    if call in CALL_NAMES:
        return CALL_NAMES[call]
    bid = call.rstrip("X")
    level, strain = bid[:-1], bid[-1]
    return f"{level} {strain_name(strain, int(level))}{DOUBLED_NAMES[call[len(bid) :]]}"


def contract_name(contract: str, declarer: str = "") -> str:
    """Return a contract in words: `4 spades doubled by South` or `passed out`."""
    return f"{call_name(contract)} by {seat_name(declarer)}" if declarer else call_name(contract)


def made_text(needs: int, tricks: int) -> str:
    """Return the result of a contract: `made 10 tricks`, `2 down`."""
    return f"made {tricks} tricks" if tricks >= needs else f"{needs - tricks} down"


def came_to_text(contract: str, tricks: int | None) -> str:
    """Return the result of a bridge contract: `made 10 tricks`, `2 down`, or `Passed out` if there is no contract."""
    if contract == "PASS" or tricks is None:
        return "Passed out"
    return made_text(BOOK + int(contract.rstrip("X")[:-1]), tricks)


def contract_written(contract: str) -> str:
    """Return a contract in written form: `4SX`, `Misère`."""
    return call_name(contract).capitalize() if contract in CALL_NAMES else contract


def result_text(contract: str, declarer: str | None, tricks: int | None) -> str:
    """Return `4S by South, made 10 tricks`, `10HX by North, 2 down` or `Passed out`, with the contract as written."""
    came_to = came_to_text(contract, tricks)
    return f"{contract} by {seat_name(declarer)}, {came_to}" if declarer else came_to


def over_text(over: int, exact: str = "=") -> str:
    """Return the number of tricks above or below the contract: `=`, `+1`, `−2`. `exact` is the text for none."""
    return signed(over) if over else exact


def signed(figure: int) -> str:
    """Return a figure with its sign: `+420`, `−100` (a true minus), `0`."""
    return f"{figure:+d}".replace("-", "−") if figure else "0"


def score_text(ns_score: int, four_handed: bool = False) -> str:
    """Return a score and the side that gained it: `+420 to South`, `+420 to N/S` for pairs, or `0 to both`."""
    if ns_score == 0:
        return "0 to both"
    side = "NS" if ns_score > 0 else "EW"
    name = side_name(side) if four_handed else seat_name("S" if side == "NS" else "N")
    return f"+{abs(ns_score)} to {name}"


def vulnerability_name(vul: str, four_handed: bool = False) -> str:
    """Return who is vulnerable: `South (N/S) vulnerable`, `both sides vulnerable`, or `N/S vulnerable` for pairs.

    South has the vulnerability of N/S on the board, and North has the vulnerability of E/W (SOLO-23).
    """
    return (PAIRS_VULNERABILITY_NAMES if four_handed else VULNERABILITY_NAMES)[vul]


def vulnerable_player(vul: str) -> str:
    """Return which player is vulnerable, for a table column: `South`, `Both`, `Nobody`."""
    return _VULNERABLE[vul]


def place_name(number: int, tied: bool) -> str:
    """Return a rank for use in a sentence: `3rd`, or `3rd equal` if it is shared."""
    return f"{ordinal(number)} equal" if tied else ordinal(number)


def capital(text: str) -> str:
    """Return the text with its first letter capitalised."""
    return text[:1].upper() + text[1:]


def listed(words: Iterable[object], joint: str = "and") -> str:
    """Return the words as "1", "1 and 2" or "1, 2 and 3". `words` must not be empty."""
    *others, last = map(str, words)
    return f"{', '.join(others)} {joint} {last}" if others else last


def ordinal_name(number: int) -> str:
    """Return an ordinal number as a word, such as `seventh`, or in figures from `13th` on."""
    return _ORDINALS[number - 1] if 1 <= number <= len(_ORDINALS) else ordinal(number)


def number_name(number: int) -> str:
    """Return a number as a word, such as `no` or `nine`, or in figures from `13` on."""
    return _NUMBERS[number] if 0 <= number < len(_NUMBERS) else str(number)


def numbers_told(numbers: Iterable[int]) -> str:
    """Return board numbers as text: `1 to 27`, or `1 to 9, 13 and 17 to 20` if some are missing; "" for none."""
    runs: list[list[int]] = []
    for number in sorted(set(numbers)):
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs]
    return " and ".join([", ".join(texts[:-1]), texts[-1]] if len(texts) > 1 else texts)


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: `1 board`, `12 boards`. This works only for nouns whose plural just adds an s."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def how_often(number: int) -> str:
    """Return a number of times in words: `once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def ordinal(number: int) -> str:
    """Return an ordinal number: `3rd`, `11th`."""
    teen = 10 <= number % 100 <= 20
    return f"{number}{'th' if teen else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def script() -> str:
    """Return the tables as an ES module for the scripts used by the pages."""
    tables = {
        "SEAT_NAMES": SEAT_NAMES,
        "SIDE_NAMES": SIDE_NAMES,
        "STRAIN_NAMES": STRAIN_NAMES,
        "RANK_NAMES": RANK_NAMES,
        "JOKER_NAMES": JOKER_NAMES,
        "CALL_NAMES": CALL_NAMES,
        "DOUBLED_NAMES": DOUBLED_NAMES,
        "VULNERABILITY_NAMES": VULNERABILITY_NAMES,
        "PAIRS_VULNERABILITY_NAMES": PAIRS_VULNERABILITY_NAMES,
    }
    head = "// The words of bridge. Written by `python -m games.wording` from games/wording.py: do not edit.\n"
    lines = [f"export const {name} = {json.dumps(table, ensure_ascii=False)};" for name, table in tables.items()]
    return "\n".join([head, *lines]) + "\n"


if __name__ == "__main__":
    print(script(), end="")
