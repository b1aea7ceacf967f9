"use strict";
// The box of a page: the reader's formula beside the closed form of a quantity, with the answer below. The address keeps what is typed.
(function () {
  const form = document.querySelector("form.check"), answer = document.getElementById("answer");
  const { FormulaError } = netlemmaRead, root = form.dataset.root;
  const families = new Map();  // closed forms by quantity, and meanings of sizes
  const field = name => form.elements[name];
  function made(name, text = "", look = "") {
    const found = document.createElement(name);
    found.textContent = text;
    found.className = look;
    return found;
  }
  const line = (...inside) => { const found = made("p"); found.append(...inside); return found; };
  const words = size => Object.entries(size).map(([name, each]) => `${name} = ${each}`).join(", ") || "its one size";
  function whole(text) {  // of a long number the first digits
    const sign = text.startsWith("-") ? "−" : "", digits = text.replace("-", "");
    return sign + (digits.length > 60 ? `${digits.slice(0, 12)}… (${digits.length} digits)` : digits);
  }
  function shown(value) {
    if (!netlemmaEvaluate.exact(value)) { return "about " + netlemmaEvaluate.decimal(netlemmaEvaluate.text(netlemmaEvaluate.middle(value))); }
    return netlemmaEvaluate.text(value).split("/").map(whole).join("/");
  }
  const said = text => text.replace(/>=/g, "≥").replace(/<=/g, "≤").replace(/!=/g, "≠");
  const quoted = text => /["\\$`!\n]/.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
  function command(family, quantity, text, where) {
    const code = `netlemma check ${family} ${quantity} ${quoted(text)}${where ? ` --where ${quoted(where)}` : ""}`;
    const found = made("div", "", "command");
    found.append(made("code", code));
    return found;
  }
  function judged(each, lemma) {
    const found = [], { counterexample, equal, open, skipped, stopped, relation, unit } = each, count = equal.length;
    const bound = { "<=": "at most ", "<": "less than ", ">=": "at least ", ">": "more than " }[relation] || "";
    const say = (verdict, ...rest) => found.push(line(made("span", verdict, `verdict ${verdict}`), " ", ...rest));
    if (counterexample) {
      say("fails", "at ", made("strong", words(counterexample.size)), `: the formula says ${bound}`, made("strong", shown(counterexample.claimed)),
        ", in fact it is ", made("strong", shown(counterexample.true)), ".");
      if (count) { found.push(line(`Equal at the ${count === 1 ? "size" : `${count} sizes`} before: ${equal.slice(0, 4).map(words).join("; ")}${count > 4 ? "; …" : "."}`)); }
    } else if (open.length) {
      say("unknown", `The formula is irrational at ${words(open[0])}, too near to the true value to tell by numbers.`);
    } else if (count) {
      const all = stopped || skipped.length ? "" : "all ", last = equal.reduce((a, b) => Object.values(b).reduce((x, y) => x + y, 0) > Object.values(a).reduce((x, y) => x + y, 0) ? b : a);
      const true_ = unit ? "rounded to its last digit, " : bound ? "(true) " : "";
      if (count === 1) { say("agrees", `${true_}at ${words(equal[0])}, the one size compared.`); }
      else { say("agrees", `${true_}at ${all}${count} sizes compared, from ${words(equal[0])} to ${words(last)}.`); }
    } else {
      say("unknown", stopped ? "No size was compared in time." : skipped.length ? "Its values are too large to compute in the page." : `No size is legal: ${said(lemma.words)}.`);
    }
    if (stopped && count) { found.push(line(`The time ended before ${words(stopped)}.`)); }
    if (skipped.length && (count || counterexample)) { found.push(line(`Too large to compute at ${skipped.length} of the sizes, such as ${words(skipped[0])}.`)); }
    return found;
  }
  function refused(error, text, where) {
    const words = error.message.replace(/`let=?([^`]*)`/g, (_, bound) => `--let ${bound}`.trim() + " of the command");
    const found = [line(made("span", error.size ? "no value" : "not read", "verdict fails"), ` ${words}.`)], of = error.text === where && where !== text ? where : text;
    if (error.column !== null) {
      const start = Math.max(0, error.column - 30), marked = made("pre", `${of.slice(start, start + 60)}\n${" ".repeat(error.column - start)}^`, "marked");
      marked.setAttribute("aria-hidden", "true");
      found.push(marked);
    }
    return found;
  }
  function letter(name) {  // with what stands behind its underscore as an index
    const [base, index] = name.split("_"), found = made("var", base);
    if (index) { found.append(made("sub", index)); }
    return found;
  }
  function about(lemma, meanings) {
    const names = Object.keys(lemma.minima), found = line(names.length ? "Sizes: " : "One network, without sizes.");
    found.className = "small";
    names.forEach(function (name, i) { found.append(i ? ", " : "", letter(name), meanings[name] ? ` (${meanings[name]})` : ""); });
    if (names.length) { found.append(`; for ${said(lemma.words)}.`); }
    return found;
  }
  function show() {
    const family = chosen("family"), quantity = chosen("quantity"), text = field("formula").value.trim(), where = field("where").value.trim();
    const known = families.get(family), lemma = known && known.rows[quantity];
    if (!lemma) { return; }
    document.getElementById("sizes").replaceChildren(about(lemma, known.meanings));
    field("where").placeholder = Object.keys(lemma.minima).length ? `${Object.keys(lemma.minima)[0]} even` : "";
    keep();
    if (!text) { answer.replaceChildren(); return; }
    const parts = [];
    let readings = [], proof = true;
    try {
      readings = netlemmaCheck.check(lemma, text, where);
    } catch (error) {
      if (!(error instanceof FormulaError)) { throw error; }
      parts.push(...refused(error, text, where));
      proof = error.command;
    }
    for (const each of readings) {
      if (each.words) { parts.push(line(made("strong", `If ${each.words}:`))); }
      if (each.error) { parts.push(...refused(each.error, text, where)); continue; }
      for (const one of each.all) {
        const spelled = each.where ? `${one.text} where ${each.where}` : one.text;
        parts.push(...judged(one, lemma));
        if (each.where || each.counted.length || one.text.replace(/\s/g, "") !== text.replace(/\s/g, "")) {
          parts.push(line("Read as ", made("code", said(spelled)), each.counted.length ? `, ${each.counted.join(" and ")} being the number of nodes` : "", "."));
        }
      }
    }
    proof = proof && (!readings.length || readings.some(each => each.all));
    const fails = readings.length && readings.every(each => each.error || each.all.some(one => one.counterexample));
    for (const note of fails ? netlemmaCheck.otherwise(lemma, text, where) : []) { parts.push(line(note)); }
    if (fails) {
      const proved = form.dataset.family ? ["the closed form above."] : ["the ", link(root + lemma.page, "closed form with its proof"), "."];
      if (lemma.shown) {
        const typeset = made("div", "", "found");
        typeset.innerHTML = lemma.shown;
        parts.push(line("Right: ", ...proved), typeset);
      } else {
        parts.push(line("Right: ", ...(lemma.text ? [made("code", said(lemma.text)), ", "] : []), ...proved));
      }
    }
    if (proof) {
      parts.push(line(fails ? "Judged again, with other ways to count, by" : readings.length ? "Sizes compared are no proof. It is decided for all sizes by" : "The command reads it:"), command(family, quantity, text, where));
    }
    answer.replaceChildren(...parts);
  }
  function link(address, text) { const found = made("a", text); found.href = address; return found; }
  const chosen = name => form.dataset[name] || field(name).value;
  function keep() {
    const query = new URLSearchParams([...form.elements].filter(each => each.name && each.value.trim()).map(each => [each.name, each.value.trim()]));
    try { history.replaceState(null, "", location.pathname + (String(query) && "?" + query) + location.hash); } catch (error) { /* pages from files keep their address */ }
  }
  function quantities() {  // of the family that is chosen, whose closed forms come with a script of their own
    const family = chosen("family"), known = families.get(family);
    if (!known) {
      const script = document.createElement("script");
      script.src = `${root}data/closed-forms/${family}.js`;
      document.head.append(script);
      return;
    }
    const before = field("quantity").dataset.wanted || field("quantity").value || "mean_distance", names = Object.keys(known.rows);
    field("quantity").replaceChildren(...names.map(name => new Option(name.replace(/_/g, " ").replace(/\./g, ", "), name)));
    field("quantity").value = names.includes(before) ? before : names[0];
    show();
  }
  window.netlemmaBox = function (family, rows, meanings) {
    families.set(family, { rows, meanings });
    if (form.dataset.family) { show(); } else if (field("family").value === family) { quantities(); }
  };
  const given = new URLSearchParams(location.search);
  for (const name of ["family", "formula", "where"]) {
    if (given.has(name) && field(name)) { field(name).value = given.get(name); }
  }
  form.addEventListener("submit", event => { event.preventDefault(); show(); });
  const inline = document.getElementById("closed");
  if (inline) {
    window.netlemmaBox(form.dataset.family, ...JSON.parse(inline.textContent));
  } else {
    if (given.has("quantity")) { field("quantity").dataset.wanted = given.get("quantity"); }
    if (!field("family").value) { field("family").selectedIndex = 0; }
    field("family").addEventListener("change", quantities);
    field("quantity").addEventListener("change", function () { delete field("quantity").dataset.wanted; show(); });
    quantities();
  }
})();
