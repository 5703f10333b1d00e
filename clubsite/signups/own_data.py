"""The nights for which a person has replied that they are coming."""

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.signups.selectors.nights import players_of_people
from clubsite.signups.services.replies import people_part


@own_data_part(
    31,
    "coming",
    "Nights that you said you come to",
    "So that the club knows who comes. It is deleted two weeks after the night.",
)
def coming_rows(subject: Subject) -> list[Row]:
    """Return the rows. Mail addresses appear only for one-player replies; a pair's may belong to the other player."""
    return [
        {
            "club": row.reply.night.club.name,
            "night": f"{row.reply.night.date:%Y-%m-%d}",
            "name": row.name,
            "answer": row.reply.get_state_display(),
            "said": when(row.reply.made_at),
            "joined to you by": row.get_joined_by_display(),
            "mail address": row.reply.mail if row.reply.players.count() == 1 else "",
        }
        for row in players_of_people(subject.people).order_by("-reply__night__date", "-pk")
    ]


@on_account_end
def coming_end(subject: Subject) -> None:
    people_part(subject.people)
