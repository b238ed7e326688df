"""How Imperial Steam is shown and told."""
