"""“Take the club with you”: an owner asks for the file, sees how far it is, and fetches it."""

import io
from datetime import timedelta

from asgiref.sync import async_to_sync
from django.contrib.auth import get_user_model
from django.test import Client
from django.utils import timezone

from clubsite.accounts.decorators import CONFIRMED
from clubsite.clubs.models import AuditEntry
from clubsite.clubs.services import club_create
from clubsite.keeper.models import ClubFile, ClubFilePiece
from clubsite.keeper.services import exporting
from clubsite.keeper.services.erasing import club_erase
from clubsite.keeper.services.exporting import file_make, file_progress, files_sweep
from clubsite.keeper.services.importing import club_import
from clubsite.nights.services.boards import boards_import
from clubsite.nights.services.directing import session_end
from clubsite.nights.services.movement import movement_accept
from movements.mitchell import straight
from tests.clubsite.named import name_everybody
from tests.kit.club_files import PASSPHRASE, opened
from tests.kit.nights import draft_night, pbn_of
from tests.kit.people import another_director, plays_as, signed_in
from tests.on_page import on_page

AT = "/clubs/lantern/club-file/"


def asked(director, passphrase=PASSPHRASE):
    return director.post(AT, {"passphrase": passphrase})


def fetched(answer) -> bytes:
    async def pieces():
        return [piece async for piece in answer]

    return b"".join(async_to_sync(pieces)())


def test_an_owner_asks_for_the_file_and_fetches_it(published_night, club, dee, director):
    assert "The file is ready" not in director.get(AT).text
    assert asked(director).status_code == 302
    page = director.get(AT).text
    assert "The file is being made" in page and "Make the file" not in page
    files_sweep()
    assert "The file is ready" in director.get(f"{AT}state/").text
    answer = director.get(f"{AT}club.zip")
    data = fetched(answer)
    assert answer["Content-Disposition"].startswith('attachment; filename="lantern-2')
    assert int(answer["Content-Length"]) == len(data)
    assert opened(io.BytesIO(data)).manifest.counts["scores.scoreentry"] == 9
    assert AuditEntry.objects.get(action="club_exported").user == dee


def test_an_owner_who_has_still_to_play_a_deal_of_the_club_gets_no_file(scored_night, dee, director):
    """SOLO-31. The other club had the deals before they were published here."""
    session_end(session=scored_night.session, user=dee)
    asked(director)
    files_sweep()
    assert director.get(f"{AT}club.zip").status_code == 200
    eve = get_user_model().objects.create_user("eve", password="correct horse")
    other = draft_night(club_create(name="Harbour", slug="harbour", owner=eve), eve, date=timezone.localdate())
    movement_accept(session=other, section=other.sections.get(), plan=straight(3, 3), title="Mitchell", user=eve)
    name_everybody(other)
    boards_import(session=other, data=pbn_of(scored_night.session), file_name="e.pbn", user=eve)
    plays_as(other, 1, dee)
    assert "cards of boards that you have still to play" in on_page(director.get(f"{AT}club.zip", follow=True).text)
    ClubFile.objects.all().delete()
    assert "cards of boards that you have still to play" in on_page(asked(director).text)
    assert not ClubFile.objects.exists()


def test_the_passphrase_is_not_kept_longer_than_needed_and_a_file_asked_for_twice_is_made_once(club, director):
    asked(director)
    file = ClubFile.objects.get()
    assert file.passphrase.open() == PASSPHRASE
    file_make(file.pk)
    file.refresh_from_db()
    assert (bool(file.passphrase), file.fault, file.waits) == (False, "", False)
    asked(director)
    asked(director)
    file = ClubFile.objects.get()
    file_make(file.pk)
    pieces = list(ClubFilePiece.objects.values_list("pk", flat=True))
    file_make(file.pk)
    assert list(ClubFilePiece.objects.values_list("pk", flat=True)) == pieces
    asked(director)
    assert ClubFile.objects.get().pk != file.pk, "a new file takes the place of the old one"


def test_a_short_passphrase_is_refused_at_its_field(club, director):
    answer = asked(director, "lantern")
    assert answer.status_code == 422
    assert "Write a passphrase of at least 12 characters." in answer.text
    assert not ClubFile.objects.exists()


def test_a_night_in_play_is_refused_and_one_that_began_meanwhile_is_shown_on_the_page(night, club, director):
    assert "is in play. A club file is made between nights" in asked(director).text
    assert not ClubFile.objects.exists()
    ClubFile.objects.create(club=club, user=club.memberships.get().user, passphrase=exporting.Sealed.of(PASSPHRASE))
    files_sweep()
    page = director.get(AT).text
    assert "Tuesday, 2026-11-17 is in play." in page and "Make the file" in page


def test_an_interrupted_run_is_shown_and_yesterdays_file_is_deleted(club, director):
    asked(director)
    ClubFile.objects.update(begun_at=timezone.now() - timedelta(hours=3))
    files_sweep()
    assert "The file could not be made." in director.get(AT).text
    ClubFile.objects.update(asked_at=timezone.now() - timedelta(days=2))
    files_sweep()
    assert not ClubFile.objects.exists()


def test_the_page_is_for_owners_alone_who_say_first_who_they_are(club, director, cy):
    asked(director)
    files_sweep()
    other, stranger = signed_in(another_director(club, "don")), signed_in(cy)
    for browser in (other, stranger):
        for address in (AT, f"{AT}state/", f"{AT}club.zip"):
            assert browser.get(address).status_code == 404
    assert Client().get(AT).status_code == 302
    assert AT in director.get("/clubs/lantern/facts/").text and AT not in other.get("/clubs/lantern/facts/").text
    session = director.session
    session[CONFIRMED] = 0
    session.save()
    assert "Is it you?" in director.get(AT).text
    assert "Is it you?" in director.get(f"{AT}club.zip").text


def test_a_large_file_is_kept_in_pieces_and_read_in(published_night, club, director, monkeypatch):
    monkeypatch.setattr(exporting, "PIECE_BYTES", 1000)
    asked(director)
    file = ClubFile.objects.get()
    assert file_progress(file) == (0, 1)
    file_make(file.pk)
    assert file_progress(file) == (4, 4), "part by part"
    assert ClubFilePiece.objects.count() > 5
    data = fetched(director.get(f"{AT}club.zip"))
    club_erase(club=club, archive=opened(io.BytesIO(data)), passphrase=PASSPHRASE)
    assert club_import(archive=opened(io.BytesIO(data)), passphrase=PASSPHRASE).club.people.count() == 6
