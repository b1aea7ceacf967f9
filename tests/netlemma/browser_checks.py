"""What is looked at in a page by scripts in the browser. Each returns what is wrong, a list of texts unless it says otherwise."""

# Everything folded away is opened, and every picture is loaded, as if one had scrolled to it.
UNFOLD = """
const done = arguments[0];
document.querySelectorAll("details").forEach(each => { each.open = true; });
const pictures = [...document.images];
pictures.forEach(each => { each.loading = "eager"; });
Promise.all(pictures.map(each => each.decode().then(() => null, () => each.src))).then(each => done(each.filter(Boolean)));
"""

# How many formulas are not drawn.
UNDRAWN = """
return [...document.querySelectorAll("math")].filter(each => {
    const box = each.getBoundingClientRect();
    return !(box.width > 4 && box.height > 4) || !each.querySelector("mi, mn, mtext");
}).length;
"""

# How many formulas are not seen whole where they stand.
CUT = """
return [...document.querySelectorAll("main math")].filter(each => {
    const edges = [], ends = [...each.querySelectorAll("*")].map(part => part.getBoundingClientRect().right);
    for (let box = each.parentElement; box && getComputedStyle(box).overflowX !== "auto"; box = box.parentElement) {
        const edge = box.getBoundingClientRect().left + box.clientLeft + box.clientWidth;
        if (getComputedStyle(box).overflowX !== "visible") { edges.push(edge); }
        if (box === document.documentElement) { edges.push(innerWidth); }
    }
    return each.checkVisibility() && Math.max(...ends) > Math.min(...edges) + 1.5;
}).length;
"""

# Whether the page is wider than the window.
WIDE = "return document.documentElement.scrollWidth > innerWidth;"

_COLOURS = """
const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
function luminance(colour) {
    const [r, g, b] = colour.map(each => each / 255).map(each => each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
function contrast(one, other) {
    const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
}
function behind(element) {
    const box = element.matches("svg text") && element.parentElement.querySelector("rect");
    if (box) { return numbers(getComputedStyle(box).fill); }
    for (let each = element; each; each = each.parentElement) {
        const [r, g, b, alpha = 1] = numbers(getComputedStyle(each).backgroundColor);
        if (alpha === 1) { return [r, g, b]; }
        if (alpha > 0) { return [NaN, NaN, NaN]; }
    }
    return [255, 255, 255];
}
"""

# Text whose contrast with what is behind it is below 4.5 (WCAG 1.4.3), once for each look. Pictures of networks are no text.
FAINT = (
    _COLOURS
    + """
const found = new Set();
function look(element, colour, text) {
    const ratio = contrast(numbers(colour), behind(element));
    if (!(ratio >= 4.5)) { found.add(`${ratio.toFixed(2)}: ${element.tagName} ${element.getAttribute("class")} ${text.trim().slice(0, 40)}`); }
}
const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg:not(.graph), script, style, title, .hidden") || !element.checkVisibility()) { continue; }
    look(element, getComputedStyle(element)[element.matches("svg text") ? "fill" : "color"], node.data);
}
document.querySelectorAll("input").forEach(each => look(each, getComputedStyle(each, "::placeholder").color, each.placeholder));
return [...found];
"""
)

# Things of each kind that can be reached by keyboard, without a ring around them then.
UNMARKED = (
    _COLOURS
    + """
const kinds = new Map();
for (const each of document.querySelectorAll("a[href], button, input, summary, [tabindex='0']")) {
    if (each.checkVisibility()) { kinds.set(`${each.tagName} ${each.getAttribute("class")} in ${each.parentElement.tagName}`, each); }
}
const found = [];
for (const [kind, each] of kinds) {
    each.focus({preventScroll: true});
    const style = getComputedStyle(each);
    const ring = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    if (document.activeElement !== each || !ring || contrast(numbers(style.outlineColor), behind(each.parentElement)) < 3) { found.push(kind); }
}
return found;
"""
)

# Formulas and commands without a button that copies them when they are pointed at, and buttons that copy something else than stands
# beside them, or nothing, where the whole stands nowhere else; and how many buttons there are.
MISCOPIED = """
const done = arguments[0];
const wait = time => new Promise(resolve => setTimeout(resolve, time));
async function each(button) {
    const formula = button.closest(".formula[data-latex]"), code = button.closest(".command")?.querySelector("code");
    const text = button.dataset.form === "text", alone = button.closest(".copies");
    const beside = alone ? button.dataset.copy || "something" : text ? formula.querySelector("data").value : formula ? formula.dataset.latex : code.textContent;
    button.click();
    for (let i = 0; i < 5000 && button.textContent !== "Copied"; i++) { await wait(1); }
    const said = button.textContent, got = await navigator.clipboard.readText();
    return got === beside && button.dataset.copy === beside && said === "Copied" ? [] : [`${beside} gives ${got}, says ${said}`];
}
(async () => {
    const found = [], places = document.querySelectorAll("main .formula[data-latex], main .command, .copies");
    let count = 0;
    for (const place of places) {
        document.activeElement.blur();  // a button that a mouse has clicked keeps no visible focus
        place.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
        const buttons = [...place.querySelectorAll("button.copy")];
        if (!buttons.length) { found.push(`nothing copies ${place.outerHTML.slice(0, 80)}`); }
        for (const button of buttons) { found.push(...await each(button)); }
        count += buttons.length;
    }
    done([found, count]);
})().catch(error => done([[String(error)], 0]));
"""

# Places, given without "#", that are not shown when their address is followed while everything is folded; and permalinks to
# elsewhere than where they stand. A browser follows some 200 addresses in 10 seconds, and then none for a while.
UNREACHED = """
const [places, done] = arguments;
const wait = time => new Promise(resolve => setTimeout(resolve, time));
function shown(place) {
    const target = document.getElementById(place), box = target && target.getBoundingClientRect();
    return target && target.checkVisibility() && box.height >= 4 && box.top >= -1 && box.top < innerHeight;
}
(async () => {
    const found = [];
    for (const link of document.querySelectorAll("a.permalink")) {
        const place = link.closest("[id]").id, titled = link.closest("article, section");
        if (link.hash !== "#" + place || !(titled.id === place || titled.getAttribute("aria-labelledby") === place)) { found.push(link.hash); }
        places.push(place);
    }
    for (const place of new Set(places)) {
        document.querySelectorAll("details").forEach(each => { each.open = false; });
        for (let i = 0; i < 150 && location.hash !== "#" + place; i++) { location.hash = "#" + place; await wait(i ? 100 : 0); }
        for (let i = 0; i < 50 && !shown(place); i++) { await wait(4); }
        if (!shown(place)) { found.push(place); }
    }
    done(found);
})().catch(error => done([String(error)]));
"""

# Entries of the index, which is loaded by then, that are not found by their titles.
UNFOUND = """
const box = document.getElementById("search");
return window.netlemmaIndex.entries.filter(([kind, title, address]) => {
    box.value = title;
    box.dispatchEvent(new Event("input"));
    return ![...document.querySelectorAll("#results a")].some(each => each.getAttribute("href") === address);
}).map(each => each.slice(0, 3).join(" "));
"""

# What is wrong on paper, while everything is folded: something hidden, buttons, light text.
MISPRINTED = (
    _COLOURS
    + """
const found = [...document.querySelectorAll("details > :not(summary)")].filter(each => !each.checkVisibility()).map(each => each.outerHTML.slice(0, 80));
found.push(...[...document.querySelectorAll("header, button, .skip")].filter(each => each.checkVisibility()).map(each => each.outerHTML.slice(0, 80)));
const colour = numbers(getComputedStyle(document.body).color);
if (contrast(colour, [255, 255, 255]) < 7) { found.push(`text in ${colour}`); }
return found;
"""
)

# What axe-core, which the page has loaded, finds that is serious or critical: its rule, and the element.
ACCESSIBILITY = """
const done = arguments[0];
axe.run(document, {resultTypes: ["violations"]}).then(found => done(
    found.violations.filter(each => ["serious", "critical"].includes(each.impact))
        .flatMap(each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 120)}`))
)).catch(error => done([String(error)]));
"""
