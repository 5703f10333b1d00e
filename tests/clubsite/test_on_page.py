"""The kit: every way of naming a card on a page is detected, and remembered rows are what services leave."""

import datetime

import pytest
from django.core.cache import cache
from django.db import connection, transaction

from tests.clubsite.conftest import _night, lantern_street
from tests.clubsite.scored_nights import _publish, _score
from tests.kit import remembered
from tests.kit.events import heat_night, join, make_club, make_event, play_heat
from tests.kit.people import another_director, plays_as, signed_in, user_make
from tests.on_page import cards_in, cards_in_message, cards_on_page, on_page

LOT = "aS8bH3-S8-H3_9"


@pytest.mark.parametrize(
    "html",
    [
        "<p>The lead was S8.</p>",
        "<li><b>S8</b></li>",
        "<td>&#83;8</td>",
        '<i data-card="S8"></i>',
        '<i data-cards=\'["H2", "S8"]\'></i>',
        '<input type="hidden" name="lead" value="S8">',
        '<button value="p:S8">Play</button>',
        '<a href="/lead/?card=S8">x</a>',
        '<img alt="S8" src="x.svg">',
        '<span aria-label="S8"></span>',
        '<b class="card S8"></b>',
        "<option value=S8>",
        '<script type="application/json">{"north": "S8 H3"}</script>',
        "<!-- north: S8 -->",
        '<form hx-vals=\'{"card": "S8"}\'></form>',
        '{"north": "S8 H3"}',
    ],
)
def test_a_card_is_seen_wherever_a_page_tells_it(html):
    assert "S8" in cards_on_page(f"<!doctype html><html><body>{html}</body></html>")
    assert "S8" in cards_on_page(html)


@pytest.mark.parametrize(
    "html",
    [
        f'<input type="hidden" name="csrfmiddlewaretoken" value="{LOT}">',
        f'<input type="hidden" name="idempotency_key" value="{LOT}">',
        f"""<form hx-headers='{{"X-CSRFToken": "{LOT}"}}'></form>""",
        f'<script nonce="{LOT}" integrity="sha384-{LOT}" src="/static/js/a.js"></script>',
        '<link rel="stylesheet" href="/static/css/a.S8.css">',
        f'<a href="/seat/enter/?key={LOT}">x</a>',
        f'<img src="data:image/png;base64,{LOT}">',
        '<svg><path d="M1 2 S8 3 4 5"/></svg>',
    ],
)
def test_what_is_drawn_by_lot_is_no_card(html):
    assert "S8" in html
    text = on_page(f"<p>Board 1</p>{html}")
    assert text.startswith("Board 1") and "S8" not in text


def test_a_card_is_a_word_of_a_page_or_message_and_not_of_an_id_or_address():
    text = on_page('<a href="/results/abc3rd4567xy/board/1/" data-url="/seat/abc3rd4567xy/">3 tables</a>')
    assert "3rd" not in text
    assert "/results//board/1/" in text and "3 tables" in text
    assert cards_in("S8 and JK, p:HT, C10; CS8X DS8") == {"S8", "JK", "HT", "C10"}
    message = {"play": "S8", "links": [f"/x/{LOT}"], "view": {"hands": {"N": {"cards": ["H3"]}}, "legal": ["p:DK"]}}
    assert cards_in_message(message) == {"H3", "DK"}
    assert cards_in_message([{"cards": {"S8": 1}}]) == {"S8"}


MINUTE = datetime.timedelta(minutes=1)
BUILDERS = {
    "a night": lambda club, dee: _night(club, dee),
    "a night of two rounds with cards": lambda club, dee: _night(club, dee, players=4, with_cards=True),
    "a draft with two boards a round": lambda club, dee: _night(club, dee, boards_per_round=2, start=False),
    "a scored night": lambda club, dee: _score(_night(club, dee), dee),
    "a published night": lambda club, dee: _published(_night(club, dee), dee),
    "an event with two heats": lambda club, dee: _two_heats(club, dee),
    "people": lambda club, dee: (
        signed_in(dee),
        another_director(club, "dan"),
        plays_as(_night(club, dee).session, 1, dee),
    ),
}


def _published(night, dee):
    _score(night, dee)
    _publish(night, dee)


def _two_heats(club, dee):
    event, eve = make_event(club, dee), user_make("eve")
    for place, user in ((club, dee), (make_club("Quay Street", eve), eve)):
        play_heat(heat_night(join(event, place, user), user), user, {1: "1N S 8", 2: "1N S 7", 3: "p"})


@pytest.mark.parametrize("build", BUILDERS.values(), ids=BUILDERS)
def test_remembered_rows_are_those_of_the_services(build, monkeypatch):
    monkeypatch.setattr(remembered._memory, "built", {})
    first, again, by_services = (_left_by(build, allowed) for allowed in (True, True, False))
    assert again == first
    assert _shape(by_services) == _shape(first)


def _left_by(build, allowed):
    """Return what a builder leaves in the database, the cache and the queue. Undo it. Times are numbered in order."""
    waiting = len(connection.run_on_commit)
    with transaction.atomic():
        cache.clear()
        remembered.begin(allowed=allowed)
        dee = user_make("dee")
        build(lantern_street(dee), dee)
        rows, cached = remembered._rows(), sorted(remembered._cached())
        queue = [call.__qualname__ for _, call, _ in connection.run_on_commit[waiting:]]
        transaction.set_rollback(True)
    return _numbered({table: list(of.values()) for table, of in rows.items() if of}), cached, queue


def _numbered(rows):
    """Replace each time near the building by its place among them, and each time ahead by the minutes until then."""
    now, times = datetime.datetime.now(), remembered._times()
    now = now.astimezone(datetime.UTC).replace(tzinfo=None)
    stored = {row[at] for table, of in rows.items() for row in of for at in times.get(table, ()) if row[at]}
    ahead = {time: datetime.datetime.fromisoformat(time) - now for time in stored}
    near = sorted(time for time, by in ahead.items() if datetime.timedelta(hours=-1) < by <= datetime.timedelta(0))
    place = {time: number for number, time in enumerate(near)}
    place |= {time: f"in {by / MINUTE:.0f} minutes" for time, by in ahead.items() if by > datetime.timedelta(0)}
    return {
        table: [
            tuple(place.get(value, value) if at in times.get(table, ()) else value for at, value in enumerate(row))
            for row in of
        ]
        for table, of in rows.items()
    }


def _shape(left):
    """Return what is the same at each building: keys and tokens are drawn by chance."""
    rows, cached, queue = left
    return {table: [[type(value) for value in row] for row in of] for table, of in rows.items()}, len(cached), queue
