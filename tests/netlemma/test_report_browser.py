"""The site in a browser: every page without a message on the console or a request to a network, formulas drawn, search and copying.

It takes Chromium and its driver (Debian: ``apt-get install chromium chromium-driver``) and the extra ``browser``.
"""

import json
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner

from netlemma.cli import app

webdriver = pytest.importorskip("selenium.webdriver", reason='the browser test needs pip install "netlemma[browser]"')
CHROMIUM, DRIVER = shutil.which("chromium"), shutil.which("chromedriver")
pytestmark = pytest.mark.skipif(
    not (CHROMIUM and DRIVER), reason="the browser test needs Chromium: apt-get install chromium chromium-driver"
)

# what is drawn of a formula, also of those folded away
UNDRAWN = """
document.querySelectorAll("details").forEach(each => { each.open = true; });
return [...document.querySelectorAll("math")].filter(each => {
    const box = each.getBoundingClientRect();
    return !(box.width > 4 && box.height > 4) || !each.querySelector("mi, mn");
}).length;
"""
WIDE = "return document.documentElement.scrollWidth > innerWidth;"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("browser") / "out"
    ledger = tmp_path_factory.getbasetemp().parent / "report-tests.sqlite"
    given = ["report", "-o", str(folder), "--ledger", str(ledger), "--only", "ring,complete,reed-4"]
    assert CliRunner().invoke(app, given).exit_code == 0
    return folder


@pytest.fixture(scope="module")
def browser():
    options = webdriver.ChromeOptions()
    options.binary_location = CHROMIUM
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    for flag in (
        "--headless=new",
        "--no-sandbox",
        "--disable-background-networking",
        "--disable-dev-shm-usage",
        "--no-first-run",
    ):
        options.add_argument(flag)
    driver = webdriver.Chrome(options=options, service=webdriver.ChromeService(DRIVER))
    yield driver
    driver.quit()


def requests(browser):
    """The addresses that were asked for since the last call."""
    messages = (json.loads(each["message"])["message"] for each in browser.get_log("performance"))
    return [each["params"]["request"]["url"] for each in messages if each["method"] == "Network.requestWillBeSent"]


def opened(browser, page, width=1200, scheme="light"):
    browser.get_log("browser")
    requests(browser)
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(page.as_uri() if isinstance(page, Path) else page)


def test_every_page_opens_without_a_word_and_all_formulas_are_drawn(site, browser):
    pages = sorted(site.rglob("*.html"))
    assert len(pages) > 6
    formulas = 0
    for page in pages:
        for width, scheme in ((1200, "light"), (360, "dark")):
            opened(browser, page, width, scheme)
            assert browser.execute_script(UNDRAWN) == 0, page
            formulas += browser.execute_script("return document.querySelectorAll('math').length")
            assert not browser.execute_script(WIDE), f"{page.name} scrolls sideways at {width}"
            broken = "return [...document.images].filter(each => each.complete && !each.naturalWidth).length"
            assert browser.execute_script(broken) == 0
            assert [each for each in browser.get_log("browser") if each["level"] != "INFO"] == []
            assert [each for each in requests(browser) if not each.startswith(("file:", "data:"))] == []
    assert formulas > 80


def test_a_page_that_is_wrong_is_seen(site, browser, tmp_path):
    page = tmp_path / "wrong.html"
    page.write_text(
        '<p style="width: 2000px">x</p><math></math><script>console.error("planted")</script>'
        '<img src="http://127.0.0.1:9/none.png">'
    )
    opened(browser, page)
    assert browser.execute_script(UNDRAWN) == 1
    assert browser.execute_script(WIDE)
    assert any("planted" in each["message"] for each in browser.get_log("browser"))
    assert "http://127.0.0.1:9/none.png" in requests(browser)


def test_links_lead_where_they_say(site, browser):
    """In the browser itself: each link within the site is followed by its address, each anchor looked up."""
    known = {}
    for page in sorted(site.rglob("*.html")):
        opened(browser, page)
        found = "return [[...document.links].map(each => each.href), [...document.querySelectorAll('[id]')].map(each => each.id)]"
        known[page.as_uri()] = browser.execute_script(found)
    for links, _ in known.values():
        for link in links:
            address, _, anchor = link.partition("#")
            assert address in known or Path(address.removeprefix("file://")).is_file(), link
            assert not anchor or anchor in known[address][1], link


def test_search_finds_lemmas_as_one_types(site, browser):
    opened(browser, site / "index.html")
    box = browser.find_element("id", "search")
    box.send_keys("ring mean_distance")
    box.submit()
    assert browser.current_url.endswith("search.html?q=ring+mean_distance")
    links = browser.find_elements("css selector", "#results a")
    assert links[0].text == "ring.mean_distance"
    box = browser.find_element("id", "search")
    box.clear()
    box.send_keys("nothing has such words")
    assert browser.find_element("id", "found").text == "0 results"
    box.clear()
    box.send_keys("diameter")
    browser.find_element("link text", "ring.diameter").click()
    assert browser.current_url.endswith("families/ring.html#ring-diameter")


@pytest.mark.parametrize("clipboard", [True, False])
def test_copying_gives_the_latex(site, browser, clipboard):
    opened(browser, site / "families/ring.html")
    browser.execute_cdp_cmd(
        "Browser.grantPermissions", {"permissions": ["clipboardReadWrite", "clipboardSanitizedWrite"]}
    )
    if not clipboard:
        browser.execute_script("Object.defineProperty(navigator, 'clipboard', {value: undefined})")
    browser.execute_script(
        "document.addEventListener('copy', () => { window.selected = String(getSelection()) || document.activeElement.value; })"
    )
    button = browser.find_element("css selector", "#ring-mean_distance .formula button")
    latex = button.get_attribute("data-copy")
    assert latex.startswith("L = \\begin{cases}")
    button.send_keys("\n")  # by keyboard
    browser.execute_async_script("setTimeout(arguments[0], 200)")
    assert button.text == "Copied"
    assert browser.find_element("id", "said").get_attribute("textContent") == "Copied"
    if clipboard:
        assert browser.execute_async_script("navigator.clipboard.readText().then(arguments[0])") == latex
    else:
        assert browser.execute_script("return window.selected") == latex


def test_dark_and_light_change_and_stay(site, browser):
    colour = "return getComputedStyle(document.body).backgroundColor"
    opened(browser, site / "index.html", scheme="light")
    light = browser.execute_script(colour)
    opened(browser, site / "index.html", scheme="dark")
    dark = browser.execute_script(colour)
    assert light != dark
    browser.find_element("id", "theme").click()
    assert browser.execute_script(colour) == light
    opened(browser, site / "errata.html", scheme="dark")
    assert browser.execute_script(colour) == light
    browser.execute_script("localStorage.clear()")


def test_the_keyboard_reaches_the_content_first(site, browser):
    opened(browser, site / "families/ring.html")
    browser.switch_to.active_element.send_keys("\t")
    first = browser.switch_to.active_element
    assert first.text == "Skip to content"
    first.send_keys("\n")
    assert browser.execute_script("return document.activeElement.id") == "main"


def test_the_start_page_shows_within_a_second(site, browser):
    opened(browser, site / "index.html")
    timing = "const t = performance.getEntriesByType('navigation')[0]; return t.loadEventEnd - t.startTime"
    assert browser.execute_script(timing) < 1000
