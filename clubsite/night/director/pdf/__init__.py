"""What the director prints, as PDF bytes: slips of the dummies, table cards with QR codes, the movement."""

from clubsite.night.director.pdf.cards import table_cards
from clubsite.night.director.pdf.sheet import movement_sheet
from clubsite.night.director.pdf.slips import slips

__all__ = ["movement_sheet", "slips", "table_cards"]
