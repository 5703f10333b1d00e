"""The director says whether the computer checks claims: when the session is made, and until it starts."""

import pytest
from django.db import IntegrityError, transaction

from clubsite.duplicate.models import ClaimChecking, Session
from tests.kit.director_pages import TUESDAY, new_session, url


def test_it_is_asked_kept_and_can_be_changed_until_the_start(director):
    assert 'name="claim_checking"' in director.get("/director/new/").text
    session = new_session(director, claim_checking="exact")
    assert (session.claim_checking, session.options) == (ClaimChecking.EXACT, {}), "no option of the rules"
    details = url(session, "setup/details/")
    chosen = next(radio for radio in director.get(details).text.split("<input ") if 'value="exact"' in radio)
    assert "checked" in chosen.split(">")[0]
    director.post(details, {**TUESDAY, "claim_checking": "players"})
    session.refresh_from_db()
    assert session.claim_checking == ClaimChecking.PLAYERS


def test_no_is_usual_and_another_answer_is_refused(director):
    answer = director.post("/director/new/", {**TUESDAY, "claim_checking": "perhaps"})
    assert "claim_checking" in answer.context["form"].errors and not Session.objects.exists()
    assert new_session(director).claim_checking == ClaimChecking.PLAYERS
    with pytest.raises(IntegrityError), transaction.atomic():
        Session.objects.update(claim_checking="perhaps")
