"""The package as people get it: a wheel built from a clean copy of the sources, served alone."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import httpx
import pytest
from hatch_build import CustomBuildHook, vendor
from playwright.sync_api import expect

from tests.browser.conftest import Meet
from tests.browser.people import EVENTS
from tests.browser.serving import Station
from tests.server.running import ROOT

SOURCES = ("src", "docs", "pyproject.toml", "hatch_build.py", "README.md", "LICENSE", ".gitignore")


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built where nothing has been fetched before."""
    folder = tmp_path_factory.mktemp("wheel")
    left = shutil.ignore_patterns("vendor", "__pycache__", "*.egg-info")
    for name in SOURCES:
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, folder / "clean" / name, ignore=left)
        else:
            shutil.copy(ROOT / name, folder / "clean" / name)
    assert not list((folder / "clean").rglob("htmx*"))
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    subprocess.run([*build, "--wheel-dir", str(folder), str(folder / "clean")], check=True, timeout=180)
    return next(folder.glob("*.whl"))


def test_a_wheel_has_everything_that_its_pages_load(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    for name in vendor(str(ROOT)).FILES.values():
        assert f"stellwerk/web/static/vendor/{name}" in names
    for name in ("js/table.js", "js/map/board.js", "css/tokens.css"):
        assert f"stellwerk/web/static/{name}" in names
    rules = ROOT / "docs" / "rules"
    read = {f"stellwerk/rulebooks/{path.relative_to(rules).as_posix()}" for path in rules.rglob("*.md")}
    assert read <= set(names)
    assert "stellwerk/rulebooks/de/1848.md" in names
    source = ROOT / "src"
    brought = {
        path.relative_to(source).as_posix()
        for room in ("templates", "static")
        for path in source.glob(f"stellwerk/games/*/show/{room}/*")
    }
    assert {path.rpartition(".")[2] for path in brought} == {"html", "css", "js"}
    assert brought <= set(names)


def test_pages_of_the_wheel_alone_are_alive(wheel: Path, tmp_path: Path, meet: Meet) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    where = [sys.executable, "-c", "import stellwerk; print(stellwerk.__file__)"]
    told = subprocess.run(where, env={"PYTHONPATH": str(site)}, capture_output=True, text=True, check=True)
    assert told.stdout.startswith(str(site)), "this would be the source tree again"
    station = Station(tmp_path / "wheel.db", PYTHONPATH=str(site)).start()
    try:
        anna = meet(at=station)
        anna.expects(EVENTS.pattern, "ERR_(CONNECTION|INCOMPLETE)")  # the server ends first
        anna.enter("Anna")
        anna.page.get_by_role("link", name="New table").click()
        anna.page.get_by_role("button", name="Open the table").click()
        page = anna.page
        page.wait_for_url(re.compile("/t/"))
        expect(page.locator("#turn")).to_be_visible()
        page.evaluate("() => { window.stays = true; }")
        before = page.locator("#page").get_attribute("data-version")
        page.locator("#panel-sale button", has_text="Lower").first.click()
        expect(page.locator(f'#page:not([data-version="{before}"])')).to_be_attached()
        assert page.evaluate("() => window.stays && Boolean(window.htmx)"), "the page does not update itself"
        page.goto("about:blank")
        host = station.client("Otto")
        seats = [{"kind": "me"}, {"kind": "bot"}]
        made = host.post("/tables", json={"game": "imperial-steam", "seats": seats}).json()
        shown = httpx.get(f"{station.url}/t/{made['id']}", headers=host.headers)
        assert 'class="influence-track"' in shown.text, "its templates lie in the title's package"
        for address in re.findall(r'"(/static/\w+/titles/[^"]+)"', shown.text):
            assert httpx.get(f"{station.url}{address}").status_code == 200, address
        assert "/imperial-steam/table.css" in shown.text
    finally:
        station.stop()


def test_a_build_that_cannot_fetch_fails(tmp_path: Path) -> None:
    """A clean copy whose packages do not exist: better no wheel than one with dead pages."""
    here = tmp_path / "src" / "stellwerk" / "web"
    here.mkdir(parents=True)
    (here / "vendor.py").write_text("WHEEL = ''\ndef complete(): return False\ndef main(): return 1\n")
    hook = CustomBuildHook(str(tmp_path), {}, None, None, str(tmp_path), "wheel")  # type: ignore[arg-type]
    with pytest.raises(RuntimeError, match="could not be fetched"):
        hook.initialize("standard", {})
    hook.initialize("editable", {})
