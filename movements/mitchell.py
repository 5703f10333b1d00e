"""Mitchell movements: N/S stay, E/W move up one table, and board sets move down one table. There are two winners."""

from movements.errors import MovementError
from movements.layout import check_size, lay, wrap
from movements.plan import Plan


def straight_rounds(tables: int) -> int:
    """Return the maximum number of rounds in a straight Mitchell: T if T is odd.

    If T is even, the maximum is T/2, because E/W would then come to boards that they have already played.
    """
    return tables if tables % 2 else tables // 2


def skip_rounds(tables: int) -> int:
    """Return the maximum number of rounds in a skip Mitchell (T even): T - 1."""
    return tables - 1


def straight(tables: int, rounds: int) -> Plan:
    """Return a straight Mitchell. All T board sets are used in every round.

    Raise MovementError for an impossible number of tables or rounds.
    """
    check_size("Mitchell", tables, rounds)
    if rounds > straight_rounds(tables):
        raise MovementError(_too_many_for_straight(tables, rounds))
    return _mitchell("mitchell", tables, rounds, skip_after=rounds)


def skip(tables: int, rounds: int) -> Plan:
    """Return a skip Mitchell for an even T: E/W move up two tables once, after round T/2.

    Raise MovementError for an impossible number of tables or rounds.
    """
    check_size("Mitchell", tables, rounds)
    if tables % 2:
        raise MovementError(
            f"A skip Mitchell needs an even number of tables: with {tables} use the straight one (mitchell)."
        )
    if rounds > skip_rounds(tables):
        raise MovementError(
            f"A skip Mitchell of {tables} tables has at most {skip_rounds(tables)} rounds, not {rounds}: "
            "after that opponents would meet again. Use relay-mitchell: it has all "
            f"{tables} rounds."
        )
    return _mitchell("skip-mitchell", tables, rounds, skip_after=tables // 2)


def relay(tables: int, rounds: int) -> Plan:
    """Return a share-and-relay Mitchell for an even T, always with T rounds. Everyone meets everyone on the other side.

    Tables T and 1 play the same boards, and one set waits on a stand between tables T/2 and T/2 + 1. If N/S number T is
    missing (a half table), no boards are shared. Raise MovementError for impossible numbers.
    """
    check_size("Mitchell", tables, rounds)
    if tables % 2:
        raise MovementError(f"A share-and-relay Mitchell needs an even number of tables: with {tables} use mitchell.")
    if rounds != tables:
        raise MovementError(
            f"A share-and-relay Mitchell of {tables} tables has {tables} rounds, no fewer and no more, not "
            f"{rounds}. Use skip-mitchell: it may stop after any of its {skip_rounds(tables)} rounds."
        )

    def rule(r: int, t: int) -> tuple[int, int, int]:
        past_the_stand = t > tables // 2
        return t, tables + wrap(t - r + 1, tables), wrap(t + r - 1 + past_the_stand, tables)

    return lay("relay-mitchell", tables, rounds, rule, board_sets=tables, winners=2, declares=("shares",))


def _mitchell(name: str, tables: int, rounds: int, skip_after: int) -> Plan:
    def rule(r: int, t: int) -> tuple[int, int, int]:
        return t, tables + wrap(t - r + 1 - (r > skip_after), tables), wrap(t + r - 1, tables)

    return lay(name, tables, rounds, rule, board_sets=tables, winners=2)


def _too_many_for_straight(tables: int, rounds: int) -> str:
    if tables % 2:
        return f"A Mitchell of {tables} tables has at most {tables} rounds, not {rounds}."
    advice = ""
    if rounds <= skip_rounds(tables):
        advice = f" Use skip-mitchell: it has up to {skip_rounds(tables)} rounds."
    elif rounds == tables:
        advice = f" Use relay-mitchell: it has all {tables} rounds."
    return (
        f"A straight Mitchell of {tables} tables has at most {straight_rounds(tables)} rounds, not {rounds}: "
        f"with an even number of tables contestants would then meet boards that they have played.{advice}"
    )
