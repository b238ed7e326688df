"""Records of other programs, read and written."""
