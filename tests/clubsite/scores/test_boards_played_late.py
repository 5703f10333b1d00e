"""A board that one table still has to play late: nobody sees the board until it has been played (SOLO-31)."""

import pytest

from clubsite.nights.models import TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.services.publications import publish
from tests.clubsite.at_tables import in_round, play_until
from tests.kit.dealt import dealt
from tests.kit.typed_scores import enter_score



@pytest.fixture
def night_with_a_late_board(night, dee):
    """A session whose board 1 has been played at two tables and still has to be played at the third."""
    play_until(night.tickets.values(), in_round(night, 2))
    row = TableBoard.objects.filter(board__number=1, state="waiting").first() or TableBoard.objects.filter(
        board__number=1
    ).latest("pk")
    enter_score(row, dee, "late")
    session_end(session=night.session, user=dee)
    night.row = row
    return night


def pages(night) -> list[str]:
    public_id = night.session.public_id
    return [
        f"/results/{public_id}/board/1/",
        f"/results/{public_id}/board/1/replay/{TableBoard.objects.filter(board__number=1)[0].pk}/",
        f"/api/v1/sessions/{public_id}/boards/1/",
    ]


@pytest.mark.django_db(transaction=True)
def test_its_deal_lines_and_replays_are_published_to_nobody(night_with_a_late_board, dee, client):
    night = night_with_a_late_board
    publish(session=night.session, user=dee)
    assert [client.get(page).status_code for page in pages(night)] == [404, 404, 404]
    listed = client.get(f"/api/v1/sessions/{night.session.public_id}/boards/").json()
    assert 1 not in [board["number"] for board in listed]
    assert listed
    north = dealt(night.row.board).north.replace(" ", "")
    for page in ("", "boards/", "player/1/", "player/4/"):
        shown = client.get(f"/results/{night.session.public_id}/{page}")
        assert shown.status_code == 200
        assert north not in shown.text


@pytest.mark.django_db(transaction=True)
def test_once_it_is_played_and_published_again_everybody_sees_it(night_with_a_late_board, dee, client):
    night = night_with_a_late_board
    publish(session=night.session, user=dee)
    enter_score(night.row, dee, "1N S 7")
    publish(session=night.session, user=dee)
    assert client.get(pages(night)[0]).status_code == 200
