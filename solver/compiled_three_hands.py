"""The compiled search of the games with three cards to a trick (`core/three_hands.hpp`), called through ctypes."""

import ctypes

from games.calls import STRAINS
from games.cards import Card
from games.players import OPPONENT
from games.three_hands import DUMMY
from solver.bits import CARD, NUMBER, mask
from solver.compiled import LIBRARY, UNLIMITED, Compiled, why_not_compiled
from solver.three_hands import HANDS, ThreeHandEnding

MAX_CHOICES = 14
FROM_HAND, FROM_DUMMY, KEPT = range(3)  # the orders of the hands, as in core/three_hands.hpp
NOT_SHOWN = -1


class _Point(ctypes.Structure):
    """ThreeHandPoint of core/engine.hpp."""

    _fields_ = (
        ("held", ctypes.c_uint64 * 3),
        ("secret", ctypes.c_uint64),
        ("leader", ctypes.c_int32),
        ("order", ctypes.c_int32),
        ("played", ctypes.c_int32),
        ("intended", ctypes.c_int32),
        ("card", ctypes.c_uint8 * 4),
        ("hand", ctypes.c_uint8 * 4),
        ("by", ctypes.c_uint8 * 4),
    )


def why_not_compiled_three_hands() -> str:
    """Return "" if the compiled search is available, or else the reason why it is not."""
    reason = why_not_compiled()
    if not reason and not hasattr(ctypes.CDLL(str(LIBRARY)), "three_hands_start"):
        reason = "solver/_core.so is older than the search of three hands (run python -m solver.build)"
    return reason


class CompiledThreeHands(Compiled):
    """The compiled engine for endings of one deal in which `player` wants tricks. For one thread at a time."""

    slow = False

    def __init__(self, portable: bool = False) -> None:
        super().__init__(portable)
        self._declare()

    def begin(self, ending: ThreeHandEnding, player: str) -> None:
        """Clear all results, and search endings with this strain and owner of the secret card from now on."""
        secret = ending.secret
        declarer = HANDS.index(secret.declarer) if secret else 0
        forced = secret.forced if secret else True
        trump = STRAINS.index(ending.strain)
        self._checked(self._library.three_hands_start(self._engine, trump, HANDS.index(player), declarer, forced))

    def three_hand_values(self, ending: ThreeHandEnding, nodes: int | None = None) -> dict[Card, int]:
        """Return the player's tricks after each possible card. Raise OutOfNodes if it needs more than `nodes`."""
        point = _point(ending)
        cards, tricks = (ctypes.c_uint8 * MAX_CHOICES)(), (ctypes.c_int8 * MAX_CHOICES)()
        limit = UNLIMITED // 2 if nodes is None else nodes
        answer = self._library.three_hands_values(self._engine, ctypes.byref(point), limit, cards, tricks)
        n = self._checked(answer)
        return {CARD[cards[place]]: tricks[place] for place in range(n)}

    @property
    def three_hand_nodes(self) -> int:
        """The number of cards examined since `begin`."""
        return int(self._library.three_hands_nodes(self._engine))

    def _declare(self) -> None:
        library, number = self._library, ctypes.c_int
        library.three_hands_start.argtypes = [ctypes.c_void_p, number, number, number, number]
        library.three_hands_values.argtypes = [
            ctypes.c_void_p,
            ctypes.c_void_p,
            ctypes.c_uint64,
            ctypes.c_void_p,
            ctypes.c_void_p,
        ]
        library.three_hands_nodes.restype, library.three_hands_nodes.argtypes = ctypes.c_uint64, [ctypes.c_void_p]


def _point(ending: ThreeHandEnding) -> _Point:
    south, north, dummy = (mask(ending.hands[name]) for name in HANDS)
    leader = ending.leader
    orders: dict[tuple[str, ...], int] = {
        (leader, OPPONENT[leader], DUMMY): FROM_HAND,
        (DUMMY, OPPONENT[leader], leader): FROM_DUMMY,
        (leader, DUMMY, OPPONENT[leader]): KEPT,
    }
    point = _Point(
        (ctypes.c_uint64 * 3)(south, north, dummy),
        mask([ending.secret.card]) if ending.secret else 0,
        HANDS.index(leader),
        orders[ending.order],
        len(ending.played),
        NUMBER[ending.intended] if ending.intended else NOT_SHOWN,
    )
    for place, play in enumerate(ending.played):
        point.card[place], point.hand[place] = NUMBER[play.card], HANDS.index(play.hand)
        point.by[place] = HANDS.index(play.by)
    return point
