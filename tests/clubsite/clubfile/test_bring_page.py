"""“Bring a club here”: a club file is sent in pieces, checked by a job, and its club stored by another one."""

import io
import json
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubsite.accounts.models import User
from clubsite.accounts.second_factor.confirming import CONFIRMED
from clubsite.clubfile import pieces
from clubsite.clubfile.models import BroughtFile, BroughtPiece
from clubsite.clubfile.services import brought_files
from clubsite.clubfile.services.brought_files import bringing_progress, brought_files_sweep, file_work
from clubsite.clubs.invitations.new_club import setup_link_make
from clubsite.clubs.models import Club, Membership, Role
from clubsite.clubs.services import club_create
from clubsite.duplicate.models import Session, SessionStatus
from tests.clubsite.clubfile.conftest import erased, exported
from tests.kit.club_files import PASSPHRASE, entries, with_manifest, written_again, zipped
from tests.kit.nights import draft_night
from tests.on_page import on_page

pytestmark = pytest.mark.django_db
AT = "/bring-a-club/"


def signed_in(user) -> Client:
    """Return a browser in which `user` has just signed in."""
    client = Client()
    client.force_login(user)
    session = client.session
    session[CONFIRMED] = timezone.now().timestamp()
    session.save()
    return client


@pytest.fixture
def kim(db) -> User:
    """A keeper of this site, who is in no club."""
    return get_user_model().objects.create_superuser("kim", password="correct horse")


@pytest.fixture
def keeper(kim) -> Client:
    return signed_in(kim)


def upload(data: bytes) -> SimpleUploadedFile:
    return SimpleUploadedFile("club.zip", data, "application/zip")


def sent(browser: Client, data: bytes, at: str = AT) -> str:
    """Send a whole file as a browser without scripts does. Return the address of its page."""
    answer = browser.post(at, {"file": upload(data)})
    assert answer.status_code == 302, answer.text
    return answer["Location"]


def checked(browser: Client, data: bytes, at: str = AT) -> str:
    page = sent(browser, data, at)
    file_work(BroughtFile.objects.get().pk)
    return page


def asked(browser: Client, page: str, **others: str):
    return browser.post(page, {"passphrase": PASSPHRASE, "name": "Lantern Street", "address": "lantern", **others})


@pytest.fixture
def file(published_night, club) -> bytes:
    """The file of a club with a published night. The club is no longer here."""
    return erased(club).getvalue()


def test_a_club_is_brought_with_a_look_at_what_comes(file, kim, keeper):
    page = sent(keeper, file)
    assert "The file is being checked" in keeper.get(page).text
    state = keeper.get(f"{page}state/")
    assert "HX-Refresh" not in state and "The file is being checked" in state.text
    file_work(BroughtFile.objects.get().pk)
    assert keeper.get(f"{page}state/")["HX-Refresh"] == "true"
    text = on_page(keeper.get(page).text)
    assert "Lantern Street : 6 members, 1 night and 9 scores. Made by version 1" in text
    assert 'value="lantern"' in keeper.get(page).text and not Club.objects.exists()

    assert asked(keeper, page).status_code == 302
    assert "The club is being stored" in keeper.get(page).text
    file_work(BroughtFile.objects.get().pk)
    text = on_page(keeper.get(page).text)
    assert "Lantern Street is here" in text and "dee" not in text, "her account is the one that she has here"
    club = Club.objects.get(slug="lantern")
    assert club.people.count() == 6
    assert Membership.objects.get(club=club, user=kim).role == Role.OWNER
    assert keeper.get("/clubs/lantern/").status_code == 200
    assert not BroughtPiece.objects.exists() and not BroughtFile.objects.get().passphrase


def test_new_accounts_are_listed_with_the_names_that_they_had(file, dee, keeper):
    User.objects.filter(pk=dee.pk).update(date_joined=timezone.now() - timedelta(days=1))
    page = checked(keeper, file)
    asked(keeper, page)
    brought_files_sweep()
    assert "dee-2 (it was dee, which somebody has here)" in on_page(keeper.get(page).text)


def test_a_script_sends_the_pieces_in_order_and_may_send_one_again(file, keeper, monkeypatch):
    for module in (pieces, brought_files):
        monkeypatch.setattr(module, "PIECE_BYTES", 1000)
    begun = json.loads(keeper.post(AT, {"size": len(file)}).text)
    cut = [file[at : at + 1000] for at in range(0, len(file), 1000)]
    assert len(cut) > 5

    def send(number: int, data: bytes):
        return keeper.post(begun["piece"], {"number": number, "piece": upload(data)})

    for number, data in enumerate(cut[:3], 1):
        assert send(number, data).status_code == 200
    assert send(2, cut[1]).status_code == 200, "its answer was lost"
    for wrong in (send(5, cut[4]), send(4, cut[3][:-1]), send(4, cut[3] + b"x")):
        assert wrong.status_code == 422 and "did not come" in wrong.json()["fault"]
    assert "has not come completely" in on_page(keeper.get(begun["at"]).text)
    for number, data in enumerate(cut[3:], 4):
        assert send(number, data).status_code == 200
    assert BroughtPiece.objects.count() == len(cut)
    brought_files_sweep()
    assert "6 members" in on_page(keeper.get(begun["at"]).text)
    assert asked(keeper, begun["at"]).status_code == 302
    brought_files_sweep()
    assert "Lantern Street is here" in keeper.get(begun["at"]).text


def test_a_file_over_the_limit_is_refused_before_it_is_sent(keeper):
    refused = keeper.post(AT, {"size": 250_000_001})
    assert refused.status_code == 422
    assert "A club file may have up to 250 MB here." in refused.json()["fault"]
    assert "This is no club file" in keeper.post(AT, {"size": 0}).json()["fault"]
    nothing = keeper.post(AT, {})
    assert nothing.status_code == 422 and "Choose the club file." in nothing.text
    assert not BroughtFile.objects.exists()


def test_progress_is_told_part_by_part(file, keeper):
    sent(keeper, file)
    row = BroughtFile.objects.get()
    assert bringing_progress(row) == (0, 1)
    file_work(row.pk)
    assert bringing_progress(row) == (3, 4), "of the last part of a check there is no news"


def renamed(data: bytes) -> bytes:
    """Return the file with another name in a part, whose checksum is still that of the old one."""
    contents = entries(io.BytesIO(data))
    contents["club.jsonl"] = contents["club.jsonl"].replace(b"Lantern", b"Lintern")
    return zipped(contents).getvalue()


@pytest.mark.parametrize(
    ("spoiled", "said"),
    [
        (lambda data: b"Dear Dee", "This is no club file."),
        (lambda data: data[: len(data) // 2], "This is no club file."),
        (renamed, "The club file is damaged or incomplete"),
        (lambda data: with_manifest(io.BytesIO(data), schema=99).getvalue(), "was made by a newer version of the site"),
        (lambda data: with_manifest(io.BytesIO(data), made_at="yesterday").getvalue(), "its manifest cannot be read"),
    ],
)
def test_a_file_that_was_changed_or_is_foreign_or_too_new_is_refused_in_words(spoiled, said, file, keeper):
    page = checked(keeper, spoiled(file))
    text = on_page(keeper.get(page).text)
    assert said in text and "Bring the club here" not in text and "Another file" in text
    assert not Club.objects.exists() and not BroughtPiece.objects.exists()


def test_an_address_or_name_that_is_taken_and_a_wrong_passphrase_are_told_at_their_fields(file, dee, keeper):
    club_create(name="Lantern Street", slug="harbour", owner=dee)
    page = checked(keeper, file)
    taken = asked(keeper, page)
    assert taken.status_code == 422 and "A club of this site has the name Lantern Street." in on_page(taken.text)
    taken = asked(keeper, page, name="Old Lantern", address="Harbour")
    assert "A club of this site has the address harbour." in on_page(taken.text)
    wrong = asked(keeper, page, name="Old Lantern", passphrase="another passphrase")
    assert "This passphrase does not open the file." in on_page(wrong.text)
    assert "letters, figures and hyphens" in on_page(asked(keeper, page, address="a b").text)
    assert asked(keeper, page, name="Old Lantern").status_code == 302
    brought_files_sweep()
    assert "Old Lantern is here" in keeper.get(page).text


def test_a_name_that_was_taken_meanwhile_is_told_and_the_file_stays(file, dee, keeper):
    page = checked(keeper, file)
    asked(keeper, page)
    club_create(name="Lantern Street", slug="harbour", owner=dee)
    brought_files_sweep()
    text = keeper.get(page).text
    assert "A club of this site has the name Lantern Street." in on_page(text) and "Bring the club here" in text
    assert not BroughtFile.objects.get().passphrase and Club.objects.count() == 1
    asked(keeper, page, name="Old Lantern")
    brought_files_sweep()
    assert "Old Lantern is here" in keeper.get(page).text


def test_a_club_that_is_here_already_is_told_before_anything_is_typed(published_night, club, keeper):
    page = checked(keeper, exported(club).getvalue())
    assert "is on this site already, in the club Lantern Street." in on_page(keeper.get(page).text)


def test_nothing_is_half_stored_if_a_row_is_not_what_its_chain_says(file, keeper):
    """The check finds no fault, as all checksums are right. The import compares each row with its hash."""

    def forge(label, row):
        if label == "scores.scoreentry":
            row["tricks"] = 13

    page = checked(keeper, written_again(io.BytesIO(file), forge).getvalue())
    assert asked(keeper, page).status_code == 302
    brought_files_sweep()
    text = on_page(keeper.get(page).text)
    assert "is not what its chain says" in text and "Another file" in text
    assert not Club.objects.exists() and not BroughtPiece.objects.exists()


def test_on_an_embedded_site_a_night_in_play_comes_first(file, dee, keeper):
    other = draft_night(club_create(name="Harbour", slug="harbour", owner=dee), dee)
    Session.objects.filter(pk=other.pk).update(status=SessionStatus.RUNNING)
    page = checked(keeper, file)
    refused = on_page(asked(keeper, page, name="Other", address="other").text)
    assert "is in play, and on this site nobody could play or score" in refused
    assert Club.objects.count() == 1


def test_the_first_club_of_a_site_comes_by_the_link_that_the_server_printed(file, cy):
    key = setup_link_make().strip("/").rpartition("/")[2]
    browser, first = signed_in(cy), f"{AT}first/{key}/"
    assert Client().get(first).status_code == 302, "who has no account makes one first"
    assert f'href="{first}"' in browser.get(f"/new-club/{key}/").text
    page = checked(browser, file, first)
    assert asked(browser, page).status_code == 302
    brought_files_sweep()
    assert Membership.objects.get(club__slug="lantern", user=cy).role == Role.OWNER
    assert browser.get(first).status_code == 410


def test_after_a_first_club_was_made_the_link_brings_none(file, cy, dee):
    key = setup_link_make().strip("/").rpartition("/")[2]
    browser = signed_in(cy)
    page = checked(browser, file, f"{AT}first/{key}/")
    club_create(name="Harbour", slug="harbour", owner=dee)
    assert "This link no longer works" in on_page(asked(browser, page).text)
    assert Club.objects.count() == 1


def test_others_bring_a_club_only_where_everybody_may_make_one(file, cy, kim, settings):
    browser = signed_in(cy)
    assert browser.get(AT).status_code == 404
    settings.CLUB_SIGN_UP = True
    page = checked(browser, file)
    keeper = signed_in(kim)
    for address in (page, f"{page}state/"):
        assert keeper.get(address).status_code == 404, "a file is its sender's"
    assert keeper.post(f"{page}piece/", {"number": 1}).status_code == 404
    assert Client().get(page).status_code == 302


def test_only_a_few_files_wait_at_once_where_everybody_may_send_one(cy, dee, kim, settings, monkeypatch):
    settings.CLUB_SIGN_UP = True
    monkeypatch.setattr(brought_files, "MAX_FILES_AT_ONCE", 1)
    assert signed_in(dee).post(AT, {"size": 10}).status_code == 200
    assert "Other clubs are being brought here." in signed_in(cy).post(AT, {"size": 10}).json()["fault"]
    assert signed_in(dee).post(AT, {"size": 10}).status_code == 200, "a new file takes the place of her old one"
    assert signed_in(kim).post(AT, {"size": 10}).status_code == 200
    assert BroughtFile.objects.count() == 2


def test_work_that_was_cut_off_is_told_and_yesterdays_file_is_deleted(file, keeper):
    page = checked(keeper, file)
    asked(keeper, page)
    assert "is being stored. Wait" in keeper.post(AT, {"size": 10}).json()["fault"]
    BroughtFile.objects.update(begun_at=timezone.now() - timedelta(hours=3))
    brought_files_sweep()
    assert "The club could not be stored, and nothing was changed." in on_page(keeper.get(page).text)
    BroughtFile.objects.update(sent_at=timezone.now() - timedelta(days=2))
    brought_files_sweep()
    assert not BroughtFile.objects.exists()


def test_who_brings_a_club_says_first_who_they_are(file, keeper):
    page = checked(keeper, file)
    session = keeper.session
    session[CONFIRMED] = 0
    session.save()
    assert "Is it you?" in keeper.get(AT).text
    assert "Is it you?" in keeper.get(page).text


def test_the_page_is_found_by_who_may_use_it(club, keeper, settings):
    assert f'href="{AT}"' in keeper.get("/admin/").text
    settings.CLUB_SIGN_UP = True
    assert f'href="{AT}"' in Client().get("/new-club/").text
