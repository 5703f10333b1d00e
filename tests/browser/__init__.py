"""Journeys of real people through the site: chromium against the real site, in a process of its own."""
