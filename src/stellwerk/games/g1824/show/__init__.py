"""How 1824 is shown and told."""
