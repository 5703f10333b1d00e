"""A session's ranking for terminals and checks: waiting for jobs, printing the places, and adding up match points."""

import time
from fractions import Fraction

from clubsite.nights.models import Section
from clubsite.nights.selectors.contestants import section_names
from clubsite.rankings.models import BoardScore, Ranking
from clubsite.rankings.payload import rows_read
from clubsite.rankings.services.scoring import score_if_asked, scoring_asked
from games.wording import group_title
from scoring.figures import percent_text


def wait_for_scores(section: Section) -> bool:
    """Wait until the server's jobs have scored every board and ranked the section. Return False on a timeout."""
    end = time.monotonic() + 60
    while time.monotonic() < end:
        if not scoring_asked(section.session_id):
            return True
        time.sleep(0.25)
    return False


def ranking_lines(section: Section) -> list[str]:
    """Return the ranking as lines of text, with one ranking list after another."""
    score_if_asked(section.session_id)
    names = section_names(section)
    lines: list[str] = []
    for ranking in Ranking.objects.filter(section=section).order_by("-line"):
        lines += ["", group_title(ranking.line)]
        for row in rows_read(ranking.rows):
            share = "-" if row.percentage is None else percent_text(row.percentage)
            lines.append(f"  {row.place_text:>4}  {names[row.contestant]:<30} {share:>6}")
    return lines


def board_faults(section: Section) -> list[str]:
    """Describe each board whose match points do not add up to top x lines / 2 on each side (Law 78A with Neuberg)."""
    sums: dict[int, tuple[Fraction, Fraction]] = {}
    scores = BoardScore.objects.filter(table_board__round__section=section)
    for score in scores.select_related("table_board__board"):
        number, points = score.table_board.board.number, score.points
        if points.ns is not None and points.ew is not None:
            won, due = sums.get(number, (Fraction(0), Fraction(0)))
            sums[number] = (won + points.ns + points.ew, due + points.top)
    return [
        f"Board {number}: {won} match points were given, {due} are due."
        for number, (won, due) in sorted(sums.items())
        if won != due
    ] or ([] if sums else ["No board has match points."])
