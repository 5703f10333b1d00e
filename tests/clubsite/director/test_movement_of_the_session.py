"""The movement of a session with its people: read by its directors, printed on cards."""

import datetime

from clubsite.duplicate.services.setup import session_create
from tests.kit.pages import pdf_text


def test_the_picture_knows_the_players_by_name(director, night):
    answer = director.get(f"/director/{night.session.public_id}/movement/")
    animation = answer.context["shown"].animation
    assert (animation["names"][1], animation["names"][4]) == ("Bo", "Ann")
    first = animation["rounds"][0][0]
    assert first == {"table": 1, "ns": 1, "ew": 4, "set": 1}


def test_a_guide_card_bears_the_players_name(director, night):
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/A/guide-cards.pdf"))
    assert "Ann" in text
    assert "1 1 North 1 1\n2 2 North 2 3\n3 3 North 3 2" in text
    assert "Lantern Street, Tuesday, 17 November 2026" in text


def test_table_guides_tell_who_comes(director, night):
    text = pdf_text(director.get(f"/director/{night.session.public_id}/print/A/table-guides.pdf"))
    assert "1 1 4 1\n2 1 6 2\n3 1 5 3" in text


def test_a_section_that_is_not_there_and_a_stranger_find_nothing(director, night, cy):
    base = f"/director/{night.session.public_id}/"
    assert director.get(f"{base}movement/Z/").status_code == 404
    assert director.get(f"{base}print/Z/guide-cards.pdf").status_code == 404
    assert director.get(f"{base}print/nothing.pdf").status_code == 404
    director.force_login(cy)
    for path in ("movement/", "movement/A/", "print/A/guide-cards.pdf", "print/A/table-guides.pdf"):
        assert director.get(base + path).status_code == 404


def test_without_a_movement_the_director_is_sent_to_choose_one(director, club, dee):
    draft = session_create(club=club, user=dee, name="", date=datetime.date(2026, 11, 24), players=8)
    answer = director.get(f"/director/{draft.public_id}/movement/", follow=True)
    assert "Choose a movement first." in answer.text
