"""What the pages of home play read."""
