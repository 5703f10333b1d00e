"""The state of a play of whist for two, and the functions that deal and start the play."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from games.cards import FULL_DECK, Card, card_of
from games.deals import Deal, checked_header
from games.end_dummies import DUMMY_OF, HAND_OF, OWNER, Cards
from games.errors import BadDeal
from games.options import Options, checked
from games.outcomes import opening_lead
from games.players import OPPONENT, PLAYERS, Pair
from games.requests import NO_TALK, RequestRules, Requests
from games.seats import SEATS, Seat, clockwise
from games.shuffle import shuffled
from games.tricks import Trick
from games.wording import seat_name

# The first value of each is the usual one.
OPTIONS: Options = {
    "trumps": ("turned", "rotate", "rotate_nt"),  # SW-5
    "inspection": ("none", "open"),  # SW-6
    "first_lead": ("hand", "eldest"),  # SW-7
    "claim_shows": ("yes", "no"),  # SW-13, as the next four
    "undo": ("consent", "director", "off"),
    "misclick": ("on", "off"),
    "autoplay": ("last_trick", "off"),
    "tricks_shown": ("last", "all"),
}

HONOURS = "AKQJ"
_ROTATION = {"rotate": "HCDS", "rotate_nt": "HCDSN"}


@dataclass(frozen=True, slots=True)
class WhistTable:
    """The part of a play that never changes.

    `dealer` is the seat that the setup names, and `dealing` the player who acts as dealer. `trumps` is a suit or
    "N" for no trump; `turned` is the card that was turned up to decide the trumps, or None if no card was turned.
    """

    board: int
    dealer: Seat
    deal: Deal
    trumps: str
    turned: Card | None
    options: Mapping[str, str]
    request_rules: RequestRules
    vul = "None"  # SW-19: a board's vulnerability means nothing here

    @property
    def dealing(self) -> str:
        """The player who acts as dealer: South for E and S, North for N and W (SW-19)."""
        return OWNER[self.dealer]

    @property
    def first_hand(self) -> Seat:
        """The hand that leads to the first trick (SW-7)."""
        if self.options["first_lead"] == "eldest":
            return HAND_OF[self.dealing].next
        return HAND_OF[OPPONENT[self.dealing]]


@dataclass(frozen=True, slots=True)
class WhistState:
    """Everything about a play at one moment. It is immutable.

    `hands` holds the cards not yet played, in the order N, E, S, W, with the dummies in sequence. `ready` lists the
    players who have seen enough of the open hands (phase `inspect`, SW-6). `won` holds the numbers of tricks won by S
    and by N.
    """

    table: WhistTable
    phase: str  # inspect, play, over
    hands: tuple[Cards, Cards, Cards, Cards]
    trick: Trick | None
    ready: tuple[str, ...] = ()
    done: tuple[Trick, ...] = ()
    won: Pair = (0, 0)
    requests: Requests = NO_TALK


def deal(seed: str, header: Mapping[str, Any], options: Mapping[str, str]) -> dict[str, Any]:
    """Return the setup: its header, the `hands` in the order dealt, and `turned` (a card, or "" for none).

    Cards are dealt singly, clockwise from the dealer's left (SW-3), so the dealer's hand gets the last card (SW-4).
    """
    board, dealer, vul = checked_header(header)
    pack = shuffled(FULL_DECK, seed, f"whist {board}")
    hand = HAND_OF[OWNER[dealer]]
    got = {seat: pack[place::4] for place, seat in enumerate(clockwise(hand.next))}
    setup = Deal.of((got[seat] for seat in SEATS), board).to_setup(board, dealer, vul)
    is_turned = checked(OPTIONS, options)["trumps"] == "turned"
    return {**setup, "turned": got[hand][-1].text if is_turned else ""}


def start(setup: Mapping[str, Any], options: Mapping[str, str]) -> WhistState:
    """Return the state at the start: before the first card or, with open hands, before either player has said `ready`.

    Raise BadSetup for an unknown option or a bad deal.
    """
    board, dealer, _ = checked_header(setup)
    dealt = Deal.from_setup(setup)
    chosen = checked(OPTIONS, options)
    turned = _turned(setup, dealt, OWNER[dealer]) if chosen["trumps"] == "turned" else None
    trumps = turned.suit if turned else _rotated(chosen["trumps"], board)
    request_rules = RequestRules.chosen("SW-13", "SW-13", chosen)
    table = WhistTable(board, dealer, dealt, trumps, turned, chosen, request_rules)
    phase = "inspect" if chosen["inspection"] == "open" else "play"
    return WhistState(table, phase, dealt.all_hands, Trick(table.first_hand))


def _turned(setup: Mapping[str, Any], dealt: Deal, dealing: str) -> Card:
    text, seat = setup.get("turned"), HAND_OF[dealing]
    card = card_of(text) if isinstance(text, str) else None
    if card is None:
        raise BadDeal(setup["board"], "turned", "with trumps turned the dealer's last card is needed")
    if card not in dealt.hands()[seat]:
        raise BadDeal(setup["board"], "turned", f"{card.name} is not in the dealer's own hand, {seat_name(seat)}")
    return card


def _rotated(way: str, board: int) -> str:
    """Return the trumps for deal number `board` (SW-5).

    The trumps rotate through hearts, clubs, diamonds, spades and, with rotate_nt, no trump.
    """
    order = _ROTATION[way]
    return order[(board - 1) % len(order)]


def turn(state: WhistState) -> str | None:
    """Return the player who has to act, or None when the deal is over.

    A claim or request must be answered before the next card. If both players may say `ready`, return either of them.
    """
    if state.phase == "over":
        return None
    if state.phase == "inspect":
        return next(player for player in PLAYERS if player not in state.ready)
    if state.requests.answers or state.trick is None:
        return state.requests.answers
    return OWNER[state.trick.to_play]


def outcome(state: WhistState) -> dict[str, Any] | None:
    """Return `{"trumps", "dealer", "tricks", "claimed", "lead", "honours"}` once the deal is over, otherwise None.

    `dealer` is the player who acted as dealer. `tricks` and `honours` are `{"S": n, "N": n}`. `honours` counts the A K
    Q J of trumps dealt to hand and dummy together (SW-18), and is 0 in no trump.
    """
    if state.phase != "over":
        return None
    table = state.table
    return {
        "trumps": table.trumps,
        "dealer": table.dealing,
        "tricks": dict(zip(PLAYERS, state.won, strict=True)),
        "claimed": state.requests.claimed,
        "lead": opening_lead((*state.done, state.trick)),
        "honours": {player: _honours(table, player) for player in PLAYERS},
    }


def _honours(table: WhistTable, player: str) -> int:
    hands = table.deal.hands()
    cards = hands[HAND_OF[player]] + hands[DUMMY_OF[player]]
    return sum(card.suit == table.trumps and card.rank in HONOURS for card in cards)
