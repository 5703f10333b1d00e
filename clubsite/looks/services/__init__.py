"""Writing down looks at cards, and the acts that are such a look."""
