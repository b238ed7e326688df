"""A folder per title; the registry finds them here."""
