"use strict";
// A formula of the reader beside a closed form, size by size, smallest first, as netlemma check compares them.
const netlemmaCheck = (function () {
  const evaluate = typeof netlemmaEvaluate === "undefined" ? require("./evaluate.js") : netlemmaEvaluate;
  const reader = typeof netlemmaRead === "undefined" ? require("./read.js") : netlemmaRead;
  const FIRST = 48, FURTHER = 200, SCANNED = 6000, EMPTY = 40, USUAL = 1100, NUMBERS = 12, SPREAD = 4, MOST_NEAR = 16, SECONDS = 3;
  const AGREEING = { "=": [0], "<=": [0, 1], "<": [1], ">=": [0, -1], ">": [-1] };
  const WORDS = { "<=": "at most ", "<": "less than ", ">=": "at least ", ">": "more than " };

  function isOf(lemma, size) { try { return evaluate.holds(lemma.domain, size); } catch (error) { return false; } }
  function nodes(lemma, size) {  // of the network, infinite if they are too many
    try { return lemma.nodes ? Number(evaluate.number(lemma.nodes, size)[0]) : 0; } catch (error) { return Infinity; }
  }
  function* parts(total, count) {  // ways to add up, a large first part first
    if (count === 0) { if (!total) { yield []; } return; }
    if (count === 1) { yield [total]; return; }
    for (let first = total; first >= 0; first--) { for (const rest of parts(total - first, count - 1)) { yield [first, ...rest]; } }
  }
  function* legal(lemma, most) {  // sizes in order of their sum
    const names = Object.keys(lemma.minima);
    if (lemma.listed) { for (const each of lemma.listed) { yield Object.fromEntries(names.map((name, i) => [name, each[i]])); } return; }
    for (let excess = 0, empty = 1, scanned = 0; ; excess++, empty++) {
      for (const extra of parts(excess, names.length)) {
        const size = Object.fromEntries(names.map((name, i) => [name, lemma.minima[name] + extra[i]]));
        scanned++;
        if (nodes(lemma, size) <= most && isOf(lemma, size)) { yield size; empty = 0; }
      }
      if (empty > EMPTY || scanned > SCANNED) { return; }
    }
  }
  function bySize(sizes) {  // each once, in order of their sum
    const sum = size => Object.values(size).reduce((a, b) => a + b, 0);
    const different = [...new Map(sizes.map(size => [Object.values(size).join(), size])).values()];
    return different.sort(function (one, other) {
      const pairs = Object.keys(one).map(name => one[name] - other[name]);
      return sum(one) - sum(other) || pairs.find(each => each) || 0;
    });
  }
  function first(sizes, most, inside) {
    const found = [];
    for (const size of sizes) {
      if (inside(size)) { found.push(size); }
      if (found.length === most) { break; }
    }
    return found;
  }
  function further(lemma, inside, text) {  // sizes without a network: the smallest, near the numbers of the formula, and spread ones
    const bound = lemma.largest || Number.MAX_VALUE, names = Object.keys(lemma.minima), found = first(legal(lemma, bound), FURTHER, inside);
    const numbers = [...new Set(text.match(/(?<![\w.])[1-9]\d{0,3}(?![\w.])/g) || [])].map(Number).sort((a, b) => a - b).slice(0, NUMBERS);
    const add = size => { if (isOf(lemma, size) && inside(size) && nodes(lemma, size) <= bound) { found.push(size); } };
    if (lemma.listed) { return found; }
    const near = [...new Set(numbers.flatMap(number => [number - 1, number, number + 1]))], both = near.length < MOST_NEAR ? near : numbers;
    const grid = values => values.reduce((all, each) => all.flatMap(one => each.map(value => [...one, value])), [[]]);
    const small = names.map(name => [lemma.minima[name], lemma.minima[name] + 1]);
    const beside = numbers.length ? names.map((_, i) => small.map((each, j) => i === j ? near : each)) : [];
    if (names.length === 2) { beside.push([both, both]); }
    for (const values of beside.flatMap(grid)) { add(Object.fromEntries(names.map((name, i) => [name, values[i]]))); }
    let chance = 1;
    for (let i = 0; i < FURTHER; i++) {
      const draw = most => { chance = chance * 48271 % 2147483647; return chance % most; };
      add(Object.fromEntries(names.map(name => [name, lemma.minima[name] + draw(2 ** draw(SPREAD + 1))])));
    }
    return found;
  }
  function lastDigit(root, text) {  // the unit of the last digit of a formula that is a decimal number
    const number = root.kind === "negative" ? root.operand : root, digits = /[0-9]*\.([0-9]+)/y;
    digits.lastIndex = number.column;
    const found = number.kind === "number" && digits.exec(text);
    return found ? [1n, 10n ** BigInt(found[1].length)] : null;
  }
  function agree(relation, unit, truth, claimed) {  // null if an enclosure leaves it open
    if (!unit) {
      const found = evaluate.compared(claimed, truth);
      return found === null ? null : AGREEING[relation].includes(found);
    }
    const half = [unit[0], 2n * unit[1]], below = evaluate.compared(claimed, evaluate.sum(truth, [-half[0], half[1]]));
    return below !== -1 && evaluate.compared(claimed, evaluate.sum(truth, half)) !== 1;
  }
  function compare(lemma, sizes, run) {
    const found = { equal: [], open: [], skipped: [], counterexample: null, stopped: null };
    for (const size of sizes) {
      if (evaluate.late()) { found.stopped = size; break; }
      try {
        const claimed = run.evaluation.value(run.tree, size), truth = run.truth(size);
        const same = agree(run.relation, run.unit, truth, claimed);
        if (same === null) { found.open.push(size); } else if (same) { found.equal.push(size); }
        else { found.counterexample = { size, claimed, true: truth }; break; }
      } catch (error) {
        if (error instanceof evaluate.OutOfTime) { found.stopped = size; break; }
        if (error.expensive || error instanceof evaluate.TooExpensive) { found.skipped.push(size); continue; }
        if (error instanceof reader.FormulaError) { Object.assign(error, { size, message: `${error.message} at ${named(size)}`.replace(/ at $/, "") }); }
        throw error;
      }
    }
    return found;
  }
  const named = size => Object.entries(size).map(([name, each]) => `${name}=${each}`).join(" ");

  // What is found of each way to read a formula; the truth may be another than the closed form.
  function check(lemma, text, condition = "", truth = size => evaluate.number(lemma.tree, size)) {
    const names = Object.keys(lemma.minima), { readings, counted } = read(text, condition, names, lemma.count);
    evaluate.until(Date.now() + 1000 * SECONDS);
    try {
      return readings.map(function (each) {
        if (!each.stated.length) { return { words: each.words, error: each.error }; }
        const inside = each.where ? within(each.where, `${condition} ${text}`) : () => true;
        const all = each.stated.map(function ({ root, relation, start }) {
          let unit = "=≈".includes(relation) ? lastDigit(root, text) : null;
          if (!AGREEING[relation] && !unit) { throw new reader.FormulaError(`whether it is about equal (${relation}) is judged by the command alone`, text, start, true); }
          const run = { tree: reader.tree(root), evaluation: evaluate.written(text, reader.FormulaError), relation, unit, truth };
          const near = bySize(first(legal(lemma, USUAL), FIRST, inside));
          let found = compare(lemma, near, run);
          if (!found.counterexample && !found.stopped && lemma.largest !== null) {
            const known = new Set(near.map(named)), more = bySize(further(lemma, inside, reader.unparse(root))).filter(size => !known.has(named(size)));
            const beyond = compare(lemma, more, run);
            found = { ...beyond, equal: [...found.equal, ...beyond.equal], open: [...found.open, ...beyond.open], skipped: [...found.skipped, ...beyond.skipped] };
          }
          return { ...found, relation, unit, text: reader.unparse(root), start };
        });
        return { words: each.words, where: each.where ? reader.unparse(each.where) : "", all, counted };
      });
    } finally { evaluate.until(Infinity); }
  }
  function within(where, text) {
    const tree = reader.tree(where), evaluation = evaluate.written(text, reader.FormulaError);
    return size => evaluation.holds(tree, size);
  }
  function read(text, condition, names, count) {  // N, n and p, where it cannot be read without them, are the number of nodes
    try { return { readings: reader.readings(text, condition, names), counted: [] }; } catch (error) {
      if (!(error instanceof reader.FormulaError)) { throw error; }
      const free = ["N", "n", "p"].filter(name => !names.includes(name));
      for (const each of count ? [...free.map(name => [name]), ...(free.length > 1 ? [free] : [])] : []) {
        try { return { readings: reader.readings(text, condition, names, Object.fromEntries(each.map(name => [name, count]))), counted: each }; } catch (other) {
          if (!(other instanceof reader.FormulaError)) { throw other; }
        }
      }
      throw error;
    }
  }
  // Under which other condition or way to count a formula that fails agrees, as the command looks for it.
  const LEAST = 4;
  function otherwise(lemma, text, condition) {
    const agrees = function (more, truth) {
      try {
        const found = check(lemma, text, more, truth);
        return found.length === 1 && found[0].all && found[0].all.every(each => !each.counterexample && !each.open.length && each.equal.length >= LEAST && each.relation === "=");
      } catch (error) { if (error instanceof reader.FormulaError) { return false; } throw error; }
    };
    const end = Date.now() + 1000 * SECONDS, over = size => evaluate.minusOne(evaluate.number(lemma.tree, size), evaluate.number(lemma.nodes, size));
    if (lemma.apart && lemma.nodes && agrees(condition, over)) {
      return ["It agrees at all of these sizes if the distance 0 of each node to itself counts as well (--pairs all)."];
    }
    for (const name of condition ? [] : Object.keys(lemma.minima)) {
      const more = [1, 2, 3].map(by => `${name} >= ${lemma.minima[name] + by}`).concat(`${name} even`, `${name} odd`).find(each => Date.now() < end && agrees(each));
      if (more) { return [`It agrees at all of these sizes where ${more.replace(">=", "≥")}.`]; }
    }
    return [];
  }
  return { check, otherwise, legal };
})();
if (typeof module !== "undefined") { module.exports = netlemmaCheck; }
