"""Puzzles: questions about positions of railway games, whose answers the engine proves."""
