"""How 1848 is shown and told."""
