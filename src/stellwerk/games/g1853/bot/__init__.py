"""What bots are told about 1853."""
