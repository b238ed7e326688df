"""What 18xx games share: stock rounds, operating turns, trains and phases, as parts to compose."""
