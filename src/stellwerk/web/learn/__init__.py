"""Pages that teach: lessons, a page for each game, the glossary, the key to the signs."""
