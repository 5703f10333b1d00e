"""An event as other sites get it: a picture, a description, an entry in the feed and in the sitemap."""

from io import BytesIO

from django.test import Client
from PIL import Image

from clubsite.clubs.models import Club
from clubsite.clubs.name_choices import NamesFor
from clubsite.events.services.events import event_publish
from clubsite.nights.services.directing import session_end
from tests.kit.events import close_window, heat_night, join, make_event, play_heat
from tests.kit.pages import meta_of

SCORES = {1: "1N S 9", 2: "1N S 8", 3: "p"}


def event_words(event) -> list[str]:
    answer = Client().get(f"/events/{event.public_id}/picture.png")
    assert answer.status_code == 200
    return str(Image.open(BytesIO(answer.content)).text["Description"]).splitlines()


def played(club, dee):
    event = make_event(club, dee, winners=2)
    night = heat_night(join(event, club, dee), dee)
    play_heat(night, dee, SCORES)
    session_end(session=night, user=dee)
    return event


def test_an_announced_event_has_a_picture_without_places_and_is_in_the_sitemap(club, dee):
    event = make_event(club, dee)
    assert "Autumn simultaneous" in event_words(event) and "Lantern Street" in event_words(event)
    said = meta_of(Client().get(f"/events/{event.public_id}/").content)
    assert said["og:image"].endswith(f"/events/{event.public_id}/picture.png") and "3 boards" in said["og:description"]
    assert f"/events/{event.public_id}/" in Client().get("/sitemap-events.xml").text
    draft = make_event(club, dee, announce=False)
    assert Client().get(f"/events/{draft.public_id}/picture.png").status_code == 404
    assert draft.public_id not in Client().get("/sitemap-events.xml").text


def test_places_are_on_the_picture_once_they_are_published_as_strangers_read_the_names(club, dee):
    event = played(club, dee)
    assert not any("Bo, Lantern Street" in line for line in event_words(event))
    event_publish(event=close_window(event), user=dee)
    assert "Bo, Lantern Street" in event_words(event)
    Club.objects.update(names_for=NamesFor.INITIALS)
    assert "B., Lantern Street" in event_words(event)


def test_a_published_event_is_in_the_feed_of_a_club_that_took_part(club, dee):
    event = played(club, dee)
    feed = f"/clubs/{club.slug}/results.atom"
    assert "Autumn simultaneous" not in Client().get(feed).text
    event_publish(event=close_window(event), user=dee)
    text = Client().get(feed).text
    assert "Autumn simultaneous" in text and f"/events/{event.public_id}/" in text
    assert "South players: Bo of Lantern Street, 100.00" in text
