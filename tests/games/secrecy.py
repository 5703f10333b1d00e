"""What a viewer may know before the end (SOLO-30, SW-21, SC-19, UM-19, FH-33, BS-14); plays with cards exchanged."""

import json
import random
from typing import Any

from games.calls import CALLS
from games.cards import BLACK_JOKER, FULL_DECK, JOKER, RED_JOKER
from games.claims_and_undo import REQUEST_TEXTS
from games.end_dummies import HAND_OF
from games.errors import IllegalAction
from games.five_hundred import LADDER
from games.registry import rules_for
from games.variants.secret_card.state import SecretCardState
from games.variants.whist_for_two.state import WhistState
from tests.games.plays import CARD, Log

Cards = set[str]


def texts(*piles) -> Cards:
    return {card.text for pile in piles for card in pile}


def shown_tricks(state) -> Cards:
    """Return the cards in the trick on the table and in the last trick."""
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    return texts(*(trick.cards for trick in tricks))


def own_and_dummies(state, viewer: str) -> Cards:
    """Return the viewer's hand, a hand shown by a claim, both dummies, and the tricks that are shown."""
    own = (HAND_OF[player].place for player in (viewer, *state.requests.shown))
    return texts(*(state.hands[place] for place in {1, 3, *own})) | shown_tricks(state)


def at_whist(state: WhistState, viewer: str) -> Cards:
    dealer_has_played = len(state.hands[HAND_OF[state.table.dealing].place]) < 13
    turned = {state.table.turned.text} if state.table.turned and not dealer_has_played else set()
    return own_and_dummies(state, viewer) | turned


def at_secret_card(state: SecretCardState, viewer: str) -> Cards:
    """Return the cards that may be known in the secret-card game with `notes` off."""
    cards = texts(*(state.hands["SN".index(player)] for player in (viewer, *state.requests.shown)))
    if state.phase == "draft" and state.draft.player == viewer:
        first, second = state.draft.cards_of(state.draft.seen)
        cards |= texts((first, second) if state.draft.decided else (first,))
    tricks = [*state.done[-1:], *([state.trick] if state.trick else [])]
    cards |= texts(*(trick.cards.cards for trick in tricks))
    declares = state.contract is not None and state.contract.declarer == viewer
    if declares or (state.trick and (state.done or state.trick.cards.cards)):
        cards |= texts(state.dummy)
    if state.secret and (declares or not state.hidden or state.declarer in state.requests.shown):
        cards.add(state.secret.text)
    return cards


def at_umbrage(state, viewer: str) -> Cards:
    """Return the cards that may be known in Umbrage, without the notes."""
    hands = [viewer, *state.requests.shown]
    if state.phase == "play" and (state.done or (state.trick and state.trick.cards)):
        hands.append("D")
    cards = {state.requests.last.action[2:]} if state.requests.asking and state.requests.last else set()
    return texts(*(state.hand(name) for name in hands)) | shown_tricks(state) | cards


def at_five_hundred(state, viewer: str) -> Cards:
    cards = own_and_dummies(state, viewer)
    if state.contract and viewer == state.contract.declarer:
        cards |= texts(state.discards)
    if state.table.opted("auction", "open") and (state.phase == "discard" or not state.kitty_taken):
        cards |= texts(state.table.kitty)
    return cards


def at_bridge_solitaire(state, viewer: str) -> Cards:
    if state.phase == "choose":
        return texts(state.table.face_up)
    shown = [*state.done[-1:], *([state.trick] if state.trick else [])]
    return texts(state.hand, state.discards[-1:], *((*turned.over, *turned.trick.cards) for turned in shown))


def but_told(view: dict[str, Any]) -> dict[str, Any]:
    """Return the view without its report on the last take-back and without the actions that can be taken back next."""
    return {key: value for key, value in view.items() if key not in ("taken_back", "can")}


def setup_of(game: str, number: int) -> dict[str, Any]:
    dealer = "" if game == "bridge_solitaire" else "SN"[number % 2]
    return rules_for(game).deal(f"attack {number}", {"board": number + 1, "dealer": dealer, "vul": "None"}, {})


def options_of(game: str, number: int) -> dict[str, str]:
    """Return a different choice of all options for each number, the usual one for 0. None of them needs a director."""
    chance = random.Random(f"{game} {number}")
    offered = rules_for(game).options
    if not number:
        return {name: values[0] for name, values in offered.items()}
    return {name: chance.choice([v for v in values if v != "director"]) for name, values in offered.items()}


def step(game: str, state, chance: random.Random) -> tuple[str, str]:
    """Return somebody's next action: a low call, any card, or now and then talk or a joint decision out of turn."""
    rules = rules_for(game)
    players = [player for player in rules.players if rules.view(state, player)["legal"]]
    requests = [(p, a) for p in rules.players for a in rules.legal(state, p) if a.startswith(("claim", "undo"))]
    if requests and chance.random() < 0.06:
        return chance.choice(requests)
    player = rules.turn(state)
    assert player is not None
    if pick := rules.pick(state, player):
        return player, pick.random(chance.choice)
    player = chance.choice(players) if players else player
    legal = [a for a in rules.view(state, player)["legal"] if a not in ("accept", "concede")]
    return player, chance.choice(legal[:4] if legal[0].startswith("c:") else legal)


def a_play(game: str, number: int, length: int, options: dict[str, str]) -> Log:
    rules, chance = rules_for(game), random.Random(f"{game}{number}{length}")
    state, log = rules.start(setup_of(game, number), options), []
    while len(log) < length and rules.turn(state) is not None:
        actor, action = step(game, state, chance)
        state = rules.apply(state, actor, action)
        log.append({"seq": len(log) + 1, "actor": actor, "a": action})
    return log if rules.turn(state) is not None else log[:-1]


def never_seen(views: list[dict[str, Any]], pack: list[str], log: Log) -> list[str]:
    """Return the cards in the pack that the viewer has not seen so far and that no action has named."""
    open_cards = set(CARD.findall(json.dumps(views))) | {c for event in log for c in CARD.findall(event["a"])}
    words = json.dumps(views)
    open_cards |= {card.text for card in (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER) if card.name in words}
    aces = {f"{suit}A" for suit in "SHDC"} if views[0]["game"] == "secret_card" else set()  # announced: SC-2
    return [card for card in pack if card not in open_cards | aces]


def exchanged(setup: dict[str, Any], swap: dict[str, str]) -> dict[str, Any]:
    text = CARD.sub(lambda match: swap.get(match[0], match[0]), json.dumps(setup))
    result: dict[str, Any] = json.loads(text)
    return result


CARDS = tuple(card.text for card in (*FULL_DECK, JOKER, RED_JOKER, BLACK_JOKER))
WORDS = tuple("keep reject seen let stop concede ready umbrage:take umbrage:stay draw:all".split())
PROBES = (
    *(f"c:{call}" for call in (*CALLS, *LADDER)),
    *(f"{verb}:{card}" for verb in ("p", "secret", "draw") for card in CARDS),
    *(f"discard:{card}.{two}.S5" for card in CARDS[::3] for two in CARDS[1::7]), *(f"p:JK:{suit}" for suit in "SHDCNX"),
    *WORDS, *REQUEST_TEXTS,
)  # fmt: skip


def refusals(game: str, state, player: str, probes: tuple[str, ...]) -> dict[str, str]:
    reasons = {}
    for action in probes:
        try:
            rules_for(game).apply(state, player, action)
        except IllegalAction as error:
            reasons[action] = f"{error.reason} ({error.rule})"
    return reasons
