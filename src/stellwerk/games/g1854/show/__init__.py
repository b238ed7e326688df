"""How 1854 is shown and told."""
