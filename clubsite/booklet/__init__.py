"""The booklet of an event: a page a board, with sentences whose every clause was read from the plays twice."""
