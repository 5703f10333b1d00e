"""USEBIO as other programs write it: versions 1.0 to 1.3, with sections or without, whatever is left out."""

import re
from collections.abc import Iterable, Iterator, Mapping

from games.boards import dealer_of, vulnerability_of
from games.calls import STRAINS
from games.cards import SUITS, Card, parse_cards
from games.deals import Deal, deal_problems
from games.notation.records import FILE_SEAT
from games.notation.records import BareBoard, DealRecord, Optimum
from games.seats import SEATS, Seat
from scoring.errors import FileError
from scoring.files.model import Contestant, FileLine, FileSection, ResultFile, date_of
from scoring.files.rows import HIGHEST_BOARD, RowFault, line_of, whole
from scoring.files.usebio import METHODS, POINTS, SUIT_ELEMENTS, VULNERABILITIES
from scoring.files.xml_tree import Node, read_xml

ELEMENTS = {
    "ns": "NS_PAIR_NUMBER",
    "ew": "EW_PAIR_NUMBER",
    "contract": "CONTRACT",
    "declarer": "PLAYED_BY",
    "lead": "LEAD",
    "tricks": "TRICKS",
    "score": "SCORE",
}
METHOD_WORDS = {word: method for method, word in METHODS.items()} | {"BUTLER": "butler", "IMPS": "cross_imps"}
VUL_WORDS = {word.upper(): vul for vul, word in VULNERABILITIES.items()} | {
    "NONE": "None", "NIL": "None", "NS": "NS", "N-S": "NS", "EW": "EW", "E-W": "EW", "BOTH": "All",
}  # fmt: skip
PLAIN = re.compile("[0-9]{1,9}")
NOT_PAIRS = ("TEAM", "INDIVIDUAL", "KO")
PLAYER_OF = {seat: player for player, seat in FILE_SEAT.items()}


class _Faults:
    """What is wrong, each with its line and element."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def add(self, line: int, element: str, sentence: str) -> None:
        self.sentences.append(f"line {line}, {element}: {sentence}")


def read_usebio(data: bytes, known: Mapping[int, str] | None = None) -> ResultFile:
    """The night of a USEBIO file; `known` are vulnerabilities of boards whose cards it does not hold.

    Raises FileError with every fault's line and element.
    """
    root = read_xml(data)
    event = next(iter(root.all("EVENT")), None)
    if root.name != "USEBIO" or event is None:
        raise FileError(
            [f"line {root.line}: this XML is no USEBIO: a USEBIO element with an EVENT is needed."]
        )
    kind = event.attributes.get("EVENT_TYPE", "").upper()
    if any(word in kind for word in NOT_PAIRS):
        raise FileError(
            [f"line {event.line}, EVENT: this is a {kind} event; only results of pairs are read."]
        )
    faults = _Faults()
    boards = _boards(root, faults)
    vuls = {**(known or {}), **{board.number: board.vul for board in boards}}
    method = METHOD_WORDS.get(event.said("BOARD_SCORING_METHOD").upper(), "match_points")
    parts = [part for part in event.all("SECTION") if part.one("PARTICIPANTS") or part.one("BOARD")] or [
        event
    ]
    sections = tuple(_section(part, method, vuls, faults) for part in parts)
    if not faults.sentences and not any(section.lines for section in sections):
        faults.add(event.line, "EVENT", "there is no TRAVELLER_LINE with a result.")
    if faults.sentences:
        raise FileError(faults.sentences)
    club = root.one("CLUB")
    winners = event.said("WINNER_TYPE")
    return ResultFile(
        sections=sections,
        event=event.said("EVENT_DESCRIPTION"),
        club=club.said("CLUB_NAME") if club else "",
        date=date_of(event.said("DATE")),
        method=method,
        winners=int(winners) if winners in ("1", "2") else 0,
        boards=tuple(boards),
        format="USEBIO",
    )


def _section(part: Node, method: str, vuls: dict[int, str], faults: _Faults) -> FileSection:
    holder = part.one("PARTICIPANTS")
    contestants = [_contestant(pair) for pair in holder.all("PAIR")] if holder else []
    numbers = [one.number for one in contestants]
    doubled = {number for number in numbers if numbers.count(number) > 1}
    lines: list[FileLine] = []
    for board, pairs in _boards_in(part, {}):
        lines += _lines(board, pairs, method, vuls, doubled, faults)
    named = tuple(_apart(one, doubled) for one in contestants)
    return FileSection(part.attributes.get("SECTION_ID", ""), named, tuple(lines))


def _boards_in(part: Node, pairs: Mapping[str, str]) -> Iterator[tuple[Node, Mapping[str, str]]]:
    """Every BOARD, with the two pairs that its MATCH names (Swiss pairs)."""
    for child in part.children:
        if child.name == "BOARD":
            yield child, pairs
        elif child.name == "MATCH":
            yield from _boards_in(child, {side: child.said(ELEMENTS[side]) for side in ("ns", "ew")})
        else:
            yield from _boards_in(child, pairs)


def _contestant(pair: Node) -> Contestant:
    players = pair.all("PLAYER")
    ids = tuple(player.said("NATIONAL_ID_NUMBER") for player in players)
    number = pair.said("PAIR_NUMBER") or pair.attributes.get("PAIR_NUMBER", "")
    return Contestant(
        number=str(int(number)) if PLAIN.fullmatch(number) else number,
        names=tuple(player.said("PLAYER_NAME") for player in players),
        direction=(pair.said("DIRECTION") or pair.attributes.get("DIRECTION", "")).upper(),
        place=pair.said("PLACE"),
        total=pair.said("TOTAL_SCORE"),
        percentage=pair.said("PERCENTAGE"),
        ids=ids if any(ids) else (),
    )


def _apart(one: Contestant, doubled: set[str]) -> Contestant:
    """N/S and E/W may both begin with 1: then they are called 1NS and 1EW."""
    if one.number not in doubled:
        return one
    facts = {name: getattr(one, name) for name in Contestant.__slots__}
    return Contestant(**facts | {"number": one.number + one.direction})


def _lines(
    board: Node,
    pairs: Mapping[str, str],
    method: str,
    vuls: dict[int, str],
    doubled: set[str],
    faults: _Faults,
) -> Iterable[FileLine]:
    number = board.said("BOARD_NUMBER") or board.attributes.get("BOARD_NUMBER", "")
    vul = vuls.get(int(number)) if PLAIN.fullmatch(number) else None
    for node in board.all("TRAVELLER_LINE"):
        said = {field: node.said(element) for field, element in ELEMENTS.items()}
        row = said | {"board": number} | {side: said[side] or pair for side, pair in pairs.items()}
        for side in ("NS", "EW"):
            row[f"{side.lower()}_points"] = node.said(f"{side}_{POINTS[method]}")
            if row[side.lower()] in doubled:
                row[side.lower()] += side
        try:
            yield line_of(row, node.line, vul)
        except RowFault as fault:
            element = _element(fault.field)
            at = board.one(element) or node.one(element) or node
            faults.add(at.line, element, str(fault))


def _element(field: str) -> str:
    return ELEMENTS.get(field) or ("BOARD_NUMBER" if field == "board" else f"{field[:2].upper()}_POINTS")


def _boards(root: Node, faults: _Faults) -> list[DealRecord | BareBoard]:
    found: dict[int, DealRecord | BareBoard] = {}
    for handset in root.all("HANDSET"):
        for node in handset.all("BOARD"):
            try:
                number = whole(node.said("BOARD_NUMBER"), "BOARD_NUMBER", 1, HIGHEST_BOARD)
                found.setdefault(number, _board(number, node))
            except RowFault as fault:
                faults.add(node.line, fault.field, f"board {node.said('BOARD_NUMBER')[:8]}: {fault}")
    return list(found.values())


def _board(number: int, node: Node) -> DealRecord | BareBoard:
    solo = node.one("SOLO_BOARD") or Node("", 0)
    dealer = Seat(solo.said("DEALER")) if solo.said("DEALER") in SEATS else dealer_of(number)
    vul = VUL_WORDS.get(node.said("VULNERABILITY").upper(), vulnerability_of(number))
    hands = {}
    for hand in node.all("HAND"):
        seat = hand.said("DIRECTION")[:1].upper()
        if seat not in SEATS:
            raise RowFault(
                "DIRECTION", f"{hand.said('DIRECTION')[:12]!r} is no hand; North, East, South or West is."
            )
        hands[Seat(seat)] = _hand(hand)
    if not hands:
        return BareBoard(number, dealer, vul)
    problems = deal_problems({seat: hands.get(seat, ()) for seat in SEATS})
    if problems:
        raise RowFault("HAND", f"{problems[0][1]}.")
    deal = Deal(*(hands[seat] for seat in SEATS))
    east, west = (solo.said(f"{side}_SEQUENCE") for side in ("EAST", "WEST"))
    if east and west:
        deal = Deal(
            deal.north, _sequence(east, deal.east, "EAST"), deal.south, _sequence(west, deal.west, "WEST")
        )
    return DealRecord(number, dealer, vul, deal, bool(east and west), _optimum(solo))


def _hand(node: Node) -> tuple[Card, ...]:
    cards = []
    for suit in SUITS:
        text = node.said(SUIT_ELEMENTS[suit]).upper().replace("10", "T").replace("-", "").replace(" ", "")
        try:
            cards += [parse_cards(suit + rank)[0] for rank in text]
        except ValueError as error:
            raise RowFault(SUIT_ELEMENTS[suit], f"{error}.") from None
    return tuple(cards)


def _sequence(text: str, hand: tuple[Card, ...], side: str) -> tuple[Card, ...]:
    try:
        cards = parse_cards(text)
    except ValueError as error:
        raise RowFault(f"{side}_SEQUENCE", f"{error}.") from None
    if sorted(cards, key=str) != sorted(hand, key=str):
        raise RowFault(f"{side}_SEQUENCE", "it does not hold exactly the cards of that hand.")
    return cards


def _optimum(solo: Node) -> Optimum | None:
    """The solution that we wrote; None for anything else."""
    rows = {row.attributes.get("DECLARER", ""): row.attributes for row in solo.all("MAKEABLE_TRICKS")}
    par = solo.one("PAR")
    if set(rows) != set(PLAYER_OF) or par is None:
        return None
    try:
        tricks = {
            strain: {PLAYER_OF[seat]: int(values[strain.replace("N", "NT")]) for seat, values in rows.items()}
            for strain in STRAINS
        }
        words = [text.split() for text in par.attributes["CONTRACTS"].split(",") if text]
        contracts = tuple((contract, PLAYER_OF[seat]) for seat, contract in words)
        return Optimum(tricks, int(par.attributes["NS_SCORE"]), contracts)
    except (KeyError, ValueError):
        return None
