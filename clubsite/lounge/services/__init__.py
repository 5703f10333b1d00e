"""Writes of the lounge: matches, the seats at them, and what the robot does."""
