"""A thread's engine, and a check that this server's solver is fast enough.

In Python, each of a deal's ten values takes a quarter of a minute and a post-mortem takes minutes, and
meanwhile the process can do little else. So without the compiled engine no boards are solved and no plays are
analysed, and pages say so.
"""

import threading

from solver import Engine, engine
from solver.compiled import why_not_compiled
from solver.guesses import ThreeHandEngine, three_hand_engine

_of_thread = threading.local()


def solves_whole_deals() -> bool:
    """True if this server solves boards and analyses plays."""
    return not why_not_compiled()


def thread_engine() -> Engine:
    """Return this thread's engine. An engine serves one thread at a time, and remembers the last deal it solved."""
    if not hasattr(_of_thread, "engine"):
        _of_thread.engine = engine()
    own_engine: Engine = _of_thread.engine
    return own_engine


def thread_three_hands() -> ThreeHandEngine:
    """Return this thread's engine for games with three cards to a trick."""
    if not hasattr(_of_thread, "three_hands"):
        _of_thread.three_hands = three_hand_engine()
    own_engine: ThreeHandEngine = _of_thread.three_hands
    return own_engine
