"""Teams of two: their movements, and American whist.

In American whist, team t has number t (N/S, who stays) and number T + t (E/W, who moves).
"""

from movements.errors import MovementError
from movements.layout import check_size, lay, wrap
from movements.plan import Plan

TEAM_MOVEMENTS = ("american-whist", "swiss-teams")


def teams_in(plan: Plan) -> int:
    """Return the number of teams in a plan (see `movements.swiss.team_of`), or 0 if the plan is not for teams."""
    return plan.tables if plan.name in TEAM_MOVEMENTS else 0


def whist_rounds(tables: int) -> int:
    """Return the maximum number of rounds: T - 1 for an odd T of at least 3, or 0 otherwise."""
    return tables - 1 if tables % 2 and tables >= 3 else 0


def american_whist(tables: int, rounds: int) -> Plan:
    """Return the movement in which every team meets every other team, at two tables on the same boards.

    E/W move up two tables, and boards move up one table. Team a meets team b on one board set in round r, and again
    with the directions exchanged in round T - r, so the matches are complete only if all T - 1 rounds are played.
    There is one winner, in the teams' ranking. Raise MovementError for impossible numbers.
    """
    check_size("American whist movement", tables, rounds, fewest=3)
    if tables % 2 == 0:
        raise MovementError(
            f"American whist needs an odd number of teams, not {tables}: with {tables} use swiss-teams."
        )
    if rounds > whist_rounds(tables):
        raise MovementError(
            f"American whist of {tables} teams has at most {tables - 1} rounds, not {rounds}: "
            "then everybody has met every other team."
        )

    def rule(r: int, t: int) -> tuple[int, int, int]:
        return t, tables + wrap(t - 2 * r, tables), wrap(t - r, tables)

    return lay("american-whist", tables, rounds, rule, board_sets=tables, winners=1)
