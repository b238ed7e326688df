"""Lessons on positions of real games, and texts that explain the games; no server, no pages."""
