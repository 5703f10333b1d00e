"""Results in a frame on another site: what the frame contains, and what a director copies to embed it."""

import html
import re

from clubsite.clubs.models import Club, NamesFor, ResultsFor
from tests.kit.pages import words


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


def test_a_club_without_results_has_a_frame_that_says_so(club, client):
    assert "No results yet" in client.get("/clubs/lantern/embed/").text
    assert client.get("/clubs/nobody/embed/").status_code == 404


def test_a_director_copies_what_shows_it(published_night, director, settings):
    settings.PUBLIC_URL = "https://club.example"
    page = director.get("/clubs/lantern/on-other-sites/").text
    copied = [html.unescape(found) for found in re.findall(r"<textarea[^>]*>\n?([^<]*)</textarea>", page)]
    frames = [re.findall(r'^<iframe src="https://club\.example([^"]+)"', one)[0] for one in copied]
    assert len(frames) == 2 and [director.get(at).status_code for at in frames] == [200, 200]
    assert "/clubs/lantern/on-other-sites/" in director.get("/director/").text
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    page = director.get("/clubs/lantern/on-other-sites/").text
    assert "<textarea" not in page and "members only" in page
