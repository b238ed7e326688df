"""How bots judge positions of the 18xx titles: the rest of the game on paper, and turns planned by it."""
