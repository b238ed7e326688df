"""The rules of 18Fen, a file for each chapter of its rulebook."""
