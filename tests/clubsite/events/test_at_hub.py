"""A heat of another server's event: the client of this site talks with this site's own API, with every fault."""

import datetime
import json

import pytest
from django.test import Client
from django.utils import timezone

from clubsite.clubs.models import Club, Person, ResultsFor
from clubsite.core.limits import SERVERS_TYPED
from clubsite.core.other_servers import ServerAnswer
from clubsite.core.refused import Refused
from clubsite.events.heat_state import stored_state
from clubsite.events.models import Event, EventAction, EventEntrant, EventPlace, EventStatus, Heat, HeatStatus, HubHeat
from clubsite.events.sealing import dealt_boards_of
from clubsite.events.selectors.both_servers import heat_body, ranking_body
from clubsite.events.selectors.event_rules import RANKING
from clubsite.events.services.at_hub_events import announced_take, body_read, hub_file_take, hub_join
from clubsite.events.services.at_hub_rankings import names_let_go, ranking_take
from clubsite.events.services.at_hub_telling import heat_tell, hubs_sweep
from clubsite.events.services.event_requests import event_log_add
from clubsite.events.services.events import club_erasure_refusal, public_number_set
from clubsite.events.services.heats import heat_confirm, heat_deals, heat_join, heat_leave, heat_plan
from clubsite.events.services.hub_boards import envelope_key
from clubsite.events.services.hub_heats import kept_state_put_back, token_revoke_of_heat
from clubsite.events.services.scoring import event_score
from clubsite.nights.services.rounds import session_start
from clubsite.privacy.services import person_forget
from tests.clubsite.events.two_clubs import ended_night
from tests.kit.events import LOTTO, heat_night, join, make_club, make_event, score_round, take_lines
from tests.kit.hub_nearby import HUB, a_file, fresh, joined, night_of, pages_of_quay, play_out, publish, soon, there
from tests.kit.typed_scores import enter_score

pytestmark = pytest.mark.django_db
A_ROUND = {1: "1N S 9", 2: "1N S 7", 3: "1N S 6"}


@pytest.fixture
def heat(hub, event, quay, dee, cy):
    return joined(event, dee, quay, cy, planned_at=soon(), tables=3)


@pytest.fixture
def night(heat, cy):
    return night_of(heat, cy)


@pytest.fixture
def told(hub, heat, night, cy):
    """Return the heat with the results of one round, which the hub has."""
    score_round(night, cy, A_ROUND)
    take_lines(heat)
    hub.sweep()
    assert there(heat).state_number == 1
    return fresh(heat)


@pytest.fixture
def page(cy, heat):
    """Return a function that reads the heat's page, or posts to an address below it."""
    ask, url = pages_of_quay(cy), f"heats/{heat.public_id}/"
    return lambda what="", **data: ask(f"{url}organiser/{what}", data) if what else ask(url)


def corrected(heat, cy, line="1N S 8"):
    """Correct the first score of the night, and take the heat's lines."""
    row = heat.lines.order_by("pk").first().table_board
    enter_score(row, cy, line, why="wrong")
    take_lines(heat)
    return fresh(heat)


def test_boards_that_were_sealed_for_another_number_are_never_dealt(hub, club, quay, dee, cy):
    """Fault (d): the organiser corrects the public number after the boards were fetched."""
    event = make_event(club, dee, **LOTTO)
    heat = joined(event, dee, quay, cy, planned_at=soon(), tables=3)
    public_number_set(event=event, user=dee, text="7 14 20")
    hub.sweep()
    before = fresh(heat).event.sealed_boards
    public_number_set(event=event, user=dee, text="7 41 42")
    heat_night(heat, cy)
    mine = fresh(heat)
    assert before and mine.event.sealed_boards != before and mine.event.public_number == "7 41 42"
    assert heat_deals(mine) == dealt_boards_of(Event.objects.get(pk=event.pk)) and mine.released_at is not None


def test_the_hub_says_why_it_gives_no_key(hub, event, quay, dee, cy):
    later = timezone.now() + datetime.timedelta(hours=5)
    heat = joined(event, dee, quay, cy, planned_at=later, tables=3)
    session = heat_night(heat, cy, start=False)
    with pytest.raises(Refused, match="does not give the key"):
        session_start(session=session, user=cy)
    assert there(heat).released_at is None and not fresh(heat).boards_key


def test_a_silent_hub_stops_nobody_who_has_the_key_from_the_envelope(hub, heat, event, dee, cy, page):
    session = heat_night(heat, cy, start=False)
    key = envelope_key(heat=there(heat), user=dee)
    hub.down = True
    with pytest.raises(Refused, match="has not given the key"):
        session_start(session=session, user=cy)
    hub.sweep()
    assert "type it on this page" in page()
    assert "52 letters and figures. Read it again" in page("key/", key="abc")
    assert "The key opens the boards" in page("key/", key=key)
    session_start(session=session, user=cy)
    assert event.log.filter(action=EventAction.ENVELOPE_USED).count() == 0
    hub.down = False
    hub.sweep()
    assert event.log.filter(action=EventAction.ENVELOPE_USED).exists()  # the hub knows it too


def test_a_hub_cannot_exchange_what_it_announced(hub, heat, event, dee):
    """Fault (e): commitment, boards and scoring stay, a window only grows, and the log tells everybody."""
    mine, was = fresh(heat).event, event.commitment
    later = event.window_closes.replace(microsecond=0) + datetime.timedelta(minutes=20)
    Event.objects.filter(pk=event.pk).update(commitment="0" * 64, boards=12, window_closes=later, name="Winter")
    hub.sweep()
    mine.refresh_from_db()
    assert (mine.commitment, mine.boards, mine.window_closes, mine.name) == (was, event.boards, later, "Winter")
    Event.objects.filter(pk=event.pk).update(window_closes=event.window_opens + datetime.timedelta(hours=1))
    hub.sweep()
    mine.refresh_from_db()
    assert mine.window_closes == later
    lines = mine.log.filter(action=EventAction.FACTS_REFUSED).values_list("facts__fact", flat=True)
    assert set(lines) == {"boards", "commitment", "window_closes"}
    changed = mine.log.filter(action=EventAction.CHANGED).order_by("pk")
    assert [line.about.partition(":")[0] for line in changed] == ["name", "window closes"]
    assert "commitment" in Client().get(f"/events/{mine.public_id}/log/").text


def test_no_file_changes_an_event_that_comes_from_a_hub_nor_takes_its_id(heat, event, page, quay, cy):
    """Fault (e): no director rolls back an event that others play too, and a file of somebody else is another event."""
    body = heat_body(there(heat), "")
    body["event"]["status"] = "cancelled"
    text = page("file/", file=a_file(json.dumps(body)))
    assert "goes by hand in every club" in text and fresh(heat).event.status == "announced"
    body = heat_body(there(heat), "")
    other = hub_file_take(club=quay, user=cy, file=json.dumps(body).replace(event.commitment, "a" * 64).encode())
    assert other.event_id != heat.event_id and fresh(heat).event.commitment == event.commitment
    with pytest.raises(Refused, match="another event"):
        announced_take(event=heat.event, facts={**body["event"], "id": "somethingelse"})


def test_joining_is_by_invitation_alone_and_limited(hub, heat, event, quay, cy, settings):
    with pytest.raises(Refused, match="Ask its organiser for an invitation"):
        heat_join(event=heat.event, club=quay, user=cy)
    with pytest.raises(Refused, match="on this server"):
        hub_join(club=quay, user=cy, hub=settings.PUBLIC_URL, letters="A")
    for _ in range(SERVERS_TYPED.most):
        with pytest.raises(Refused) as no:
            hub_join(club=quay, user=cy, hub=HUB, letters="ABCD-EFGH")
    assert "Many addresses" in str(no.value)


def test_plans_and_leaving_reach_the_hub(hub, heat, cy):
    later = soon() + datetime.timedelta(minutes=20)
    heat_plan(heat=fresh(heat), user=cy, planned_at=later, tables=5)
    assert "PATCH " in hub.sweep() and (there(heat).planned_at, there(heat).tables) == (later, 5)
    heat_leave(heat=fresh(heat), user=cy)
    assert "DELETE " in hub.sweep() and there(heat).status == HeatStatus.LEFT
    assert "DELETE " not in hub.sweep()


def test_a_heat_that_the_organiser_leaves_out_has_left_here_too(hub, heat):
    Heat.objects.filter(pk=there(heat).pk).update(status=HeatStatus.LEFT)
    assert "DELETE " not in hub.sweep() and "PATCH " not in hub.heard
    assert (fresh(heat).status, fresh(heat).at_hub.refusal) == (HeatStatus.LEFT, "")


def test_an_hour_without_the_hub_costs_the_live_ranking_alone(hub, heat, night, cy, page):
    hub.down = True
    score_round(night, cy, A_ROUND)
    take_lines(heat)
    hub.sweep()
    heard = len(hub.heard)
    heat_tell(heat_id=heat.pk)  # the sweep waits, and so does the job
    assert len(hub.heard) == heard and fresh(heat).at_hub.tries > 0
    assert "does not answer" in page()
    hub.down = False
    hub.sweep()
    assert there(heat).state_digest == stored_state(fresh(heat)).digest
    assert "does not answer" not in page() and "nothing has changed since" in page()


def test_a_lost_answer_is_no_conflict(hub, told, cy):
    """A state arrives, its answer does not, and the heat changes: nobody has to decide anything."""
    hub.loses = {"PUT state/"}
    corrected(told, cy)
    hub.sweep()
    assert (there(told).state_number, fresh(told).at_hub.told_number) == (2, 1)
    corrected(told, cy, "1N S 6")
    hub.sweep()
    assert fresh(told).at_hub.conflict is None
    assert (there(told).state_number, fresh(told).at_hub.told_number) == (3, 3)


def test_what_the_hub_has_is_overwritten_by_a_person_alone(hub, told, cy, dee, page):
    """The organiser put another state back, or this site was restored: a 412 is never answered by the program."""
    corrected(told, cy)
    hub.sweep()
    kept_state_put_back(heat=there(told), number=1, user=dee)
    corrected(told, cy, "1N S 6")
    told.lines.order_by("pk").last().delete()
    hub.sweep()
    was = there(told).state_digest
    assert hub.sweep().count("PUT state/") == 0 and there(told).state_digest == was
    text = page()
    assert "Yours would take 1 result away there" in text and "Board" in text
    hub.down = True
    assert "There is no answer from that server" in page("send-over/")
    hub.down = False
    assert "Your results were sent" in page("send-over/")
    assert there(told).state_digest == stored_state(fresh(told)).digest != was
    assert fresh(told).event.log.filter(action=EventAction.SENT_OVER, user=cy).exists()


def test_a_refused_state_is_shown_and_sent_again_once_it_changed(hub, told, cy, page):
    no = {"title": "", "status": 422, "detail": "Board 1: the contract is not possible.\u202e"}
    hub.says = {"PUT state/": ServerAnswer(422, "", json.dumps(no).encode())}
    corrected(told, cy)
    hub.sweep()
    assert "Board 1: the contract is not possible." in page() and "\u202e" not in page()
    assert "PUT state/" not in hub.sweep()
    page("send/")
    assert "PUT state/" in hub.sweep() and there(told).state_number == 2
    assert "not possible" not in page()


@pytest.mark.parametrize("status", [302, 401, 404, 500])
def test_the_page_of_a_proxy_is_no_answer_of_the_hub(hub, told, cy, status):
    corrected(told, cy)
    hub.says = {"GET ": ServerAnswer(status, "", b"<html>Not here</html>")}
    hub.sweep()
    assert fresh(told).at_hub.tries == 1 and fresh(told).at_hub.refusal == ""
    hub.sweep()
    assert there(told).state_number == 2


@pytest.mark.parametrize("what", ["GET ", "PUT state/", "GET standing/", "PATCH ", "PUT names/"])
@pytest.mark.parametrize("answer", [b"", b"[]", b"{}", b'{"places": 10e400}', b"\xff", b"<html>", b'{"number": "1"}'])
def test_an_answer_that_is_none_changes_nothing(hub, told, cy, what, answer):
    corrected(told, cy)
    hub.says = {what: ServerAnswer(200, "", answer)}
    event = fresh(told).event
    was = event.commitment, event.sealed_boards
    HubHeat.objects.update(told_plans="", told_names="")  # so that everything is asked and told
    assert what in hub.sweep() and hub.says == {}
    event.refresh_from_db()
    assert (event.commitment, event.sealed_boards) == was and event.heard_standing["heats"] == 1
    hub.sweep()
    assert there(told).state_digest == stored_state(fresh(told)).digest


def test_a_forgotten_person_loses_the_name_at_the_hub_too(hub, told, cy):
    entrants = there(told).entrants
    assert entrants.filter(name="Jo Marsh").exists()
    long_ago = timezone.now() - datetime.timedelta(days=50)
    Event.objects.update(window_opens=long_ago - datetime.timedelta(hours=9), window_closes=long_ago)
    hub.sweep()
    HubHeat.objects.update(due_at=timezone.now() + datetime.timedelta(days=1))
    person_forget(person=Person.objects.get(name="Jo Marsh"), user=cy)
    assert HubHeat.objects.get().due_at is None
    hub.sweep()
    assert not entrants.filter(name="Jo Marsh").exists()


def test_a_club_for_members_tells_no_name_and_either_side_ends_the_connection(hub, told, quay, dee, cy, page, event):
    assert there(told).entrants.exclude(name="").exists()
    Club.objects.filter(pk=quay.pk).update(results_for=ResultsFor.MEMBERS)
    hub.sweep()
    assert not there(told).entrants.exclude(name="").exists()
    token_revoke_of_heat(heat=there(told), user=dee)
    hub.sweep()
    assert "does not know this connection any more" in page()
    assert "The connection is ended" in page("end/")
    assert not fresh(told).at_hub.is_connected and hub.sweep() == []


def test_a_club_is_not_erased_with_results_that_were_not_sent(hub, told, cy, quay, page):
    assert club_erasure_refusal(quay) == ""
    corrected(told, cy)
    assert "does not have all results" in club_erasure_refusal(quay)
    page("end/")
    assert json.loads(page("heat-state.json"))["state"]["entrants"]
    assert club_erasure_refusal(quay) == ""


@pytest.fixture
def ranked(hub, told, event, cy, dee):
    """Return the heat after the publication, before its server has the ranking."""
    play_out(told, cy)
    hub.sweep()
    publish(event, dee)
    return fresh(told)


def test_what_is_sent_now_is_followed_by_a_sweep_and_a_correction_after_the_ranking_is_marked(hub, ranked, page, cy):
    hub.sweep()
    HubHeat.objects.update(told_at=None, due_at=timezone.now() + datetime.timedelta(hours=1))
    page("send/")
    heat_tell(heat_id=ranked.pk)
    assert fresh(ranked).at_hub.due_at <= timezone.now() + datetime.timedelta(minutes=1)
    hub.sweep()
    assert "made from other results" not in page()
    hub.down = True
    corrected(ranked, cy)
    assert "made from other results" in page()
    hub.down = False
    hub.sweep()
    assert there(ranked).state_digest == stored_state(fresh(ranked)).digest and there(ranked).confirmed_at is not None
    assert there(ranked).event.log.filter(action=EventAction.CORRECTED, facts__club="Quay Street").exists()


def test_a_secret_that_does_not_fit_is_not_kept_nor_names_of_others_a_month_after_the_last_ranking(ranked, event, hub):
    body = ranking_body(Event.objects.get(pk=event.pk))
    ranking = body_read(RANKING, json.dumps({**body, "secret": "0" * 64}).encode())
    ranking_take(event=ranked.event, body=ranking)
    mine = fresh(ranked).event
    assert mine.shown_secret == "" and mine.log.filter(action=EventAction.FACTS_REFUSED, facts__fact="secret").exists()
    body["heats"].append({**body["heats"][0], "heat": "elsewhere1", "club": "Pier"})
    for entrant in body["heats"][1]["entrants"]:
        entrant["name"] = "Pat of Pier"
    hub.says = {"GET ranking/": ServerAnswer(200, "", json.dumps(body).encode())}
    hub.sweep()
    others = EventEntrant.objects.filter(heat__event=ranked.event, heat__hub_id="elsewhere1")
    assert others.filter(name="Pat of Pier").count() == len(body["heats"][0]["entrants"])
    names_let_go()
    assert others.filter(name="Pat of Pier").exists()
    HubHeat.objects.update(ranking_at=timezone.now() - datetime.timedelta(days=31))
    names_let_go()
    assert not others.exclude(name="").exists()


def test_the_whole_way(hub, quay, event, club, dee, cy):
    ended_night(own := join(event, club, dee), dee)
    heat = joined(event, dee, quay, cy, planned_at=soon(), tables=3)
    night_of(heat, cy)
    assert there(heat).released_at is not None  # the start has fetched the key
    play_out(heat, cy)
    hub.sweep()
    assert (there(heat).state_digest, there(heat).state_number) == (stored_state(fresh(heat)).digest, 1)
    assert there(heat).confirmed_at is not None
    assert dict(there(heat).entrants.values_list("label", "name"))["1"] == "Jo Marsh"
    assert "PUT state/" not in hub.sweep()  # nothing is new

    heat_confirm(heat=own, user=dee)
    event_score(event_id=event.pk)
    hub.sweep()
    assert EventPlace.objects.filter(entrant__heat=heat).count() == there(heat).entrants.count() > 0
    assert fresh(heat).event.heard_standing["heats"] == 2

    publish(event, dee)
    hub.sweep()
    assert "GET ranking/" in hub.sweep()  # once more, and nothing has changed
    mine = fresh(heat).event
    assert mine.status == EventStatus.PUBLISHED and mine.shown_secret == Event.objects.get(pk=event.pk).shown_secret
    pages = [Client().get(f"/events/{event_id}/ranking/").text for event_id in (event.public_id, mine.public_id)]
    assert all("Jo Marsh" in page and "Lantern Street" in page for page in pages)
    rows = [[listing["rows"] for listing in at.publications.get().payload["lists"]] for at in (event, mine)]
    places = [[[(row["place"], row["won"], row["possible"]) for row in part] for part in parts] for parts in rows]
    assert places[0] == places[1] != []
    proof = Client().get(f"/events/{mine.public_id}/proof/")
    assert proof.status_code == 200 and mine.shown_secret in proof.text


def test_two_clubs_of_one_server_play_one_event_of_a_hub(hub, quay, event, dee, cy):
    pier = make_club("Pier", cy)
    first, second = joined(event, dee, quay, cy), joined(event, dee, pier, cy)
    assert first.event_id == second.event_id and Event.objects.count() == 2
    event_log_add(first.event, EventAction.CHANGED)  # each hears the same facts
    assert hub.sweep().count("GET ") == 2
    hub.down = True
    assert len(hub.sweep()) == 1  # a silent hub is asked once in a sweep, and not once for each heat
    hubs_sweep()
    assert set(HubHeat.objects.values_list("tries", flat=True)) == {1}, "no heat waits because another gets no answer"
