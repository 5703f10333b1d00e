"""The data for a problem's page. It contains no part of the solution before the reader is done."""

from typing import Any

from django.urls import reverse
from django.utils import timezone

from clubsite.accounts.models import Device
from clubsite.accounts.requests import AnyUser
from clubsite.daily import selectors
from clubsite.daily.generate import position_of
from clubsite.daily.models import DailyProblem, DailyTry
from clubsite.daily.picture import frames_of, view_of
from clubsite.daily.texts import (
    crowd_words,
    goal_words,
    of_words,
    question,
    rating_words,
    streak_words,
    wrong_words,
)
from games.cards import CARD_BY_TEXT
from games.wording import seat_name

Json = dict[str, Any]
SYMBOLS = {
    "S": "\N{BLACK SPADE SUIT}",
    "H": "\N{BLACK HEART SUIT}",
    "D": "\N{BLACK DIAMOND SUIT}",
    "C": "\N{BLACK CLUB SUIT}",
}


def page_of(problem: DailyProblem, mine: DailyTry | None, device: Device | None, user: AnyUser) -> Json:
    """Return {"question", "goal", "of", "strain", "needs", "tricks", "view", "tried": [{"card", "text"}], "done",
    "urls"}.
    """
    setup = problem.setup
    day = problem.date.isoformat()
    return {
        "question": question(setup),
        "goal": goal_words(setup),
        "strain": setup["strain"],
        "of": of_words(setup),
        "needs": setup["needs"],
        "tricks": setup["tricks"],
        "view": view_of(position_of(setup)),
        "tried": tried(problem, mine),
        "done": done(problem, mine, device, user),
        "urls": {
            "answer": reverse("daily:answer", args=[day]),
            "give_up": reverse("daily:give-up", args=[day]),
        },
    }


def tried(problem: DailyProblem, mine: DailyTry | None) -> list[Json]:
    """Return the wrong cards tried so far, each with a description of how the defence beats the card."""
    wrong = problem.solution["wrong"]
    cards = [card for card in mine.cards if card in wrong] if mine is not None else []
    return [{"card": card, "text": wrong_words(problem.setup, card, wrong[card])} for card in cards]


def done(problem: DailyProblem, mine: DailyTry | None, device: Device | None, user: AnyUser) -> Json | None:
    """Return the solution and result for a reader who has solved the problem or given up, else None."""
    if mine is None or mine.done_at is None:
        return None
    at = position_of(problem.setup)
    line = [CARD_BY_TEXT[text] for text in problem.solution["line"]]
    answer = CARD_BY_TEXT[problem.solution["answer"]]
    today = problem.date == timezone.localdate()
    return {
        "head": _head(mine, answer.name),
        "answer": answer.text,
        "solved": mine.solved,
        "frames": frames_of(at, line),
        "rating": rating_words(problem.level, problem.found, problem.tried, problem.setup["tricks"]),
        "crowd": crowd_words(*selectors.crowd(problem)),
        "streak": streak_words(selectors.streak(device, user)) if today and mine.solved else "",
    }


def _head(mine: DailyTry, answer: str) -> str:
    if not mine.solved:
        return f"It is {answer}."
    if mine.first:
        return f"Right at the first try: {answer}."
    return f"Right at try {len(mine.cards)}: {answer}."


def hands_in_words(view: Json) -> list[tuple[str, str]]:
    """Return each hand's name and cards for a reader who cannot see the picture, with a dummy's cards in sequence."""
    names = {"N": "North", "W": "West, North's dummy", "E": "East, your dummy", "S": "South, you"}
    return [(name, " ".join(map(_short, view["hands"][seat]["cards"]))) for seat, name in names.items()]


def trick_in_words(view: Json) -> str:
    """Return the cards on the table, or "" before the lead."""
    cards = view["trick"]["cards"]
    return ", ".join(f"{seat_name(each['seat'])} {_name(each['card'])}" for each in cards)


def choices(view: Json, past: list[Json]) -> list[tuple[str, str]]:
    """Return the text and name of each card that has not been tried yet."""
    gone = {each["card"] for each in past}
    cards = [card for card in view["hands"]["S"]["cards"] if f"p:{card}" in view["legal"]]
    return [(card, _name(card)) for card in cards if card not in gone]


def line_in_words(frames: list[Json]) -> list[str]:
    return [f"{seat_name(each['seat'])}: {_name(each['card'])}" for each in frames]


def _name(card: str) -> str:
    return CARD_BY_TEXT[card].name


def _short(card: str) -> str:
    return f"{SYMBOLS[card[0]]}{card[1].replace('T', '10')}"
