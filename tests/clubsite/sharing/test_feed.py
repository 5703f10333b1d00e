"""A club's feed: valid by RFC 4287, with an entry per published session, updated and removed along with the results."""

import html
import re
from datetime import datetime
from io import BytesIO
from xml.etree import ElementTree

import pytest
from django.test import Client
from PIL import Image

from clubsite.clubs.models import Club, NamesFor, Person, ResultsFor
from clubsite.events.services.events import event_publish
from clubsite.nights.models import Board, TableBoard
from clubsite.nights.services.directing import session_end
from clubsite.rankings.services.publications import publish, unpublish
from clubsite.rankings.services.sweep import results_sweep
from clubsite.sharing.canvas import SERIF, WIDE, Canvas, can_write
from tests.kit.dealt import dealt
from tests.kit.events import close_window, heat_night, join, make_event, play_heat
from tests.kit.pages import meta_of, words
from tests.kit.typed_scores import enter_score

AT = "/clubs/lantern/results.atom"
ATOM = "{http://www.w3.org/2005/Atom}"


def feed_at(client: Client) -> ElementTree.Element:
    """Return the feed, after checking everything that RFC 4287 requires of it."""
    answer = client.get(AT)
    assert answer.status_code == 200 and answer["Content-Type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.content)
    for node in (root, *root.findall(f"{ATOM}entry")):
        for name in ("id", "title", "updated"):
            [element] = node.findall(ATOM + name)
            assert element.text
        assert datetime.fromisoformat(str(node.findtext(ATOM + "updated"))).tzinfo
    assert root.find(f"{ATOM}author/{ATOM}name") is not None
    assert root.find(f"{ATOM}link[@rel='self']").attrib["href"] == f"http://testserver{AT}"
    return root


def test_a_published_night_is_an_entry_that_is_updated_by_a_correction(published_night, dee, client):
    night = f"http://testserver/results/{published_night.session.public_id}/"
    [entry] = feed_at(client).findall(f"{ATOM}entry")
    assert entry.findtext(ATOM + "title") == "Tuesday, 17 November 2026"
    assert entry.findtext(ATOM + "id") == night
    summary = str(entry.findtext(ATOM + "summary"))
    assert summary.startswith("6 players, 3 boards. South: Bo, 100.00\N{NO-BREAK SPACE}%.")
    for wrong in TableBoard.objects.filter(round__section=published_night.section, ns__number=1):
        enter_score(wrong, dee, "1N S 3", why="Typed wrong")
    results_sweep()
    publish(published_night.session, dee)
    [corrected] = feed_at(client).findall(f"{ATOM}entry")
    assert corrected.findtext(ATOM + "id") == night
    assert str(corrected.findtext(ATOM + "updated")) > str(entry.findtext(ATOM + "updated"))
    assert corrected.findtext(ATOM + "summary") != summary
    unpublish(published_night.session, dee)
    assert not feed_at(client).findall(f"{ATOM}entry")


def test_pages_lead_to_it_and_it_is_asked_for_again_by_its_hash(published_night, client, django_assert_num_queries):
    link = f'type="application/atom+xml" title="Results of Lantern Street" href="http://testserver{AT}"'
    assert link in client.get("/").text
    assert f'href="{AT}"' in client.get("/clubs/lantern/results/").text
    first = client.get(AT)
    assert "public" in first["Cache-Control"] and "no-cache" in first["Cache-Control"]
    assert "Cookie" not in first.get("Vary", "")
    assert client.get(AT, headers={"If-None-Match": first["ETag"]}).status_code == 304
    for path in ("results.atom", "embed/"):
        assert client.get(f"/clubs/nobody/{path}").status_code == 404
    Club.objects.create(name="New", slug="new")
    assert "No results yet" in client.get("/clubs/new/embed/").text
    with django_assert_num_queries(5):  # the club, its sessions with links, their results, the players' seats, events
        assert ". Digest " in str(feed_at(client).findtext(f"{ATOM}entry/{ATOM}summary"))


def test_a_frame_has_the_newest_night_without_script_form_or_cookie(published_night, director):
    night = f"/results/{published_night.session.public_id}/"
    Club.objects.update(names_for=NamesFor.INITIALS)
    for at in ("/clubs/lantern/embed/", f"{night}embed/"):
        answer = director.get(at)
        page = answer.text
        assert "B. 100.00 %" in words(answer) and ">Bo<" not in page, "also its director sees a stranger's"
        assert f'href="http://testserver{night}" target="_blank"' in page
        assert "<script" not in page and "<form" not in page and not answer.cookies
        assert "script-src" not in answer["Content-Security-Policy"]
        assert "default-src 'none'" in answer["Content-Security-Policy"]
        assert director.get(at, headers={"If-None-Match": answer["ETag"]}).status_code == 304


def test_a_director_copies_what_shows_it(published_night, director, settings):
    settings.PUBLIC_URL = "https://club.example"
    page = director.get("/clubs/lantern/on-other-sites/").text
    copied = [html.unescape(text) for text in re.findall(r"<textarea[^>]*>\n?([^<]*)</textarea>", page)]
    frames = [re.findall(r'^<iframe src="https://club\.example([^"]+)"', text)[0] for text in copied]
    assert len(frames) == 2 and [director.get(at).status_code for at in frames] == [200, 200]
    assert "/clubs/lantern/on-other-sites/" in director.get("/director/").text
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    page = director.get("/clubs/lantern/on-other-sites/").text
    assert "<textarea" not in page and "members only" in page


SCORES = {1: "1N S 9", 2: "1N S 8", 3: "p"}


def event_words(event) -> list[str]:
    answer = Client().get(f"/events/{event.public_id}/picture.png")
    assert answer.status_code == 200
    return str(Image.open(BytesIO(answer.content)).text["Description"]).splitlines()


def test_an_announced_event_has_a_picture_without_places_and_is_in_the_sitemap(club, dee):
    event = make_event(club, dee)
    assert "Autumn simultaneous" in event_words(event) and "Lantern Street" in event_words(event)
    meta = meta_of(Client().get(f"/events/{event.public_id}/").content)
    assert meta["og:image"].endswith(f"/events/{event.public_id}/picture.png") and "3 boards" in meta["og:description"]
    assert f"/events/{event.public_id}/" in Client().get("/sitemap-events.xml").text
    draft = make_event(club, dee, announce=False)
    assert Client().get(f"/events/{draft.public_id}/picture.png").status_code == 404
    assert draft.public_id not in Client().get("/sitemap-events.xml").text


def test_published_places_are_on_the_picture_and_in_the_feed_as_strangers_read_the_names(club, dee):
    event, feed = make_event(club, dee, winners=2), f"/clubs/{club.slug}/results.atom"
    night = heat_night(join(event, club, dee), dee)
    play_heat(night, dee, SCORES)
    session_end(session=night, user=dee)
    assert not any("Bo, Lantern Street" in line for line in event_words(event))
    assert "Autumn simultaneous" not in Client().get(feed).text
    event_publish(event=close_window(event), user=dee)
    assert "Bo, Lantern Street" in event_words(event)
    text = Client().get(feed).text
    assert "Autumn simultaneous" in text and f"/events/{event.public_id}/" in text
    assert "South players: Bo of Lantern Street, 100.00" in text
    Club.objects.update(names_for=NamesFor.INITIALS)
    assert "B., Lantern Street" in event_words(event)


def opened(answer):
    assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
    return Image.open(BytesIO(answer.content))


def words_on(answer) -> list[str]:
    return str(opened(answer).text["Description"]).splitlines()


@pytest.fixture
def shared(published_night):
    return f"/results/{published_night.session.public_id}/"


def test_pages_name_pictures_that_messengers_can_show_and_a_board_s_has_its_deal(shared, client):
    for page, picture in ((shared, f"{shared}picture.png"), (f"{shared}board/1/", f"{shared}board/1/picture.png")):
        meta = meta_of(client.get(page).content)
        assert meta["og:image"] == f"http://testserver{picture}" and meta["og:image:alt"]
        assert meta["twitter:card"] == "summary_large_image"
        answer = client.get(picture)
        shown = opened(answer)
        assert (meta["og:image:width"], meta["og:image:height"]) == tuple(map(str, shown.size))
        assert len(answer.content) < 100_000 and len(shown.convert("RGB").getcolors(1000)) > 20
    lines = words_on(client.get(shared + "board/1/picture.png"))
    assert {"Board 1", "Played 3 times", "2 of 3", "Passed out", "South: +120 to 0"} <= set(lines)
    board = Board.objects.get(number=1)
    assert lines[lines.index("W") + 1 :][:13] == [card[-1].replace("T", "10") for card in dealt(board).west.split()]
    assert client.get(shared + "board/9/picture.png").status_code == 404


def test_the_ranking_s_first_are_on_it_as_strangers_read_them(shared, director):
    words = words_on(director.get(shared + "picture.png"))
    assert words[:3] == ["Lantern Street", "Tuesday", "Tuesday 17 November 2026. 6 players, 3 boards."]
    assert {"South players", "North players", "Bo", "100.00\N{NO-BREAK SPACE}%"} <= set(words)
    Club.objects.update(names_for=NamesFor.INITIALS)
    again = words_on(director.get(shared + "picture.png"))
    assert "Bo" not in again and "B." in again, "no cache keeps the name, and the director sees what is shared"


def test_it_is_sent_again_only_when_it_is_another(shared, client):
    for at in (shared + "picture.png", shared + "board/1/picture.png"):
        first = client.get(at)
        assert "public" in first["Cache-Control"] and "no-cache" in first["Cache-Control"]
        assert client.get(at, headers={"If-None-Match": first["ETag"]}).status_code == 304
    known = client.get(shared + "picture.png")["ETag"]
    Person.objects.update(name="Zebedee")
    assert client.get(shared + "picture.png", headers={"If-None-Match": known}).status_code == 200


def test_a_text_without_room_is_cut_and_one_without_letters_is_known():
    canvas = Canvas()
    assert canvas.write(0, 50, "Wilhelmina Featherstonehaugh-Carmichael " * 4, 60, font=SERIF) <= WIDE
    assert canvas.written[0].endswith("…")
    assert can_write("Ngāi Łucja Đặng Пётр Ελένη") and not can_write("山田")
