"""Bridgemate files with the scores that a test needs."""

from scoring.files.bws_writing import TABLES
from scoring.files.jet.shapes import Cell, JetTable
from scoring.files.jet.writing import write_database

Row = dict[str, Cell]


def score(number: int, **more: Cell) -> Row:
    """Return a ReceivedData row as Bridgemate Control writes it. Pair 1, sitting North, has just made 4 hearts."""
    return {
        **dict.fromkeys(("Processed", "Processed1", "Processed2", "Processed3", "Processed4"), False),
        "ID": number, "Section": 1, "Table": 1, "Round": 1, "Board": number, "PairNS": 1, "PairEW": 2, "Declarer": 1,
        "NS/EW": "N", "Contract": "4 H", "Result": "=", "LeadCard": "", "Remarks": "", "DateLog": 45000.0,
        "TimeLog": 0.8, "Erased": False, "ExternalUpdate": False, **more,
    }  # fmt: skip


def tables(scores: list[Row], **others: list[Row]) -> list[JetTable]:
    rows: dict[str, list[Row]] = {"Section": [{"ID": 1, "Letter": "A", "Tables": 2}], **others}
    rows["ReceivedData"] = scores
    return [
        JetTable(name, columns, [tuple(row.get(column.name) for column in columns) for row in rows.get(name, [])])
        for name, columns in TABLES.items()
    ]


def bws(*scores: Row, **others: list[Row]) -> bytes:
    return write_database(tables(list(scores), **others))
