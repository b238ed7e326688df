"""The data files of Imperial Steam, and the code that reads and checks sets that people correct."""
