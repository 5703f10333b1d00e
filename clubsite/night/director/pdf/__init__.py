"""What the director prints, as PDF bytes: slips of the dummies, table cards, the movement, guide cards."""

from clubsite.night.director.pdf.cards import table_cards
from clubsite.night.director.pdf.guides import contestant_cards, guide_cards, table_guides
from clubsite.night.director.pdf.sheet import movement_sheet
from clubsite.night.director.pdf.slips import slips

__all__ = ["contestant_cards", "guide_cards", "movement_sheet", "slips", "table_cards", "table_guides"]
