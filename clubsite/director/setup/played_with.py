"""The choice of cards or screens in step 1, for the whole session or table by table."""

from typing import Any

from django import forms

from clubsite.accounts.models import User
from clubsite.nights.models import SectionKind, Session
from clubsite.nights.services.sections import section_play

PLAY_FIELDS = ("play", "other_tables")
SCREENS, CARDS, TABLES = "screens", "cards", "tables"
PLAYED_WITH = [(SCREENS, "All on screens"), (CARDS, "All with cards"), (TABLES, "Some tables with cards")]
CARD_TABLES_ASKED = "Write the numbers of the tables with cards: 1-4, 7."
TOO_HIGH = "There are at most {} tables for so many players."


class PlayedWith(forms.Form):
    """The choice of cards or screens. If the question is not answered, nothing changes."""

    play = forms.ChoiceField(
        choices=PLAYED_WITH,
        initial=SCREENS,
        required=False,
        label="What is it played with?",
        widget=forms.RadioSelect,
        error_messages={"invalid_choice": "Choose one of the answers."},
    )
    other_tables = forms.CharField(
        required=False,
        max_length=80,
        label="Tables with cards",
        help_text="For “some tables” only: 1-4, 7. It can be changed for a table on the night too.",
    )

    def clean(self) -> dict[str, Any]:
        """Replace the typed text with the numbers of the tables that play with cards."""
        found = super().clean() or self.cleaned_data
        text = found.get("other_tables", "")
        found["other_tables"] = []
        if found.get("play") == TABLES:
            numbers, most = numbers_of(text), (found.get("players", 0) + 1) // 2
            if not numbers:
                self.add_error("other_tables", CARD_TABLES_ASKED)
            elif most and max(numbers) > most:
                self.add_error("other_tables", TOO_HIGH.format(most))
            found["other_tables"] = numbers
        return found

    def played(self) -> dict[str, Any]:
        """Return `live` and `other_tables`, in the form that the services take."""
        return {"live": self.cleaned_data["play"] != CARDS, "other_tables": self.cleaned_data.get("other_tables", [])}


def numbers_of(text: str) -> list[int]:
    """Return [1, 2, 3, 4, 7] for "1-4, 7", or [] if the text is not a list of numbers."""
    found: set[int] = set()
    for part in text.replace("–", "-").replace(",", " ").split():
        first, dash, last = part.partition("-")
        ends = [first, last] if dash else [first, first]
        if not all(end.isascii() and end.isdecimal() and 0 < len(end) < 4 for end in ends):
            return []
        low, high = (int(end) for end in ends)
        if not 1 <= low <= high <= 120:
            return []
        found |= set(range(low, high + 1))
    return sorted(found)


def play_initial(session: Session) -> dict[str, Any]:
    """Return the current choice, taken from the first two-handed section."""
    section = session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name").first()
    if section is None or not section.mixed:
        return {"play": SCREENS if section is None or section.live else CARDS}
    tables = range(1, (session.players + 1) // 2 + 1)
    cards = [number for number in tables if not section.live_at(number)]
    return {"play": TABLES, "other_tables": ", ".join(map(str, cards))}


def play_set(session: Session, form: PlayedWith, user: User) -> None:
    """Apply the choice if it has changed. With several sections, an unchanged answer leaves each section as it is."""
    if not form.cleaned_data["play"] or not set(PLAY_FIELDS) & set(form.changed_data):
        return
    played = form.played()
    for section in session.sections.filter(kind=SectionKind.TWO_HANDED).order_by("name"):
        section_play(session=session, section=section, live=played["live"], others=played["other_tables"], user=user)
