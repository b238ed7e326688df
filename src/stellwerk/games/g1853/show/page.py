"""The table page of 1853: the railways' one, with contracts and the elephant."""

from stellwerk.engine.pages import Page

PAGE = Page(template="table.html", like="railways", styles=("table.css",), scripts=("naming.js",))
