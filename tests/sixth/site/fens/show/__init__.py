"""How 18Fen is shown and told."""
