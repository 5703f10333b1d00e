"""A club that moves in a club file: every row is as it was, with other keys."""

import pytest
from django.core.management import call_command
from django.test import Client

from clubsite.clubs.services import club_create, person_add
from clubsite.core.sealed_fields import sealed_rows
from clubsite.keeper.clubfile.tables import BESIDE_THE_FILE, MAP
from clubsite.keeper.services.erasing import club_erase
from clubsite.nights.models import Session
from clubsite.play.models import PlaySeat
from clubsite.rankings.services.sweep import results_sweep
from clubsite.visibility.models import Look
from tests.clubsite.keeper.conftest import erased, exported, imported
from tests.kit.club_files import PASSPHRASE, every_table, opened, rows_without_keys, same_as_before, written_again
from tests.kit.nights import draft_night



def others_move_in(user):
    """Give every key that the club had to another club, so that no row can have its old key."""
    other = club_create(name="Other", slug="other", owner=user)
    for number in range(40):
        person_add(club=other, name=f"Other {number}")
        PlaySeat.objects.create(kind="table")
    draft_night(other, user)


@pytest.fixture
def there(full_club, cy):
    """The club at the other place, and its file from the first."""
    file = erased(full_club)
    others_move_in(cy)
    outcome = imported(file)
    results_sweep()
    return outcome.club, file


def test_every_row_is_as_it_was(full_club, there):
    before = rows_without_keys(opened(there[1]))
    assert {label for _, label in before} == every_table()
    same_as_before(before, rows_without_keys(opened(exported(there[0]))))


def test_no_row_has_the_key_that_it_had(full_club, there):
    club, _ = there
    assert club.pk != full_club.pk
    assert not set(club.people.values_list("pk", flat=True)) & set(range(1, 20))


def test_a_publication_has_the_same_digest_there(whole_night, club, cy):
    digest = whole_night.session.publications.get().digest
    assert len(digest) == 64
    file = erased(club)
    others_move_in(cy)
    there = imported(file).club
    call_command("verify_night", there.slug)
    assert there.sessions.get().publications.get().digest == digest


def test_results_are_read_there_as_they_were_here(full_club, dee, cy):
    session = Session.objects.get(club=full_club, name="Tuesday", status="ended")
    addresses = [f"/results/{session.public_id}/", f"/clubs/{full_club.slug}/", f"/clubs/{full_club.slug}/ladder/"]
    before = [Client().get(address) for address in addresses]
    file = erased(full_club)
    others_move_in(cy)
    imported(file)
    for page in before:
        again = Client().get(page.request["PATH_INFO"])
        assert (again.status_code, body(again)) == (page.status_code, body(page))


def body(page) -> str:
    return page.text.split("<main", 1)[-1]


def test_what_is_made_again_is_as_it_was(full_club, cy):
    def counts():
        return {
            table.label: table.model._base_manager.count()
            for table in BESIDE_THE_FILE
            if MAP[table.model].not_in_file.startswith("made again")
        }

    before = counts()
    file = erased(full_club)
    assert set(counts().values()) == {0}
    imported(file)
    results_sweep()
    assert counts() == before
    assert before["rankings.publishedline"] and before["season.masterpointaward"] and before["rankings.ranking"]


def test_sealed_texts_have_their_rows_there(full_club):
    def texts():
        return [(row._meta.label, name, getattr(row, name).open()) for row, name in sealed_rows()]

    before = texts()
    assert len({label for label, _, _ in before}) > 1
    file = erased(full_club)
    imported(file)
    assert texts() == before


def test_a_club_that_comes_back_is_in_order_again(full_club, cy):
    first = erased(full_club)
    others_move_in(cy)
    there = imported(first).club
    second = erased(there)
    back = imported(second).club
    call_command("verify_night", back.slug)
    same_as_before(rows_without_keys(opened(second)), rows_without_keys(opened(exported(back))))


def test_looks_at_a_draft_that_was_discarded_stay_with_their_own_club(full_club, dee, cy):
    """Such a look names a session and a board that are gone, and two clubs' files may have the same keys of them."""
    file = erased(full_club)
    first = imported(file)
    other = written_again(file, as_another_club)
    second = imported(other, address="other", name="Other")
    counted = Look.objects.count()
    club_erase(club=second.club, archive=opened(exported(second.club)), passphrase=PASSPHRASE)
    assert Look.objects.count() == counted // 2
    assert first.club.audit.exists()


def as_another_club(label, row):
    for name in {"public_id", "key"}.intersection(row):
        row[name] = row[name][::-1]
    for name in {"sealed", "seed"}.intersection(row):
        row[name] = ""  # it opens in the first club alone
