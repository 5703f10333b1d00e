"""A database that predates the current migrations (docs/decisions.md, 036)."""

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.db.migrations.recorder import MigrationRecorder


def test_it_is_refused_with_what_to_do_and_left_as_it_is():
    MigrationRecorder(connection).record_applied("results", "0009_points_by_frequency")
    before = connection.introspection.table_names()
    with pytest.raises(CommandError, match="move the folder of its data away"):
        call_command("migrate", verbosity=0)
    assert connection.introspection.table_names() == before


def test_one_of_today_is_migrated_again_without_a_word():
    call_command("migrate", verbosity=0)


def test_one_whose_tables_are_of_an_earlier_0001_is_refused_too():
    """Until the first release, new columns go into the first migration, which older databases list as applied."""
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE play_room DROP COLUMN table_rev")
    with pytest.raises(CommandError, match="move the folder of its data away"):
        call_command("migrate", verbosity=0)
