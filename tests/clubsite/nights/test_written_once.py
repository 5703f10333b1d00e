"""Changes that the database refuses, whoever attempts them."""

import pytest
from django.db import DatabaseError, connection, transaction

from clubsite.nights.models import Board, BoardSet, TableBoard
from clubsite.nights.services.opening import OpenedFor, boards_open


@pytest.mark.parametrize(
    ("model", "column"),
    [
        (Board, "north"), (Board, "east"), (Board, "dealer"), (Board, "board_set_id"), (BoardSet, "commitment"),
        (BoardSet, "source"), (TableBoard, "board_id"), (TableBoard, "ns_id"), (TableBoard, "round_id"),
    ],
)  # fmt: skip
def test_it_is_written_once(night, model, column):
    """The boards are opened first, because boards in play are open."""
    boards_open(session=night.session, boards=Board.objects.all(), why=OpenedFor.FILE)
    table = model._meta.db_table
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(f"UPDATE {table} SET {column} = {column}")
