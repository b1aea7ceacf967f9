"use strict";
// Values of all formulas of a family at the size that is entered; the address keeps the size.
(function () {
  const form = document.querySelector("form.size");
  const data = JSON.parse(document.getElementById(form.dataset.formulas).textContent);
  const body = document.querySelector("table.values tbody");
  const inputs = [...form.querySelectorAll("input")];
  let most = Number(form.dataset.first) || Infinity;  // rows that are shown, until all are asked for
  const FAR = 40;  // steps to the nearest legal sizes
  function isOf(domain, size) { try { return netlemmaEvaluate.holds(domain, size); } catch (error) { return false; } }
  function nearest(domain, size) {  // legal sizes that differ in one number only
    const found = [];
    for (const name of Object.keys(size)) {
      for (const sign of [-1, 1]) {
        for (let step = 1; step <= FAR; step++) {
          const other = { ...size, [name]: String(Number(size[name]) + sign * step) };
          if (Number(other[name]) >= 0 && isOf(domain, other)) { found.push([name, other[name]]); break; }
        }
      }
    }
    return found;
  }
  const said = words => words.replace(/>=/g, "≥").replace(/<=/g, "≤").replace(/!=/g, "≠");
  function cell(row, text) { const made = document.createElement("td"); made.textContent = text; row.append(made); return made; }
  function show() {
    const size = Object.fromEntries(inputs.map(each => [each.name, each.value.trim()]));
    const legal = Object.values(size).every(each => /^\d{1,12}$/.test(each));
    body.replaceChildren();
    if (!legal) { cell(body.insertRow(), "Enter whole numbers.").colSpan = 4; return; }
    const first = data.find(each => each[0] === "nodes") || data[0];
    if (!data.some(each => isOf(each[2], size))) {
      const told = cell(body.insertRow(), Object.entries(size).map(each => each.join(" = ")).join(", ") + " is not legal: " + said(first[4]) + ". ");
      told.colSpan = 4;
      nearest(first[2], size).forEach(function ([name, number], i) {
        const button = document.createElement("button");
        button.type = "button";
        button.textContent = name + " = " + number;
        button.addEventListener("click", () => { inputs.find(each => each.name === name).value = number; show(); });
        told.append(i ? " " : "Nearest: ", button);
      });
      return;
    }
    const rest = data.length > most ? data.length : 0;
    for (const [name, address, domain, tree, words, measured] of data.slice(0, most)) {
      const row = body.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      const link = document.createElement("a");
      link.href = address;
      link.textContent = name.replace(/_/g, " ").replace(/\./g, ", ");
      head.append(link);
      row.append(head);
      let value = "";
      try { value = netlemmaEvaluate.holds(domain, size) ? netlemmaEvaluate.value(tree, size) : "only for " + said(words); }
      catch (error) { value = error.message; }
      const exact = /^-?\d+(\/\d+)?$/.test(value);
      cell(row, value).className = exact ? "number" : "small";
      cell(row, exact ? netlemmaEvaluate.decimal(value) : "");
      const [, there] = measured.find(([of]) => Object.keys(of).every(each => String(of[each]) === size[each])) || [];
      cell(row, there || "").dataset.is = "measured";
    }
    if (rest) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = "All " + rest;
      button.addEventListener("click", () => { most = Infinity; show(); });
      cell(body.insertRow(), "").append(button);
    }
    const query = new URLSearchParams(size);
    try { history.replaceState(null, "", "?" + query + location.hash); } catch (error) { /* pages from files keep their address */ }
  }
  const given = new URLSearchParams(location.search);
  inputs.forEach(each => { if (given.has(each.name)) { each.value = given.get(each.name); } });
  form.addEventListener("input", show);
  form.addEventListener("submit", event => event.preventDefault());
  show();
})();
