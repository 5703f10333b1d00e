"""A person's matches at home, what they said there, whom they blocked, and reports of them."""

from clubsite.core.own_data import Row, Subject, on_account_end, own_data_part, when
from clubsite.home.models import HomeSeat, PlayerBlock, PlayerReport, TableWord

FORMER_PLAYER = "A former player"


@own_data_part(65, "matches", "Matches at home", "So that you and the other player find them again.")
def match_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = HomeSeat.objects.filter(user=subject.user).select_related("match").order_by("-pk")
    return [
        {
            "game": row.match.game,
            "begun": when(row.match.created_at),
            "sat": row.player,
            "name": row.name,
            "against": row.match.get_against_display(),
        }
        for row in rows
    ]


@own_data_part(66, "words", "What you said to others at home", "So that a report by either of you can be looked into.")
def word_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = TableWord.objects.filter(seat__user=subject.user).order_by("-pk")
    return [{"at": when(row.at), "said": row.get_phrase_display()} for row in rows]


@own_data_part(67, "blocks", "People whom you have blocked", "So that you do not meet them at home.")
def block_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = PlayerBlock.objects.filter(by_user=subject.user)
    return [{"name": row.name, "since": when(row.at)} for row in rows]


@own_data_part(68, "reports", "Reports of you by players at home", "So that the keeper of the site can act on them.")
def report_rows(subject: Subject) -> list[Row]:
    if subject.user is None:
        return []
    rows = PlayerReport.objects.filter(of__user=subject.user)
    return [
        {
            "at": when(row.at),
            "reason": row.get_reason_display(),
            "decision": row.get_decision_display(),
            "decided": when(row.decided_at),
        }
        for row in rows
    ]


@on_account_end
def matches_end(subject: Subject) -> None:
    """Remove the person's name from their matches, and their blocks. Their opponents keep the matches."""
    PlayerBlock.objects.filter(by_user=subject.user).delete()
    PlayerBlock.objects.filter(of_user=subject.user).update(of_user=None, name=FORMER_PLAYER)
    HomeSeat.objects.filter(user=subject.user).update(user=None, name=FORMER_PLAYER)
