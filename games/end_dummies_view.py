"""Parts of a view shared by the games that follow Crow's method, as JSON values (SOLO-30).

Each game's own view puts these parts together and decides what is shown. Nothing here decides who may see a
hand, except in games with open hands.
"""

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, Protocol

from games.cards import Card, sorted_hand
from games.deals import Deal
from games.end_dummies import DUMMIES, HAND_OF, OWNER, Cards
from games.end_dummies_play import CrowTrick, Playing, Winner, hand_to_play
from games.players import DIRECTOR
from games.requests import Refusal
from games.seats import SEATS, Seat
from games.views import answer_prompt, reasons, sees_all, texts
from games.wording import marked, seat_name

Json = dict[str, Any]
Sort = Callable[[Cards], Cards]  # sorts a hand as a player does


def hand_view(seat: Seat, cards: Cards, dealt: Cards, shown: bool, sort: Sort = sorted_hand) -> Json:
    """Return one entry of `hands`.

    A dummy is in sequence. `from` is the number of cards already gone from the start of the sequence, and `dealt`
    is the sequence at the start of the play. A player's hand is sorted if it is `shown`; otherwise its cards are
    left out.
    """
    owner, count = OWNER[seat], len(cards)
    if seat in DUMMIES:
        gone = dealt.index(cards[0]) if cards else len(dealt)
        return {"owner": owner, "dummy": True, "count": count, "cards": texts(cards), "from": gone}
    return {
        "owner": owner,
        "dummy": False,
        "count": count,
        "cards": texts(sort(cards)) if shown else None,
    }


def turn_view(state: Playing, player: str | None, otherwise: str) -> Json | None:
    """Return who has to act, or None if nobody does. `what` is claim, undo or card, or `otherwise` if neither an
    answer nor a card is awaited.
    """
    if player is None:
        return None
    seat = hand_to_play(state)
    what = "claim" if state.requests.claim else "undo" if state.requests.asking else "card" if seat else otherwise
    return {"player": player, "hand": None if seat is None else str(seat), "what": what}


def why_not(
    state: Playing, viewer: str, legal: Collection[str], refusal: Callable[[Seat, Card], Refusal | None]
) -> dict[str, str]:
    """Return, for each card that the viewer's hand on turn may not play, the reason why it may not be played.

    `legal` has the actions that are open to the viewer.
    """
    seat = hand_to_play(state)
    if seat is None or OWNER[seat] != viewer:
        return {}
    cards = (card for card in state.hands[seat.place] if f"p:{card.text}" not in legal)
    return reasons(cards, partial(refusal, seat))


def plays(trick: CrowTrick) -> list[dict[str, str]]:
    """Return the cards of a trick in the order in which they were played."""
    return [{"seat": str(seat), "card": card.text} for seat, card in trick.plays()]


def trick_view(trick: CrowTrick, number: int) -> Json:
    """Return a trick without its winner, in the form used for the trick on the table."""
    return {"number": number, "leader": str(trick.leader), "cards": plays(trick)}


def table_trick(state: Playing) -> Json | None:
    """Return the trick on the table, or None when no cards are being played."""
    if state.phase != "play" or state.trick is None:
        return None
    return trick_view(state.trick, len(state.done) + 1)


def last_trick(state: Playing, winner: Winner) -> Json | None:
    """Return the last complete trick, or None until the first trick is complete."""
    if not state.done:
        return None
    return {**trick_view(state.done[-1], len(state.done)), "winner": str(winner(state.done[-1]))}


def history(state: Playing, winner: Winner) -> list[Json]:
    """Return the complete tricks, then any trick that is unfinished or cut short by a claim, with winner None."""
    tricks = [
        {**trick_view(trick, number), "winner": str(winner(trick))} for number, trick in enumerate(state.done, start=1)
    ]
    if state.trick and state.trick.cards:
        tricks.append({**trick_view(state.trick, len(tricks) + 1), "winner": None})
    return tricks


def claim_view(state: Playing, sort: Sort = sorted_hand) -> Json | None:
    """Return the claim awaiting an answer, with the claimant's hand if it is shown, or None if no claim is waiting."""
    if state.requests.claim is None:
        return None
    return state.requests.claim_view(texts(sort(state.hands[HAND_OF[state.requests.claim.by].place])))


def dealt_view(hands: Mapping[Seat, Cards], sort: Sort = sorted_hand) -> dict[str, list[str]]:
    """Return the hands as dealt, with the dummies in sequence and the players' own hands sorted."""
    return {str(seat): texts(cards if seat in DUMMIES else sort(cards)) for seat, cards in hands.items()}


class OpenTable(Protocol):
    """A table whose four hands are open until the play begins."""

    @property
    def board(self) -> int: ...
    @property
    def vul(self) -> str: ...
    @property
    def deal(self) -> Deal: ...
    @property
    def options(self) -> Mapping[str, str]: ...


class OpenHands(Playing, Protocol):
    """The state of a game whose four hands are open until the play begins (SOLO-30, SW-21)."""

    @property
    def table(self) -> OpenTable: ...


def open_hands_view(
    state: OpenHands,
    viewer: str,
    winner: Winner,
    legal: Collection[str],
    refusal: Callable[[Seat, Card], Refusal | None],
) -> Json:
    """Return the part of an OpenHands game's view that shows cards. `legal` has the actions open to the viewer.

    It contains the hands, the tricks, any claim and, for viewers who may see everything, the deal and history.
    """
    table, everything = state.table, sees_all(state, viewer)
    dealt = table.deal.all_hands
    return {
        "hands": {
            str(seat): hand_view(seat, state.hands[seat.place], dealt[seat.place], _is_open(state, seat, viewer))
            for seat in SEATS
        },
        "why_not": why_not(state, viewer, legal, refusal),
        "trick": table_trick(state),
        "last_trick": last_trick(state, winner),
        "claim": claim_view(state),
        "dealt": dealt_view(table.deal.hands()) if everything else None,
        "history": history(state, winner) if everything or table.options["tricks_shown"] == "all" else None,
    }


def _is_open(state: OpenHands, seat: Seat, viewer: str) -> bool:
    """True if the cards remaining in this hand are open to this viewer now (SOLO-30, SW-21)."""
    if state.phase != "play" or seat in DUMMIES or viewer == DIRECTOR:
        return True
    owner = OWNER[seat]
    return owner == viewer or owner in state.requests.shown


def play_prompt(state: Playing, viewer: str, player: str | None) -> str:
    """Return, as marked text, what the viewer is asked to do during the play, or who has to act.

    The text says nothing that is not in the view's `turn`, `claim` and `undo`. `player` is the one who has to act.
    """
    if player is None:
        return "The deal is over"
    if state.requests.answers:
        return answer_prompt(state.requests, viewer, player)
    seat, name = hand_to_play(state), marked(player)
    if seat is None:
        return f"{name} is to act" if viewer != player else "It is your turn"
    leads = "lead" if state.trick is not None and not state.trick.cards else "play"
    if seat in DUMMIES:
        where = f"the {seat_name(seat)} dummy"
        return f"{leads.capitalize()} an END card of {where}" if viewer == player else f"{name} {leads}s from {where}"
    return f"{leads.capitalize()} a card from your hand" if viewer == player else f"{name} {leads}s from hand"
