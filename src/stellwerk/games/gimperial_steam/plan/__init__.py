"""Ways to Trieste: what both the plan of a page and the bots look at."""
