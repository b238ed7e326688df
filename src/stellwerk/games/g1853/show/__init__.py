"""How 1853 is shown and told."""
