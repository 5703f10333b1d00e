"""Faults that reveal cards or scores, each in a different kind of output, to test that the walk finds them all.

Each fault is put into the site's own code, as a mistaken change might do: a rule that is not applied, one field too
many, or an answer that is cached for the wrong reader.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import pytest
from django.core.cache import cache
from django.db.models import Q
from django.template import Template
from django.template.loader import get_template

import clubsite.api.published as api_views
import clubsite.files.views as file_views
import clubsite.sharing.views as picture_views
from clubsite.api.serializers import RankListSerializer
from clubsite.files.services import card_files
from clubsite.nights.admin import SessionAdmin
from clubsite.nights.models import Board, Session
from clubsite.play.room_states import RoomState
from clubsite.rankings.selectors import embargoes
from clubsite.rankings.selectors.published import Published
from clubsite.results import letters
from clubsite.results import views as results_views
from clubsite.results.selectors import boards
from clubsite.scores.models import ScoreEntry
from clubsite.scores.selectors import hidden_cards, owed
from clubsite.seats import watched
from clubsite.sharing import views as feed

Plant = Callable[[pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class PlantedLeak:
    """A fault that `plant` installs. At this moment and address, it shows `what` of a board to these readers."""

    moment: str
    address: str
    what: str
    readers: set[str]
    plant: Plant


def board_of(session: Session) -> Board:
    """Return the session's first board, which table 1 has opened."""
    return Board.objects.get(board_set__session=session, number=1)


def forgets_what_is_hidden(module: ModuleType) -> Plant:
    """Return a fault in a module: it shows all published boards, even if another session has yet to play them."""

    def plant(to: pytest.MonkeyPatch):
        read = module.published_or_404  # type: ignore[attr-defined]

        def published(*args: Any, **kwargs: Any) -> Published:
            results: Published = read(*args, **kwargs)
            results.__dict__["hidden"] = {}
            return results

        to.setattr(module, "published_or_404", published)

    return plant


def a_view_asks_nobody(to: pytest.MonkeyPatch):
    to.setattr(watched, "seen_by", lambda reader, boards, what: {board.pk for board in boards})


def a_template_reads_too_far(to: pytest.MonkeyPatch):
    source = "{% for set in session.board_sets.all %}{% for board in set.boards.all %}{{ board.west }} {% endfor %}"
    template: Any = get_template("results/_leaderboard.html")
    to.setattr(template.template, "nodelist", Template(source + "{% endfor %}").nodelist)


def a_file_needs_no_promise(to: pytest.MonkeyPatch):
    to.setattr(card_files, "files_refusal", lambda *args, **kwargs: "")


def a_printed_ranking_has_every_board(to: pytest.MonkeyPatch):
    def boards_published(published: Published):
        unfiltered = Published(published.publication)
        unfiltered.__dict__["hidden"] = {}
        return boards.boards_published(unfiltered)

    to.setattr(results_views, "boards_published", boards_published)


def a_feed_tells_the_deal(to: pytest.MonkeyPatch):
    def hand(cards: str) -> str:
        return "".join(suit + "".join(card[1] for card in cards.split() if card[0] == suit) for suit in "SHDC")

    summary = feed._summary
    to.setattr(feed, "_summary", lambda shared: summary(shared) + hand(board_of(shared.published.session).south))


def a_view_goes_to_the_opponent(to: pytest.MonkeyPatch):
    messages = RoomState.messages

    def swapped(self: RoomState) -> Iterator[Any]:
        sent = list(messages(self))
        return zip([seated for seated, _ in sent], [message for _, message in reversed(sent)], strict=True)

    to.setattr(RoomState, "messages", swapped)


def a_letter_names_the_score(to: pytest.MonkeyPatch):
    subject = letters._subject

    def with_a_score(*args: Any) -> str:
        entry = ScoreEntry.objects.filter(contract__endswith="XX").latest("pk")
        return f"{subject(*args)}: {entry.contract} by South"

    to.setattr(letters, "_subject", with_a_score)


def a_field_has_the_cards(to: pytest.MonkeyPatch):
    shown = RankListSerializer.to_representation

    def with_cards(self: RankListSerializer, instance: Any) -> Any:
        cards = {board.pk: board.north.split() for board in Board.objects.all()}
        return {**shown(self, instance), "boards": cards}

    to.setattr(RankListSerializer, "to_representation", with_cards)


def the_admin_shows_a_deal(to: pytest.MonkeyPatch):
    to.setattr(SessionAdmin, "deal", lambda self, session: repr(board_of(session).setup()), raising=False)
    to.setattr(SessionAdmin, "readonly_fields", [*SessionAdmin.readonly_fields, "deal"])
    to.setattr(SessionAdmin, "fields", [*SessionAdmin.fields, "deal"])


def an_answer_is_kept_for_all(to: pytest.MonkeyPatch):
    owed = hidden_cards.owed_by
    to.setattr(
        hidden_cards,
        "owed_by",
        lambda user, session: cache.get_or_set(f"owed:{session.pk}", lambda: owed(user, session)),
    )


def a_header_has_a_hand(to: pytest.MonkeyPatch):
    page = results_views._page

    def with_a_hand(request: Any, template: str, results: Any, **context: Any) -> Any:
        answer = page(request, template, results, **context)
        answer["X-Board"] = board_of(results.session).south
        return answer

    to.setattr(results_views, "_page", with_a_hand)


def an_event_holds_nothing(to: pytest.MonkeyPatch):
    for module in (owed, embargoes):
        to.setattr(module, "held_for_event", lambda: Q(pk__in=[]))
    to.setattr(embargoes, "holds_on", lambda boards: [])  # the other heat still plays the same deals


def an_organiser_s_page_reads_the_cards(to: pytest.MonkeyPatch):
    source = (
        "{% for heat in event.heats.all %}{% for set in heat.session.board_sets.all %}{% for board in set.boards.all %}"
        "{{ board.north }} {% endfor %}{% endfor %}{% endfor %}"
    )
    template: Any = get_template("events/director/event.html")
    to.setattr(template.template, "nodelist", Template(source).nodelist)


def an_event_s_page_opens_the_secret(to: pytest.MonkeyPatch):
    template: Any = get_template("events/event.html")
    to.setattr(template.template, "nodelist", Template("{{ event.secret.open }}").nodelist)


ANYBODY = {"stranger", "member", "owner of another club"}
LEAKS = {
    "a view": PlantedLeak("after", "watch/<str:session_id>/now/", "cards", ANYBODY, a_view_asks_nobody),
    "a template": PlantedLeak(
        "after", "leaderboard/<str:session_id>/places/", "sequence", ANYBODY, a_template_reads_too_far
    ),
    "an answer that is kept": PlantedLeak(
        "after",
        "director/<str:session_id>/board/<int:number>/",
        "score",
        {"playing director"},
        an_answer_is_kept_for_all,
    ),
    "a file for Bridgemates": PlantedLeak(
        "after", "director/<str:session_id>/files/bridgemates/", "cards", {"playing director"}, a_file_needs_no_promise
    ),
    "the admin": PlantedLeak(
        "after", "admin/nights/session/<path:object_id>/change/", "sequence", {"keeper"}, the_admin_shows_a_deal
    ),
    "a file of results": PlantedLeak(
        "elsewhere", "results/<str:public_id>/files/<str:name>", "cards", ANYBODY, forgets_what_is_hidden(file_views)
    ),
    "a picture": PlantedLeak(
        "elsewhere",
        "results/<str:public_id>/board/<str:key>/picture.png",
        "cards",
        ANYBODY,
        forgets_what_is_hidden(picture_views),
    ),
    "a printed ranking": PlantedLeak(
        "elsewhere", "results/<str:public_id>/", "score", ANYBODY, a_printed_ranking_has_every_board
    ),
    "a feed": PlantedLeak("elsewhere", "clubs/<slug:slug>/results.atom", "cards", ANYBODY, a_feed_tells_the_deal),
    "the API": PlantedLeak(
        "elsewhere",
        "api/v1/sessions/<str:public_id>/boards/<str:key>/",
        "cards",
        ANYBODY,
        forgets_what_is_hidden(api_views),
    ),
    "a field of the API": PlantedLeak(
        "elsewhere", "api/v1/sessions/<str:public_id>/ranking/", "cards", ANYBODY, a_field_has_the_cards
    ),
    "a header": PlantedLeak("elsewhere", "results/<str:public_id>/boards/", "cards", ANYBODY, a_header_has_a_hand),
    "a frame": PlantedLeak(
        "before", "seat/<str:ticket_id>/socket/", "cards", {"seat at table 2"}, a_view_goes_to_the_opponent
    ),
    "a hold": PlantedLeak(
        "heat published",
        "results/<str:public_id>/board/<str:key>/",
        "cards",
        {*ANYBODY, "organiser"},
        an_event_holds_nothing,
    ),
    "an organiser's page": PlantedLeak(
        "heat published",
        "director/clubs/<slug:slug>/events/<str:public_id>/",
        "cards",
        {"organiser"},
        an_organiser_s_page_reads_the_cards,
    ),
    "an event's page": PlantedLeak(
        "heat published", "events/<str:public_id>/", "secret", {"stranger"}, an_event_s_page_opens_the_secret
    ),
    "a letter": PlantedLeak("elsewhere", "mail/", "score", {"stranger"}, a_letter_names_the_score),
}
"""For each kind of output a fault in it."""
