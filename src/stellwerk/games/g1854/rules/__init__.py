"""The rules of 1854, a file for each chapter or institution of its rulebook."""
