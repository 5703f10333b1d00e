"""The pages of home play and of the lessons."""
