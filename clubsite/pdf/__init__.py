"""What the director prints, as PDF bytes: slips of the dummies, table cards, the movement, guide cards."""

from clubsite.pdf.dummy_slips import slips
from clubsite.pdf.guide_cards import contestant_cards, guide_cards, table_guides
from clubsite.pdf.movement_sheet import movement_sheet
from clubsite.pdf.table_cards import table_cards

__all__ = ["contestant_cards", "guide_cards", "movement_sheet", "slips", "table_cards", "table_guides"]
