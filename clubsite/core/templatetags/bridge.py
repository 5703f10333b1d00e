"""Template tags for bridge: suit symbols, cards, contracts, scores with sign and side, and rounded figures.

All templates draw cards and suits with these tags.
"""

import re
from collections.abc import Callable
from fractions import Fraction
from functools import wraps
from typing import ParamSpec

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

from games import wording
from games.wording import DOUBLED_NAMES, SEAT_NAMES, call_name, card_label, contestant_sides, strain_name
from scoring.figures import fixed_text, mp_text, percent_text

P = ParamSpec("P")
register = template.Library()
register.filter("count_word", wording.number_name)
register.filter("place_word", wording.ordinal_name)
register.filter("vul_words", wording.vulnerability_name)
register.filter("vul_short", wording.vulnerable_player)


def untranslated(text: object) -> SafeString:
    """Return a card or a figure so that a browser that translates the page leaves it as it is."""
    return format_html('<bdi translate="no">{}</bdi>', text) if text else SafeString()


def figures(made: Callable[P, str]) -> Callable[P, str]:
    """Register a filter whose result templates show through `untranslated`. Python code gets the plain text."""

    @wraps(made)
    def shown(*given: P.args, **named: P.kwargs) -> SafeString:
        return untranslated(made(*given, **named))

    register.filter(made.__name__, shown)
    return made


BID = re.compile(r"(10|[1-9])([SHDCN])(X{0,2})")
SIGNS = {"": "", "X": "×", "XX": "××"}
JESTER = mark_safe(  # our own joker: a cap with three bells
    '<svg class="suit jester" viewBox="0 0 100 100"><path d="M24 66C20 44 12 34 2 36c6-16 26-16 34 0 2-14 6-24 '
    '14-30 8 6 12 16 14 30 8-16 28-16 34 0-10-2-18 8-22 30Z"/><path d="M22 72h56v14H22Z"/>'
    '<circle cx="7" cy="43" r="7"/><circle cx="50" cy="6" r="6"/><circle cx="93" cy="43" r="7"/></svg>'
)


@register.simple_tag
def suit(letter: str) -> SafeString:
    """Return the symbol of a suit: `{% suit "S" %}`. "N" gives NT."""
    if letter == "N":
        return mark_safe("NT")
    return format_html(
        '<svg class="suit {0}" role="img" aria-label="{1}"><use href="#{0}"/></svg>',
        letter.lower(),
        strain_name(letter),
    )


@register.filter
def bid(text: str, doubled: str = "sign") -> SafeString:
    """Return a contract or call: 4SX, 10N, P, X, XX, PASS, MIS. If `doubled` is "words", × becomes "doubled"."""
    if not text:
        return SafeString()
    match = BID.fullmatch(text)
    if match is None:
        return format_html('<span class="bid" translate="no">{}</span>', call_name(text).capitalize())
    level, strain, times = match.groups()
    times = DOUBLED_NAMES[times] if doubled == "words" else SIGNS[times]
    return format_html('<span class="bid" translate="no">{}{}{}</span>', level, suit(strain), times)


@register.filter
def call_rows(auction: list[dict[str, str]]) -> list[tuple[str, str]]:
    """Return an auction's calls in two columns, South's and North's."""
    rows: list[list[str]] = []
    for entry in auction:
        column = 0 if entry["by"] == "S" else 1
        if not rows or rows[-1][column] or (column == 0 and rows[-1][1]):
            rows.append(["", ""])
        rows[-1][column] = entry["call"]
    return [(south, north) for south, north in rows]


@register.filter
def card(text: str) -> SafeString:
    """Return a card for a sentence: symbol, then rank."""
    if not text:
        return SafeString()
    return format_html('<span class="cd" translate="no">{}{}</span>', suit(text[0]), rank(text))


@register.filter
def face(text: str, named: str = "named") -> SafeString:
    """Return a drawn card's rank and symbol. Its container has the colour, and the card's name if it is "unnamed"."""
    if text[0] == "J":
        return format_html('<b class="jk" translate="no">Joker</b>{}', JESTER)
    ten = mark_safe(' class="ten"') if text[1] == "T" else ""
    name = format_html(' role="img" aria-label="{}"', strain_name(text[0])) if named == "named" else ""
    symbol = format_html('<svg class="suit"{}><use href="#{}"/></svg>', name, text[0].lower())
    return format_html('<b translate="no"{}>{}</b>{}', ten, rank(text), symbol)


@register.filter
def cards_words(texts: list[str]) -> str:
    """Return cards in order for screen readers, such as `jack of spades, 7 of spades`."""
    return ", ".join(card_label(text) for text in texts)


@register.simple_tag
def laid_card(text: str, marks: str = "", tab: str = "", element: str = "span") -> SafeString:
    """Return a face-up card: `{% laid_card "HJ" "end yes" tab="End" element="li" %}`. `marks` are CSS classes."""
    colour = f"{suit_class(text)} {marks}".strip()
    over = format_html('<span class="tab">{}</span>', tab) if tab else ""
    return format_html('<{0} class="card {1}">{2}{3}</{0}>', element, colour, face(text), over)


@register.simple_tag
def laid_run(texts: str) -> SafeString:
    """Return a face-up dummy's cards as list items: `{% laid_run "HJ D5 DQ" %}`. Both ends are marked as playable."""
    cards = texts.split()
    last = len(cards) - 1
    marks = [("end yes", "End") if place in (0, last) else ("", "") for place in range(len(cards))]
    return mark_safe("".join(laid_card(card, *mark, "li") for card, mark in zip(cards, marks, strict=True)))


@register.filter
def rank(text: str) -> str:
    """Return a card's rank, or a bare rank, as printed: 10 for T."""
    return text[-1].replace("T", "10")


@figures
def ranks(letters: list[str]) -> str:
    """Return a suit's ranks separated by spaces."""
    return " ".join(letter.replace("T", "10") for letter in letters)


@figures
def signed(points: int | None) -> str:
    """Return a score as +420, −100 (with a true minus), or 0."""
    return "" if points is None else wording.signed(points)


@figures
def score_range(scores: list[int]) -> str:
    """Return text such as `+420` for one score, or `+420 to −50` for the best and the worst score."""
    return " to ".join(map(wording.signed, scores))


@figures
def side_score(points: int | None, pairs: bool = False) -> str:
    """Return a score in words from N/S's point of view: +420 to South or, for four-handed pairs, +420 to N/S."""
    return "" if points is None else wording.score_text(points, pairs)


@figures
def fixed(figure: Fraction | None, decimals: int) -> str:
    """Return a figure with this many decimals, or a dash for None."""
    return "–" if figure is None else fixed_text(figure, decimals)


@figures
def pct(share: Fraction | None) -> str:
    """Return a percentage with two decimals, or a dash for None."""
    return fixed(share, 2)


@figures
def band(ends: tuple[Fraction, Fraction] | None, decimals: int) -> str:
    """Return the ends of a band, such as `45.10 to 52.33`, or a dash for None."""
    return "–" if ends is None else f"{fixed_text(ends[0], decimals)} to {fixed_text(ends[1], decimals)}"


register.filter("how_often", wording.how_often)


@register.filter
def stop(text: str) -> str:
    """End a sentence with a full stop, but do not add a second one after initials."""
    return text if text.endswith(".") else f"{text}."


@figures
def signed_pct(points: Fraction) -> str:
    """Return percentage points with their sign and two decimals: `+3.10`, with a true minus."""
    return f"{'+' if points > 0 else ''}{percent_text(points)}".replace("-", "−")


@figures
def mp(points: Fraction | None) -> str:
    """Return match points with as many decimals as needed."""
    return "–" if points is None else mp_text(points)


@figures
def imps(points: Fraction | None) -> str:
    """Return IMPs or percentage points with their sign and up to two decimals: `+12`, `-3.5`."""
    return "–" if points is None else f"{'+' if points > 0 else ''}{mp_text(points)}".replace("-", "−")


@figures
def mp_as(points: Fraction | int | None, halves: bool) -> str:
    """Return match points, or half as many if the session counts 1 for each score beaten and a half for a tie."""
    return mp(None if points is None else Fraction(points) / (2 if halves else 1))


@register.simple_tag
def side_name(side: str, pairs: bool) -> str:
    """Return the name of the contestant on side NS or EW: South or North; for four-handed pairs N/S or E/W."""
    return contestant_sides(pairs)[side == "EW"]


@register.filter
def compass(letter: str) -> str:
    """Return the name of a hand, such as South for S."""
    return SEAT_NAMES.get(letter, letter)


@register.filter
def suit_class(card_text: str) -> str:
    """Return the CSS class that colours a card: its suit's class, or a joker's own."""
    return "j h" if card_text == "JR" else card_text[0].lower()
