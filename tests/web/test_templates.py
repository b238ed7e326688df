"""Templates are read by people too."""

from stellwerk.web.render import HERE, environment

WIDEST = 120


def test_no_line_of_a_template_is_too_long_to_read():
    paths = sorted((HERE / "templates").rglob("*.html"))
    assert paths
    long = [
        f"{path.relative_to(HERE)}:{number}"
        for path in paths
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if len(line) > WIDEST
    ]
    assert not long, long


def test_every_template_can_be_read():
    found = environment()
    for name in found.list_templates(extensions=["html"]):
        found.get_template(name)
