"""The analyses of plays on closed boards."""

from collections.abc import Collection

from clubsite.analysis.models import PlayAnalysis
from clubsite.rankings.selectors.published import Published


def closed_plays(published: Published, table_boards: Collection[int]) -> dict[int, PlayAnalysis]:
    """Map the table_board ids of analysed plays on closed boards to their analyses, with the plays loaded.

    The analyses are queried only once for each Published object.
    """
    known = published.analyses
    if missing := [pk for pk in table_boards if pk not in known]:
        found = PlayAnalysis.objects.filter(
            play__table_board__in=missing, play__table_board__board__in=published.board_ids
        ).select_related("play__table_board")
        known |= dict.fromkeys(missing)
        known |= {one.play.table_board.pk: one for one in found}
    return {pk: known[pk] for pk in table_boards if known[pk] is not None}
