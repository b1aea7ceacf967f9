"use strict";
// Values of all formulas of a family at the size that is entered; the address keeps the size.
(function () {
  const form = document.querySelector("form.size");
  const data = JSON.parse(document.getElementById(form.dataset.formulas).textContent);
  const body = document.querySelector("table.values tbody");
  const inputs = [...form.querySelectorAll("input")];
  function decimal(text) {
    const [n, d] = text.split("/").map(BigInt);
    if (d === undefined) { return ""; }
    const sign = n < 0n ? "-" : "", whole = n < 0n ? -n : n;
    if (whole / d > 10n ** 9n) { return sign + String(whole / d); }
    return sign + Number(whole * 10n ** 12n / d) / 1e12;
  }
  function cell(row, text) { const made = document.createElement("td"); made.textContent = text; row.append(made); return made; }
  function show() {
    const size = Object.fromEntries(inputs.map(each => [each.name, each.value.trim()]));
    const legal = Object.values(size).every(each => /^\d{1,12}$/.test(each));
    body.replaceChildren();
    if (!legal) { cell(body.insertRow(), "Enter whole numbers.").colSpan = 4; return; }
    const same = data.measured.find(each => inputs.every(input => String(each.size[input.name]) === size[input.name]));
    for (const [name, address, domain, tree] of data.formulas) {
      const row = body.insertRow();
      const head = document.createElement("th");
      head.scope = "row";
      const link = document.createElement("a");
      link.href = address;
      name.split(/(?<=[._-])/).forEach(part => link.append(part, document.createElement("wbr")));
      head.append(link);
      row.append(head);
      let value = "";
      try { value = netlemmaEvaluate.holds(domain, size) ? netlemmaEvaluate.value(tree, size) : "not of the domain"; }
      catch (error) { value = error.message; }
      const exact = /^-?\d+(\/\d+)?$/.test(value);
      cell(row, value).className = exact ? "number" : "small";
      cell(row, exact ? decimal(value) : "");
      cell(row, same && same.facts[name] !== undefined ? same.facts[name] : "").dataset.is = "measured";
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
