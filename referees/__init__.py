"""Second opinions on what is legal, one for each title, written from the rulebooks alone."""
