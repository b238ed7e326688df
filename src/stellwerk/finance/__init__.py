"""Money, papers and share prices."""
