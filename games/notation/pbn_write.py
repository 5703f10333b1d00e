"""Writing PBN files: PBN 2.1 in export format, one game for each board, with its tables below its tags.

North's contracts are written as West's, so that programs for four players show the right side and vulnerability
(SOLO-11a).
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.cards import SUITS, Card, cards_text, sorted_hand
from games.notation.optimum import contracts_text, tricks_rows
from games.notation.records import BareBoard, DealRecord, Optimum, one_line

HEADING = "% PBN 2.1\n% EXPORT\n\n"
OPTIMUM_COLUMNS = r"Declarer;Denomination\2R;Result\2R"
OPTIMUM_TABLE = "SoloResultTable"
"""Ours. OptimumResultTable is for four players who are declarer with a partner opposite."""
UNKNOWN, PASSED_OUT = "?", "Pass"


@dataclass(frozen=True, slots=True)
class PbnTable:
    """A section below a tag: `columns` as PBN writes them (`MP_NS\\6R`), rows of values in that order."""

    columns: Sequence[str]
    rows: Sequence[Sequence[str]]


def write_pbn(
    boards: Iterable[DealRecord | BareBoard],
    event: str = "",
    date: str = "????.??.??",
    tables: Mapping[int, Mapping[str, PbnTable]] | None = None,
    site: str = "",
    scoring: str = "",
) -> str:
    """Return a PBN file of the boards, with the dummies' sequences if they are known.

    `date` is in PBN form, `2026.11.20`. `tables` maps each board number to its tables by name (`ScoreTable`). A
    board without cards has no [Deal].
    """
    below = tables or {}
    heads = {"Event": event, "Site": site, "Date": date, "Scoring": scoring}
    return HEADING + "\n".join(_game(board, heads, below.get(board.number, {})) for board in boards)


def _game(board: DealRecord | BareBoard, heads: Mapping[str, str], tables: Mapping[str, PbnTable]) -> str:
    tags = {
        **{name: heads[name] for name in ("Event", "Site", "Date")},
        "Board": str(board.number),
        **dict.fromkeys(("West", "North", "East", "South"), ""),
        "Dealer": str(board.dealer),
        "Vulnerable": board.vul,
        **(_cards(board) if isinstance(board, DealRecord) else {}),
        "Scoring": heads["Scoring"],
        **dict.fromkeys(("Declarer", "Contract", "Result"), UNKNOWN),
        **(_sequences(board) if isinstance(board, DealRecord) and board.sequences else {}),
    }
    text = "".join(_tag(name, value) for name, value in tags.items())
    if isinstance(board, DealRecord) and board.optimum:
        text += _optimum_text(board.optimum)
    return text + "".join(table_text(name, table) for name, table in tables.items())


def _cards(board: DealRecord) -> dict[str, str]:
    return {"Deal": "N:" + " ".join(_run_text(hand) for hand in board.deal.all_hands)}


def _sequences(board: DealRecord) -> dict[str, str]:
    return {"EastSequence": cards_text(board.deal.east), "WestSequence": cards_text(board.deal.west)}


def _tag(name: str, value: str) -> str:
    apart = " " if value.startswith("#") else ""  # a first # would mean the value of an earlier game
    return f'[{name} "{apart}{_escaped(value)}"]\n'


def table_text(name: str, table: PbnTable) -> str:
    """Return the tag with its columns, then one line for each row. Each value is as wide as its column specifies."""
    lines = [f'[{name} "{";".join(table.columns)}"]']
    lines += [" ".join(map(_cell, table.columns, row)).rstrip() for row in table.rows]
    return "\n".join(lines) + "\n"


def _cell(column: str, value: str) -> str:
    width = column.partition("\\")[2]
    figures = "".join(filter(str.isdigit, width))
    written = value if value and not any(char in value for char in ' "\\[]{};%') else f'"{_escaped(value)}"'
    return written.rjust(int(figures)) if width.endswith("R") else written.ljust(int(figures or 0))


def _escaped(value: str) -> str:
    return one_line(value).replace("\\", "\\\\").replace('"', '\\"')


def _optimum_text(optimum: Optimum) -> str:
    """Return the par result, followed by a table row for each declarer and strain."""
    rows = [(seat, strain, made) for seat, row in tricks_rows(optimum) for strain, made in row.items()]
    score = _tag("OptimumScore", f"NS {optimum.points}")
    score += _tag("ParContract", contracts_text(optimum) or PASSED_OUT)
    return score + table_text(OPTIMUM_TABLE, PbnTable(OPTIMUM_COLUMNS.split(";"), rows))


def _run_text(hand: tuple[Card, ...]) -> str:
    return ".".join("".join(card.rank for card in sorted_hand(hand) if card.suit == suit) for suit in SUITS)
