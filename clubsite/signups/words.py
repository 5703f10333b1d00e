"""A night in words, for mail and calendars."""

from clubsite.signups.models import ComingNight, NightKind

KIND_WORDS = {
    NightKind.INDIVIDUALS: "Individuals: come alone, nobody needs a partner",
    NightKind.PAIRS: "Pairs",
    NightKind.TEAMS: "Teams",
}


def when_words(night: ComingNight) -> str:
    """Return text such as "Tuesday 25 November 2026, 19:30 to 22:30"."""
    end = f" to {night.end:%H:%M}" if night.end else ""
    return f"{night.date:%A} {night.date.day} {night.date:%B %Y}, {night.start:%H:%M}{end}"


def night_title(night: ComingNight) -> str:
    """Return a night's name for a list of nights at many clubs, such as "Christmas pairs, Lantern Street"."""
    return f"{night.title or night.get_kind_display()}, {night.club.name}"


def night_words(night: ComingNight) -> str:
    """Return the name, time and place of a night in one line."""
    where = f", {night.place}" if night.place else ""
    return f"{night_title(night)}, {when_words(night)}{where}"
