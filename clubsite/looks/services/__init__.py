"""Writing down looks at cards, and acts that are themselves looks."""
