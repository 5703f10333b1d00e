"""The director says whether the computer checks claims: when the session is made, and until it starts."""

import pytest
from django.db import IntegrityError, transaction

from clubsite.duplicate.models import ClaimChecking, Session

pytestmark = pytest.mark.django_db
TUESDAY = {
    "club": "lantern",
    "name": "Tuesday",
    "date": "2026-11-17",
    "players": 6,
    "boards_per_round": 2,
    "minutes_per_board": 8,
}


def kept() -> str:
    return str(Session.objects.get().claim_checking)


def test_the_question_is_asked_and_no_is_usual(director):
    assert 'name="claim_checking"' in director.get("/director/new/").content.decode()
    assert director.post("/director/new/", TUESDAY).status_code == 302
    assert kept() == ClaimChecking.PLAYERS


def test_yes_is_kept_and_can_be_changed_until_the_start(director):
    director.post("/director/new/", {**TUESDAY, "claim_checking": "exact"})
    assert kept() == ClaimChecking.EXACT
    details = f"/director/{Session.objects.get().public_id}/setup/details/"
    chosen = next(
        radio for radio in director.get(details).content.decode().split("<input ") if 'value="exact"' in radio
    )
    assert "checked" in chosen.split(">")[0]
    assert director.post(details, {**TUESDAY, "claim_checking": "players"}).status_code == 302
    assert kept() == ClaimChecking.PLAYERS


def test_another_answer_is_refused(director):
    answer = director.post("/director/new/", {**TUESDAY, "claim_checking": "perhaps"})
    assert "claim_checking" in answer.context["form"].errors
    assert not Session.objects.exists()
    director.post("/director/new/", TUESDAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.update(claim_checking="perhaps")


def test_the_option_is_not_one_of_the_rules(director):
    director.post("/director/new/", {**TUESDAY, "claim_checking": "exact"})
    assert Session.objects.get().options == {}
