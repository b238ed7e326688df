"""The data files of 1853, and the code that reads and checks sets that people correct."""
