"""The leaderboard on the wall: visible only while a director shows it, without cards or scores, and kept up to date."""

import json

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from django.test import Client

from clubsite.asgi import application
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.nights.models import TableBoard
from clubsite.rankings.services.sweep import results_sweep
from clubsite.results.services import leaderboard_set
from tests.kit.dealt import dealt
from tests.kit.typed_scores import enter_score
from tests.on_page import on_page


def leaderboard(night, rest: str = "") -> str:
    return f"/leaderboard/{night.session.public_id}/{rest}"




def test_nobody_sees_it_before_a_director_shows_it(night, dee, cy):
    for user in (None, cy, dee):
        client = Client()
        if user is not None:
            client.force_login(user)
        assert {client.get(leaderboard(night, rest)).status_code for rest in ("", "places/")} == {404}
    assert Client().get("/leaderboard/none/").status_code == 404


def test_a_director_puts_it_up_and_takes_it_down(two_rounds, dee, cy, client):
    at = f"/director/{two_rounds.session.public_id}/ranking/"
    client.force_login(cy)
    assert client.post(at + "wall/", {"show": "yes"}).status_code == 404
    client.force_login(dee)
    assert client.post(at + "wall/", {"show": "yes"}).status_code == 302
    assert leaderboard(two_rounds) in client.get(at).text
    shown = on_page(Client().get(leaderboard(two_rounds)).text)
    assert "Bo" in shown and "Ann" in shown and "scores in" in shown
    client.post(at + "wall/", {"show": "yes"})
    client.post(at + "wall/", {"show": "no"})
    assert Client().get(leaderboard(two_rounds)).status_code == 404
    wall_actions = [AuditAction.LEADERBOARD_SHOWN, AuditAction.LEADERBOARD_HIDDEN]
    lines = AuditEntry.objects.filter(action__in=wall_actions).order_by("pk")
    assert [line.action for line in lines] == wall_actions


def test_no_card_contract_or_score_is_on_it(two_rounds, dee, client):
    leaderboard_set(session=two_rounds.session, on=True, user=dee)
    text = on_page(client.get(leaderboard(two_rounds, "places/")).text)
    assert "1N" not in text and "NT" not in text and "120" not in text
    assert not any(dealt(board).south in text for board in two_rounds.section.board_set.boards.all())


@pytest.mark.django_db(transaction=True)
async def test_its_socket_is_open_only_while_it_is_shown_and_hears_of_new_places(night, dee):
    async def asked():
        path = leaderboard(night, "socket/")
        headers = [(b"host", b"testserver"), (b"origin", b"http://testserver")]
        scope = {"type": "websocket", "path": path, "raw_path": path.encode(), "query_string": b""}
        app = ApplicationCommunicator(application, scope | {"headers": headers, "subprotocols": []})
        await app.send_input({"type": "websocket.connect"})
        return app

    assert (await (await asked()).receive_output(60))["type"] == "websocket.close"
    await sync_to_async(leaderboard_set)(session=night.session, on=True, user=dee)
    app = await asked()
    heard = [await app.receive_output(60), await app.receive_output(60)]
    assert heard[0]["type"] == "websocket.accept" and json.loads(heard[1]["text"]) == {"t": "changed"}

    def one_score():
        row = TableBoard.objects.filter(round__section=night.section).order_by("pk").first()
        enter_score(row, dee, "1N S 7")
        results_sweep()

    await sync_to_async(one_score)()
    assert json.loads((await app.receive_output(60))["text"]) == {"t": "changed"}
    await app.send_input({"type": "websocket.disconnect", "code": 1001})
    await app.wait(60)
