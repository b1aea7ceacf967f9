"use strict";
// Exact values of expressions, which are lists: an operation and its operands. Values are pairs of whole numbers of any size.
const netlemmaEvaluate = (function () {
  const MOST_TERMS = 20000, MOST_BITS = 20000;
  function fail(words) { throw new Error(words); }
  function gcd(a, b) { while (b) { [a, b] = [b, a % b]; } return a < 0n ? -a : a; }
  function ratio(n, d) {
    if (d === 0n) { fail("division by zero"); }
    if (d < 0n) { [n, d] = [-n, -d]; }
    const common = d === 1n ? 1n : gcd(n, d);
    if (n.toString(2).length > MOST_BITS) { fail("too large a number"); }
    return [n / common, d / common];
  }
  const add = (a, b) => ratio(a[0] * b[1] + b[0] * a[1], a[1] * b[1]);
  const times = (a, b) => ratio(a[0] * b[0], a[1] * b[1]);
  const negative = a => [-a[0], a[1]];
  const minus = (a, b) => add(a, negative(b));
  const over = (a, b) => ratio(a[0] * b[1], a[1] * b[0]);
  const order = (a, b) => { const d = a[0] * b[1] - b[0] * a[1]; return d < 0n ? -1 : d > 0n ? 1 : 0; };
  const whole = a => a[1] === 1n ? a[0] : fail("a whole number is needed");
  function floor(a) { const q = a[0] / a[1]; return [a[0] % a[1] < 0n ? q - 1n : q, 1n]; }
  function root(a, n) {  // the n-th root, if it is whole
    let low = 0n, high = 1n << (BigInt(a.toString(2).length) / n + 1n);
    while (low < high) { const middle = (low + high + 1n) / 2n; if (middle ** n <= a) { low = middle; } else { high = middle - 1n; } }
    return low ** n === a ? low : fail("no rational number");
  }
  function power(a, b) {
    if (b[1] !== 1n) {
      if (a[0] < 0n) { fail("no rational number"); }
      a = [root(a[0], b[1]), root(a[1], b[1])];
    }
    const exponent = b[0] < 0n ? -b[0] : b[0];
    if (exponent * BigInt(Math.max(a[0].toString(2).length, a[1].toString(2).length)) > MOST_BITS && a[0] ** 2n > 1n) { fail("too large a number"); }
    const value = ratio(a[0] ** exponent, a[1] ** exponent);
    return b[0] < 0n ? over([1n, 1n], value) : value;
  }
  function binomial(a, b) {
    const k = whole(b);
    if (k < 0n) { return [0n, 1n]; }
    if (k > MOST_TERMS) { fail("too large a number"); }
    let value = [1n, 1n];
    for (let i = 0n; i < k; i++) { value = over(times(value, minus(a, [i, 1n])), [i + 1n, 1n]); }
    return value;
  }
  function factorial(a) {
    const n = whole(a);
    if (n < 0n) { fail("the factorial of a negative number"); }
    if (n > 2000n) { fail("too large a number"); }
    let value = 1n;
    for (let i = 2n; i <= n; i++) { value *= i; }
    return [value, 1n];
  }
  function primePower(q) {
    if (q < 2n) { return false; }
    let p = 2n;
    while (p * p <= q && q % p) { p += 1n; if (p > 1000000n) { fail("too large a number"); } }
    if (q % p) { return true; }
    while (q % p === 0n) { q /= p; }
    return q === 1n;
  }
  const OPERATIONS = {
    "+": add, "-": minus, "*": times, "/": over, "^": power, neg: negative, floor: floor,
    ceil: a => negative(floor(negative(a))), abs: a => a[0] < 0n ? negative(a) : a,
    min: (...all) => all.reduce((a, b) => order(a, b) <= 0 ? a : b), max: (...all) => all.reduce((a, b) => order(a, b) >= 0 ? a : b),
    mod: (a, b) => minus(a, times(b, floor(over(a, b)))), binomial: binomial, factorial: factorial,
  };
  const COMPARISONS = { "=": d => d === 0, "!=": d => d !== 0, "<": d => d < 0, "<=": d => d <= 0, ">": d => d > 0, ">=": d => d >= 0 };
  function value(tree, size, work) {
    const [name, ...parts] = tree;
    if (name === "n") { return ratio(BigInt(parts[0]), BigInt(parts[1])); }
    if (name === "v") { return size[parts[0]] || fail("no value of " + parts[0]); }
    if (name === "if") { return value((parts[0].find(each => holds(each[0], size, work)) || [null, parts[1]])[1], size, work); }
    if (name === "sum") {
      const low = whole(value(parts[2], size, work)), high = whole(value(parts[3], size, work));
      let total = [0n, 1n];
      for (let index = low; index <= high; index++) {
        if (++work.terms > MOST_TERMS) { fail("too many terms"); }
        total = add(total, value(parts[0], { ...size, [parts[1]]: [index, 1n] }, work));
      }
      return total;
    }
    return (OPERATIONS[name] || fail("no value of " + name))(...parts.map(each => value(each, size, work)));
  }
  function holds(tree, size, work) {
    const [name, ...parts] = tree;
    if (name === "and") { return parts.every(each => holds(each, size, work)); }
    if (name === "or") { return parts.some(each => holds(each, size, work)); }
    if (name === "not") { return !holds(parts[0], size, work); }
    if (name === "even" || name === "odd") {
      const given = value(parts[0], size, work);
      return given[1] === 1n && (given[0] % 2n === 0n) === (name === "even");
    }
    if (name === "prime power") { return primePower(whole(value(parts[0], size, work))); }
    return COMPARISONS[name](order(value(parts[0], size, work), value(parts[1], size, work)));
  }
  function named(size) { return Object.fromEntries(Object.entries(size).map(([name, each]) => [name, [BigInt(each), 1n]])); }
  return {
    value: (tree, size) => { const [n, d] = value(tree, named(size), { terms: 0 }); return d === 1n ? String(n) : n + "/" + d; },
    holds: (tree, size) => holds(tree, named(size), { terms: 0 }),
  };
})();
if (typeof module !== "undefined") { module.exports = netlemmaEvaluate; }
