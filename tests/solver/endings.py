"""Deals and endings for tests, and the engines to test."""

import json
import random
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from games.cards import FULL_DECK, Card
from games.end_dummies import Cards
from games.players import OPPONENT
from games.three_hands import DUMMY, led_by
from scoring.contracts import score
from solver.auction import Score
from solver.compiled import Compiled, why_not_compiled
from solver.engines import Engine
from solver.position import Position
from solver.reference import ReferenceEngine
from solver.three_hands import PlayedCard, Secret, ThreeHandEnding

STRAINS = "CDHSN"
SEATS = "NESW"
Hands = tuple[Cards, ...]
MAKERS: dict[str, Callable[[], Engine]] = {"reference": ReferenceEngine}
if not why_not_compiled():
    MAKERS |= {"compiled": Compiled, "portable": lambda: Compiled(portable=True)}
each_engine = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def ending(seed: object, size: int) -> Hands:
    deck = list(FULL_DECK)
    random.Random(f"{seed}").shuffle(deck)
    return tuple(tuple(deck[place * size : (place + 1) * size]) for place in range(4))


def somewhere(seed: object, size: int, cards: int) -> Position:
    """Return a position in a random ending after this many random cards."""
    rng = random.Random(f"{seed} play")
    at = Position.of(ending(seed, size), rng.choice(STRAINS), rng.choice(SEATS))
    for _ in range(cards):
        at = at.after(rng.choice(at.now.legal))
    return at


SIDE = {"S": "NS", "N": "EW"}


def scores(vul: str) -> Score:
    return lambda contract, declarer, tricks: score(contract, SIDE[declarer], vul, tricks)


SPADES = {strain: {"S": 5, "N": 4} for strain in STRAINS} | {"S": {"S": 8, "N": 3}}

EXACT = json.loads((Path(__file__).parent / "data" / "exact-values.json").read_text(encoding="utf-8"))


def an_ending(number: int, *, secret: bool, most: int = 4) -> ThreeHandEnding:
    """Return an ending of two tricks or more, with few suits in every other one, so that the cards are close."""
    chance = Random(f"three hands {number} {secret}")
    size = chance.randint(2, most)
    pack = FULL_DECK if chance.random() < 0.5 else [card for card in FULL_DECK if card.suit in "CH"]
    cards = chance.sample(pack, 3 * size)
    hands = {name: tuple(cards[place * size : (place + 1) * size]) for place, name in enumerate(("S", "N", DUMMY))}
    strain, leader = chance.choice("CDHSN"), chance.choice("SN")
    if not secret:
        return ThreeHandEnding(hands, strain, leader, led_by(leader, chance.choice((leader, DUMMY))).order)
    hidden, declarer = hands[DUMMY][0], chance.choice("SN")
    hands[DUMMY] = hands[DUMMY][1:]
    keeps = chance.random() < 0.5
    leader = OPPONENT[declarer] if keeps else leader
    order = (leader, DUMMY, declarer) if keeps else led_by(leader, chance.choice((leader, DUMMY))).order
    kept = leader if keeps else None
    return ThreeHandEnding(
        hands, strain, leader, order, (), Secret(hidden, declarer, chance.random() < 0.5), None, kept
    )


def some_cards_later(at: ThreeHandEnding, number: int) -> ThreeHandEnding:
    """Return the ending after up to two cards, or after the defender has shown a card of the dummy."""
    chance = Random(f"later {number}")
    for _ in range(chance.randint(0, 2)):
        hand = at.order[len(at.played)]
        cards = _follow(at, hand)
        if hand == DUMMY and at.secret:
            stops = at.leader != at.secret.declarer and not _must_be_secret(at)
            return replace(at, intended=chance.choice(cards)) if stops and chance.random() < 0.7 else at
        card = chance.choice(cards)
        left = tuple(held for held in at.hands[hand] if held != card)
        by = at.leader if hand == DUMMY else hand
        at = replace(at, hands={**at.hands, hand: left}, played=(*at.played, PlayedCard(hand, by, card)))
    return at


def _follow(at: ThreeHandEnding, hand: str) -> tuple[Card, ...]:
    held = at.hands[hand]
    return tuple(card for card in held if at.played and card.suit == at.played[0].card.suit) or held


def _must_be_secret(at: ThreeHandEnding) -> bool:
    secret, led = at.secret, at.played[0].card.suit if at.played else ""
    assert secret is not None
    follows = any(card.suit == led for card in at.hands[DUMMY])
    return not at.hands[DUMMY] or (secret.forced and secret.card.suit == led and not follows)
