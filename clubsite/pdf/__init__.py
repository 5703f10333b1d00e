"""The director's prints, as PDF bytes: slips, travellers and cards for the tables, the movement, the results."""

from clubsite.pdf.blank_travellers import blank_travellers
from clubsite.pdf.curtain_cards import curtain_cards
from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.guide_cards import contestant_cards, guide_cards, table_guides
from clubsite.pdf.movement_sheet import movement_sheet
from clubsite.pdf.results_sheet import results_sheet
from clubsite.pdf.score_slips import score_slips
from clubsite.pdf.table_cards import table_cards

__all__ = [
    "blank_travellers",
    "contestant_cards",
    "curtain_cards",
    "guide_cards",
    "movement_sheet",
    "results_sheet",
    "score_slips",
    "slips",
    "table_cards",
    "table_guides",
]
