"""What was worked out of the plays of closed boards."""

from collections.abc import Collection

from clubsite.analysis.models import PlayAnalysis
from clubsite.analysis.selectors.closed_boards import closed_boards
from clubsite.rankings.selectors.published import Published


def closed_plays(published: Published, table_boards: Collection[int]) -> dict[int, PlayAnalysis]:
    """By table_board: those of these whose board is closed and whose analysis is made, each with its play.

    Of a reading of the results each is asked for once.
    """
    known = published.analyses
    if missing := [pk for pk in table_boards if pk not in known]:
        found = PlayAnalysis.objects.filter(
            play__table_board__in=missing, play__table_board__board__in=closed_boards(published)
        ).select_related("play__table_board")
        known |= dict.fromkeys(missing)
        known |= {one.play.table_board.pk: one for one in found}
    return {pk: known[pk] for pk in table_boards if known[pk] is not None}
