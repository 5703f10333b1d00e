"""Tests in which another program, mdbtools, reads our .bws files (`make peers`)."""

import csv
import io
import subprocess
from pathlib import Path

from scoring.files.jet.reading import read_tables
from scoring.files.jet.shapes import Cell, JetColumn, JetTable, JetType
from scoring.files.jet.writing import write_database
from tests import needs
from tests.bws_files import score, tables

pytestmark = needs.mdbtools


def exported(file: Path, table: str) -> list[dict[str, str]]:
    asked = ["mdb-export", "-D", "%Y-%m-%d", "-T", "%Y-%m-%d %H:%M:%S", str(file), table]
    out = subprocess.run(asked, capture_output=True, text=True, timeout=60, check=True).stdout
    return list(csv.DictReader(io.StringIO(out)))


def as_text(cell: Cell) -> str:
    return "" if cell is None else str(int(cell)) if isinstance(cell, bool) else str(cell)


def test_mdbtools_reads_every_cell_of_what_we_write(tmp_path):
    """All cells are compared except dates, which mdbtools shows in its own formats."""
    scores = [
        score(number, Contract="3 NT x", Remarks="Zoë said so", Erased=number % 2 == 0) for number in range(1, 700)
    ]
    empty = JetTable("Empty", (JetColumn("Name", JetType.TEXT, 40),))
    written = [*tables(scores, PlayerNames=[{"ID": 7, "Name": "Ångström, Ann"}]), empty]
    file = tmp_path / "night.bws"
    file.write_bytes(write_database(written, counting=("ReceivedData",)))
    for table in written:
        names = [column.name for column in table.columns if column.kind != JetType.DATE]
        ours = read_tables(file.read_bytes(), {table.name: names})[table.name]
        theirs = exported(file, table.name)
        assert [[row[name] for name in names] for row in theirs] == [
            [as_text(row[name]) for name in names] for row in ours
        ]
