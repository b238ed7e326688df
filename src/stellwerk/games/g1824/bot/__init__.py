"""What bots know of 1824."""
