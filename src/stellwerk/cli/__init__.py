"""The console command: games to play, check, simulate and look at, for people and for programs."""
