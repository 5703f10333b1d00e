"""Recording looks at cards, and performing actions that are themselves looks."""
