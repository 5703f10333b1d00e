"""Pictures of a ranking and of a board: 1200 by 630 pixels, with public names, and remade only after a change."""

from io import BytesIO

import pytest
from PIL import Image

from clubsite.clubs.models import Club, NamesFor, Person, ResultsFor
from clubsite.nights.models import Board
from clubsite.rankings.services.publications import unpublish
from clubsite.sharing.canvas import SERIF, WIDE, Canvas, can_write
from tests.kit.dealt import dealt
from tests.kit.pages import meta_of


def opened(answer):
    assert answer.status_code == 200 and answer["Content-Type"] == "image/png"
    return Image.open(BytesIO(answer.content))


def words_on(answer) -> list[str]:
    return str(opened(answer).text["Description"]).splitlines()


@pytest.fixture
def night(published_night):
    return f"/results/{published_night.session.public_id}/"


def test_pages_name_pictures_that_messengers_can_show(night, client):
    for page, picture in ((night, f"{night}picture.png"), (f"{night}board/1/", f"{night}board/1/picture.png")):
        said = meta_of(client.get(page).content)
        assert said["og:image"] == f"http://testserver{picture}" and said["og:image:alt"]
        assert said["twitter:card"] == "summary_large_image"
        answer = client.get(picture)
        shown = opened(answer)
        assert (said["og:image:width"], said["og:image:height"]) == tuple(map(str, shown.size))
        assert len(answer.content) < 100_000 and len(shown.convert("RGB").getcolors(1000)) > 20


def test_the_ranking_s_first_are_on_it_as_strangers_read_them(night, director):
    told = words_on(director.get(night + "picture.png"))
    assert told[:3] == ["Lantern Street", "Tuesday", "Tuesday 17 November 2026. 6 players, 3 boards."]
    assert {"South players", "North players", "Bo", "100.00\N{NO-BREAK SPACE}%"} <= set(told)
    Club.objects.update(names_for=NamesFor.INITIALS)
    again = words_on(director.get(night + "picture.png"))
    assert "Bo" not in again and "B." in again, "no cache keeps the name, and the director sees what is shared"


def test_a_board_s_picture_has_its_deal_and_what_was_played_most(night, client):
    told = words_on(client.get(night + "board/1/picture.png"))
    assert {"Board 1", "Played 3 times", "2 of 3", "Passed out", "South: +120 to 0"} <= set(told)
    board = Board.objects.get(number=1)
    assert told[told.index("W") + 1 :][:13] == [card[-1].replace("T", "10") for card in dealt(board).west.split()]
    assert client.get(night + "board/9/picture.png").status_code == 404


def test_it_is_sent_again_only_when_it_is_another(night, client):
    for at in (night + "picture.png", night + "board/1/picture.png"):
        first = client.get(at)
        assert "public" in first["Cache-Control"] and "no-cache" in first["Cache-Control"]
        assert client.get(at, headers={"If-None-Match": first["ETag"]}).status_code == 304
    known = client.get(night + "picture.png")["ETag"]
    Person.objects.update(name="Zebedee")
    assert client.get(night + "picture.png", headers={"If-None-Match": known}).status_code == 200


def test_there_is_none_of_what_strangers_may_not_read(night, published_night, dee, director):
    pictures = (night + "picture.png", night + "board/1/picture.png")
    Club.objects.update(results_for=ResultsFor.MEMBERS)
    assert [director.get(at).status_code for at in pictures] == [403, 403]
    Club.objects.update(results_for=ResultsFor.EVERYBODY)
    unpublish(published_night.session, dee)
    assert [director.get(at).status_code for at in pictures] == [404, 404]


def test_a_text_without_room_is_cut_and_one_without_letters_is_known():
    canvas = Canvas()
    assert canvas.write(0, 50, "Wilhelmina Featherstonehaugh-Carmichael " * 4, 60, font=SERIF) <= WIDE
    assert canvas.written[0].endswith("…")
    assert can_write("Ngāi Łucja Đặng Пётр Ελένη") and not can_write("山田")
