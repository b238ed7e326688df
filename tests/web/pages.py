"""What every page must be: well-formed, without inline script or style, and with the right headers."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img", "hr", "col", "source", "wbr"}


class Checker(HTMLParser):
    """Every tag is closed in order; no script of its own, no style of its own; ids are unique."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.faults: list[str] = []
        self.ids: set[str] = set()
        self.buttons: list[dict[str, str | None]] = []
        self.forms = 0

    def handle_starttag(self, tag, attrs):
        given = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "style" in given:
            self.faults.append(f"style on {tag}")
        self.faults += [f"{name} on {tag}" for name in given if name.startswith("on")]
        if tag == "style" or (tag == "script" and not given.get("src")):
            self.faults.append(f"inline {tag}")
        if tag == "form":
            if "form" in self.open[:-1]:
                self.faults.append("form in a form")
            if given.get("method") == "post":
                self.forms += 1
        if "id" in given:
            if given["id"] in self.ids:
                self.faults.append(f"id {given['id']} twice")
            self.ids.add(given["id"])
        if tag == "button":
            self.buttons.append({**given, "in form": "form" in self.open})

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        if not self.open or self.open[-1] != tag:
            self.faults.append(f"</{tag}> closes {self.open[-3:]}")
        else:
            self.open.pop()


def checked(response) -> Checker:
    policy = response.headers["content-security-policy"]
    assert "unsafe" not in policy
    assert "script-src 'self'" in policy
    checker = Checker()
    checker.feed(response.text)
    assert not checker.open, checker.open
    assert not checker.faults, checker.faults
    return checker
