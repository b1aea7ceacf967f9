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
  // Numbers of words, as in derive/algebra/word_counts.py: by runs of the letter 0, and by their longest border.
  function once(make) {
    const known = new Map();
    return function (...given) {
      const key = given.join(";");
      if (!known.has(key)) { if (known.size > MOST_TERMS) { known.clear(); } known.set(key, make(...given)); }
      return known.get(key);
    };
  }
  const boundedRuns = once(function (m, g, radix) {
    const row = [];
    for (let i = 0n; i <= m; i++) {
      row.push(i <= g ? radix ** i : i === g + 1n ? radix * row[i - 1n] - 1n : radix * row[i - 1n] - (radix - 1n) * row[i - g - 2n]);
    }
    return row[m];
  });
  const exactly = once(function (m, g, radix) {  // words and their letters 0 by the number of runs of exactly g
    const most = (m + 1n) / (g + 1n), table = [];
    for (let length = 0n; length <= m; length++) {
      const row = Array.from({ length: Number(most) + 1 }, () => [0n, 0n]);
      for (let first = 0n; first <= g && first <= length; first++) {
        const found = first === g ? 1 : 0;
        if (first === length) { row[found] = [row[found][0] + 1n, row[found][1] + first]; continue; }
        const rest = table[length - first - 1n];
        for (let c = found; c <= most; c++) {
          const [words, zeros] = rest[c - found], more = (radix - 1n) * words;
          row[c] = [row[c][0] + more, row[c][1] + (radix - 1n) * zeros + first * more];
        }
      }
      table.push(row);
    }
    return table[m];
  });
  function longestRuns(m, g, c, radix) {
    if (g === 0n) { return c === m + 1n ? [(radix - 1n) ** m, 0n] : [0n, 0n]; }
    return g < 0n || g > m || c < 1n ? [0n, 0n] : exactly(m, g, radix)[c] || [0n, 0n];
  }
  function ways(chain, j, n, radix, apart) {
    if (2n * j > n) { return chain.includes(2n * j - n) ? 1n : 0n; }
    if (!apart) { return radix ** (n - 2n * j); }
    if (j === 0n) { return radix * (radix - 1n) ** (n - 1n); }
    const steps = n - 2n * j + 1n, closed = j === 1n || chain.includes(1n);
    return ((radix - 1n) ** steps + (-1n) ** steps * (closed ? radix - 1n : -1n)) / radix;
  }
  const prolonged = once(function (chain, n, radix, apart) {
    const last = chain[chain.length - 1];
    let found = ways(chain, last, n, radix, apart);
    for (let j = last + 1n; j < n; j++) {
      const each = ways(chain, j, n, radix, apart);
      if (each) { found -= prolonged(chain, j, radix, apart) * each; }
    }
    return found;
  });
  const chains = once(function (m, radix, apart) {
    const found = m === 0n ? [[[0n], 1n]] : [];
    for (let longest = 0n; longest < m; longest++) {
      for (const [chain, words] of chains(longest, radix, apart)) {
        const more = prolonged(chain, m, radix, apart);
        if (more) { found.push([[...chain, m], words * more]); }
      }
    }
    return found;
  });
  const bordered = once(function (n, m, radix, apart) {
    if (m < 0n || m >= n) { return 0n; }
    return chains(m, radix, apart).reduce((total, [chain, words]) => total + words * prolonged(chain, n, radix, apart), 0n);
  });
  function periods(n, radix, apart) {
    let total = 0n;
    for (let m = 0n; m < n; m++) { total += (n - m) * bordered(n, m, radix, apart); }
    return total;
  }
  function servers(n, k) {
    for (let level = 0n; level < k; level++) { n = ratio(n * (n + 1n), 1n)[0]; }
    return n;
  }
  const counts = (most, count) => function (...given) {  // a function of whole numbers whose first one is the length of words
    const all = given.map(whole);
    return [all[0] > most ? fail("too large a number") : count(...all), 1n];
  };
  const OPERATIONS = {
    "+": add, "-": minus, "*": times, "/": over, "^": power, neg: negative, floor: floor,
    ceil: a => negative(floor(negative(a))), abs: a => a[0] < 0n ? negative(a) : a,
    min: (...all) => all.reduce((a, b) => order(a, b) <= 0 ? a : b), max: (...all) => all.reduce((a, b) => order(a, b) >= 0 ? a : b),
    mod: (a, b) => minus(a, times(b, floor(over(a, b)))), binomial: binomial, factorial: factorial,
    BoundedRuns: counts(2000n, (m, g, radix) => g < 0n || m < 0n ? 0n : boundedRuns(m, g < m ? g : m, radix)),
    LongestRuns: counts(60n, (...given) => given[0] < 0n ? 0n : longestRuns(...given)[0]),
    UnmarkedInLongest: counts(60n, (...given) => given[0] < 0n ? 0n : longestRuns(...given)[1]),
    Bordered: counts(30n, (n, m, f) => bordered(n, m, f, false)), BorderedApart: counts(30n, (n, m, d) => bordered(n, m, d + 1n, true)),
    Periods: counts(30n, (n, f) => periods(n, f, false)), PeriodsApart: counts(30n, (n, d) => periods(n, d + 1n, true)),
    DCellServers: counts(10n ** 12n, servers), GreatestDivisor: (a, b) => [gcd(whole(a), whole(b)), 1n],
    OnAverage: (l, n, c, l2, n2, c2) => order(l, l2) < 0 ? c : order(l, l2) > 0 ? c2 : over(add(times(n, c), times(n2, c2)), add(n, n2)),
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
  const DIGITS = 7;
  function decimal(text) {  // rounded; nothing for whole numbers
    const [n, d] = text.split("/").map(BigInt);
    if (d === undefined) { return ""; }
    const whole = n < 0n ? -n : n;
    let places = Math.max(0, DIGITS - String(whole / d).length);
    while (whole && whole * 10n ** BigInt(places) / d < 10n ** BigInt(DIGITS - 1) && whole < d) { places++; }
    const rounded = (2n * whole * 10n ** BigInt(places) + d) / (2n * d);
    const digits = String(rounded).padStart(places + 1, "0");
    const fraction = (places ? digits.slice(-places) : "").replace(/0+$/, "");
    return (n < 0n ? "−" : "") + (places ? digits.slice(0, -places) : digits) + (fraction ? "." + fraction : "");
  }
  function named(size) { return Object.fromEntries(Object.entries(size).map(([name, each]) => [name, [BigInt(each), 1n]])); }
  return {
    decimal: decimal,
    value: (tree, size) => { const [n, d] = value(tree, named(size), { terms: 0 }); return d === 1n ? String(n) : n + "/" + d; },
    holds: (tree, size) => holds(tree, named(size), { terms: 0 }),
  };
})();
if (typeof module !== "undefined") { module.exports = netlemmaEvaluate; }
