"use strict";
// Formulas that are wider than their place are broken as on paper: cases stand above their conditions, sums and products continue
// with a sign in the next line. What has no place for a break is set smaller, and so is what would be many screens long.
(function () {
  const SMALLEST = 0.54, SMALL = 0.62, LONG = 10, TRIES = 200, NARROW = 140;
  const SIGNS = /^[=+−\-±<>≤≥≠≡∈]$/;
  let namespace = "";  // of MathML
  const whole = new WeakMap();  // each formula as it was before it was broken
  const element = (name, ...inside) => { const made = document.createElementNS(namespace, name); made.append(...inside); return made; };
  function width(each) {  // rows and cells of a table are as wide as what is in them; a formula may stick out of its own box
    if (is(each, "math")) { return Math.max(each.scrollWidth, each.getBoundingClientRect().width); }
    if (!/^mt[rd]$/.test(each.localName)) { return each.getBoundingClientRect().width; }
    const boxes = [...each.querySelectorAll(is(each, "mtd") ? ":scope > *" : ":scope > * > *")].map(inside => inside.getBoundingClientRect());
    return Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left));
  }
  const is = (each, name) => each.localName === name;
  function room(math) {  // the width of the block that holds the formula
    let box = math.parentElement;
    while (getComputedStyle(box).display.startsWith("inline") || box.localName === "data" || box.localName === "a") { box = box.parentElement; }
    const outer = getComputedStyle(box.parentElement);  // beside buttons that give way, the block is only as wide as the formula
    if (outer.display === "flex" && outer.flexWrap === "wrap") { box = box.parentElement; }
    const style = getComputedStyle(box);
    return box.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  }
  function parts(row, products) {  // of a row, those between which a line may end
    const found = [[]];
    for (const each of row.children) {
      const last = found[found.length - 1], text = is(each, "mo") ? each.textContent.trim() : "";
      const before = last[last.length - 1];
      const sign = SIGNS.test(text) && each.getAttribute("form") !== "prefix";
      const word = is(each, "mtext") && /\s/.test(each.textContent);
      const comma = before && is(before, "mo") && before.textContent === ",";
      const factor = products && (text === "·" || text === "\u2062" || before && /^munder/.test(before.localName));
      if (last.length && (sign || word || comma || factor)) { found.push([]); }
      found[found.length - 1].push(each);
    }
    return found;
  }
  const fenced = row => row.children.length === 3 && is(row.firstElementChild, "mo") && is(row.lastElementChild, "mo");
  function extent(part) {
    const boxes = part.map(each => each.getBoundingClientRect());
    return Math.max(...boxes.map(box => box.right)) - Math.min(...boxes.map(box => box.left));
  }
  function broken(row, most, products, enough) {  // the row in lines of this width; whether that takes several, and is enough
    const found = parts(row, products), wide = found.map(extent);
    if (found.length === 1 || enough && Math.max(...wide) > most) { return false; }
    const lines = [[]];
    let filled = 0;
    found.forEach(function (part, i) {
      if (filled && filled + wide[i] > most) {
        lines.push([]);
        filled = 0;
        if (part[0].textContent === "\u2062") { part[0].textContent = "·"; }
      }
      lines[lines.length - 1].push(...part);
      filled += wide[i];
    });
    if (lines.length === 1) { return false; }
    const table = element("mtable", ...lines.map(inside => element("mtr", element("mtd", element("mrow", ...inside)))));
    table.setAttribute("class", "lines");
    row.append(table);
    if (fenced(row.parentElement)) { [...row.parentElement.children].forEach(each => each.setAttribute("stretchy", "true")); }
    return true;
  }
  function stacked(table) {  // cases: each value above its condition
    if (table.classList.contains("lines")) { return false; }
    for (const row of [...table.children]) {
      const [, test] = row.children;
      if (!test) { return false; }
      test.prepend(element("mspace"));
      test.firstElementChild.setAttribute("width", "1.5em");
      row.after(element("mtr", test));
    }
    table.classList.add("lines");
    return true;
  }
  function widest(each) {  // from the formula to its widest parts
    const path = [];
    for (let next = each; next && next.children.length; ) {
      path.push(next);
      next = [...next.children].reduce((one, other) => width(other) > width(one) ? other : one);
    }
    return path;
  }
  function step(math, most) {
    const path = widest(math), over = width(math) - most;
    if (path.some(each => is(each, "mtable") && stacked(each))) { return true; }
    const rows = path.filter(each => is(each, "mrow") && !fenced(each));
    const tried = (products, enough) => row => broken(row, width(row) - over, products, enough);
    return rows.some(row => tried(false, true)(row) || tried(true, true)(row)) || rows.some(tried(false)) || rows.some(tried(true));
  }
  function fit(math, given) {
    const before = whole.get(math);
    namespace = math.namespaceURI;
    if (before) { math.replaceChildren(...before.cloneNode(true).childNodes); math.style.fontSize = ""; }
    const most = given || room(math) - 3;  // slanted letters and tall brackets reach a little beyond their boxes
    if (most <= 0 || width(math) <= most + 0.5) { return; }
    if (!before) { whole.set(math, math.cloneNode(true)); }
    const usual = parseFloat(getComputedStyle(math).fontSize);
    if (width(math) > LONG * most) { math.style.fontSize = SMALL * usual + "px"; }  // smaller letters are read more easily than many short lines
    for (let i = 0; i < TRIES && width(math) > most && step(math, most); i++) { /* until it fits */ }
    const left = width(math) / most;
    if (left > 1) { math.style.fontSize = Math.max(SMALLEST * usual, parseFloat(getComputedStyle(math).fontSize) / left) + "px"; }
  }
  function squeeze(table) {  // wider than the page: its cells are as wide as their formulas, of which the widest are broken
    const frame = table.parentElement, left = new Set([...table.querySelectorAll("math")].filter(math => math.checkVisibility()));
    for (let over = frame.scrollWidth - frame.clientWidth; over > 1 && left.size; over = frame.scrollWidth - frame.clientWidth) {
      const widest = [...left].reduce((one, other) => width(other) > width(one) ? other : one), wide = width(widest);
      if (wide < NARROW + 1) { return; }
      left.delete(widest);
      fit(widest, Math.max(wide - over - 1, NARROW));
    }
  }
  function all(part) {
    part.querySelectorAll("math").forEach(math => { if (math.checkVisibility()) { fit(math); } });
    part.querySelectorAll(".scroll > table").forEach(squeeze);
  }
  let seen = innerWidth;
  addEventListener("resize", () => { if (innerWidth !== seen) { seen = innerWidth; all(document); } });
  document.addEventListener("toggle", event => all(event.target), true);
  document.addEventListener("formulas", event => all(event.target));  // by scripts that have written some
  all(document);
  document.fonts.ready.then(() => all(document));  // letters of the font that came later are wider
})();
