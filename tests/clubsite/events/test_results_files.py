"""A club with a scoring program only: the results of its heat come from a file, and count with all others.

At Lantern Street, which plays here, South 1 always scores 120, South 2 90, and South 3 passes out. Quay Street's file
has 150, 90 and -90. So a board with all six results gives 10, 8, 5, 5, 2 and 0 of 10 match points.
"""

import re
from dataclasses import replace

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from clubsite.clubs.models import NamesFor
from clubsite.core.refused import Refused
from clubsite.events.models import Event, EventAction, EventLine, Heat, HeatStatus
from clubsite.events.selectors.event_booklets import event_booklet
from clubsite.events.selectors.event_field import field_board_page
from clubsite.events.services.events import event_publish
from clubsite.events.services.heats import heat_confirm
from clubsite.events.services.results_files import dealt_boards
from clubsite.events.services.scoring import booklet_page_make, event_score
from clubsite.nights.services.directing import session_start_undo
from clubsite.nights.services.rounds import session_start
from clubsite.readers.visitor import Visitor
from games.event_seed import event_deals, event_seed
from games.notation.records import BareBoard, DealRecord
from games.seats import Seat
from scoring.errors import FileError
from solver.verdicts.booklet import pages as booklet_pages
from tests.clubsite.events.two_clubs import AT_QUAY, LANTERN, close_and_score
from tests.clubsite.events.two_clubs import places as stored_places
from tests.kit.events import close_window, heat_night, join, make_club, make_event, play_heat, take_lines
from tests.kit.people import plays_as, signed_in
from tests.kit.results_files import QUAY_SCORES, as_csv, as_usebio, bring, heat_file, look


@pytest.fixture
def quay(cy):
    return make_club("Quay Street", cy)


@pytest.fixture
def event(club, dee):
    return make_event(club, dee, winners=2, min_tables=3, min_boards=2)


@pytest.fixture
def heat(event, quay, cy):
    return join(event, quay, cy)


def upload(browser, heat, data: bytes, page="", name="quay.csv"):
    """Send a file to the page of a heat's results, by default that of its own club."""
    path = page or f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/results/"
    return browser.post(path, {"file": SimpleUploadedFile(name, data), "kind": "two_handed"})


def take(browser, page: str, shown) -> str:
    """Take the file that a preview has shown."""
    sealed = re.search(r'name="sealed" value="([^"]+)"', shown.text)[1]
    return browser.post(page, {"sealed": sealed, "kind": "two_handed"}, follow=True).text


def refused(heat, user, data: bytes) -> list[str]:
    with pytest.raises(FileError) as no:
        bring(heat, user, data)
    return no.value.sentences


def places(event) -> list[tuple[str, str, str]]:
    event_score(event_id=event.pk)
    return stored_places(event)


def test_a_score_alone_counts_and_points_that_contradict_it_are_marked(event, heat, cy):
    head = b"board,ns,ew,lead,ns_score,ns_mp,ew_mp\n"
    data = head + b"1,1,6,9,120,1,1\n1,2,5,,-50,1,1\n1,3,4,,90,1,1\n"
    assert look(heat, cy, data).notes == [
        "line 2, board 1: the lead '9' is no card, so it is left out.",
        "line 2, board 1: the file gives 1 and 1, but by the scores in the file +120 comes to 2 and 0.",
        "line 3, board 1: the file gives 1 and 1, but by the scores in the file −50 comes to 0 and 2.",
    ]
    right = data.replace(b"9,120,1,1", b",120,2,0").replace(b"-50,1,1", b"-50,0,2")
    assert not look(heat, cy, right).notes
    [note] = look(heat, cy, right.replace(b"90,1,1", b"90,1.5,.5")).notes
    assert "+90 comes to 1 and 1" in note
    bring(heat, cy, data)
    assert set(heat.lines.values_list("ns_score", "contract")) == {(120, ""), (-50, ""), (90, "")}
    assert places(event)


def test_a_file_of_too_few_tables_does_not_count_and_a_board_to_be_played_late_is_named(heat, cy, event):
    bring(heat, cy, b"board,ns,ew,ns_score\n1,1,6,120\n1,2,5,late\n1,3,4,90\n")
    page = " ".join(signed_in(cy).get(f"/director/clubs/quay-street/heats/{heat.public_id}/").text.split())
    assert "2 of 3 scores counted" in page and "Board 1: a late play is still to come" in page
    bring(heat, cy, as_csv(heat_file({1: "1N S 8 120", 2: "1N S 7 90"})))
    assert places(event)
    close_and_score(event)
    assert places(event) == []


@pytest.mark.parametrize("write", [as_usebio, as_csv])
def test_the_lines_of_a_file_are_scored_with_those_that_were_played_here(event, club, dee, heat, cy, write):
    play_heat(heat_night(join(event, club, dee), dee), dee, LANTERN)
    bring(heat, cy, write(heat_file()))
    expected = ["1 Q1 100", "2 L1 80", "3= Q2 50", "3= L2 50", "5 L3 20", "6 Q3 0"]
    assert [" ".join(row) for row in places(event)] == expected
    close_and_score(event)
    assert [" ".join(row) for row in places(event)] == expected, "three tables, which the file does not name"


def test_a_corrected_file_replaces_the_earlier_one_but_for_boards_or_cards_that_are_not_the_events(event, heat, cy):
    bring(heat, cy, as_csv(heat_file()))
    again = as_csv(heat_file(QUAY_SCORES | {3: "1N S 10 180"}))
    tally = [("New results", 0), ("In already, and the same", 6), ("In already, and different", 3)]
    assert look(heat, cy, again).tally == tally
    bring(heat, cy, again)
    assert places(event)[0][1] == "Q3"
    bring(heat, cy, as_csv(heat_file(boards=2)))
    assert EventLine.objects.filter(heat=heat).exclude(status="sit_out").count() == 6
    results = look(heat, cy, as_csv(heat_file(boards=5))).found
    assert (len(results.lines), results.extra) == (9, 6)
    wrong = heat_file({1: "4S S 10 620"}, boards=1)
    [sentence] = refused(heat, cy, as_usebio(replace(wrong, boards=(BareBoard(1, Seat.N, "All"),))))
    assert "4S by S with 10 tricks is worth 420 on the event’s board, and not 620" in sentence
    dealt = dealt_boards(event)
    own, others = (DealRecord(1, Seat.N, "None", dealt[board]) for board in (1, 2))
    bring(heat, cy, as_usebio(replace(heat_file(), boards=(own,))))
    sentences = refused(heat, cy, as_usebio(replace(heat_file(), boards=(others,))))
    assert sentences == ["board 1: its cards are not those of the event. Was another set of boards played?"]


@pytest.mark.parametrize(
    ("broken", "sentence"),
    [
        ("1,1,6,8N,S,,9,150\n", "line 2, column contract"),
        ("2,1,6,1N,S,,9,600\n", "line 2"),
        ("1,1,6,,,,,10\n", "line 2, column ns_score: No contract gives \\+10 on this board"),
        ("9,1,6,1N,S,,9,150\n", "no line of the file is a result of a board from 1 to 3"),
        ("1,1,6,1N,S,,9,150\n1,1,5,1N,S,,9,150\n", "line 3, board 1: contestant 1 has more than one result"),
    ],
)
def test_a_wrong_file_is_refused_line_by_line_and_loses_nothing(event, heat, cy, broken, sentence):
    bring(heat, cy, as_csv(heat_file()))
    data = ("board,ns,ew,contract,declarer,lead,tricks,ns_score\n" + broken).encode()
    assert re.search(sentence, " ".join(refused(heat, cy, data)))
    assert EventLine.objects.filter(heat=heat).count() == 9
    line = event.log.get(action=EventAction.FILE_REFUSED)
    assert line.about.startswith("quay.xml: ") and line.user == cy


def test_people_are_named_as_the_club_shows_names(event, heat, quay, cy, client):
    hidden = quay.people.create(name="Kitty", shown_as="hidden")
    bring(heat, cy, as_usebio(heat_file(names=("Josephine", "Kitty"))))
    places(event)
    path = f"/events/{event.public_id}/heats/{heat.public_id}/"
    shown = client.get(path).text
    assert "J." in shown and "Josephine" not in shown and hidden.name not in shown and "A player" in shown
    quay.names_for = NamesFor.NAMES
    quay.save()
    shown = client.get(path).text
    assert "Josephine" in shown and hidden.name not in shown
    client.force_login(cy)
    assert hidden.name in client.get(path).text, "its own people read names in full"


def players_of(heat, director, **typed):
    """Send the form of the heat's players, with names by number."""
    path = f"/director/clubs/{heat.club.slug}/heats/{heat.public_id}/players/"
    fields = {f"names{heat.entrants.get(label=number[1:]).pk}": names for number, names in typed.items()}
    return director.post(path, fields, follow=True)


def test_a_file_without_names_shows_numbers_until_the_director_writes_names(event, heat, quay, cy, client, director):
    quay.people.create(name="Jo Marsh", user=cy, shown_as="hidden")
    quay.names_for = NamesFor.NAMES
    quay.save()
    bring(heat, cy, as_csv(heat_file()))
    places(event)
    path, own = f"/events/{event.public_id}/heats/{heat.public_id}/", signed_in(cy)
    assert "No. 1 of Quay Street" in client.get(path).text
    assert "no name for 6 of the players" in own.get(f"/director/clubs/{quay.slug}/heats/{heat.public_id}/").text
    assert players_of(heat, director, n1="Jo Marsh").status_code == 404, "of another club"

    noted = players_of(heat, own, n1="jo marsh", n2="Kit\0 Vane", n3="")
    assert "The players are noted" in noted.text and "no name for 4 of the players" in noted.text
    bring(heat, cy, as_csv(heat_file(boards=2)))
    jo = heat.entrants.get(label="1").people.get()
    assert (jo.person.name, jo.name, bool(jo.key)) == ("Jo Marsh", "", True), "a corrected file keeps the names"
    for reader, names in ((client, ("A player", "Kit Vane", "No. 3 of Quay")), (own, ("Jo Marsh", "Kit Vane"))):
        shown = reader.get(path).text
        assert all(name in shown for name in names) and ("Jo Marsh" in names or "Jo Marsh" not in shown)


@pytest.mark.parametrize(
    ("kind", "typed", "status", "sentence"),
    [
        ("two_handed", "Ann & Bob", 422, "Write one name."),
        ("four_handed", "Ann & Bob & Cy", 422, "Write at most 2 names, with &amp; between them."),
        ("two_handed", "A" * 81, 422, "A name has at most 80 characters."),
        ("four_handed", "Ann&\u202eBob", 200, "The players are noted"),
    ],
)
def test_names_that_are_typed_for_a_file_are_checked(event, heat, cy, kind, typed, status, sentence):
    bring(heat, cy, as_csv(heat_file()), kind=kind)
    answer = players_of(heat, signed_in(cy), n1=typed)
    assert (answer.status_code, sentence in answer.text) == (status, True)


def test_names_and_files_are_taken_until_the_correction_period_ends(event, heat, cy, dee):
    bring(heat, cy, as_csv(heat_file()))
    close_window(event)
    event_publish(event=event, user=dee)
    own, again = signed_in(cy), as_csv(heat_file(QUAY_SCORES | {3: "1N S 10 180"}))
    assert "The players are noted" in players_of(heat, own, n1="Jo").text
    bring(heat, cy, again)
    assert event_publish(event=event, user=dee).version == 2
    Event.objects.update(correction_hours=0)
    heat.event.refresh_from_db()
    assert "The correction period ended on" in players_of(heat, own, n1="Kit").text
    with pytest.raises(Refused, match="correction period ended"):
        bring(heat, cy, again)


def test_a_person_who_has_played_elsewhere_gets_no_place(event, club, dee, heat, quay, cy):
    other = join(event, club, dee)
    session = heat_night(other, dee, start=False)
    plays_as(session, 1, cy)
    session_start(session=session, user=dee)
    play_heat(session, dee, LANTERN)
    take_lines(other)
    quay.people.create(name="Jo", user=cy)
    notes = look(heat, cy, as_usebio(heat_file(names=AT_QUAY))).notes
    assert any("Jo has played the boards of this event already" in note for note in notes)
    bring(heat, cy, as_usebio(heat_file(names=AT_QUAY)))
    assert heat.entrants.get(label="1").second_play
    assert ("", "Q1") in [row[:2] for row in places(event)]


def test_a_heat_is_played_here_or_comes_from_a_file(event, club, dee):
    heat = join(event, club, dee)
    session = heat_night(heat, dee, start=False)
    session_start(session=session, user=dee)
    heat.refresh_from_db()
    with pytest.raises(Refused, match="Bring the file in there"):
        bring(heat, dee, as_csv(heat_file()))
    session_start_undo(session=session, user=dee)
    heat.refresh_from_db()
    bring(heat, dee, as_csv(heat_file()))
    with pytest.raises(Refused, match="came from a file"):
        session_start(session=session, user=dee)
    assert EventLine.objects.filter(heat=heat).count() == 9


def test_the_page_shows_the_file_and_takes_it(event, club, dee, director):
    heat = join(event, club, dee)
    path = f"/director/clubs/{club.slug}/heats/{heat.public_id}/"
    assert f"{path}results/" in director.get(path).text
    shown = upload(director, heat, as_usebio(heat_file(names=AT_QUAY)), name="quay.xml")
    assert "Take 9 results?" in shown.text and "Oli" in shown.text and not EventLine.objects.exists()
    assert "9 results are in from quay.xml" in take(director, f"{path}results/", shown)
    assert "9 of 9 scores counted" in director.get(path).text and "Confirm the heat" in director.get(path).text
    answer = upload(director, heat, b"board,ns,ew\n1,1,1\n")
    assert answer.status_code == 422 and "Nothing was taken" in answer.text and "quay.xml still counts" in answer.text
    assert "refused a file of results" in director.get(path).text


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        (bytes(5_000_000), "The file has only zeros where its text should begin: it was not saved whole."),
        (b"\x89PNG\r\n\x1a\n\0\0", "This is no file of results."),
        (b"board,ns,ew,contract,declarer,lead,tricks,ns_score\n9,1,6,1N,S,,9,150\n", "No line of the file is a result"),
        (b"board,ns,ew,contract,declarer,lead,tricks,ns_score\n1,1,6,8N,S,,9,150\n1,2,5,1N,S,,9,1\n", "has 2 faults"),
        (None, "This heat does not take part in the event"),
    ],
)
def test_a_bad_file_is_refused_at_its_field_and_stored_results_stay(event, club, dee, director, data, sentence):
    heat = join(event, club, dee)
    bring(heat, dee, as_csv(heat_file()))
    if data is None:
        Heat.objects.filter(pk=heat.pk).update(status=HeatStatus.LEFT)
    answer = upload(director, heat, as_csv(heat_file()) if data is None else data)
    assert answer.status_code == 422
    field = answer.text.split('<label for="id_file">')[1].split("</div>")[0]
    assert re.search(r'class="errorlist.*' + re.escape(sentence), field, re.S), field
    assert EventLine.objects.filter(heat=heat).count() == 9


def test_the_organiser_takes_a_file_on_behalf_of_a_club(event, heat, club, director):
    page = f"/director/clubs/{club.slug}/events/{event.public_id}/"
    path = f"/director/clubs/{club.slug}/heats/{heat.public_id}/results/"
    assert path in director.get(page).text
    assert "9 results are in" in take(director, path, upload(director, heat, as_csv(heat_file()), path))
    assert director.get(path.removesuffix("results/")).status_code == 404
    assert "took the results of a heat from a file" in director.get(f"/events/{event.public_id}/log/").text


def test_an_event_of_files_alone_is_published_once_confirmed_with_open_hands(event, heat, cy, client, monkeypatch):
    monkeypatch.setattr(booklet_pages, "solves_whole_deals", lambda: False)
    with pytest.raises(Refused, match="not been played"):
        heat_confirm(heat=heat, user=cy)
    bring(heat, cy, as_csv(heat_file()))
    boards, booklet = f"/events/{event.public_id}/boards/", f"/events/{event.public_id}/booklet/"
    assert client.get(f"{boards}1/").status_code == 404
    for confirmed, status in ((False, "announced"), (True, "published")):
        if confirmed:
            heat_confirm(heat=heat, user=cy)
        close_and_score(event)
        event.refresh_from_db()
        assert event.status == status, "by the clock"
    assert event.log.filter(action=EventAction.CONFIRMED, facts={"counted": 9, "expected": 9}).exists()
    dealt = event_deals(event_seed(event.shown_secret, "", event.public_id), 3)[1]
    shown = field_board_page(event.public_id, Visitor.as_public(), 1)
    assert shown["board"]["deal"].sequences["E"] == [card.text for card in dealt.east]
    assert client.get(f"{boards}1/").status_code == client.get(boards).status_code == 200
    while booklet_page_make(event_id=event.pk):
        pass
    assert len(event_booklet(event.public_id, Visitor.as_public()).pages) == 3
    assert "Board 3" in client.get(booklet).text
    assert "No calls and cards were recorded here" in client.get(booklet).text
    card = client.get(f"/events/{event.public_id}/heats/{heat.public_id}/1/").text
    assert "/boards/2/" in card
    assert "[Deal" in client.get(f"/events/{event.public_id}/files/boards.pbn").text
