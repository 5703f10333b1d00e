"""A position shown with the parts of a table: both hands open, the dummies in sequence, South at the bottom."""

from typing import Any

from games.cards import sorted_hand
from games.end_dummies import DUMMIES, OWNER
from games.players import PLAYERS
from games.seats import SEATS
from games.tricks import Trick
from solver import Position

Json = dict[str, Any]


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
    """Return one frame for each card: its player, the card, and the view after the card is played."""
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
