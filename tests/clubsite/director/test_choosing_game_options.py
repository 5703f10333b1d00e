"""The game options: each is explained to the director, who can change it until the first cards are shown."""

import pytest

from clubsite.analysis.models import BoardSolution
from clubsite.analysis.services.solving import board_solve
from clubsite.clubs.audit_actions import AuditAction
from clubsite.clubs.models import AuditEntry
from clubsite.core.refused import Refused
from clubsite.director.monitor.views import AuditLine
from clubsite.nights.models import Board, Session, TableBoard
from clubsite.nights.services.rounds import session_start
from clubsite.nights.services.setup import options_choose, options_of
from clubsite.play.game_options import SOLO_OPTIONS
from games.registry import rules_for
from tests.clubsite.at_tables import look, play_of, play_until
from tests.needs import compiled_solver

pytestmark = pytest.mark.django_db(transaction=True)


def url_of(night) -> str:
    return f"/director/{night.session.public_id}/options/"


def test_every_option_of_the_rules_and_each_of_its_values_has_words():
    assert {name: tuple(question.answers) for name, question in SOLO_OPTIONS.items()} == {
        name: tuple(values) for name, values in rules_for("solo").options.items()
    }


def test_a_chosen_option_holds_at_the_tables(make_night, director):
    night = make_night(start=False)
    shown = director.get(url_of(night)).text
    assert all(question.text in shown for question in SOLO_OPTIONS.values())
    answer = director.post(url_of(night), {"tricks_shown": "all", "hints": "off", "undo": "director"})
    assert answer.status_code == 302
    night.session.refresh_from_db()
    assert night.session.options == {"tricks_shown": "all", "hints": "off"}
    line = AuditEntry.objects.get(action=AuditAction.OPTIONS_CHOSEN)
    assert "Show points and lengths in the auction? No." in AuditLine(line, covered=False).after
    assert AuditLine(line, covered=False).before == "as usual"
    session_start(session=night.session, user=line.user)
    play_until([night.tickets[1], night.tickets[4]], lambda: look(night.tickets[1])["view"] is not None)
    play = play_of(night.tickets[1])
    assert (play.options["tricks_shown"], play.options["hints"]) == ("all", "off")
    assert look(night.tickets[1])["view"]["hints"] is None


def test_once_cards_are_shown_it_is_frozen_with_a_sentence(night, director):
    assert "Play it like this" in director.get(url_of(night)).text
    play_until([night.tickets[1], night.tickets[4]], lambda: look(night.tickets[1])["view"] is not None)
    assert TableBoard.objects.filter(play__isnull=False).exists()
    shown = director.get(url_of(night)).text
    assert "The first cards have been shown" in shown and "Play it like this" not in shown
    answer = director.post(url_of(night), {"hints": "off"}, follow=True)
    assert "The first cards have been shown" in answer.text
    night.session.refresh_from_db()
    assert options_of(night.session)["hints"] == "on"
    assert not AuditEntry.objects.filter(action=AuditAction.OPTIONS_CHOSEN).exists()


@pytest.mark.parametrize("value", ["maybe", "ON", "off\0", "<b>"])
def test_an_unknown_answer_is_refused_at_its_question(night, director, value):
    answer = director.post(url_of(night), {"hints": value, "tricks_shown": "all"})
    assert set(answer.context["form"].errors) == {"hints"}
    assert Session.objects.get().options == {}


def test_what_the_rules_do_not_know_is_refused_below_the_page_too(night, dee):
    for chosen in ({"colour": "red"}, {"hints": "maybe"}):
        with pytest.raises(Refused):
            options_choose(session=night.session, user=dee, chosen=chosen)


def test_the_same_again_is_no_change(night, director):
    for _ in range(2):
        director.post(url_of(night), {"undo": "consent"})
    assert AuditEntry.objects.filter(action=AuditAction.OPTIONS_CHOSEN).count() == 1
    director.post(url_of(night), {})
    assert Session.objects.get().options == {}


@compiled_solver
def test_what_an_auction_is_worth_follows_what_ends_it(make_night, dee, monkeypatch):
    night = make_night(start=False)
    board = Board.objects.earliest("pk")
    values = {strain: {"S": 8, "N": 8} for strain in "CDHSN"}
    monkeypatch.setattr("clubsite.analysis.services.solving.ten_values", lambda *_: values)
    assert board_solve(board.pk)
    solution = BoardSolution.objects.get(board=board)
    assert solution.found()[1]["line"][-2:] == ["P", "P"]
    options_choose(session=night.session, user=dee, chosen={"auction_end": "first_pass"})
    solution.refresh_from_db()
    line = solution.found()[1]["line"]
    assert line[-1] == "P" != line[-2]
