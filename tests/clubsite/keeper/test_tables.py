"""Every model says whether a club file has its rows, and a change to a table makes a new version of the schema."""

import json
import os
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command

from clubsite.core.data_map import declared
from clubsite.keeper.clubfile.archive import SCHEMA, archive_opened
from clubsite.keeper.clubfile.values import BESIDE_THE_FILE, PARTS, tables_in_file
from clubsite.keeper.services.importing import STEPS, club_import, upgraded
from tests.clubsite.keeper.conftest import exported
from tests.kit.club_files import PASSPHRASE

DATA = Path(__file__).parent / "data"
NAME_ROWS_OF_A_CLUB = {
    *("events.event", "events.heat", "events.evententrant", "events.eventperson", "events.eventline"),
    *("home.homematch", "home.homeseat", "home.robotdeal"),
}
"""Erasing parts these from a club. Rooms, plays and seats are at home too."""


def test_every_model_says_whose_its_rows_are():
    """A model that inherits from another does not inherit what that says."""
    silent = [model for model in apps.get_models(include_auto_created=True) if declared(model) is None]
    assert not silent, "say in `data_of` whose the rows are, and whether a club file has them"


def test_whatever_names_a_row_of_a_club_is_in_its_file_or_erased_with_it():
    of_a_club = {*tables_in_file(), *(table.label for table in BESIDE_THE_FILE)}
    for model in apps.get_models(include_auto_created=True):
        named = {field.related_model._meta.label_lower for field in model._meta.concrete_fields if field.related_model}
        label = model._meta.label_lower
        assert not named & of_a_club - {"accounts.user"} or label in of_a_club | NAME_ROWS_OF_A_CLUB, label


def test_tables_have_the_columns_of_their_version():
    """A changed column needs a new SCHEMA, a step in `upgrades`, and its own list here. Lists are never changed."""
    kept = DATA / f"tables-{SCHEMA}.json"
    if os.environ.get("WRITE_GOLDEN") and not kept.exists():
        kept.write_text(json.dumps(tables_in_file(), indent=1) + "\n")
    assert tables_in_file() == json.loads(kept.read_text())


def test_there_is_a_step_from_every_older_version():
    assert sorted(STEPS) == list(range(1, SCHEMA))


def test_rows_take_every_step_from_their_version_on():
    def renamed(label, row):
        return None if label == "old" else (label, {"player" if name == "name" else name: row[name] for name in row})

    def longer(label, row):
        return label, {**row, "since": 2}

    rows = [("person", {"name": "Ann"}), ("old", {})]
    steps = {1: renamed, 2: longer}
    assert list(upgraded(iter(rows), 1, steps=steps, to=3)) == [("person", {"player": "Ann", "since": 2})]
    assert list(upgraded(iter(rows), 3, steps=steps, to=3)) == rows


@pytest.mark.django_db
@pytest.mark.parametrize("version", range(1, SCHEMA + 1))
def test_a_file_of_an_older_version_is_read(version, request):
    kept = DATA / f"version-{version}.zip"
    if os.environ.get("WRITE_GOLDEN") and not kept.exists():
        kept.write_bytes(exported(request.getfixturevalue("full_club")).getvalue())
        return
    there = club_import(archive=archive_opened(kept), passphrase=PASSPHRASE, same_keeper=True).club
    call_command("verify_night", there.slug)
    assert (there.name, there.people.count(), there.sessions.count()) == ("Lantern Street", 6, 2)
    assert set(archive_opened(kept).manifest.counts) == {table.label for of in PARTS.values() for table in of}
