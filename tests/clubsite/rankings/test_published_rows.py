"""The rows from which lists over several sessions are made, taken only from the current publication."""

from fractions import Fraction

from clubsite.clubs.models import Person
from clubsite.clubs.services import person_add
from clubsite.nights.models import ContestantPerson, TableBoard
from clubsite.nights.signals import players_changed
from clubsite.privacy.services import person_forget
from clubsite.rankings.models import PublishedLine, PublishedResult, PublishedSession
from clubsite.rankings.models.published import PlayerRole, exact_columns
from clubsite.rankings.selectors.published import published_or_404
from clubsite.rankings.services.publications import publish, unpublish
from scoring.board import BoardMP
from tests.kit.typed_scores import enter_score


def places() -> list[tuple[str, str, str, Fraction | None]]:
    rows = PublishedResult.objects.select_related("person").order_by("list", "position")
    return [(row.direction, row.place_text, row.person.name if row.person else "", row.percentage) for row in rows]


def test_rows_hold_what_is_published_to_the_fraction(published_night):
    published = published_or_404(published_night.session.public_id)
    figures = ("place_text", "won", "percentage", "factored", "possible")
    wanted = [(one.direction, row.contestant, *(getattr(row, name) for name in figures))
              for section in published.sections for one in section.rankings for row in one.rows]  # fmt: skip
    rows = PublishedResult.objects.order_by("pk")
    assert [(r.direction, r.contestant_id, *(getattr(r, name) for name in figures)) for r in rows] == wanted
    assert len(wanted) == 6 and all(row.counts and row.honours and row.of == 3 for row in rows)
    lines = {line.table_board: line for board in published.boards for line in board.lines}
    for row in PublishedLine.objects.all():
        line = lines.pop(row.table_board_id)
        assert (row.ns_id, row.ew_id) == (line.ns, line.ew)
        assert BoardMP(row.ns_mp, row.ew_mp, row.top) == line.points
        assert {name: getattr(row, name) for name in line.result.columns()} == line.result.columns()
    assert not lines
    night = PublishedSession.objects.get()
    assert (night.publication.version, night.players, night.boards, night.winners) == (1, 6, [1, 2, 3], 2)


def test_a_correction_replaces_the_rows_and_a_withdrawal_takes_them_away(published_night, dee):
    before = places()
    for row in TableBoard.objects.filter(ns=published_night.contestant(3)):
        enter_score(row, dee, "7N S 13")
    assert places() == before, "not before it is published again"
    publish(published_night.session, dee)
    after = places()
    assert after != before and after[0][2] == "Gus" and len(after) == 6
    assert PublishedSession.objects.get().publication.version == 2 and PublishedLine.objects.count() == 9
    unpublish(published_night.session, dee)
    assert not (PublishedSession.objects.exists() or PublishedLine.objects.exists() or places())


def test_who_is_forgotten_loses_the_name_and_keeps_the_row(published_night, dee):
    rows = list(PublishedResult.objects.order_by("pk").values())
    assert not any("Ann" in str(value) for row in rows for value in row.values())
    person_forget(person=Person.objects.get(name="Ann"), user=dee)
    assert list(PublishedResult.objects.order_by("pk").values()) == rows
    assert "A former player" in [name for _, _, name, _ in places()]


def test_rows_are_made_anew_when_who_played_is_put_right(published_night, club):
    kit, sub = person_add(club=club, name="Kit"), person_add(club=club, name="Sub")
    row = ContestantPerson.objects.get(person__name="Ann")
    ContestantPerson.objects.filter(pk=row.pk).update(person=kit)
    ContestantPerson.objects.create(contestant=row.contestant, person=sub, from_round=2)
    players_changed.send(sender=None, session=published_night.session)
    found = PublishedResult.objects.filter(contestant=row.contestant).order_by("pk")
    assert [(one.person, one.role, one.counts) for one in found] == [
        (kit, PlayerRole.PLAYER, True),
        (sub, PlayerRole.SUBSTITUTE, False),
    ]
    assert PublishedSession.objects.get().publication.version == 1


def test_nothing_is_made_of_a_session_that_is_not_published(scored_night):
    players_changed.send(sender=None, session=scored_night.session)
    assert not PublishedResult.objects.exists()


def test_who_left_and_came_back_as_another_contestant_counts_once(published_night):
    """The person counts as the later of the two contestants, as was the case before published rows existed."""
    one, other = (published_night.contestant(number).persons.get() for number in (1, 6))
    ContestantPerson.objects.filter(pk=other.pk).update(person=one.person)
    players_changed.send(sender=None, session=published_night.session)
    rows = PublishedResult.objects.filter(person=one.person).order_by("pk")
    assert [(row.contestant_id, row.counts) for row in rows] == [
        (one.contestant_id, False),
        (other.contestant_id, True),
    ]


def test_a_fraction_that_no_column_holds_is_the_nearest_that_one_does():
    huge = Fraction(10**30 + 1, 3 * 10**30)
    columns = exact_columns(won=huge, vps=None, mean=Fraction(0))
    assert (columns["won_num"], columns["won_den"]) == (1, 3)
    assert (columns["vps_num"], columns["mean_num"], columns["mean_den"]) == (None, 0, 1)
