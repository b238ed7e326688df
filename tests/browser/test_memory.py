"""A page that stays open for an evening does not grow: what an update replaces is let go."""

from playwright.sync_api import CDPSession, expect

from tests.browser.conftest import Meet
from tests.browser.serving import Station
from tests.browser.wanderer import Companion

WARM, MOVES = 32, 20
"""Updates before the first count (until the log is as long as it gets), and between the two."""


def counts(session: CDPSession) -> dict[str, float]:
    session.send("HeapProfiler.collectGarbage")
    found = session.send("Performance.getMetrics")["metrics"]
    wanted = ("Nodes", "JSEventListeners", "JSHeapUsedSize", "Documents")
    return {one["name"]: one["value"] for one in found if one["name"] in wanted}


def test_a_page_that_hears_many_moves_does_not_grow(meet: Meet, station: Station) -> None:
    companion = Companion(station)
    try:
        page = meet("Wanda").page
        page.goto(f"/t/{companion.table}")
        page.locator("main form[action$=seats] button[value=join]").first.click()
        expect(page.locator("#turn")).to_be_visible()
        session = page.context.new_cdp_session(page)
        session.send("Performance.enable")

        def hear(times: int) -> None:
            for _ in range(times):
                version = companion.stir()
                expect(page.locator("#page")).to_have_attribute("data-version", str(version))

        hear(WARM)
        before = counts(session)
        hear(MOVES)
        after = counts(session)
        for what in ("Nodes", "JSEventListeners"):
            assert after[what] < before[what] * 1.1, (what, before, after)
        assert after["JSHeapUsedSize"] < before["JSHeapUsedSize"] * 1.2, (before, after)
    finally:
        companion.close()
