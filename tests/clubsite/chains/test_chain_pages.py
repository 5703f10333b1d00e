"""The pages on which a chain is checked, and where its digits are printed."""

import pytest
from django.test import Client

from clubsite.chains.services import links_number
from clubsite.leaderboard.services import leaderboard_set
from clubsite.rankings.models import Publication
from clubsite.scores.models import ScoreEntry
from tests.clubsite.chains.guards_off import guards_off, sql
from tests.kit.pages import pdf_text, words
from tests.kit.people import plays_as
from tests.kit.typed_scores import enter_score


@pytest.fixture
def short(chained):
    """The short form of the digest that was printed when the results were published."""
    return Publication.objects.get().chain_link.short


def test_the_digits_are_on_the_ranking_in_print_in_the_feed_and_on_the_wall(chained, dee, short, club):
    at = f"/results/{chained.session.public_id}/"
    assert len(short.replace(" ", "")) == 16
    assert short in Client().get(at).text
    assert short in pdf_text(Client().get(f"{at}results.pdf"))
    assert f"Chain {short}" in Client().get(f"/clubs/{club.slug}/results.atom").text
    leaderboard_set(session=chained.session, on=True, user=dee)
    chain = links_number(chained.session.chain_id)
    assert f"Chain {chain.short}" in Client().get(f"/leaderboard/{chained.session.public_id}/").text


def test_everybody_who_reads_the_results_reads_that_they_are_as_they_were(chained):
    page = words(Client().get(f"/results/{chained.session.public_id}/chain/"))
    assert "Nothing was changed directly in the database" in page
    assert links_number(chained.session.chain_id).short in page


def test_digits_on_paper_are_looked_up_and_still_there_after_a_correction(chained, dee, short):
    at = f"/results/{chained.session.public_id}/chain/"
    entry = ScoreEntry.objects.order_by("pk").last()
    enter_score(entry.table_board, dee, "1N S 10")
    links_number(chained.session.chain_id)
    number = Publication.objects.get().chain_link.number
    assert f"The chain has these digits: link {number} of " in words(Client().get(at, {"head": short.upper()}))
    assert "does not have these digits" in words(Client().get(at, {"head": "0" * 16}))
    refused = Client().get(at, {"head": "three"})
    assert refused.status_code == 422
    assert "at least twelve, each 0 to 9 or a to f" in words(refused)


def test_a_stranger_reads_which_row_was_changed_and_no_value(chained, director):
    entry = ScoreEntry.objects.order_by("pk").first()
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = 13 WHERE id = %s", entry.pk)
        page = words(Client().get(f"/results/{chained.session.public_id}/chain/"))
        assert "Something was changed directly in the database" in page
        assert f"Score entry {entry.pk}: tricks was changed directly in the database." in page
        page = words(director.get(f"/director/{chained.session.public_id}/chain/"))
        assert f"tricks is 13, and the chain says {entry.tricks}." in page


def test_a_public_page_checks_a_chain_at_most_once_a_minute_and_a_directors_page_each_time(chained, director):
    """Anybody may ask for the public page, and a check reads the whole session."""
    of_players, of_directors = (f"/{at}/{chained.session.public_id}/chain/" for at in ("results", "director"))
    assert "Nothing was changed directly in the database" in words(Client().get(of_players))
    entry = ScoreEntry.objects.order_by("pk").first()
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = 13 WHERE id = %s", entry.pk)
        assert "Nothing was changed directly in the database" in words(Client().get(of_players))
        assert "Something was changed directly in the database" in words(director.get(of_directors))


def test_a_director_who_has_still_to_play_reads_no_value(night, dee, director, open_boards):
    plays_as(night.session, 1, dee)
    entry = enter_score(open_boards()[1], dee, "1N S 7")
    with guards_off():
        sql("UPDATE scores_scoreentry SET tricks = 13 WHERE id = %s", entry.pk)
        page = words(director.get(f"/director/{night.session.public_id}/chain/"))
        assert f"Score entry {entry.pk}: tricks was changed directly in the database." in page
        assert "the chain says" not in page


def test_a_chain_without_links_says_so(club, director, dee):
    page = words(director.get(f"/clubs/{club.slug}/chain/"))
    assert "Nothing was changed directly in the database" in page
    assert "There are no links yet" in page


def test_before_the_results_only_a_director_finds_the_page(night, director):
    assert Client().get(f"/results/{night.session.public_id}/chain/").status_code == 404
    assert Client().get(f"/director/{night.session.public_id}/chain/").status_code == 302
    assert director.get(f"/director/{night.session.public_id}/chain/").status_code == 200
    assert Client().get("/clubs/lantern/chain/").status_code == 302
