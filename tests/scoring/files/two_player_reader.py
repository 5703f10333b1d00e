"""A results system that wants two players in every pair. It reads USEBIO like a national system, without our code.

It knows no SESSION, no SECTION and no SOLO_ names. It fails where a national system does: on an event of an
unknown type, a PAIR without two named PLAYERs, a PLACE that is not a whole number, a BOARD without
a TRAVELLER_LINE, a line without points, an empty master-point type, or a HANDSET board with fewer than 4 hands.
"""

import re
from dataclasses import dataclass, field
from typing import Any
from xml.etree import ElementTree

POINTS = {"MP_PAIRS": "MATCH_POINTS", "CROSS_IMP": "CROSS_IMP_POINTS", "BUTLER_PAIRS": "BUTLER_POINTS"}
LISTS = {"PAIR", "BOARD", "TRAVELLER_LINE"}  # one of these may be alone; there are always two PLAYERs
SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")


@dataclass(slots=True)
class Shown:
    """The system's pages. In `credited`, each member's number occurs once for every result in that member's history."""

    event: str
    winners: str
    master_points: str
    ranking: list[tuple[str, str, int, str, float]] = field(default_factory=list)
    credited: list[str] = field(default_factory=list)
    travellers: dict[int, list[tuple[str, str, str, float]]] = field(default_factory=dict)
    hands: dict[int, dict[str, int]] = field(default_factory=dict)


def tree(node: ElementTree.Element):
    """Return the elements as a dictionary: repeated elements as a list, empty ones as None, attributes with an @."""
    elements: dict[str, Any] = {f"@{name}": text for name, text in node.attrib.items()}
    for child in node:
        if child.tag in LISTS:
            elements.setdefault(child.tag, []).append(tree(child))
        elif child.tag in elements:
            before = elements[child.tag]
            elements[child.tag] = [*(before if isinstance(before, list) else [before]), tree(child)]
        else:
            elements[child.tag] = tree(child)
    return elements or (node.text or "").strip() or None


def show(text: str) -> Shown:
    """Return the pages of a file. Raise KeyError, TypeError, ValueError or AttributeError if the real system fails."""
    usebio = tree(ElementTree.fromstring(text))
    event = usebio["EVENT"]
    kind = event["@EVENT_TYPE"]
    points = POINTS[kind]
    shown = Shown(event["EVENT_DESCRIPTION"], event["WINNER_TYPE"], event["MASTER_POINT_TYPE"].title())
    if shown.winners not in ("1", "2"):
        raise ValueError(shown.winners)
    for pair in event["PARTICIPANTS"]["PAIR"]:
        first, second = (pair["PLAYER"][at]["PLAYER_NAME"].title() for at in (0, 1))
        figure = float(pair["PERCENTAGE" if kind == "MP_PAIRS" else "TOTAL_SCORE"])
        if int(pair["MASTER_POINTS_AWARDED"]) / 100.0 < 0:
            raise ValueError("master points")
        direction = pair["DIRECTION"] or ""
        shown.ranking.append((pair["PAIR_NUMBER"], direction, int(pair["PLACE"]), f"{first} & {second}", figure))
        numbers = [player["NATIONAL_ID_NUMBER"] for player in pair["PLAYER"]]
        shown.credited += [number for number in numbers if number]
    for board in event.get("BOARD", []):
        lines = [_line(line, points) for line in board["TRAVELLER_LINE"]]
        shown.travellers[int(board["BOARD_NUMBER"])] = lines
    for board in (usebio.get("HANDSET") or {}).get("BOARD", []):
        hands = {hand["DIRECTION"]: sum(len(hand[suit] or "") for suit in SUITS) for hand in board["HAND"]}
        shown.hands[int(board["BOARD_NUMBER"])] = hands
    return shown


def _line(line: dict[str, Any], points: str) -> tuple[str, str, str, float]:
    """Return (N/S, E/W, score, N/S points) for a line."""
    ns, ew = (float(line[f"{side}_{points}"]) for side in ("NS", "EW"))
    score = line["SCORE"]
    if score is not None and not re.fullmatch(r"-?\d+", score):
        int(score[1:3])  # A5050: anything but a number counts as an adjusted score
        score = "ADJ"
    if points == "MATCH_POINTS" and ns + ew < 0:
        raise ValueError("match points")
    return line["NS_PAIR_NUMBER"], line["EW_PAIR_NUMBER"], score or "", ns
