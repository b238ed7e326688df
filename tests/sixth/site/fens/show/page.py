"""The table page of 18Fen: the railways' one, with the fen beside it."""

from stellwerk.engine.pages import Page

PAGE = Page(template="table.html", like="railways", styles=("tokens.css", "fen.css"))
