"""The top five contestants of a published session as a picture, with names as strangers see them."""

from dataclasses import dataclass
from functools import lru_cache

from clubsite.sharing.canvas import BOLD, EDGE, INK, INK_2, SERIF, WIDE, Canvas, can_write
from clubsite.sharing.selectors import SharedSession

MOST_ROWS, MOST_LISTS = 5, 2
MARGIN, GAP = 64, 56
MAX_KEPT_PICTURES = 16


PictureRow = tuple[str, str, str]
"""A place, a name and a figure."""


@dataclass(frozen=True, slots=True)
class RankingPicture:
    """Everything that the picture shows. Equal values give the same file. `more` counts the lists that did not fit."""

    club: str
    title: str
    date: str
    size: str
    lists: tuple[tuple[str, tuple[PictureRow, ...]], ...]
    more: int

    @property
    def words(self) -> str:
        """A description without names, for readers who cannot see the picture."""
        return f"{self.title}, {self.date}: the first {MOST_ROWS} of the ranking, {self.club}"


def ranking_picture(shared: SharedSession) -> RankingPicture:
    """Return the picture of a session as strangers see it."""
    session, day = shared.published.session, shared.published.date
    lists = [
        (found.title, tuple(picture_row(row.place, row.name, row.figure) for row in found.rows[:MOST_ROWS]))
        for found in shared.lists
    ]
    return RankingPicture(
        club=shared.published.club.name,
        title=session.name,
        date=f"{day:%A} {day.day} {day:%B %Y}",
        size=shared.size,
        lists=tuple(lists[:MOST_LISTS]),
        more=len(lists[MOST_LISTS:]),
    )


def picture_row(place: str, name: str, figure: str) -> PictureRow:
    """Return one row of the picture, leaving out any name with letters that the fonts lack."""
    return place or "–", name if can_write(name) else "…", figure


@lru_cache(MAX_KEPT_PICTURES)
def ranking_png(picture: RankingPicture) -> bytes:
    canvas = Canvas()
    canvas.write(MARGIN, 84, picture.club, 30, colour=INK_2, room=800)
    for place, letter in enumerate("SHDC"):
        canvas.suit(letter, WIDE - MARGIN - 36 - (3 - place) * 52, 52, 36)
    canvas.line(MARGIN, 106, WIDE - 2 * MARGIN, INK, 3)
    canvas.write(MARGIN, 180, picture.title, 64, font=SERIF, room=WIDE - 2 * MARGIN)
    canvas.write(MARGIN, 226, f"{picture.date}. {picture.size}.", 28, colour=INK_2, room=WIDE - 2 * MARGIN)
    wide = (WIDE - 2 * MARGIN - GAP) / 2 if len(picture.lists) > 1 else WIDE - 2 * MARGIN
    for place, (title, rows) in enumerate(picture.lists):
        _list(canvas, MARGIN + place * (wide + GAP), wide, title, rows)
    if picture.more:
        lists = "list" if picture.more == 1 else "lists"
        canvas.write(WIDE - MARGIN, 616, f"and {picture.more} more {lists}", 22, colour=INK_2, anchor="r")
    return canvas.png()


def _list(canvas: Canvas, x: float, wide: float, title: str, rows: tuple[PictureRow, ...]) -> None:
    canvas.write(x, 290, title, 34, font=SERIF, room=wide)
    canvas.line(x, 306, wide, INK, 2)
    for at, (place, name, figure) in enumerate(rows):
        y = 350 + at * 58
        taken = canvas.width(figure, 32, BOLD)
        canvas.write(x + 36, y, place, 30, colour=INK_2, anchor="m")
        canvas.write(x + 84, y, name, 30, font=BOLD, room=wide - taken - 84 - 20)
        canvas.write(x + wide, y, figure, 32, font=BOLD, anchor="r")
        canvas.line(x, y + 18, wide, EDGE if at == len(rows) - 1 else "#D6D1C1")
