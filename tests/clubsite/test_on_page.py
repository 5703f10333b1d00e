"""The kit: every way of naming a card on a page is detected."""

import pytest

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
    told = on_page(f"<p>Board 1</p>{html}")
    assert told.startswith("Board 1") and "S8" not in told


def test_a_card_is_a_word_of_a_page_or_message_and_not_of_an_id_or_address():
    told = on_page('<a href="/results/abc3rd4567xy/board/1/" data-url="/seat/abc3rd4567xy/">3 tables</a>')
    assert "3rd" not in told
    assert "/results//board/1/" in told and "3 tables" in told
    assert cards_in("S8 and JK, p:HT, C10; CS8X DS8") == {"S8", "JK", "HT", "C10"}
    message = {"play": "S8", "links": [f"/x/{LOT}"], "view": {"hands": {"N": {"cards": ["H3"]}}, "legal": ["p:DK"]}}
    assert cards_in_message(message) == {"H3", "DK"}
    assert cards_in_message([{"cards": {"S8": 1}}]) == {"S8"}
