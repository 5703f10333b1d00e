"""Tricks played from three hands: each player's own hand, and a dummy from which both play (secret card, Umbrage).

Each game supplies a function `player_of`, which says who plays the dummy's card to a trick.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Protocol

from games.calls import Contract
from games.cards import Card, sorted_hand
from games.players import OPPONENT
from games.requests import Requests
from games.tricks import OrderedTrick
from games.views import texts

DUMMY = "D"  # its name among the hands; the other hands are named after their players

Json = dict[str, Any]
PlayerOf = Callable[[str], str]  # who plays this hand's card to the trick
ToldTrick = tuple[OrderedTrick, PlayerOf]


class ThreeHands(Protocol):
    """A state in which tricks are played from three hands."""

    @property
    def phase(self) -> str: ...
    @property
    def contract(self) -> Contract | None: ...
    @property
    def requests(self) -> Requests: ...
    def hand(self, name: str, /) -> tuple[Card, ...]: ...


def led_by(player: str, hand: str) -> OrderedTrick:
    """Return the trick led by this player from `hand`. The dummy plays last unless it leads (SC-11, UM-16)."""
    other = OPPONENT[player]
    return OrderedTrick((DUMMY, other, player) if hand == DUMMY else (player, other, DUMMY))


def hand_view(name: str, cards: Iterable[Card], count: int, shown: bool) -> Json:
    """Return one entry of a view's `hands`. It includes the sorted cards if they are `shown`."""
    dummy = name == DUMMY
    card_texts = texts(sorted_hand(cards)) if shown else None
    return {"owner": None if dummy else name, "dummy": dummy, "count": count, "cards": card_texts}


def trick_view(trick: OrderedTrick, number: int, player_of: PlayerOf) -> Json:
    """Return a trick without its winner, as shown on the table. `by` is the player who plays the dummy's card."""
    cards = [
        {"seat": hand, "card": card.text, **({"by": player_of(hand)} if hand == DUMMY else {})}
        for hand, card in trick.plays()
    ]
    return {"number": number, "leader": trick.leader, "cards": cards}


def complete_view(trick: OrderedTrick, number: int, player_of: PlayerOf, strain: str) -> Json:
    """Return a trick with its winning hand and the player for whom it counts, both None if the trick is unfinished."""
    hand = trick.winner(strain) if trick.complete else None
    won_by = player_of(hand) if hand else None
    return {**trick_view(trick, number, player_of), "winner": hand, "won_by": won_by}


def history_view(tricks: Iterable[ToldTrick], strain: str) -> list[Json]:
    """Return the tricks in the order in which they were played. An unfinished trick is included once it has a card."""
    return [
        complete_view(trick, number, player_of, strain)
        for number, (trick, player_of) in enumerate(tricks, start=1)
        if trick.cards
    ]


def tricks_view(state: ThreeHands, done: Sequence[ToldTrick], current: ToldTrick | None, everything: bool) -> Json:
    """Return a view's tricks, and any pending claim with the claimant's cards.

    With `everything`, include the history of the tricks.
    """
    strain, claim = state.contract.strain if state.contract else "N", state.requests.claim
    return {
        "trick": trick_view(current[0], len(done) + 1, current[1]) if current and state.phase == "play" else None,
        "last_trick": complete_view(done[-1][0], len(done), done[-1][1], strain) if done else None,
        "claim": state.requests.claim_view(texts(sorted_hand(state.hand(claim.by)))) if claim else None,
        "history": history_view([*done, *([current] if current else [])], strain) if everything else None,
    }
