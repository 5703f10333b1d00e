"""The sentences of the daily problem, made by pure functions."""

from typing import Any

from games.wording import card_name, seat_name, strain_name


def goal_words(setup: dict[str, Any]) -> str:
    """Return text such as `Spades are trumps. South leads and needs 4 of the last 6 tricks.`"""
    needs, tricks = setup["needs"], setup["tricks"]
    does = "plays next" if setup["played"] else "leads"
    last = "" if tricks == 13 else "last "
    goal = f"{'all' if needs == tricks else needs} of the {last}{tricks} tricks"
    name = strain_name(setup["strain"]).capitalize()
    trumps = f"{name}." if setup["strain"] == "N" else f"{name} are trumps."
    return f"{trumps} South {does} and needs {goal}."


def of_words(setup: dict[str, Any]) -> str:
    """Return text such as `From Tuesday night at Lantern Street, board 12.`, or "" for a problem made for the day."""
    of = setup.get("of")
    return f"From {of['name']} at {of['club']}, board {of['board']}." if of else ""


def question(setup: dict[str, Any]) -> str:
    """Return the goal of the problem, followed by the question to the reader."""
    return f"{goal_words(setup)} Which card?"


def wrong_words(setup: dict[str, Any], card: str, refuted: dict[str, Any]) -> str:
    """Return a sentence that says how best defence beats a card that misses the goal."""
    short = setup["needs"] - refuted["takes"]
    left = f"{refuted['takes'] or 'none'} of the {setup['tricks']} tricks, {'one' if short == 1 else short} too few"
    if not refuted["by"]:
        return f"Not {card_name(card)}. South is left with {left}; the defence need find nothing special."
    when = "" if refuted["trick"] == 1 else f" in trick {refuted['trick']}"
    best = f"{card_name(refuted['card'])} from {seat_name(refuted['by'])}{when}"
    return f"Not {card_name(card)}. The best defence, {best}, leaves South {left}."


def rating_words(level: str, found: int, tried: int, tricks: int) -> str:
    """Return text such as `Hard: of 60 tries by the three weaker robots 21 found the card and held it to the end.`"""
    until = "held it for three tricks" if tricks == 13 else "held it to the end"
    return f"{level.capitalize()}: of {tried} tries by the three weaker robots {found} found the card and {until}."


def crowd_words(first: int, done: int) -> str:
    """Return a sentence that says how many readers were right at the first attempt. `done` includes the reader."""
    if done <= 1:
        return "You are the first to finish it."
    return f"{first} of {done} players found it at the first try."


def streak_words(days: int) -> str:
    if days < 1:
        return ""
    return "Solved today: a streak begins." if days == 1 else f"{days} days in a row."
