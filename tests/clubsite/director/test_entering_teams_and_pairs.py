"""Entering teams and pairs: members entered together, team names, and teams taken over from the last session."""

import datetime

import pytest

from clubsite.clubs.services import person_add
from clubsite.nights.models import Contestant, ContestantPerson, Session, SessionStatus, Team
from clubsite.nights.selectors.drafts import groups_of, lines_of
from clubsite.nights.selectors.sessions import sections_of
from clubsite.nights.services.movement import movement_accept, team_names_set
from clubsite.nights.services.player_assignment import try_place
from clubsite.nights.services.sections import section_add_pairs
from clubsite.nights.services.setup import session_update
from movements.catalogue import build
from tests.kit.nights import draft_night

NAMES = ["Ann North", "Bo South", "Cy West", "Di Park", "Ed Lake", "Flo Reed", "Gus Moss", "Hal Wood"]


def draft(club, dee, players: int = 6, day: int = 17) -> Session:
    return draft_night(club, dee, players, name="Teams", date=datetime.date(2026, 11, day))


def of_teams(club, dee, teams: int = 3, day: int = 17) -> Session:
    session = draft(club, dee, players=2 * teams, day=day)
    by_teams(session, dee, teams)
    return session


def by_teams(session: Session, dee, teams: int):
    plan = build("american-whist" if teams % 2 else "swiss-teams", teams)
    drawn = None if teams % 2 else 2
    movement_accept(session=session, plan=plan, title="Teams", user=dee, drawn_rounds=drawn)


@pytest.fixture
def members(club):
    return [person_add(club=club, name=name) for name in NAMES]


def url(session: Session, path: str = "") -> str:
    return f"/director/{session.public_id}/setup/players/{path}"


def together(session: Session) -> list[list[str]]:
    """Return the names of the members of each team or pair."""
    units = [unit for group in groups_of(session) for unit in group.units]
    return [[line.person.name.split()[0] if line.person else "" for line in unit.lines] for unit in units]


def named(session: Session) -> dict[int, str]:
    return dict(Team.objects.filter(section__session=session).values_list("number", "name"))


def test_a_team_is_named_and_entered_at_one_place(director, club, dee, members):
    night = of_teams(club, dee)
    assert [line.label for line in lines_of(night)] == ["1", "4", "2", "5", "3", "6"], "team by team"
    shown = director.get(url(night)).text
    order = [shown.index(text) for text in ("Team 1", 'id="p-1"', 'id="p-4"', "Team 2", 'id="p-2"', 'id="p-5"')]
    assert order == sorted(order)
    typed = {"t-1": " Kiwis  United ", "t-2": "Team 2", "p-1": "Ann", "p-4": "Bo", "p-2": "Cy", "p-5": "Di"}
    director.post(url(night), typed)
    assert named(night) == {1: "Kiwis United"}, "the number alone is no name"
    assert together(night) == [["Ann", "Bo"], ["Cy", "Di"], ["", ""]]
    assert 'value="Kiwis United"' in director.get(url(night)).text
    director.post(url(night), {"t-1": "Tui", "t-2": "Kiwis United"})
    assert named(night) == {1: "Tui", 2: "Kiwis United"}, "names change places in one go"
    director.post(url(night, "team/1/"), {"t-1": ""})
    assert named(night) == {2: "Kiwis United"}


def test_a_name_that_cannot_be_is_refused_at_its_field_and_only_teams_have_names(director, club, dee):
    night = of_teams(club, dee)
    director.post(url(night, "team/1/"), {"t-1": "Kiwis"})
    for typed, sentence in (
        ("kIWIS", "Team 1 is called Kiwis already"),
        ("x" * 41, "at most 40 characters; this one has 41"),
        ("team 3", "Another team is already called"),
    ):
        answer = director.post(url(night, "team/2/"), {"t-2": typed}, headers={"HX-Request": "true"}).text
        assert sentence in answer and 'aria-describedby="tf-2"' in answer and f'value="{typed}"' in answer
    whole = director.post(url(night), {"t-1": "Wekas", "t-2": "y" * 41, "p-1": ""}).text
    assert "at most 40 characters" in whole and 'value="Wekas"' in whole, "what was typed is still there"
    assert named(night) == {1: "Kiwis"}
    assert director.post(url(night, "team/4/"), {"t-4": "Wekas"}).status_code == 404
    night = draft(club, dee)
    movement_accept(session=night, plan=build("howell", 3), title="Howell", user=dee)
    assert "Name of the team" not in director.get(url(night)).text
    assert director.post(url(night, "team/1/"), {"t-1": "Kiwis"}).status_code == 404


def test_one_team_more_leaves_the_others_together(club, dee, members):
    night = of_teams(club, dee)
    for key, name in (("1", "Ann"), ("4", "Bo"), ("5", "Cy"), ("3", "Di"), ("6", "Ed")):
        assert not try_place(night, key, name).fault
    team_names_set(session=night, typed={"1": "Kiwis", "3": "Tui"}, user=dee)
    session_update(session=night, user=dee, players=8)
    by_teams(night, dee, 4)
    assert together(night) == [["Ann", "Bo"], ["", "Cy"], ["Di", "Ed"], ["", ""]]
    assert named(night) == {1: "Kiwis", 3: "Tui"}
    session_update(session=night, user=dee, players=6)
    by_teams(night, dee, 3)
    there = [name for team in together(night) for name in team]
    assert sorted(there) == ["", "Ann", "Bo", "Cy", "Di", "Ed"], "nobody is lost"


@pytest.fixture
def last_week(club, dee, members):
    """A session with two teams: the Kiwis (Ann and Bo, Cy and Di) and Tui (Ed and Flo; Gus replaces Flo in round 2)."""
    night = of_teams(club, dee, day=10)
    for key, name in (("1", "Ann"), ("4", "Bo"), ("2", "Cy"), ("5", "Di"), ("3", "Ed"), ("6", "Flo")):
        try_place(night, key, name)
    team_names_set(session=night, typed={"1": "Kiwis", "3": "Tui"}, user=dee)
    flo = ContestantPerson.objects.get(person=members[5])
    flo.to_round = 1
    flo.save()
    ContestantPerson.objects.create(contestant=flo.contestant, person=members[6], from_round=2)
    Session.objects.filter(pk=night.pk).update(status=SessionStatus.ENDED)
    return night


def test_last_nights_teams_come_as_teams_at_a_tap_or_all_at_once(director, club, dee, last_week, members):
    night = of_teams(club, dee, 4)
    shown = director.get(url(night)).text
    assert "Kiwis: Ann North and Bo South" in shown and "One by one" in shown
    try_place(night, "2", "Ed")
    director.post(url(night, "fill/"))
    assert together(night) == [["Ann", "Bo"], ["Ed", "Flo"], ["Cy", "Di"], ["Gus", ""]]
    assert named(night) == {1: "Kiwis", 2: "Tui"}, "where a partner sits the others of the team follow"
    night = of_teams(club, dee)
    second = Contestant.objects.get(section__session=last_week, number=2)
    for _ in range(2):  # pressed twice
        director.post(url(night, "pick/"), {"together": second.pk})
    assert together(night) == [["Cy", "Di"], ["", ""], ["", ""]]
    director.post(url(night, "pick/"), {"person": members[0].pk})
    director.post(url(night, "pick/"), {"person": members[1].pk})
    assert together(night) == [["Cy", "Di"], ["Ann", "Bo"], ["", ""]], "members one by one fill a team"
    night = of_teams(club, dee)
    for key in "123":
        try_place(night, key, f"Guest {key}", guest=True)
    first = Contestant.objects.get(section__session=last_week, number=1)
    answer = director.post(url(night, "pick/"), {"together": first.pk}, follow=True).text
    assert "No team or pair is empty for Ann North and Bo South" in answer
    assert sum(row.count("") for row in together(night)) == 3


def of_pairs(club, dee, day: int = 17) -> Session:
    night = draft(club, dee, players=4, day=day)
    section_add_pairs(session=night, pairs=4, own_boards=False, user=dee)
    two, pairs = sections_of(night)
    movement_accept(session=night, section=two, plan=build("howell", 2), title="Howell", user=dee)
    movement_accept(session=night, section=pairs, plan=build("howell", 2), title="Howell", user=dee)
    return night


def test_a_pair_is_entered_as_a_pair(director, club, dee, members):
    night = of_pairs(club, dee)
    director.post(url(night), {"p-B1": "Ann & Bo", "p-B2": "cy and Zoe New"}, follow=True)
    assert together(night)[4:6] == [["Ann", "Bo"], ["", ""]], "of whom one is not known none is entered"
    refused = director.post(url(night, "B2/"), {"p-B2": "cy and Zoe New"}, headers={"HX-Request": "true"})
    assert "Nobody in the club is called “Zoe New”" in refused.text
    taken = director.post(url(night, "B2/"), {"p-B2": "cy and Zoe New", "guest": "1"}, headers={"HX-Request": "true"})
    assert taken["HX-Refresh"] == "true"
    assert together(night)[4:6] == [["Ann", "Bo"], ["Cy", "Zoe"]]
    again = try_place(night, "B3", "Ann / Di")
    assert "Ann North already plays" in again.fault and together(night)[6] == ["", ""]
    assert not try_place(night, "B1", "Bo & Ann").fault
    assert together(night)[4] == ["Bo", "Ann"]


def test_last_nights_pairs_come_as_pairs(director, club, dee, members):
    before = of_pairs(club, dee, day=10)
    for key, name in (("A1", "Ann"), ("B1", "Bo & Cy"), ("B2", "Di & Ed")):
        try_place(before, key, name)
    Session.objects.filter(pk=before.pk).update(status=SessionStatus.ENDED)
    night = of_pairs(club, dee)
    assert "Bo South and Cy West" in director.get(url(night)).text
    try_place(night, "B1", "Ed")
    director.post(url(night, "fill/"))
    assert together(night)[4:6] == [["Ed", "Di"], ["Bo", "Cy"]]
    assert together(night)[0] == ["Ann"], "whoever played alone plays alone"
