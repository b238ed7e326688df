"""Templates are read by people too."""

from stellwerk.web.render import environment

WIDEST = 120
PAGES = environment()
NAMES = PAGES.list_templates(extensions=["html"])


def test_the_templates_of_titles_are_among_them():
    assert {"base.html", "table/shared.html", "imperial-steam:table.html"} <= set(NAMES)


def test_no_line_of_a_template_is_too_long_to_read():
    long = [
        f"{name}:{number}"
        for name in NAMES
        for number, line in enumerate(PAGES.loader.get_source(PAGES, name)[0].splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not long, long


def test_every_template_can_be_read():
    for name in NAMES:
        PAGES.get_template(name)
