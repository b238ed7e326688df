"""Stellwerk: play, host, study and automate five railway games."""
