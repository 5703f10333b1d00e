"""Template filters and a tag for standings that cover many sessions."""

from collections.abc import Container
from fractions import Fraction
from functools import lru_cache
from typing import Any

from django import template
from django.template import Context
from django.urls import reverse
from django.utils.html import conditional_escape, format_html

from clubsite.core.templatetags.bridge import pct, signed_pct
from clubsite.core.templatetags.pages import you
from clubsite.season.selectors.series import SeriesCell
from games.wording import number_name
from scoring.ladder import LadderRules, Rung
from scoring.ranking import Place
from scoring.series import IMPS_A_BOARD, SeriesPlace, SeriesRules

register = template.Library()


@register.simple_tag(takes_context=True)
def player_link(context: Context, person: int | None, name: str, known: Container[int | None]) -> str:
    """Return a name in a table of standings: a link if the person is in `known`, and marked if it is the reader's."""
    if person in known:
        shown = format_html('<a href="{}">{}</a>', _player_address(context["club"].slug, person), name)
    else:
        shown = conditional_escape(name)
    visitor: Any = context["visitor"]
    return format_html("{} {}", shown, you()) if person is not None and person == visitor.pk else shown


@lru_cache(maxsize=2000)
def _player_address(slug: str, person: int | None) -> str:
    # Reversing an address takes as long as the rest of a table's row.
    return reverse("history:player", args=[slug, person])


@register.filter
def ladder_rule(rules: LadderRules) -> str:
    """Return a sentence that says whose averages are on the ladder, and which sessions count."""
    nights = f"the {rules.chosen} {rules.sessions} nights" if rules.sessions else "all nights"
    needed = f"; on it after {rules.minimum}" if rules.minimum > 1 else ""
    seen = f", while seen in the club’s last {rules.within}" if rules.within else ""
    return f"Everybody’s average of {nights}{needed}{seen}."


@register.filter
def grades_text(rules: LadderRules) -> str:
    """Return the club's scale as a sentence such as "Grades: D from 55 %, E from 47.5 %.", or "" if it has none."""
    grades = ", ".join(f"{grade.name} from {float(grade.least):g} %" for grade in rules.grades)
    return f"Grades: {grades}." if grades else ""


@register.filter
def grade(rung: Rung, rules: LadderRules) -> str:
    """Return a player's grade, or "" for somebody who is not on the ladder yet or is below the scale."""
    return rules.grade(rung.average) if rung.place else ""


@register.filter
def series_rule(rules: SeriesRules) -> str:
    """Return a sentence that says which sessions of a series count and how they count."""
    words = [f"The best {rules.best} count" if rules.best else "All nights count"]
    if rules.imps:
        words.append("by the mean of their IMPs a board" if rules.figure == IMPS_A_BOARD else "their IMPs added up")
    if rules.minimum:
        words.append(f"{rules.minimum} {'is' if rules.minimum == 1 else 'are'} needed for a place")
    nights = f"{number_name(rules.substitutes)} night{'' if rules.substitutes == 1 else 's'}"
    stand_in = f"a substitute may play for you on {nights}" if rules.substitutes else "no substitutes"
    return f"{', '.join(words)}; {stand_in}."


@register.filter
def in_figure(score: Fraction | None, rules: SeriesRules) -> str:
    """Return a score in a series as a percentage, or as IMPs with their sign."""
    return pct(score) if score is None or not rules.imps else signed_pct(score)


@register.filter
def at_night(cell: SeriesCell, rules: SeriesRules) -> str:
    """Return a player's score in one night of a series, struck through if it is dropped, or a dash if there is none."""
    if cell.score is None:
        return "–"
    figure = in_figure(cell.score, rules)
    if cell.state != "counted":
        shown = "<s>{}</s>" if cell.state == "dropped" else "{}"
        figure = format_html(shown + '<span class="vh"> does not count</span>', figure)
    return format_html("{} <small>sub</small>", figure) if cell.substitute else figure


@register.filter
def heading(rules: SeriesRules) -> str:
    """Return the heading for scores of the kind that the series uses."""
    if not rules.imps:
        return "%"
    return "IMPs a board" if rules.figure == IMPS_A_BOARD else "IMPs"


@register.filter
def still_needs(row: SeriesPlace, rules: SeriesRules) -> str:
    """Return a few words saying what a player still needs for a place and for the lead."""
    if row.out:
        return "out of the running"
    place, leads = Place.read(row.place), ""
    if place is not None and place.number == 1:
        leads = "leads with another" if place.tied else "leads"
    words = [leads] if leads else []
    if row.missing:
        words.append(f"{number_name(row.missing)} more night{'s' if row.missing > 1 else ''} for a place")
    if row.to_lead is not None and not rules.imps and row.to_lead > 100:
        words.append("the lead is out of reach")
    elif row.to_lead is not None:
        words.append(f"{_average(row.to_lead, rules)} {'to stay there' if leads else 'for the lead'}")
    return "; ".join(words)


def _average(score: Fraction, rules: SeriesRules) -> str:
    unit = "IMPs a board" if rules.figure == IMPS_A_BOARD else "IMPs a night" if rules.imps else "a night"
    return f"{in_figure(score, rules)} {unit}"
