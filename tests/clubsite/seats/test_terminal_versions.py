"""The version of everything shown on a terminal is the room's `rev`. Nothing changes unless `rev` changes."""

import pytest

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_change
from clubsite.nights.models import Section, WrongBoard
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.directing import session_end, session_pause, session_resume
from clubsite.nights.services.player_assignment import name_mend
from clubsite.nights.services.rounds import round_force
from clubsite.nights.services.wrong_boards import wrong_board_set_aside
from clubsite.play.models import RevokeReason
from clubsite.play.seat_tickets import presence_set, ticket_release
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.scores.models import ScoreEntry
from clubsite.scores.services.entries import score_found_right
from clubsite.scores.services.order_checks import order_check_set
from clubsite.scores.services.tables import table_play
from tests.kit.terminal import MADE, changes, row, say, table, tablet_at
from tests.kit.typed_scores import enter_score



def test_scores_and_calls(bo, ann, dee):
    changes(ann, lambda: bo.do("type", **MADE))
    changes(bo, lambda: ann.do("refuse", key=ann.key()))
    changes(bo, ann.call)
    changes(ann, lambda: bo.do("drop", key=bo.key()))
    bo.do("type", **MADE)
    changes(bo, lambda: ann.do("confirm", key=ann.key()))
    changes(bo, lambda: enter_score(row(), dee, "3N S 9"))
    last = ScoreEntry.objects.order_by("pk").last()
    changes(ann, lambda: score_found_right(table_board=row(), seen=last.pk, user=dee))


def test_a_wrong_board_and_the_order_of_the_dummies(bo, cards, dee):
    changes(bo, lambda: bo.act("board", played="3"))
    changes(bo, lambda: wrong_board_set_aside(table_board=WrongBoard.objects.get().table_board, user=dee))
    changes(bo, lambda: order_check_set(session=cards, on=False, user=dee))
    order_check_set(session=cards, on=True, user=dee)
    changes(bo, lambda: say(bo, "in_order"))


def test_who_sits_where_and_what_they_are_called(bo, ann, cards, dee):
    changes(bo, lambda: presence_set(ann.ticket.pk, "a page", False))
    changes(bo, lambda: presence_set(ann.ticket.pk, "a page", True))
    changes(bo, lambda: name_mend(session=cards, label="1", player="N", name="Anne", user=dee))
    other = Person.objects.get(name="Hal")
    changes(bo, lambda: person_change(person=other, name="Hallam", number="", member=True, user=dee))
    changes(ann, lambda: table_play(table=table(cards, 2), live=True, user=dee))
    tablet = tablet_at(cards)
    changes(tablet, lambda: table_play(table=table(cards), live=True, user=dee))
    changes(tablet, lambda: ticket_release(ticket=ann.ticket, reason=RevokeReason.FREED))


def test_the_night(bo, cards, dee):
    changes(bo, lambda: session_pause(session=cards, user=dee))
    changes(bo, lambda: session_resume(session=cards, user=dee))
    changes(bo, lambda: round_force(section=Section.objects.get(pk=sections_of(cards)[0].pk), user=dee))
    enter_score(row(3), dee, "1N S 7")
    changes(bo, lambda: session_end(session=cards, user=dee))
    changes(bo, lambda: publish(cards, dee))
    changes(bo, lambda: unpublish(cards, dee))
