"""Test positions for the secret-card game: whole deals with chosen hands, and endings set up by hand."""

from dataclasses import replace
from typing import Any

from games.calls import Contract
from games.cards import FULL_DECK, Card, cards_text, parse_cards
from games.players import OPPONENT
from games.registry import rules_for
from games.tricks import OrderedTrick
from games.variants.secret_card.auction import SecretCardAuction
from games.variants.secret_card.state import SecretCardState, SecretCardTrick
from tests.games.plays import Acts

GAME = rules_for("secret_card")
_acts = Acts(GAME)
play, refused = _acts.play, _acts.refused
# South has the spades, North the hearts, the dummy the diamonds; the clubs are out of play.
SUITS = {
    "S": " ".join(f"S{r}" for r in "AKQJT98765432"),
    "N": " ".join(f"H{r}" for r in "AKQJT98765432"),
    "D": " ".join(f"D{r}" for r in "AKQJT98765432"),
}


def setup(pack: tuple[Card, ...] = FULL_DECK, a: str = "S") -> dict[str, Any]:
    """Return a setup in which the dummy consists of the first thirteen cards that are put down."""
    return {"board": 3, "dealer": a, "vul": "None", "pack": cards_text(pack), "split": list(range(26))}


def pack_of(top: str) -> tuple[Card, ...]:
    first = parse_cards(top)
    return first + tuple(card for card in FULL_DECK if card not in first)


def started(top: str = "", a: str = "S", **options: str) -> SecretCardState:
    """Return a deal before the first turn, with these cards on top of the pack."""
    return GAME.start(setup(pack_of(top), a), options)


def may(state: SecretCardState, player: str | None = None) -> set[str]:
    """Return the actions that are legal in the view of this player or, by default, of the player whose turn it is."""
    player = player or str(GAME.turn(state))
    return set(GAME.view(state, player)["legal"])


def called(calls: str, a: str = "S", **options: str) -> SecretCardState:
    """Return the state after these calls. In the draft, each first card was kept, and no aces were announced."""
    return play(drafted({}, a, **options), *(f"c:{call}" for call in calls.split()))


def drafted(hands: dict[str, str], a: str = "S", **options: str) -> SecretCardState:
    """Return the state after a draft that gave S, N and D these cards. The rest of the pack fills up the hands."""
    wished = {name: parse_cards(hands.get(name, "")) for name in ("S", "N", "D", "out")}
    rest = [card for card in FULL_DECK if not any(card in cards for cards in wished.values())]
    for name, cards in wished.items():
        count = 13 - len(cards)
        wished[name], rest = cards + tuple(rest[:count]), rest[count:]
    table = wished["D"] + wished["out"]
    drawn = [wished[a if turn % 2 == 0 else OPPONENT[a]][turn // 2] for turn in range(26)]
    pack = tuple(card for pair in zip(drawn, table, strict=True) for card in pair)
    state = GAME.start(setup(pack, a), {"ace_procedure": "off", **options})
    return play(state, *["keep", "seen"] * 26)


def in_play(hands: dict[str, str], secret: str, calls: str = "1N P P", **options: str) -> SecretCardState:
    state = play(drafted(hands, **options), *(f"c:{call}" for call in calls.split()))
    return play(state, f"secret:{secret}")


def ending(
    leader: str, first_phase: bool = False, contract: str = "1N", secret_forced: str = "yes", **cards: str
) -> SecretCardState:
    """Return an ending in which South declares.

    `leader` is `S` or `N`, or `DS` or `DN` for the dummy. `S`, `N` and the open dummy `D` give the cards left;
    `secret` is the card that is still hidden. The finished tricks are all alike.
    """
    held = {name: parse_cards(cards.get(name, "")) for name in ("S", "N", "D")}
    bid = Contract(int(contract[0]), contract[1], contract[2:], "S")
    gone = SecretCardTrick(OrderedTrick(("N", "D", "S"), parse_cards("CA C3 C2" if first_phase else "C2 C3 CA")), "N")
    by = leader[-1]
    if leader[0] == "D":
        order: tuple[str, ...] = ("D", OPPONENT[by], by)
    else:
        order = (by, "D", OPPONENT[by]) if first_phase else (by, OPPONENT[by], "D")
    fresh = drafted({}, secret_forced=secret_forced)
    secret = parse_cards(cards.get("secret", ""))
    number = 13 - len(held["N"])
    return replace(
        fresh,
        phase="play",
        auction=SecretCardAuction("S", ("1N", "P", "P")),
        contract=bid,
        hands=(held["S"], held["N"]),
        dummy=held["D"],
        secret=secret[0] if secret else parse_cards("C4")[0],
        hidden=bool(secret),
        trick=SecretCardTrick(OrderedTrick(order), by),
        done=(gone,) * number,
        won=(0, number) if first_phase else (number, 0),
    )
