"""The rule about who may see what of a board. It does not use a database, a clock or any other part of the site."""
