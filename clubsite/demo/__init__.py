"""The demo club of `make run`: a session in progress, and last week's results."""
