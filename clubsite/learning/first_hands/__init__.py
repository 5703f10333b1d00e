"""The first hands to play, one for each game that has one: the deal, the goals and their words."""

from clubsite.learning.first_hands import (
    bridge_solitaire,
    five_hundred_for_two,
    secret_card,
    solo,
    umbrage,
    whist_for_two,
)
from clubsite.learning.first_hands.parts import Beat, FirstHand

__all__ = ["FIRST_HANDS", "Beat", "FirstHand"]

_TAUGHT = (solo, whist_for_two, five_hundred_for_two, secret_card, umbrage, bridge_solitaire)
FIRST_HANDS = {taught.DEAL.game: taught.FIRST_HAND for taught in _TAUGHT}
