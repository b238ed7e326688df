"""The rules of 1853, a file for each chapter or institution of its rulebook."""
