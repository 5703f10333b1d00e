"""The hesitation Mitchell: one more round than there are tables, and one winner.

N/S 1 .. T-1 stay. All others move round a ring of T + 1 seats: E/W at tables 1 to T, then N/S at table T (where they
"hesitate"), then E/W at table 1 again. There are T + 1 board sets; one set waits on a stand after table (T-1)/2.
"""

from movements.errors import MovementError
from movements.layout import check_size, lay, wrap
from movements.plan import Plan


def hesitation_rounds(tables: int) -> int:
    """Return the maximum number of rounds: T + 1 for an odd T of at least 3, or 0 otherwise."""
    return tables + 1 if tables % 2 and tables >= 3 else 0


def hesitation(tables: int, rounds: int) -> Plan:
    """Return a hesitation Mitchell. Number T begins as N/S at table T, and the E/W numbers are T + table.

    Raise MovementError for an impossible number of tables or rounds.
    """
    check_size("hesitation Mitchell", tables, rounds, fewest=3)
    if tables % 2 == 0:
        raise MovementError(f"A hesitation Mitchell needs an odd number of tables: with {tables} use relay-mitchell.")
    if rounds > hesitation_rounds(tables):
        raise MovementError(f"A hesitation Mitchell of {tables} tables has at most {tables + 1} rounds, not {rounds}.")
    ring = tables + 1

    def on_seat(seat: int, r: int) -> int:
        first = wrap(seat - r + 1, ring)
        return tables if first == ring else tables + first

    def rule(r: int, t: int) -> tuple[int, int, int]:
        ns = on_seat(ring, r) if t == tables else t
        past_the_stand = t > (tables - 1) // 2
        return ns, on_seat(t, r), wrap(t + r - 1 + past_the_stand, ring)

    return lay("hesitation", tables, rounds, rule, board_sets=ring, winners=1)
