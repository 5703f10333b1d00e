"""Access: strangers find no page, what is sent by hand is refused in words, and what is broken holds nobody up."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone

from clubsite.clubs.audit import audit_add
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.invitations import invitation_make
from clubsite.clubs.models import AuditEntry, Person, Role
from clubsite.clubs.services import club_create, person_add
from clubsite.core.refused import Refused
from clubsite.nights.models import BoardSet, TableBoard
from clubsite.nights.services import tables
from clubsite.nights.tasks import sweep
from clubsite.pdf.letters import plain
from clubsite.play.models import Room, SeatConnection
from clubsite.play.seat_tickets import presence_set
from clubsite.readers.models import JoinRequest
from clubsite.readers.services import join_ask
from clubsite.scores.models import ScoreEntry
from tests.kit.director_pages import every_url
from tests.kit.nights import end_and_publish
from tests.kit.people import another_director, part
from tests.on_page import on_page


@pytest.fixture
def eve(db):
    """The director of another club."""
    user = get_user_model().objects.create_user("eve", password="correct horse")
    club_create(name="Harbour", slug="harbour", owner=user)
    return user


@pytest.mark.parametrize("who", ["cy", "eve", "member"])
def test_nothing_exists_for_a_stranger_or_a_member_who_does_not_direct(who, night, club, client, cy, eve):
    client.force_login({"cy": cy, "eve": eve}.get(who) or part(club, "mem", Role.MEMBER))
    for name, url in every_url(night.session).items():
        assert client.get(url).status_code == client.post(url).status_code == 404, name
    night.session.refresh_from_db()
    assert night.session.status == "running"


def test_the_unknown_sign_in_first_and_who_directs_elsewhere_or_nothing_sees_no_night(night, client, eve, cy):
    for name, url in {**every_url(night.session), "index": "/director/", "new": "/director/new/"}.items():
        answer = client.get(url)
        assert (answer.status_code, answer.url.split("?")[0]) == (302, "/login/"), name
    client.force_login(eve)
    assert night.session.public_id not in client.get("/director/").text
    answer = client.post("/director/new/", {"club": "lantern", "date": "2026-11-17", "players": 6})
    assert "club" in answer.context["form"].errors
    client.force_login(cy)
    assert "You do not direct any club" in client.get("/director/").text


@pytest.mark.parametrize(
    ("came_from", "leads_to"),
    [("http://testserver/director/", "/director/"), ("https://elsewhere.example/director/", "/"), ("", "/")],
)
def test_what_was_sent_by_the_unknown_leads_back_to_its_page(came_from, leads_to, night, client):
    """The address that a button posts to may have no page, so after signing in the reader would see a blank page."""
    pause = f"/director/{night.session.public_id}/act/pause/"
    answer = client.post(pause, headers={"Referer": came_from})
    assert answer.url == f"/login/?next={leads_to}"


def test_a_wrong_password_and_a_forged_form_are_refused_in_words(dee, client, night):
    answer = client.post("/login/", {"username": "dee", "password": "wrong"})
    assert "do not belong together" in answer.text
    assert client.post("/login/", {"username": "dee", "password": "correct horse"}).status_code == 302
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(dee)
    answer = browser.post(f"/director/{night.session.public_id}/act/pause/")
    assert answer.status_code == 403 and "That was not accepted" in answer.text
    night.session.refresh_from_db()
    assert night.session.status == "running"


HUGE = "9" * 5000
MADE = {"status": "played", "level": "4", "strain": "S", "declarer": "S", "tricks": "10"}


@pytest.fixture
def score_page(night):
    return f"/director/{night.session.public_id}/score/{TableBoard.objects.get(board__number=1).pk}/"


@pytest.fixture
def draft(make_night):
    return make_night(start=False).session


@pytest.mark.parametrize("where", ["", "preview/"])
@pytest.mark.parametrize(
    "wrong",
    [{"level": "abc"}, {"level": "²"}, {"level": "٤"}]
    + [{"tricks": text} for text in (HUGE, f"+{HUGE}", f"-{HUGE}", "²", "١٠")],
)
def test_a_score_that_no_key_can_type_is_a_fault_at_its_field(director, score_page, wrong, where):
    answer = director.post(score_page + where, {**MADE, **wrong, "go": "save"})
    assert answer.status_code == 200
    assert answer.context["sheet"].form.problems
    assert not ScoreEntry.objects.exists()


def test_percentages_in_figures_of_another_script_are_refused(night, director, score_page, dee):
    """Percentages in another script's digits could be stored, but could then never be scored or published."""
    answer = director.post(score_page, {"status": "artificial", "artificial": "A٣٣٣٣", "go": "save"})
    assert "artificial" in answer.context["sheet"].form.problems
    director.post(score_page, {"status": "artificial", "artificial": "A3333", "go": "save"})
    assert end_and_publish(night.session, dee).version == 1


def test_reasons_and_names_keep_no_nul_and_names_no_more_than_eighty_letters(director, score_page, night, club, dee):
    director.post(score_page, {**MADE, "why": "both\0agree", "go": "save"})
    assert ScoreEntry.objects.get().why == "both agree"
    assert person_add(club=club, name="Zed\0Two " + "x" * 1000).name == "Zed Two " + "x" * 72
    with pytest.raises(Refused, match="Type the player's name"):
        person_add(club=club, name="\0\0")
    director.post(f"/director/{night.session.public_id}/table/1/name/S/", {"name": "Bo\0B"})
    assert Person.objects.filter(name="Bo B").exists()


@pytest.mark.parametrize(
    ("sent", "field", "sentence"),
    [
        *(({"how": "draw", "count": count}, "count", "") for count in (HUGE, "²", "-1", "0", "", "721")),
        *(({"how": "typed", "count": "9", "seed": text}, "seed", "A seed is one line") for text in ("s" * 121, "a\0b")),
        ({"how": "typed", "seed": "", "count": "9"}, "seed", "Type a seed"),
        ({"how": "file"}, "file", "Choose a file first."),
        ({"how": "draw", "count": "many"}, "count", "How many boards?"),
    ],
)
def test_boards_that_cannot_be_are_refused_at_their_field(director, draft, sent, field, sentence):
    before = BoardSet.objects.get().pk
    answer = director.post(f"/director/{draft.public_id}/setup/boards/", sent)
    assert sentence in answer.context["form"].errors[field][0] and sentence in answer.text
    assert BoardSet.objects.get().pk == before


def test_html_in_names_is_text_on_every_page_and_on_paper(night, director):
    nasty = '<img src=x onerror=alert(1)>"</script>'
    at = f"/director/{night.session.public_id}"
    director.post(f"{at}/table/1/name/S/", {"name": nasty})
    for page in ("/", "/overview/", "/table/1/", "/sure/force/", "/audit-log/", "/ranking/", "/board/1/"):
        shown = director.get(at + page).content
        assert b"<img src=x" not in shown and b'"</script>' not in shown, page
    assert director.get(at + "/print/movement.pdf").content.startswith(b"%PDF")
    assert plain(nasty) == nasty


def test_a_file_with_a_fault_on_every_line_is_answered_with_the_first_hundred(director, draft):
    sent = {"how": "file", "file": SimpleUploadedFile("bomb.pbn", b'[Board "1"]\n' * 3000)}
    shown = director.post(f"/director/{draft.public_id}/setup/boards/", sent).text
    assert "5999 faults" in on_page(shown) and "These are the first 100" in on_page(shown)
    assert shown.count("<td>Board</td>") + shown.count("<td>Deal</td>") == 100


def test_a_long_sign_in_name_fits_the_audit_log(club, django_user_model):
    user = django_user_model.objects.create_user("u" * 150)
    audit_add(club=club, action=AuditAction.SESSION_CREATED, user=user)
    assert AuditEntry.objects.get(action=AuditAction.SESSION_CREATED).actor == "u" * 120


def test_a_table_that_cannot_go_on_holds_up_neither_the_others_nor_the_sweep_of_who_has_gone(night, monkeypatch):
    """Everybody is ready, but every message that says so was lost. One device has been silent for five minutes."""
    real, ticket = tables.play_open, night.tickets[1]
    Room.objects.filter(table__section=night.section).update(ready=["N", "S"])
    presence_set(ticket.pk, "a page", True)
    SeatConnection.objects.filter(ticket=ticket).update(seen_at=timezone.now() - timedelta(minutes=5))
    broken = night.section.tables.get(number=1).room_id

    def play_open(*, room, **facts):
        if room.pk == broken:
            raise ValueError("a setup that cannot be")
        return real(room=room, **facts)

    monkeypatch.setattr(tables, "play_open", play_open)
    sweep()
    live = TableBoard.objects.filter(state="live").values_list("table__number", flat=True)
    assert sorted(live) == [2, 3]
    ticket.refresh_from_db()
    assert not ticket.connected
    monkeypatch.undo()
    sweep()
    assert TableBoard.objects.filter(state="live").count() == 3


def test_nobody_grants_their_own_request_by_answer_or_invitation_where_another_can(club, dee, director):
    eve, person = another_director(club, "eve"), Person.objects.create(club=club, name="Dee")
    assert "eve can make you one" in director.post(invitation_make(person=person, maker=dee)).text
    assert not Person.objects.filter(user=dee).exists()
    join_ask(person=person, user=dee)
    sent = {"request": JoinRequest.objects.get().pk, "grant": "yes"}
    text = director.post(f"/clubs/{club.slug}/people/asked/", sent, follow=True).text
    assert "You asked for this name yourself. eve can answer." in text
    assert JoinRequest.objects.exists() and not Person.objects.filter(user=dee).exists()
    director.force_login(eve)
    director.post(f"/clubs/{club.slug}/people/asked/", sent)
    assert Person.objects.get(user=dee).name == "Dee"
