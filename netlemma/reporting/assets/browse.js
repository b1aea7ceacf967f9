"use strict";
// The lemmas and claims that agree with what is chosen. A choice shows how many rows it would leave.
(function () {
  const FACETS = ["kind", "family", "quantity", "paper", "strength", "verdict"], STEP = 30;
  const { columns, rows } = window.netlemmaRows;
  const all = rows.map(row => Object.fromEntries(columns.map((name, i) => [name, row[i]])));
  const form = document.getElementById("facets"), body = document.querySelector("#rows tbody"), more = document.getElementById("more");
  const given = new URLSearchParams(location.search);
  let shown = STEP, left = all;
  function element(tag, text, about) { return Object.assign(document.createElement(tag), { textContent: text }, about); }
  function field(name, input) {
    const label = element("label", name[0].toUpperCase() + name.slice(1) + " ");
    input.name = name;
    label.append(input);
    form.append(label);
    return input;
  }
  const words = field("words", element("input", "", { type: "search", value: given.get("words") || "" }));
  const selects = FACETS.map(name => {
    const select = field(name, element("select", ""));
    select.add(new Option("any", given.get(name) || "", true, true));  // kept until the choices are counted
    return select;
  });
  const said = row => (row.name + " " + row.text + " " + row.paper).toLowerCase();
  function agrees(row, except) {
    return selects.every(each => each === except || !each.value || row[each.name] === each.value)
      && words.value.toLowerCase().split(/\s+/).every(word => said(row).includes(word));
  }
  function count(select) {
    const counts = new Map(), chosen = select.value;
    for (const row of all) { if (row[select.name] && agrees(row, select)) { counts.set(row[select.name], (counts.get(row[select.name]) || 0) + 1); } }
    if (chosen && !counts.has(chosen)) { counts.set(chosen, 0); }
    const options = [...counts].sort((a, b) => a[0] < b[0] ? -1 : 1).map(([value, n]) => new Option(`${value} (${n})`, value, false, value === chosen));
    select.replaceChildren(new Option("any", "", false, !chosen), ...options);
  }
  function line(row) {
    const made = document.createElement("tr"), head = element("th", "", { scope: "row" });
    head.append(element("a", row.name, { href: row.address }));
    const says = element("td", row.text, { className: "small" }), formula = window.netlemmaFormulas[row.address];
    if (formula) { says.innerHTML = formula; says.className = "found"; }
    made.append(head, element("td", row.kind));
    const marks = element("td", "");
    for (const mark of new Set([row.verdict, row.strength].filter(Boolean))) { marks.append(element("span", mark, { className: "verdict " + mark }), " "); }
    made.append(marks, element("td", row.paper), says);
    return made;
  }
  function show() {
    selects.forEach(count);
    left = all.filter(row => agrees(row));
    body.replaceChildren(...left.slice(0, shown).map(line));
    more.hidden = left.length <= shown;
    document.getElementById("found").textContent = `${left.length} of ${all.length}${more.hidden ? "" : `, the first ${shown} shown`}`;
    const query = new URLSearchParams([words, ...selects].filter(each => each.value).map(each => [each.name, each.value]));
    try { history.replaceState(null, "", location.pathname + (String(query) && "?" + query) + location.hash); } catch (error) { /* pages from files keep their address */ }
  }
  function save(form) {
    const quoted = text => /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
    const text = form === "json" ? JSON.stringify(left, null, 1) : [columns, ...left.map(row => columns.map(name => quoted(row[name])))].map(cells => cells.join(",") + "\n").join("");
    const address = URL.createObjectURL(new Blob([text], { type: form === "json" ? "application/json" : "text/csv" }));
    element("a", "", { href: address, download: "netlemma." + form }).click();
    setTimeout(() => URL.revokeObjectURL(address), 1000);
  }
  form.addEventListener("input", () => { shown = STEP; show(); });
  form.addEventListener("submit", event => event.preventDefault());
  more.addEventListener("click", () => { shown += 10 * STEP; show(); });
  document.querySelectorAll("[data-save]").forEach(each => each.addEventListener("click", () => save(each.dataset.save)));
  show();
})();
