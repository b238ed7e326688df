"""The rules of Imperial Steam, a file for each chapter or institution of its rulebook."""
