"""A problem of the day in words and pictures: its goal, how a wrong card is beaten, and the views of its line."""

from typing import Any

from games.cards import CARD_BY_TEXT, sorted_hand
from games.end_dummies import DUMMIES, OWNER
from games.players import PLAYERS
from games.seats import SEATS
from games.tricks import Trick
from games.wording import card_name, seat_name, strain_name
from solver import Position

Json = dict[str, Any]
SYMBOLS = {
    "S": "\N{BLACK SPADE SUIT}",
    "H": "\N{BLACK HEART SUIT}",
    "D": "\N{BLACK DIAMOND SUIT}",
    "C": "\N{BLACK CLUB SUIT}",
}


def view_of(at: Position, last: Json | None = None) -> Json:
    """Return the keys of a play's view (docs/protocol.md) that the pictures need. `last` is the trick
    just completed.
    """
    now = at.now
    seat = now.trick.to_play
    legal = [card.text for card in now.legal] if now.left else []
    held = [card.text for card in now.hands[seat.place]] if now.left else []
    turn = {"player": now.player, "hand": str(seat), "what": "card"} if now.left else None
    return {
        "game": "solo",
        "phase": "play" if now.left else "over",
        "me": "S",
        "turn": turn,
        "hands": {str(seat): _hand(at, place) for place, seat in enumerate(SEATS)},
        "legal": [f"p:{text}" for text in legal],
        "why_not": {text: "must follow suit" for text in held if text not in legal},
        "trick": _trick(now.trick, now.south + now.north + 1) if now.left else None,
        "last_trick": last,
        "tricks": dict(zip(PLAYERS, (now.south, now.north), strict=True)),
    }


def frames_of(at: Position, line: list[Any]) -> list[Json]:
    """Return a frame for each card: its player, the card, and the view after it is played."""
    frames = []
    last = None
    for card in line:
        before, seat = at.now, at.now.trick.to_play
        trick = before.trick.with_card(card)
        if trick.complete:
            number = before.south + before.north + 1
            last = {**_trick(trick, number), "winner": str(trick.winner(at.strain))}
        at = at.after(card)
        frames.append({"seat": str(seat), "card": card.text, "view": view_of(at, last)})
    return frames


def _hand(at: Position, place: int) -> Json:
    seat, cards = SEATS[place], at.now.hands[place]
    shown = cards if seat in DUMMIES else sorted_hand(cards)
    return {
        "owner": OWNER[seat],
        "dummy": seat in DUMMIES,
        "count": len(cards),
        "cards": [card.text for card in shown],
    }


def _trick(trick: Trick, number: int) -> Json:
    cards = [{"seat": str(seat), "card": card.text} for seat, card in trick.plays()]
    return {"number": number, "leader": str(trick.leader), "cards": cards}


def goal_words(setup: dict[str, Any]) -> str:
    """Return text such as `Spades are trumps. South leads and needs 4 of the last 6 tricks.`"""
    needs, tricks = setup["needs"], setup["tricks"]
    does = "plays next" if setup["played"] else "leads"
    last = "" if tricks == 13 else "last "
    goal = f"{'all' if needs == tricks else needs} of the {last}{tricks} tricks"
    name = strain_name(setup["strain"]).capitalize()
    trumps = f"{name}." if setup["strain"] == "N" else f"{name} are trumps."
    return f"{trumps} South {does} and needs {goal}."


def of_words(setup: dict[str, Any]) -> str:
    """Return text such as `From Tuesday night at Lantern Street, board 12.`, or "" for a problem made for the day."""
    of = setup.get("of")
    return f"From {of['name']} at {of['club']}, board {of['board']}." if of else ""


def question(setup: dict[str, Any]) -> str:
    """Return the goal of the problem, followed by the question to the reader."""
    return f"{goal_words(setup)} Which card?"


def wrong_words(setup: dict[str, Any], card: str, refuted: dict[str, Any]) -> str:
    """Return a sentence that says how best defence beats a card that misses the goal."""
    short = setup["needs"] - refuted["takes"]
    left = f"{refuted['takes'] or 'none'} of the {setup['tricks']} tricks, {'one' if short == 1 else short} too few"
    if not refuted["by"]:
        return f"Not {card_name(card)}. South is left with {left}; the defence need find nothing special."
    when = "" if refuted["trick"] == 1 else f" in trick {refuted['trick']}"
    best = f"{card_name(refuted['card'])} from {seat_name(refuted['by'])}{when}"
    return f"Not {card_name(card)}. The best defence, {best}, leaves South {left}."


def rating_words(level: str, successes: int, tried: int, tricks: int) -> str:
    """Return text such as `Hard: of 60 tries by the three weaker robots 21 found the card and held it to the end.`"""
    until = "held it for three tricks" if tricks == 13 else "held it to the end"
    return f"{level.capitalize()}: of {tried} tries by the three weaker robots {successes} found the card and {until}."


def hands_in_words(view: Json) -> list[tuple[str, str]]:
    """Return each hand's name and cards for a reader who cannot see the picture, with a dummy's cards in sequence."""
    names = {"N": "North", "W": "West, North's dummy", "E": "East, your dummy", "S": "South, you"}
    return [(name, " ".join(map(_short, view["hands"][seat]["cards"]))) for seat, name in names.items()]


def trick_in_words(view: Json) -> str:
    """Return the cards on the table, or "" before the lead."""
    cards = view["trick"]["cards"]
    return ", ".join(f"{seat_name(each['seat'])} {_name(each['card'])}" for each in cards)


def line_in_words(frames: list[Json]) -> list[str]:
    return [f"{seat_name(each['seat'])}: {_name(each['card'])}" for each in frames]


def _name(card: str) -> str:
    return CARD_BY_TEXT[card].name


def _short(card: str) -> str:
    return f"{SYMBOLS[card[0]]}{card[1].replace('T', '10')}"
