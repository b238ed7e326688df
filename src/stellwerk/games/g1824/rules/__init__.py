"""The rules of 1824, a file for each chapter or institution of its rulebook."""
