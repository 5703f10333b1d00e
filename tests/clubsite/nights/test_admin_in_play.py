"""The operator's admin site can neither change a session in play nor show any of its cards."""

import pytest

from clubsite.nights.models import Session
from tests.clubsite.at_tables import in_round, play_until

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def operator(django_user_model, client):
    client.force_login(django_user_model.objects.create_superuser("op", password="correct horse"))
    return client


def test_a_night_in_play_keeps_its_shape_and_its_options(night, operator):
    before = Session.objects.values().get()
    bent = {"name": "Renamed", "date": "2026-11-18", "players": "2", "boards_per_round": "12"}
    operator.post(
        f"/admin/nights/session/{night.session.pk}/change/",
        {**bent, "minutes_per_board": "1", "options": '{"hints": "bogus"}', "status": "draft", "club": "99"},
    )
    after = Session.objects.values().get()
    assert after.pop("name") == "Renamed"
    changed = {key for key, value in after.items() if value != before[key]} - {"name_key", "name_order"}
    assert changed == {"date"}


def test_a_night_is_made_by_a_director_and_not_in_the_admin(operator):
    assert operator.get("/admin/nights/session/add/").status_code == 403


def test_a_night_with_scores_is_not_deleted(night, operator):
    play_until(night.tickets.values(), in_round(night, 2))
    operator.post(f"/admin/nights/session/{night.session.pk}/delete/", {"post": "yes"})
    assert Session.objects.filter(pk=night.session.pk).exists()


def test_staff_without_rights_see_nothing(night, client, django_user_model):
    client.force_login(django_user_model.objects.create_user("clerk", is_staff=True))
    for page in ("nights/session/", "clubs/auditentry/", "scores/scoreentry/"):
        assert client.get(f"/admin/{page}").status_code == 403
