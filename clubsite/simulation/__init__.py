"""The demo club that `make run` opens on: a night in progress, and last week's results."""
