"""The compiled engine, called through ctypes: building needs no Python headers, and calls release the global lock."""

import ctypes
from functools import cache
from pathlib import Path
from typing import Any

from games.calls import STRAINS
from games.cards import Card
from games.seats import SEATS
from solver.bits import CARD, mask, numbers
from solver.errors import OutOfNodes, SolverError
from solver.estimate import first_guess
from solver.position import MAX_TRICKS, Position

LIBRARY = Path(__file__).resolve().parent / "_core.so"
VERSION = 2  # of core/api.cpp
UNLIMITED, OUT_OF_NODES = 2**64 - 1, -1


@cache
def _loaded() -> tuple[Any, str]:
    """Return the library and "", or None and the reason it was not loaded, worded as the end of a sentence."""
    if not LIBRARY.exists():
        return None, "solver/_core.so is not built (python -m solver.build says why)"
    try:
        library = ctypes.CDLL(str(LIBRARY))
        version = library.solo_version()
    except (OSError, AttributeError) as error:
        return None, f"solver/_core.so cannot be loaded ({error})"
    if version != VERSION:
        return None, f"solver/_core.so is of version {version}, not {VERSION} (run python -m solver.build)"
    return _declared(library), ""


def _declared(library: Any) -> Any:
    engine, number, cards = ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p
    point = [engine, number, cards, number]
    library.solo_new.restype, library.solo_new.argtypes = engine, [number]
    library.solo_free.restype, library.solo_free.argtypes = None, [engine]
    library.solo_load.restype = None
    library.solo_load.argtypes = [engine, ctypes.POINTER(ctypes.c_uint64), cards, cards, number, number]
    library.solo_value.argtypes = [*point, number, ctypes.c_uint64]
    library.solo_values.argtypes = [*point, number, ctypes.c_uint64, ctypes.c_void_p, ctypes.c_void_p]
    library.solo_sure.argtypes = [*point, number]
    library.solo_nodes.restype, library.solo_nodes.argtypes = ctypes.c_uint64, [engine]
    library.solo_entries.restype, library.solo_entries.argtypes = ctypes.c_uint32, [engine]
    return library


def why_not_compiled() -> str:
    """Return "" if the compiled engine is available, or else the reason why it is not."""
    return _loaded()[1]


class Compiled:
    """The compiled engine (see `solver.engines.Engine`). `portable` asks for the build that runs on any processor."""

    def __init__(self, portable: bool = False) -> None:
        self._library, reason = _loaded()
        if reason:
            raise SolverError(f"There is no compiled engine, as {reason}.")
        fast = self._library.solo_has_fast() and not portable
        self.name = "for POPCNT, BMI2 and AVX2" if fast else "for any processor"
        self._engine = self._library.solo_new(portable)
        if not self._engine:
            raise MemoryError
        self._loaded: tuple[object, str] | None = None
        self._legal = (ctypes.c_uint8 * MAX_TRICKS)()
        self._found = (ctypes.c_int8 * MAX_TRICKS)()

    def __del__(self) -> None:
        if getattr(self, "_engine", None):
            self._library.solo_free(self._engine)

    def value(self, at: Position, guess: int | None = None, nodes: int | None = None) -> int:
        """See `solver.engines.Engine`."""
        return self._checked(self._library.solo_value(*self._point(at, guess), _limit(nodes)))

    def values(self, at: Position, guess: int | None = None, nodes: int | None = None) -> dict[Card, int]:
        """See `solver.engines.Engine`."""
        if not at.now.left:
            return {}
        call = self._library.solo_values
        n = self._checked(call(*self._point(at, guess), _limit(nodes), self._legal, self._found))
        values = {CARD[self._legal[i]]: self._found[i] for i in range(n)}
        return {card: values[card] for card in at.now.legal}

    def sure(self, at: Position, by_leader: bool) -> int:
        """Return the number of tricks that the bounds guarantee to one side before any search. Used only in tests."""
        engine, leader, cards, n, _ = self._point(at, None)
        return int(self._library.solo_sure(engine, leader, cards, n, by_leader))

    @property
    def nodes(self) -> int:
        """See `solver.engines.Engine`."""
        return int(self._library.solo_nodes(self._engine))

    @property
    def entries(self) -> int:
        """The number of entries in use in the engine's table of results. Used only in tests."""
        return int(self._library.solo_entries(self._engine))

    def _point(self, at: Position, guess: int | None) -> tuple[Any, int, bytes, int, int]:
        if self._loaded != (at.hands, at.strain):
            self._load(at)
        likely = first_guess(at) if guess is None else guess
        return self._engine, at.leader.place, numbers(at.played), len(at.played), likely

    def _load(self, at: Position) -> None:
        hands = (ctypes.c_uint64 * len(SEATS))(*(mask(hand) for hand in at.hands))
        _, east, _, west = at.hands
        trump = STRAINS.index(at.strain)
        self._library.solo_load(self._engine, hands, numbers(east), numbers(west), len(east), trump)
        self._loaded = (at.hands, at.strain)

    @staticmethod
    def _checked(answer: int) -> int:
        if answer == OUT_OF_NODES:
            raise OutOfNodes
        if answer < 0:
            raise MemoryError
        return answer


def _limit(nodes: int | None) -> int:
    return UNLIMITED if nodes is None else nodes
