"""A list of places in columns, as it is stored: whole numbers over one another, so that 500 rows are a few lists.

    {"entry": [12, 7], "number": [2, 7], "place": ["1", "2"], "won": [35, 21], "below": 2, "possible": [24, 24],
     "full": 24}

Somebody has won 35/2 of 24. `full` is the most that anybody could win. Those who have played nothing come after those
who are placed, and robots, so many as `robots` says, at the end. Where there is something to say: `letter`, of several
sections, `imps`: the list is one of IMPs; by the contestant's id `penalty`, what penalties took, and
`handicap`, both as "num/den"; `trophy`, whose it is.
"""

from fractions import Fraction
from typing import Any

from scoring.ranking import Standing

Table = dict[str, Any]
Row = dict[str, Any]


def text_of(figure: Fraction) -> str:
    """An exact fraction as "num/den"."""
    return f"{figure.numerator}/{figure.denominator}"


def rows_of(table: Table) -> list[Row]:
    """The same row by row, percentages and factored totals worked out."""
    if not table:
        return []
    size = len(table["entry"])
    columns = (table["entry"], table["number"], table.get("letter", [""] * size), table["place"])
    figures = zip(*columns, table["won"], table["possible"], strict=True)
    rows = [_row(table, *one) for one in figures]
    for row in rows[size - table.get("robots", 0) :]:
        row["robot"] = True
    return rows


def _row(table: Table, contestant: int, number: int, letter: str, place: str, won: int, possible: int) -> Row:
    row: Row = {"entry": contestant, "number": number, **({"label": f"{letter}{number}"} if letter else {})}
    row |= {"place": place, **_figures(Fraction(won, table["below"]), possible, table)}
    for name in ("penalty", "handicap"):
        if str(contestant) in table.get(name, {}):
            row[name] = table[name][str(contestant)]
    return row | ({"trophy": True} if table.get("trophy") == contestant else {})


def _figures(won: Fraction, possible: int, table: Table) -> Row:
    """Of IMPs `possible` counts boards and there is a mean in place of a percentage."""
    one = Standing(None, won, Fraction(possible), Fraction(table["full"]))
    figures: Row = {
        "won": text_of(won),
        "possible": text_of(one.possible),
        "percentage": None,
        "factored": None,
    }
    if possible:
        figures["factored"] = text_of(one.factored)
        share = {"mean": one.percentage / 100} if table.get("imps") else {"percentage": one.percentage}
        figures |= {name: text_of(figure) for name, figure in share.items()}
    return figures
