"""The list of what is read names every address, and is what the requests read at each moment (`make test-all`)."""

import os

import pytest

from clubsite.nights.models import Board
from clubsite.scores.models import ScoreEntry
from tests.attack.moments import AT_EVERY_MOMENT, moment_at
from tests.attack.reads import noting, read_at, reads_a_board
from tests.attack.what_is_read import listed, write
from tests.clubsite.every_address import every_address
from tests.long import long


def test_every_address_is_listed():
    assert {address for address, _ in listed()} == set(every_address(admin=True)), "write the list again"


@pytest.mark.parametrize(
    ("sql", "reads"),
    [
        ('SELECT "nights_board"."id", "nights_board"."north" FROM "nights_board"', True),
        ('SELECT "nights_board"."id", "nights_board"."number" FROM "nights_board"', False),
        ('SELECT "clubs_club"."id" FROM "clubs_club"', False),
        ('SELECT 1 FROM "nights_table" INNER JOIN "play_room" ON ("room_id" = "play_room"."id")', True),
        ('SELECT "newapp_table"."id" FROM "newapp_table"', True),
        ('INSERT INTO "scores_scoreentry" ("contract") VALUES (%s)', False),
    ],
)  # fmt: skip
def test_a_statement_reads_a_board(sql, reads):
    assert reads_a_board(sql) == reads


def test_a_statement_without_rows_reads_nothing(night):
    seen: list[bool] = []
    with noting(lambda: seen.append(True)):
        assert not ScoreEntry.objects.exists()
        assert ScoreEntry.objects.count() == 0
        assert list(Board.objects.values_list("number"))
        assert not seen
        assert Board.objects.first() is not None
    assert seen


@long
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("name", AT_EVERY_MOMENT)
def test_the_list_is_what_is_read(name, make_night, dee, on_commit):
    found = read_at(moment_at(name, make_night=make_night, dee=dee, on_commit=on_commit))
    if os.environ.get("WRITE_GOLDEN"):
        write(name, found)
    assert found == {one for one, moments in listed().items() if name in moments}
