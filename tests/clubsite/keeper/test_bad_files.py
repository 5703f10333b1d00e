"""A file that is no sound club file changes nothing, and is refused with one sentence."""

import io
import json
import os
from pathlib import Path

import pytest
from django.apps import apps
from django.core.management import call_command

from clubsite.clubs.models import Club
from clubsite.clubs.services import club_create
from clubsite.core.data_map import declared
from clubsite.core.refused import Refused
from clubsite.keeper.clubfile import archive as archives
from clubsite.keeper.clubfile.archive import SCHEMA, archive_opened
from clubsite.keeper.clubfile.values import BESIDE_THE_FILE, PARTS, tables_in_file
from clubsite.keeper.services import importing
from clubsite.keeper.services.importing import STEPS, club_import, upgraded
from clubsite.nights.services.boards import boards_deal
from tests.clubsite.keeper.conftest import erased, exported, imported
from tests.kit.club_files import PASSPHRASE, entries, opened, with_manifest, written_again, zipped
from tests.kit.nights import draft_night

ONCE_AGAIN = "Ask for it again."

KEPT: dict[str, bytes] = {}
"""The file that all tests read. Making it takes longer than reading it."""


@pytest.fixture
def file(request):
    if not KEPT:
        night, club = (request.getfixturevalue(name) for name in ("published_night", "club"))
        assert night.session.club == club
        KEPT["club"] = erased(club).getvalue()
    return io.BytesIO(KEPT["club"])


def row_count() -> int:
    return sum(model._base_manager.count() for model in apps.get_models())


def refusal(file: io.BytesIO, **options) -> str:
    """Return the sentence with which a file is refused. Nothing may be changed."""
    before = row_count()
    with pytest.raises(Refused) as refused:
        imported(file, **options)
    assert row_count() == before
    return str(refused.value)


@pytest.mark.parametrize(
    "data", (b"", b"a letter to the club", b"PK\x05\x06" + bytes(18)), ids=("empty", "text", "zip")
)
def test_a_file_of_another_program_is_refused(data):
    assert refusal(io.BytesIO(data)) == archives.FOREIGN


def test_a_file_that_is_cut_off_or_damaged_is_refused(file):
    data = file.getvalue()
    assert refusal(io.BytesIO(data[: len(data) // 2])) == archives.FOREIGN
    damaged = bytearray(data)
    damaged[len(data) // 3] ^= 0xFF
    assert ONCE_AGAIN in refusal(io.BytesIO(bytes(damaged)))


@pytest.mark.parametrize(
    ("facts", "message"),
    [({"schema": archives.SCHEMA + 1}, archives.NEWER), ({"made_at": "yesterday"}, "its manifest cannot be read")],
)
def test_a_newer_file_and_an_impossible_time_are_refused(file, facts, message):
    assert message in refusal(with_manifest(file, **facts))


@pytest.mark.parametrize(
    "manifest", (b"{}", b"[]", b"\xff", b"[" * 100_000, b'{"format": "two-handed-club", "schema": "1"}')
)
def test_a_manifest_of_another_form_is_refused(file, manifest):
    assert refusal(zipped({**entries(file), "manifest.json": manifest})) == archives.FOREIGN


@pytest.mark.parametrize("name", ("../../etc/passwd", "/club.jsonl", "session-00002.jsonl", "club.jsonl/"))
def test_a_part_that_the_manifest_does_not_name_is_refused(file, name):
    assert "its parts are not those that it names" in refusal(zipped({**entries(file), name: b""}))


def test_a_part_of_another_name_or_that_grows_beyond_reason_is_refused_before_it_is_unpacked(file):
    contents = entries(file)
    manifest = json.loads(contents["manifest.json"])
    manifest["parts"][2]["name"] = "../session-00001"
    contents["../session-00001.jsonl"] = contents.pop("session-00001.jsonl")
    contents["manifest.json"] = json.dumps(manifest).encode()
    assert "its manifest cannot be read" in refusal(zipped(contents))
    contents = entries(file)
    manifest = json.loads(contents["manifest.json"])
    contents["club.jsonl"] = bytes(50 * 2**20)
    manifest["parts"][1]["size"] = 50 * 2**20
    contents["manifest.json"] = json.dumps(manifest).encode()
    assert "club.jsonl has another size" in refusal(zipped(contents))


@pytest.mark.parametrize(
    ("module", "limit", "most", "message"),
    [
        (archives, "MAX_PART_BYTES", 1000, "it is larger than any club"),
        (archives, "MAX_PART_ROWS", 10, "it is larger than any club"),
        (importing, "LONGEST_PART", 0, "takes longer than any night of a club would"),
    ],
)
def test_a_part_that_is_larger_than_any_club_is_refused(file, monkeypatch, module, limit, most, message):
    monkeypatch.setattr(module, limit, most)
    assert message in refusal(file)


def test_a_wrong_passphrase_checksum_or_count_is_refused(file):
    with pytest.raises(Refused, match="does not open the file"):
        club_import(archive=opened(file), passphrase="another lantern")
    contents = entries(file)
    contents["club.jsonl"] = contents["club.jsonl"].replace(b"Lantern", b"Lintern")
    assert "club.jsonl is not what it was" in refusal(zipped(contents))
    manifest = json.loads(entries(file)["manifest.json"])
    manifest["parts"][1]["rows"]["clubs.person"] += 1
    assert "club.jsonl has other rows than it says" in refusal(with_manifest(file, parts=manifest["parts"]))


def test_a_log_with_a_gap_is_refused(whole_night, club):
    def forge(label, row):
        if label == "play.playevent" and row["seq"] == 5:
            row["seq"] = 500

    assert "the log of a play is not whole" in refusal(written_again(erased(club), forge))


def test_a_sealed_text_of_another_row_is_refused(club, dee):
    boards_deal(session=draft_night(club, dee), count=2, user=dee)
    texts = []

    def forge(label, row):
        if row.get("sealed"):
            texts.append(row["sealed"])
            row["sealed"] = texts[0]

    assert "sealed of nights.board is sealed with another" in refusal(written_again(erased(club), forge))


@pytest.mark.parametrize(
    ("of", "name", "value", "message"),
    (
        ("clubs.person", "name", None, "name of clubs.person is missing"),
        ("clubs.person", "guest", "yes", "guest of clubs.person has a value of another kind"),
        ("clubs.person", "name", "x" * 100, "name of clubs.person has a value that is not possible"),
        ("clubs.person", "shown_as", "loud", "shown_as of clubs.person has a value that this site does not know"),
        ("clubs.person", "club", "1", "club of clubs.person is no key"),
        ("clubs.person", "club", 10**6, "clubs.club 1000000 is named and not there"),
        ("nights.session", "players", -1, "players of nights.session has a value that is not possible"),
        ("nights.session", "players", 1, "the database refuses a row"),
        ("nights.session", "public_id", "../admin", "public_id of nights.session has a value"),
        ("nights.table", "code", "", "code of nights.table has a value that is not possible"),
        ("nights.session", "created_at", "2026-11-17 20:00", "has a time without its zone"),
        ("nights.board", "sealed", "gAAAAA", "sealed of nights.board is sealed with another passphrase"),
        ("play.room", "calls", [7], "calls of play.room has another form"),
        ("nights.session", "options", 5, "options of nights.session has JSON of another form"),
        ("nights.movement", "plan", [], "plan of nights.movement has JSON of another form"),
        ("nights.session", "status", "running", "one of its nights is in play"),
        ("rankings.publication", "at", "9999-12-31T23:59:59+00:00", "at of rankings.publication has a time"),
        ("rankings.publication", "payload", {"sections": [], "penalty": "1e1000000"}, "payload of rankings"),
        ("nights.session", "name", "a\0b" * 60, "name of nights.session has a value that is not possible"),
    ),
)  # fmt: skip
def test_a_value_that_its_column_cannot_hold_is_refused(file, of, name, value, message):
    def forge(label, row):
        if label == of:
            row[name] = value

    assert message in refusal(written_again(file, forge))


def test_columns_and_tables_of_another_form_are_refused(file):
    def more(label, row):
        if label == "clubs.person":
            row["is_superuser"] = True

    assert "the columns of clubs.person are others" in refusal(written_again(file, more))
    contents = entries(file)
    contents["season.jsonl"] = b'{"table": "accounts.user", "columns": []}\n[]\n'
    assert ONCE_AGAIN in refusal(zipped(contents))


def test_a_club_is_brought_here_once_only(published_night, club):
    file = exported(club)
    assert refusal(file).startswith(
        "A club of this site has the address lantern. If it is this club, it is here already."
    )
    assert "A club of this site has the name Lantern Street." in refusal(file, address="lantern-2")
    assert refusal(file, address="lantern-2", name="Lantern 2").startswith(
        "The night Tuesday, 2026-11-17 of this file is"
    )


def test_a_club_comes_under_another_address_and_name(file, cy):
    club_create(name="Lantern Street", slug="lantern", owner=cy)
    there = imported(file, address="lantern-2", name="Lantern Street of Dunedin", owner=cy).club
    assert (there.slug, there.name) == ("lantern-2", "Lantern Street of Dunedin")
    assert there.memberships.get(user=cy).role == "owner"
    assert Club.objects.count() == 2


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


def test_tables_have_the_columns_of_their_version_and_every_older_one_has_a_step():
    """A changed column needs a new SCHEMA, a step in `upgrades`, and its own list here. Lists are never changed."""
    kept = DATA / f"tables-{SCHEMA}.json"
    if os.environ.get("WRITE_GOLDEN") and not kept.exists():
        kept.write_text(json.dumps(tables_in_file(), indent=1) + "\n")
    assert tables_in_file() == json.loads(kept.read_text())
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
