"""The page of a daily problem, and its texts."""

from django.urls import reverse
from django.utils import timezone

from clubsite.accounts.decorators import AnyUser
from clubsite.accounts.models import Device
from clubsite.practice.models import DailyProblem, DailyTry
from clubsite.practice.selectors import daily
from clubsite.practice.services import position_of
from games.cards import CARD_BY_TEXT
from solver.verdicts.problem_text import (
    Json,
    frames_of,
    goal_words,
    of_words,
    question,
    rating_words,
    view_of,
    wrong_words,
)


def crowd_words(first: int, done: int) -> str:
    """Return a sentence that says how many readers were right at the first attempt. `done` includes the reader."""
    if done <= 1:
        return "You are the first to finish it."
    return f"{first} of {done} players found it at the first try."


def streak_words(days: int) -> str:
    if days < 1:
        return ""
    return "Solved today: a streak begins." if days == 1 else f"{days} days in a row."


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
            "answer": reverse("practice:answer", args=[day]),
            "give_up": reverse("practice:give-up", args=[day]),
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
        "crowd": crowd_words(*daily.crowd(problem)),
        "streak": streak_words(daily.streak(device, user)) if today and mine.solved else "",
    }


def _head(mine: DailyTry, answer: str) -> str:
    if not mine.solved:
        return f"It is {answer}."
    if mine.first:
        return f"Right at the first try: {answer}."
    return f"Right at try {len(mine.cards)}: {answer}."


def choices(view: Json, past: list[Json]) -> list[tuple[str, str]]:
    """Return the text and name of each card that has not been tried yet."""
    gone = {each["card"] for each in past}
    cards = [card for card in view["hands"]["S"]["cards"] if f"p:{card}" in view["legal"]]
    return [(card, CARD_BY_TEXT[card].name) for card in cards if card not in gone]
