"""After the night: a correction leads back to its board, and what nobody sees yet is marked until it is published."""

from fractions import Fraction
from typing import Any

import pytest
from django.test import Client

from clubsite.duplicate.models import TableBoard
from clubsite.rankings.models import Publication
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import changes_unpublished, publish
from clubsite.results.selectors.ranking import card_page
from clubsite.scores.services.entries import score_enter

UNPUBLISHED = "not published yet"


@pytest.fixture
def page(published_night: Any, dee: Any, client: Client) -> Client:
    client.force_login(dee)
    return client


@pytest.fixture
def at(published_night: Any) -> str:
    return f"/director/{published_night.session.public_id}/"


def line_of(night: Any, south: int) -> TableBoard:
    """The first line in which this contestant sat South."""
    return TableBoard.objects.filter(ns=night.contestant(south)).earliest("pk")


def shown(page: Client, address: str) -> str:
    return page.get(address).content.decode()


def test_a_correction_leads_back_to_its_board(published_night: Any, page: Client, at: str) -> None:
    row = line_of(published_night, 2)
    sent = {"status": "played", "level": "1", "strain": "N", "declarer": "S", "tricks": "9", "go": "save"}
    answer = page.post(f"{at}score/{row.pk}/", {**sent, "why": "A slip of the pen"})
    assert answer["Location"] == f"{at}board/{row.board.number}/#line-{row.pk}"
    assert f'id="line-{row.pk}"' in shown(page, answer["Location"])


def test_what_is_not_published_is_marked_in_the_room_and_on_the_ranking(
    published_night: Any, page: Client, at: str, dee: Any
) -> None:
    assert not any(UNPUBLISHED in shown(page, at + path) for path in ("", "ranking/"))
    row = line_of(published_night, 2)
    score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=9, why="nine")
    for path in ("", "ranking/"):
        text = shown(page, at + path)
        assert "1 correction not published yet" in text
        assert f"board {row.board.number}, table {row.table.label}" in text
    answer = page.post(f"{at}act/publish/", {"back": "ranking"})
    assert answer["Location"] == f"{at}ranking/"
    assert Publication.objects.latest("version").version == 2
    assert not any(UNPUBLISHED in shown(page, at + path) for path in ("", "ranking/"))


def test_a_correction_that_was_put_back_leaves_nothing_to_publish(
    published_night: Any, page: Client, dee: Any
) -> None:
    row, first = line_of(published_night, 2), Publication.objects.get()
    score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=9, why="nine")
    assert changes_unpublished(first)
    score_enter(table_board=row, user=dee, contract="1N", declarer="S", tricks=7, why="it was seven")
    publish(published_night.session, dee)
    assert Publication.objects.count() == 1 and changes_unpublished(first) == []


def test_the_results_are_published_from_the_ranking(
    scored_night: Any, dee: Any, client: Client, at: str
) -> None:
    client.force_login(dee)
    client.post(f"{at}act/unpublish/")
    assert "Nobody sees these results yet" in shown(client, f"{at}ranking/")


def test_an_own_card_says_that_average_plus_grew_and_adds_up_law_12c2(
    published_night: Any, page: Client, dee: Any
) -> None:
    night = published_night
    row = line_of(night, 1)
    score_enter(
        table_board=row, user=dee, status="artificial", artificial="A6040", why="A dummy out of order"
    )
    publish(night.session, dee)
    card = card_page(published_or_404(night.session.public_id), "1")
    (line,) = card.changed_awards
    assert (line.awarded, line.mp) == (Fraction(12, 5), 4)
    assert sum(one.mp or 0 for one in card.lines) == card.pin.row.won
    text = shown(page, f"/results/{night.session.public_id}/player/1/")
    assert "as Law 12C2 has it" in text
    other = card_page(published_or_404(night.session.public_id), "2")
    assert not other.changed_awards
