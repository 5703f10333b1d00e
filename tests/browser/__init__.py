"""Real people's journeys through the site: Chromium against the real site, which runs in its own process."""
