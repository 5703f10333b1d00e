"""The rule of who may see what of a board. It imports nothing: no database, no clock, no other module of the site."""
