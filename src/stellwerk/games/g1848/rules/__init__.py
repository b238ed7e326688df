"""The rules of 1848, a file for each chapter or institution of its rulebook."""
