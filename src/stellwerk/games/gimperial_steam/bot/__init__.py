"""What bots know of Imperial Steam."""
