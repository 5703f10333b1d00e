"""A club that moves in a club file: every row is as it was, with other keys, and every hash is found again."""

import json

import pytest
from django.apps import apps
from django.core.management import call_command
from django.test import Client

from clubsite.chains.checking import chain_checked
from clubsite.chains.models import Chain, ChainLink, MovedLink
from clubsite.chains.services import links_number
from clubsite.clubfile.services.exporting import club_chains
from clubsite.clubfile.tables import MADE_AGAIN
from clubsite.clubs.services import club_create, person_add
from clubsite.duplicate.models import Board, Session
from clubsite.duplicate.selectors.sealed_boards import unshown_hands
from clubsite.play.models import PlaySeat
from clubsite.rankings.services.sweep import results_sweep
from clubsite.scores.models import ScoreEntry
from tests.clubsite.chains.guards_off import guards_off, sql
from tests.clubsite.clubfile.conftest import erased, exported, imported
from tests.kit.club_files import every_table, opened, rows_without_keys, same_as_before
from tests.kit.nights import draft_night

pytestmark = pytest.mark.django_db


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


def test_chains_are_in_order_there_and_printed_digits_are_found(chained, club, cy):
    heads = {chain.head for chain in map(links_number, club_chains(club))}
    file = erased(club)
    others_move_in(cy)
    there = imported(file).club
    call_command("verify_log", there.slug)
    of_links = set(ChainLink.objects.filter(chain__in=club_chains(there)).values_list("hash", flat=True))
    of_the_club = Chain.objects.get(pk=there.chain_id)
    assert len(heads - of_links) <= 1, "the club's own chain has a line about the file by then"
    assert heads & of_links and of_the_club.length > 1


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
    """Return a page's main part without the short hash of its chain, which has one link more after a move."""
    text = page.text.split("<main", 1)[-1]
    return text.split("Chain ")[0] + text.split("Chain ")[-1][20:]


def test_what_is_made_again_is_as_it_was(full_club, cy):
    def counts():
        return {
            label: apps.get_model(label)._base_manager.count() for label in MADE_AGAIN if label != "accounts.device"
        }

    before = counts()
    file = erased(full_club)
    assert set(counts().values()) == {0}
    imported(file)
    results_sweep()
    assert counts() == before
    assert (
        before["rankings.publishedline"] and before["season.masterpointaward"] and before["rankings.rankedcontestant"]
    )


def test_unopened_boards_have_their_cards_there(full_club):
    def cards():
        rows = Board.objects.exclude(sealed="").order_by("number")
        return [(row.fingerprint, unshown_hands(row)) for row in rows]

    before = cards()
    assert before
    file = erased(full_club)
    imported(file)
    assert cards() == before


def test_a_club_that_comes_back_is_in_order_again(full_club, cy):
    first = erased(full_club)
    others_move_in(cy)
    there = imported(first).club
    second = erased(there)
    back = imported(second).club
    call_command("verify_log", back.slug)
    same_as_before(rows_without_keys(opened(second)), rows_without_keys(opened(exported(back))))


def test_a_score_that_is_changed_there_is_found_with_or_without_its_moved_facts(chained, club):
    imported(erased(club))
    session = Session.objects.get(status="ended")
    entry = ScoreEntry.objects.filter(status="played", play=None).first()

    def found():
        return [one.words(values=True) for one in chain_checked(session.chain).differences]

    assert found() == []
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = 13 WHERE id = %s", entry.pk)
        assert found() == [f"Score entry {entry.pk}: tricks is 13, and the chain says {entry.tricks}."]
        facts = {**entry.chain_link.facts_here, "tricks": 13}
        sql("UPDATE chains_movedlink SET facts = %s WHERE link_id = %s", json.dumps(facts), entry.chain_link_id)
        [difference] = found()
        assert difference.startswith("What came in a club file with link ")
    with guards_off():
        MovedLink.objects.filter(pk=entry.chain_link_id)._raw_delete("default")
        assert any(one.startswith("What came in a club file") for one in found())


def test_moved_facts_without_a_move_are_found(chained, club):
    link = chained.session.chain.links.exclude(facts={}).first()
    MovedLink.objects.create(link=link, facts=link.facts)
    [difference] = chain_checked(chained.session.chain).differences
    assert difference.words(values=True).startswith("What came in a club file was changed in the chain itself")
