"""The booklet of an event: a page a board, with sentences about its results and plays."""
