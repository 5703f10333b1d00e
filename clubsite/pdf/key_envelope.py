"""The two sheets of a sealed envelope with the key of an event's boards: one to fold inside, one to glue on it."""

from collections.abc import Sequence
from datetime import datetime

from clubsite.pdf.paper import PaperSheets, PaperSize
from games.wording import counted

LEFT = 20.0
GROUPS_IN_A_ROW = 5
LINE = 6.0
INSIDE = (
    "On your own server: Directing, Events, the heat, “At the organiser’s server”. Type the key there. "
    "Blanks and small letters do not matter. A key has no 0, no 1 and no 8.",
    "Then start the night, or let the dealer have the cards. Keep this page away from everybody who plays, and "
    "destroy it afterwards.",
)


def outside_words(opens: datetime, closes: datetime, start: datetime | None, dealer_hours: int) -> list[str]:
    """Return paragraphs that say when an envelope may be opened, based on the local times of its event and heat."""
    begins = "The start of this heat is not announced yet."
    if start is not None:
        begins = f"Announced start of this heat: {_moment(start)}."
    return [
        "Open it only if your server cannot reach the organiser’s, and only for the start of the heat: from "
        f"{_moment(opens)} to {_moment(closes)}.",
        f"{begins} A dealer who was named for the heat, and who plays in no heat, may open it "
        f"{counted(dealer_hours, 'hour')} before it starts.",
        "Whoever opens it can see the cards of all boards. The event’s log tells everybody when the key was printed, "
        "and when it was typed.",
        "If it was not needed, give it back unopened, or destroy it once the window has closed.",
    ]


def _moment(at: datetime) -> str:
    return f"{at:%A} {at.day} {at:%B %Y, %H:%M} ({at:%Z})"


def key_envelope(*, event: str, club: str, organiser: str, key: str, outside: Sequence[str], size: PaperSize) -> bytes:
    """Return a PDF of two pages: the `outside`, in paragraphs, and the inside with the `key`, in groups as typed."""
    paper = PaperSheets(size)
    paper.set_title("Sealed envelope")
    _sheet(paper, "Glue this page on the envelope", "Sealed: the key of the boards", event, club, organiser)
    _paragraphs(paper, 72, outside)
    _sheet(paper, "Fold this page and put it inside, unread", "The key of the boards", event, club, organiser)
    groups = key.split()
    for row, at in enumerate(range(0, len(groups), GROUPS_IN_A_ROW)):
        paper.words(LEFT, 80 + 14 * row, "   ".join(groups[at : at + GROUPS_IN_A_ROW]), 26, style="B")
    _paragraphs(paper, 128, INSIDE)
    return paper.bytes()


def _sheet(paper: PaperSheets, what: str, title: str, event: str, club: str, organiser: str) -> None:
    paper.add_page()
    wide = paper.w - 2 * LEFT
    paper.words(LEFT, 20, what, 10, grey=True)
    paper.words(LEFT, 34, title, 22, style="B")
    paper.fitted(LEFT, 46, event, 16, wide)
    paper.fitted(LEFT, 54, f"For {club}", 13, wide, style="B")
    paper.fitted(LEFT, 61, f"From the organiser, {organiser}", 11, wide)


def _paragraphs(paper: PaperSheets, top: float, texts: Sequence[str]) -> None:
    for text in texts:
        for line in paper.lines(text, 12, paper.w - 2 * LEFT):
            paper.words(LEFT, top, line, 12)
            top += LINE
        top += LINE / 2
