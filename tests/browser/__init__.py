"""Journeys of real people's screens: chromium against the real site in a process of its own."""
