"""Movements with more tables than rounds: the web and the appendix (Bowman), with copied boards and two winners.

Everyone plays all the boards, so that many tables can be compared on few boards.
"""

from movements.errors import MovementError
from movements.layout import check_size, lay, wrap
from movements.plan import Plan


def web_rounds(tables: int) -> range:
    """Return the possible numbers of rounds R for a web of T tables: odd, with R < T <= 2R + 1."""
    fewest = max(3, tables // 2)
    return range(fewest + (fewest % 2 == 0), tables, 2)


def web(tables: int, rounds: int) -> Plan:
    """Return a web Mitchell with R board sets. N/S stay, E/W move up one table, and boards move down one table.

    The first tables have the sets in rising order. From some table on, there are copies of the sets in falling
    order, so that E/W meet sets there that they have not played. Raise MovementError for impossible numbers.
    """
    check_size("web", tables, rounds, fewest=4)
    if rounds not in web_rounds(tables):
        there_are = ", ".join(map(str, web_rounds(tables)))
        raise MovementError(f"A web of {tables} tables has {there_are} rounds, not {rounds}.")
    last_down = (tables + rounds) // 2 if tables % 2 else tables // 2

    def rule(r: int, t: int) -> tuple[int, int, int]:
        boardset = t + r - 1 if t <= last_down else tables - t - r + 1
        return t, tables + wrap(t - r + 1, tables), wrap(boardset, rounds)

    return lay("web", tables, rounds, rule, board_sets=rounds, winners=2, declares=("shares",))


def appendix_rounds(tables: int) -> int:
    """Return the number of rounds in an appendix Mitchell: T - 2 for an odd T of at least 5, or 0 otherwise."""
    return tables - 2 if tables % 2 and tables >= 5 else 0


def appendix(tables: int, rounds: int) -> Plan:
    """Return a Mitchell for R tables with two tables appended (Bowman): T = R + 2, R odd, R rounds on R board sets.

    Tables 1 .. R form an ordinary Mitchell. E/W move from table 1 to R+1, then R+2, then table 2. Table R+2 always
    shares boards with table 1, and table R+1 takes the sets in falling order. Raise MovementError for impossible
    numbers.
    """
    check_size("appendix Mitchell", tables, rounds, fewest=5)
    if tables % 2 == 0:
        raise MovementError(f"An appendix Mitchell needs an odd number of tables, not {tables}: use web.")
    if rounds != appendix_rounds(tables):
        raise MovementError(
            f"An appendix Mitchell of {tables} tables has {tables - 2} rounds, not {rounds}: "
            "two tables more than rounds."
        )
    walk = [1, rounds + 1, rounds + 2, *range(2, rounds + 1)]
    place = {table: index for index, table in enumerate(walk)}

    def rule(r: int, t: int) -> tuple[int, int, int]:
        first = walk[(place[t] - r + 1) % tables]
        boardset = 1 - r if t == rounds + 1 else r if t == rounds + 2 else t + r - 1
        return t, tables + first, wrap(boardset, rounds)

    return lay("appendix", tables, rounds, rule, board_sets=rounds, winners=2, declares=("shares",))
