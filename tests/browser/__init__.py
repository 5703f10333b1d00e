"""Real people's journeys through the site: Chromium visits the real site, which runs in its own process."""
