"""The rule about who may see what of a board. It uses no database, no clock and no other part of the site."""
