"""The values allowed in an address or a request body. Unknown values are refused, never guessed or ignored."""

import difflib
import re
from collections.abc import Mapping, Sequence
from typing import Any

from django.http import QueryDict
from rest_framework import serializers

from clubsite.scores.models import CorrectionReason
from clubsite.scores.services.score_parser import TYPEABLE

DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE = 100, 200  # items on a page
MOST_SCORES = 100


def query_of(params: QueryDict) -> dict[str, str]:
    """Return the parameters after `?`, including empty ones. Raise ValidationError if a parameter is given twice."""
    twice = {name: ["This is given more than once."] for name, given in params.lists() if len(given) > 1}
    if twice:
        raise serializers.ValidationError(twice)
    return {name: str(given[0]) for name, given in params.lists()}


class WholeNumberField(serializers.IntegerField):
    """An integer in its plain form: not "7.0" and, in JSON, not the string "7"."""

    default_error_messages = {
        "max_value": "Write a whole number up to {max_value}.",
        "min_value": "Write a whole number from {min_value} on.",
    }

    def __init__(self, **options: Any) -> None:
        super().__init__(**({"max_value": 999_999_999} | options))

    def to_internal_value(self, data: Any) -> int:
        typed = self.context.get("typed", False)
        good = type(data) is int if typed else re.fullmatch(r"-?[0-9]{1,9}", str(data), re.ASCII)
        if not good:
            raise serializers.ValidationError("Write a whole number.")
        return int(super().to_internal_value(data))


class TextField(serializers.CharField):
    """Text, which may be empty. In JSON, a number is refused."""

    def __init__(self, **options: Any) -> None:
        super().__init__(allow_blank=True, **options)

    def to_internal_value(self, data: Any) -> str:
        if not isinstance(data, str):
            raise serializers.ValidationError("Write text, in quotation marks.")
        if self.max_length is not None and len(data) > self.max_length:  # as it came, with blanks at its ends
            self.fail("max_length", max_length=self.max_length)
        return super().to_internal_value(data)


class WordField(serializers.ChoiceField):
    """One of a few allowed words. For any other word, the error message lists the allowed words."""

    def __init__(self, choices: Sequence[str], **options: Any) -> None:
        refusal: Any = {"invalid_choice": f"Write one of: {', '.join(choices)}."}
        super().__init__(choices, error_messages=refusal, **options)


class StrictSerializer(serializers.Serializer):
    """A serializer that refuses unknown field names and suggests the name that was probably meant."""

    def to_internal_value(self, data: Any) -> Any:
        if isinstance(data, Mapping):
            unknown = {name: [self._unknown(name)] for name in data if name not in self.fields}
            if unknown:
                raise serializers.ValidationError(unknown)
        return super().to_internal_value(data)

    def _unknown(self, name: Any) -> str:
        near = difflib.get_close_matches(str(name), self.fields, 1)
        known = ", ".join(self.fields) or "none"
        return f"Did you mean {near[0]}?" if near else f"This is not known here; known are: {known}."


class NoQuery(StrictSerializer):
    """A query without parameters: none are allowed in the address."""


class PageQuery(StrictSerializer):
    page = WholeNumberField(min_value=1, required=False, default=1, help_text="Which page, from 1")
    page_size = WholeNumberField(
        min_value=1,
        max_value=MAX_PAGE_SIZE,
        required=False,
        default=DEFAULT_PAGE_SIZE,
        help_text="How many on a page, 100 at most 200",
    )


class ClubsQuery(PageQuery):
    name = TextField(max_length=80, required=False, help_text="Part of the club's name; capitals do not matter")


class DaysQuery(StrictSerializer):
    since = serializers.DateField(
        input_formats=["%Y-%m-%d"], required=False, help_text="Nights of this day and later, 2026-11-21"
    )
    until = serializers.DateField(
        input_formats=["%Y-%m-%d"], required=False, help_text="Nights of this day and earlier"
    )


class SessionsQuery(PageQuery, DaysQuery):
    name = TextField(max_length=80, required=False, help_text="Part of the night's name; capitals do not matter")


class AllSessionsQuery(SessionsQuery):
    club = serializers.SlugField(max_length=60, required=False, help_text="The `slug` of a club")


class OwnSessionsQuery(SessionsQuery):
    status = WordField(
        choices=["draft", "running", "paused", "ended"], required=False, help_text="How far the session is"
    )


class RankingQuery(StrictSerializer):
    line = WordField(
        choices=["NS", "EW", "ALL"], required=False, help_text="One list: South players, North players, or all"
    )


class LinesQuery(PageQuery):
    board = TextField(max_length=12, required=False, help_text="Lines of this board, by its `key`")
    player = TextField(max_length=12, required=False, help_text="Lines of this contestant, by `label`")


class SectionQuery(StrictSerializer):
    section = TextField(max_length=12, required=False, help_text="The table of this section, by its letter")


class MatchesQuery(PageQuery):
    section = TextField(max_length=12, required=False, help_text="Matches of this section, by its letter")
    team = WholeNumberField(min_value=1, required=False, help_text="Matches of this team, by its number")
    round = WholeNumberField(min_value=1, required=False, help_text="Matches of this round")


class AwardsQuery(PageQuery, DaysQuery):
    name = TextField(max_length=80, required=False, help_text="Part of the player's name; capitals do not matter")


class ScoresQuery(PageQuery):
    board = WholeNumberField(min_value=1, required=False, help_text="Lines of this board")


class ScoreInput(StrictSerializer):
    """A score to enter or correct. A correction also requires `why`."""

    status = WordField(choices=[str(s) for s in TYPEABLE], default="played")
    contract = TextField(max_length=20, required=False, help_text="4S, 3N, 5CX; PASS when it was passed out")
    declarer = WordField(choices=["N", "E", "S", "W"], required=False)
    tricks = WholeNumberField(min_value=0, max_value=13, required=False, help_text="Declarer's, 0 to 13")
    lead = TextField(max_length=3, required=False, help_text="The opening lead, suit first: H7")
    artificial = TextField(
        max_length=200,
        required=False,
        help_text="A6040 gives 60 % to South and 40 % to North; of `assigned` the ruling: 620, or 60% 620, 40% -100",
    )
    points = TextField(
        max_length=10, required=False, help_text="The score that was written down, from South's side, to compare"
    )
    group = TextField(max_length=10, required=False, help_text="Of a fouled board: which tables had the same cards")
    why = TextField(
        max_length=200, required=False, help_text="Stays beside the score that it replaces; members of the club read it"
    )
    reason = WordField(
        choices=CorrectionReason.values, default="other", help_text="Why it is corrected, as everybody may read it"
    )
    names_meant = serializers.BooleanField(
        default=False, help_text="Takes a `why` with the name of somebody whom strangers do not read by name"
    )
    revision = WholeNumberField(
        min_value=0,
        required=False,
        help_text="Of the line as you have seen it: if another score counts by now nothing is stored (409)",
    )


class LineScoreInput(ScoreInput):
    table_board = WholeNumberField(min_value=1, help_text="Of the line, as `scores/` tells it")


class ScoresInput(StrictSerializer):
    """Several scores: all of them are stored, or none."""

    scores = serializers.ListField(child=LineScoreInput(), min_length=1, max_length=MOST_SCORES)
