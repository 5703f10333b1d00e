"""Mitchell movements: N/S stay, E/W go up one table, board sets go down one. Two winners."""

from movements.errors import MovementError
from movements.plan import Pairing, Plan, with_sit_out

__all__ = ["MAX_TABLES", "skip", "skip_rounds", "straight", "straight_rounds", "with_sit_out"]

MAX_TABLES = 100


def straight_rounds(tables: int) -> int:
    """Most rounds of a straight Mitchell: T if T is odd; else T/2, for then E/W meet old boards again."""
    return tables if tables % 2 else tables // 2


def skip_rounds(tables: int) -> int:
    """Most rounds of a skip Mitchell (T even): T - 1."""
    return tables - 1


def straight(tables: int, rounds: int) -> Plan:
    """Straight Mitchell; every one of the T board sets is in use in every round. Raises MovementError."""
    _check_size(tables, rounds)
    if rounds > straight_rounds(tables):
        raise MovementError(_too_many_for_straight(tables, rounds))
    return _plan("mitchell", tables, rounds, skip_after=rounds)


def skip(tables: int, rounds: int) -> Plan:
    """Skip Mitchell for an even T: E/W go up two tables once, after round T/2. Raises MovementError."""
    _check_size(tables, rounds)
    if tables % 2:
        raise MovementError(
            f"A skip Mitchell needs an even number of tables: with {tables} use the straight one (mitchell)."
        )
    if rounds > skip_rounds(tables):
        raise MovementError(
            f"A skip Mitchell of {tables} tables has at most {skip_rounds(tables)} rounds, not {rounds}: "
            "after that E/W would meet an opponent again."
        )
    return _plan("skip-mitchell", tables, rounds, skip_after=tables // 2)


def _check_size(tables: int, rounds: int) -> None:
    if not 1 <= tables <= MAX_TABLES:
        raise MovementError(f"A Mitchell has 1 to {MAX_TABLES} tables, not {tables}.")
    if rounds < 1:
        raise MovementError(f"A movement has at least one round, not {rounds}.")


def _too_many_for_straight(tables: int, rounds: int) -> str:
    if tables % 2:
        return f"A Mitchell of {tables} tables has at most {tables} rounds, not {rounds}."
    advice = ""
    if rounds <= skip_rounds(tables):
        advice = f" Use skip-mitchell: it has up to {skip_rounds(tables)} rounds."
    elif tables > 2:
        advice = f" Even skip-mitchell has {skip_rounds(tables)} rounds at most."
    return (
        f"A straight Mitchell of {tables} tables has at most {straight_rounds(tables)} rounds, not {rounds}: "
        f"with an even number of tables E/W then meet boards that they have played.{advice}"
    )


def _plan(name: str, tables: int, rounds: int, skip_after: int) -> Plan:
    schedule = tuple(
        Pairing(
            round=r,
            table=t,
            ns=t,
            ew=tables + (t - r - (r > skip_after)) % tables + 1,
            boardset=(t + r - 2) % tables + 1,
        )
        for r in range(1, rounds + 1)
        for t in range(1, tables + 1)
    )
    return Plan(name, tables, rounds, 2 * tables, tables, 2, (), schedule)
