"""Reading USEBIO as other programs write it: versions 1.0 to 1.3, with or without sections, often incomplete."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from games.boards import dealer_of, vulnerability_of
from games.cards import SUITS, Card, parse_cards
from games.deals import Deal, deal_problems
from games.notation.optimum import optimum_of
from games.notation.records import BareBoard, DealRecord, Optimum, sequence_of
from games.seats import SEATS, Seat
from games.wording import seat_name
from scoring.errors import MOST_FAULTS, FileError
from scoring.files.model import FileContestant, FileLine, FileSection, ResultFile, date_of
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
# In SOLO_LINE and SOLO_SIT_OUT, which are ours.
OWN = {"table": "TABLE", "round": "ROUND", "group": "GROUP", "score": "EXACT_SCORE"}
METHOD_WORDS = {word: method for method, word in METHODS.items()} | {"BUTLER": "butler", "IMPS": "cross_imps"}
IMP_TYPES = {"CROSS_IMP": "cross_imps", "CROSS_IMPS": "cross_imps", "BUTLER_PAIRS": "butler"}
VUL_WORDS = {word.upper(): vul for vul, word in VULNERABILITIES.items()} | {
    "NONE": "None", "NIL": "None", "NS": "NS", "N-S": "NS", "EW": "EW", "E-W": "EW", "BOTH": "All",
}  # fmt: skip
PLAIN = re.compile("[0-9]{1,9}")
NOT_PAIRS = ("TEAM", "INDIVIDUAL", "KO")


class _Faults:
    """The faults found so far, each with its line and element. Adding one fault too many raises FileError."""

    def __init__(self) -> None:
        self.sentences: list[str] = []

    def add(self, line: int, element: str, sentence: str) -> None:
        self.sentences.append(f"line {line}, {element}: {sentence}")
        if len(self.sentences) > MOST_FAULTS:
            raise FileError(self.sentences)


def read_usebio(data: bytes, known: Mapping[int, str] | None = None) -> ResultFile:
    """Return the night's results from a USEBIO file. Raise FileError naming the line and element of every fault.

    `known` gives the vulnerability of boards whose cards are not in the file.
    """
    root = read_xml(data)
    event = next(iter(root.all("EVENT")), None)
    if root.name != "USEBIO" or event is None:
        raise FileError([f"line {root.line}: this XML is no USEBIO: a USEBIO element with an EVENT is needed."])
    kind = event.attributes.get("EVENT_TYPE", "").upper()
    if any(word in kind for word in NOT_PAIRS):
        raise FileError([f"line {event.line}, EVENT: this is a {kind} event; only results of pairs are read."])
    faults = _Faults()
    boards = _boards(root, faults)
    vuls = {**(known or {}), **{board.number: board.vul for board in boards}}
    method = _method(event)
    parts = [part for part in event.all("SECTION") if part.one("PARTICIPANTS") or part.one("BOARD")] or [event]
    sections = tuple(_section(part, method, vuls, faults) for part in parts)
    if not faults.sentences and not any(section.lines for section in sections):
        faults.add(event.line, "EVENT", "there is no TRAVELLER_LINE with a result.")
    if faults.sentences:
        raise FileError(faults.sentences)
    club = root.one("CLUB")
    winners = event.said("WINNER_TYPE")
    return ResultFile(
        sections=sections,
        event=event.said("EVENT_DESCRIPTION") or event.said("TITLE"),
        club=club.said("CLUB_NAME") if club else "",
        date=date_of(event.said("DATE")),
        method=method,
        winners=int(winners) if winners in ("1", "2") else 0,
        boards=tuple(boards),
        identifier=event.said("EVENT_IDENTIFIER"),
        venue=event.said("VENUE"),
        format="USEBIO",
    )


def _method(event: Node) -> str:
    """Return the method according to the event type, or else according to the description of the scoring."""
    scoring = event.said("BOARD_SCORING_METHOD") or event.said("SCORING_METHOD")
    kind = event.attributes.get("EVENT_TYPE", "")
    return IMP_TYPES.get(kind.upper()) or METHOD_WORDS.get(scoring.upper()) or "match_points"


def _section(part: Node, method: str, vuls: dict[int, str], faults: _Faults) -> FileSection:
    holder = next(iter(part.all("PARTICIPANTS")), Node("", 0))
    contestants = [_contestant(pair) for pair in holder.children if pair.name in ("PAIR", "SOLO_PAIR")]
    counts = Counter(contestant.number for contestant in contestants)
    doubled = {number for number, count in counts.items() if count > 1}
    reader = _Section(method, vuls, doubled, faults)
    lines = [line for board, pairs in _boards_in(part, {}) for line in reader.lines(board, pairs)]
    named = tuple(_apart(contestant, doubled) for contestant in contestants)
    name = part.attributes.get("SECTION_ID") or holder.attributes.get("SOLO_SECTION_ID", "")
    return FileSection(name, named, tuple(lines))


def _boards_in(part: Node, pairs: Mapping[str, str]) -> Iterator[tuple[Node, Mapping[str, str]]]:
    """Yield every BOARD together with the two pairs that its MATCH names (in Swiss pairs)."""
    for child in part.children:
        if child.name in ("BOARD", "SOLO_BOARD_NOT_PLAYED"):
            yield child, pairs
        elif child.name == "MATCH":
            yield from _boards_in(child, {side: child.said(ELEMENTS[side]) for side in ("ns", "ew")})
        else:
            yield from _boards_in(child, pairs)


def _contestant(pair: Node) -> FileContestant:
    players = [player for player in pair.all("PLAYER") if "SOLO_DUMMY" not in player.attributes]
    ids = tuple(player.said("NATIONAL_ID_NUMBER") for player in players)
    number = pair.said("PAIR_NUMBER") or pair.attributes.get("PAIR_NUMBER", "")
    return FileContestant(
        number=str(int(number)) if PLAIN.fullmatch(number) else number,
        names=tuple(player.said("PLAYER_NAME") for player in players),
        direction=(pair.said("DIRECTION") or pair.attributes.get("DIRECTION", "")).upper(),
        place=pair.attributes.get("SOLO_PLACE") or pair.said("PLACE"),
        total=pair.said("TOTAL_SCORE"),
        percentage=pair.said("PERCENTAGE"),
        ids=ids if any(ids) else (),
        master_points=pair.attributes.get("SOLO_MASTER_POINTS", ""),
    )


def _apart(contestant: FileContestant, doubled: set[str]) -> FileContestant:
    """Return a contestant. If its number is used in both directions, add the direction, as in 1NS and 1EW."""
    if contestant.number not in doubled:
        return contestant
    return replace(contestant, number=contestant.number + contestant.direction)


class _Section:
    """The data needed to read a section's lines. `doubled` contains the numbers that occur in both directions."""

    def __init__(self, method: str, vuls: Mapping[int, str], doubled: set[str], faults: _Faults) -> None:
        self.method, self.vuls, self.doubled, self.faults = method, vuls, doubled, faults

    def lines(self, board: Node, pairs: Mapping[str, str]) -> Iterator[FileLine]:
        """Yield the lines of a board, followed by its sit-outs."""
        number = board.said("BOARD_NUMBER") or board.attributes.get("BOARD_NUMBER", "")
        vul = self.vuls.get(int(number)) if PLAIN.fullmatch(number) else None
        for node in (*board.all("TRAVELLER_LINE"), *board.all("SOLO_NOT_PLAYED")):
            row = {"board": number, **self._row(node, pairs)}
            yield from self._line(row, vul, node, board)
        for node in board.all("SOLO_SIT_OUT"):
            row = {side: self._number(node.attributes.get(ELEMENTS[side], ""), side) for side in ("ns", "ew")}
            row |= {"board": number, **_own(node), "score": "SIT"}
            yield from self._line(row, vul, node, board)

    def _row(self, node: Node, pairs: Mapping[str, str]) -> dict[str, str]:
        row = {field: node.said(element) for field, element in ELEMENTS.items()}
        row |= {side: self._number(row[side] or pairs.get(side, ""), side) for side in ("ns", "ew")}
        for side in ("NS", "EW"):
            row[f"{side.lower()}_points"] = node.said(f"{side}_{POINTS[self.method]}")
        own = node.one("SOLO_LINE")
        return row | (_own(own) if own else {})

    def _number(self, text: str, side: str) -> str:
        return text + side.upper() if text in self.doubled else text

    def _line(self, row: dict[str, str], vul: str | None, node: Node, board: Node) -> Iterator[FileLine]:
        try:
            yield line_of(row, node.line, vul)
        except RowFault as fault:
            own = node.one("SOLO_LINE")
            if own and OWN.get(fault.field, "") in own.attributes:
                self.faults.add(own.line, OWN[fault.field], str(fault))
            else:
                element = _element(fault.field)
                at = board.one(element) or node.one(element) or node
                self.faults.add(at.line, element, str(fault))


def _own(node: Node) -> dict[str, str]:
    """Return the values of one of our own elements. If it states no group, the line does not belong to any group."""
    texts = {field: node.attributes.get(name, "") for field, name in OWN.items()}
    return {field: text for field, text in texts.items() if text or field == "group"}


def _element(field: str) -> str:
    known = {**OWN, **ELEMENTS, "board": "BOARD_NUMBER"}
    return known.get(field) or f"{field[:2].upper()}_POINTS"


def _boards(root: Node, faults: _Faults) -> list[DealRecord | BareBoard]:
    boards: dict[int, DealRecord | BareBoard] = {}
    for handset in root.all("HANDSET"):
        for node in (child for child in handset.children if child.name in ("BOARD", "SOLO_BOARD")):
            try:
                number = whole(node.said("BOARD_NUMBER"), "BOARD_NUMBER", 1, HIGHEST_BOARD)
                boards.setdefault(number, _board(number, node))
            except RowFault as fault:
                faults.add(node.line, fault.field, f"board {node.said('BOARD_NUMBER')[:8]}: {fault}")
    return list(boards.values())


def _board(number: int, node: Node) -> DealRecord | BareBoard:
    solo = node if node.name == "SOLO_BOARD" else node.one("SOLO_BOARD") or Node("", 0)
    dealer = Seat(solo.said("DEALER")) if solo.said("DEALER") in SEATS else dealer_of(number)
    vul = VUL_WORDS.get(node.said("VULNERABILITY").upper(), vulnerability_of(number))
    hands = {}
    for hand in node.all("HAND"):
        seat = hand.said("DIRECTION")[:1].upper()
        if seat not in SEATS:
            raise RowFault("DIRECTION", f"{hand.said('DIRECTION')[:12]!r} is no hand; North, East, South or West is.")
        hands[Seat(seat)] = _hand(hand)
    if not hands:
        return BareBoard(number, dealer, vul)
    problems = deal_problems({seat: hands.get(seat, ()) for seat in SEATS})
    if problems:
        raise RowFault("HAND", f"{problems[0][1]}.")
    texts = {seat: solo.said(f"{seat_name(seat).upper()}_SEQUENCE") for seat in (Seat.E, Seat.W)}
    ordered = any(texts.values())
    if ordered:
        hands |= {seat: _sequence(text, hands[seat], seat) for seat, text in texts.items()}
    deal = Deal(*(hands[seat] for seat in SEATS))
    return DealRecord(number, dealer, vul, deal, ordered, _optimum(solo))


def _hand(node: Node) -> tuple[Card, ...]:
    cards = []
    for suit in SUITS:
        text = node.said(SUIT_ELEMENTS[suit]).upper().replace("10", "T").replace("-", "").replace(" ", "")
        try:
            cards += [parse_cards(suit + rank)[0] for rank in text]
        except ValueError as error:
            raise RowFault(SUIT_ELEMENTS[suit], f"{error}.") from None
    return tuple(cards)


def _sequence(text: str, hand: tuple[Card, ...], seat: Seat) -> tuple[Card, ...]:
    try:
        return sequence_of(text, hand, seat)
    except ValueError as error:
        raise RowFault(f"{seat_name(seat).upper()}_SEQUENCE", f"{error}.") from None


def _optimum(solo: Node) -> Optimum | None:
    """Return the best results if this program wrote them, else None."""
    rows = {row.attributes.get("DECLARER", ""): row.attributes for row in solo.all("MAKEABLE_TRICKS")}
    par = solo.one("PAR")
    if par is None:
        return None
    return optimum_of(rows, par.attributes.get("NS_SCORE", ""), par.attributes.get("CONTRACTS", ""))
