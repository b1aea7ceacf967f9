"use strict";
// Exact values of expressions, which are lists: an operation and its operands. Values are pairs of whole numbers of any size.
const netlemmaEvaluate = (function () {
  const IN_PAGE = { terms: 20000, bits: 20000, work: Infinity, most: 1n << 20000n };
  const OF_USERS = { terms: 100000, bits: 100000, work: 400000, most: 1n << 400000n };  // as in checks/formula/arithmetic.py
  const PRECISION = 256, MOST_TERMS = IN_PAGE.terms;
  let limits = IN_PAGE, terms = 0, work = 0, deadline = Infinity;  // of the evaluation that runs
  class Undefined extends Error {}
  class TooExpensive extends Error {}
  class OutOfTime extends Error {}
  function fail(words) { throw new Undefined(words); }
  function large(words) { throw new TooExpensive(limits === IN_PAGE ? "too large a number" : words); }
  function worked(amount) {
    work += amount;
    if (limits === OF_USERS && (work & 1023) < amount && Date.now() > deadline) { throw new OutOfTime("it takes too long"); }
    if (work > limits.work) { large(`the evaluation takes more than ${limits.work.toLocaleString("en")} operations`); }
  }
  function fits(bits) {
    if (bits > limits.bits) { large(`a number of more than ${limits.bits} bits comes up here`); }
    worked(Math.floor(bits / 1000) + Math.floor(bits / 4000) ** 2);
  }
  function bitLength(n) {
    const digits = (n < 0n ? -n : n).toString(16);
    return digits === "0" ? 0 : 4 * digits.length - 4 + parseInt(digits[0], 16).toString(2).length;
  }
  const bitsOf = a => bitLength(a[0]) + bitLength(a[1]);
  function gcd(a, b) { while (b) { [a, b] = [b, a % b]; } return a < 0n ? -a : a; }
  function ratio(n, d) {
    if (d === 0n) { fail("division by zero"); }
    if (d < 0n) { [n, d] = [-n, -d]; }
    const common = d === 1n ? 1n : n % d === 0n ? d : gcd(n, d);
    if (n > limits.most || n < -limits.most) { large("a number of too many bits comes up here"); }
    return [n / common, d / common];
  }
  // Values are rational numbers, pairs of whole ones, or enclosures of irrational numbers, perhaps known as a + b sqrt(d).
  const ONE = [1n, 1n], ZERO = [0n, 1n];
  const exact = a => Array.isArray(a);
  const ends = a => exact(a) ? [a, a] : [a.low, a.high];
  // Ends of enclosures need no lowest terms, which cost much; whole numbers need no search for a common divisor.
  const sumOf = (a, b) => [a[0] * b[1] + b[0] * a[1], a[1] * b[1]], productOf = (a, b) => [a[0] * b[0], a[1] * b[1]];
  const inverseOf = a => a[0] < 0n ? [-a[1], -a[0]] : [a[1], a[0]];
  const sum = (a, b) => ratio(...sumOf(a, b)), product = (a, b) => ratio(...productOf(a, b));
  const order = (a, b) => { const d = a[0] * b[1] - b[0] * a[1]; return d < 0n ? -1 : d > 0n ? 1 : 0; };
  const least = (...all) => all.reduce((a, b) => order(a, b) <= 0 ? a : b), most = (...all) => all.reduce((a, b) => order(a, b) >= 0 ? a : b);
  function compared(a, b) {  // null if enclosures leave it open
    if (exact(a) && exact(b)) { return order(a, b); }
    const [low, high] = ends(a), [from, to] = ends(b);
    return order(high, from) < 0 ? -1 : order(to, low) < 0 ? 1 : null;
  }
  function floor(a) { const q = a[0] / a[1]; return a[0] % a[1] < 0n ? q - 1n : q; }
  const opposite = a => [-a[0], a[1]];
  const size = a => a[0] < 0n ? opposite(a) : a;
  function enclose(...candidates) {
    const low = least(...candidates), high = most(...candidates);
    if (order(low, high) === 0) { return ratio(...low); }
    const scale = 1n << BigInt(Math.max(0, PRECISION - bitLength(floor(most(size(low), size(high)))))), times = a => [a[0] * scale, a[1]];
    return { low: [floor(times(low)), scale], high: [-floor(opposite(times(high))), scale] };
  }
  function surd(rational, factor, radicand) {
    if (factor[0] === 0n) { return rational; }
    const scale = 1n << BigInt(PRECISION + Math.max(bitLength(factor[0]), bitLength(rational[0]))), root = integerRoot(radicand * scale * scale, 2n);
    return { ...enclose(...[root, root + 1n].map(end => sumOf(rational, productOf(factor, [end, scale])))), surd: [rational, factor, radicand] };
  }
  function alike(a, b) {  // both with the same root
    const radicand = !exact(a) && a.surd ? a.surd[2] : !exact(b) && b.surd ? b.surd[2] : 0n;
    const parts = function (each) {
      if (exact(each)) { return [each, ZERO]; }
      if (!each.surd) { return null; }
      const both = each.surd[2] * radicand, root = integerRoot(both, 2n);
      return root * root === both ? [each.surd[0], product(each.surd[1], ratio(root, radicand))] : null;
    };
    const [one, other] = radicand ? [parts(a), parts(b)] : [null, null];
    return one && other && [...one, ...other, radicand];
  }
  function add(a, b) {
    if (exact(a) && exact(b)) { return sum(a, b); }
    const found = alike(a, b), [low, high] = ends(a), [from, to] = ends(b);
    return found ? surd(sum(found[0], found[2]), sum(found[1], found[3]), found[4]) : enclose(sumOf(low, from), sumOf(high, to));
  }
  function times(a, b) {
    if (exact(a) && exact(b)) { return product(a, b); }
    const found = alike(a, b);
    if (!found) { return enclose(...ends(a).flatMap(x => ends(b).map(y => productOf(x, y)))); }
    const [w, x, y, z, radicand] = found;
    return surd(sum(product(w, y), product(product(x, z), [radicand, 1n])), sum(product(w, z), product(x, y)), radicand);
  }
  const negative = a => exact(a) ? opposite(a) : times([-1n, 1n], a);
  const minus = (a, b) => add(a, negative(b));
  function over(a, b) {
    const sign = compared(b, ZERO);
    if (sign === 0) { fail("division by zero"); }
    if (sign === null) { fail("division by a number that cannot be told from zero"); }
    if (exact(b)) { return times(a, ratio(b[1], b[0])); }
    if (!b.surd) { return times(a, enclose(...ends(b).map(inverseOf))); }
    const [rational, factor, radicand] = b.surd, norm = sum(product(rational, rational), opposite(product(product(factor, factor), [radicand, 1n])));
    return times(a, surd(over(rational, norm), over(opposite(factor), norm), radicand));
  }
  const whole = (a, what = "the number") => exact(a) && a[1] === 1n ? a[0] : fail(what + " is not a whole number here");
  function rounded(a, how) {
    const [low, high] = ends(a).map(how);
    return low === high ? [low, 1n] : fail("the number to round cannot be told from a whole number");
  }
  function integerRoot(a, n) {  // its whole part, by Newton's method from above
    if (a < 2n || n === 1n) { return a; }
    if (n >= BigInt(bitLength(a))) { return 1n; }
    for (let root = 1n << BigInt(Math.ceil(bitLength(a) / Number(n)));;) {
      const better = ((n - 1n) * root + a / root ** (n - 1n)) / n;
      if (better >= root) { return root; }
      root = better;
    }
  }
  function wholePower(a, b) {  // b is not negative
    if (exact(a)) { return [a[0] ** b, a[1] ** b]; }
    if (a.surd) {
      let value = ONE;
      for (const digit of b.toString(2)) { value = times(value, value); if (digit === "1") { value = times(value, a); } }
      return value;
    }
    const powers = ends(a).map(each => [each[0] ** b, each[1] ** b]);
    return enclose(...powers, ...(b % 2n === 0n && a.low[0] < 0n && a.high[0] > 0n ? [ZERO] : []));
  }
  function power(a, b) {
    if (exact(a) && exact(b) && b[1] === 1n && a[1] === 1n && (a[0] === 1n || a[0] === -1n)) { return a[0] === 1n || b[0] % 2n === 0n ? ONE : a; }
    const largest = most(...ends(b).map(size));
    fits(Number(floor(product(largest, [BigInt(Math.max(...ends(a).map(bitsOf)) - 1), 1n]))));
    if (exact(b) && b[1] === 1n) { return b[0] < 0n ? over(ONE, power(a, opposite(b))) : wholePower(a, b[0]); }
    const sign = compared(a, ZERO);
    if (sign === 0 && compared(b, ZERO) === 1) { return ZERO; }
    if (sign !== 1) { fail("a number that is not positive has no power with a fractional exponent"); }
    fits(bitsOf(largest) * 100);
    if (exact(a) && exact(b)) {
      if (b[1] === 2n) { return times(power(a, ratio(b[0] - 1n, 2n)), squareRoot(a)); }
      const roots = a.map(each => integerRoot(each, b[1]));
      if (roots.every((root, i) => root ** b[1] === a[i])) { return power(roots, [b[0], 1n]); }
    }
    const logs = ends(a).flatMap(each => ends(naturalLog(each))), found = ends(b).flatMap(x => [least(...logs), most(...logs)].map(y => productOf(x, y)));
    return enclose(exponential(least(...found))[0], exponential(most(...found))[1]);
  }
  function squareRoot(a) {
    const inside = a[0] * a[1], root = integerRoot(inside, 2n);
    return root * root === inside ? ratio(root, a[1]) : surd(ZERO, ratio(1n, a[1]), inside);
  }
  // Logarithms and exponentials in units of 2^-DIGITS, with a bound of their error.
  const DIGITS = 400n, UNIT = 1n << DIGITS;
  function artanh(n, d) {  // twice it, of a number below 1/2
    let term = 2n * n * UNIT / d, total = term;
    const square = [n * n, d * d];
    for (let i = 3n; term; i += 2n) { term = term * square[0] / square[1]; total += term / i; }
    return total;
  }
  const LN2 = artanh(1n, 3n);
  function naturalLog(a) {
    if (order(a, ONE) === 0) { return ZERO; }
    const by = BigInt(bitLength(a[0]) - bitLength(a[1])), [n, d] = by < 0n ? [a[0] << -by, a[1]] : [a[0], a[1] << by];
    const about = by * LN2 + artanh(n - d, n + d), error = 1000n * ((by < 0n ? -by : by) + 1n);
    return enclose([about - error, UNIT], [about + error, UNIT]);
  }
  function exponential(a) {  // a lower and an upper bound
    if (a[0] === 0n) { return [ONE, ONE]; }
    const by = floor(productOf(a, [UNIT, LN2])), rest = floor(productOf(a, [UNIT, 1n])) - by * LN2;
    let term = UNIT, total = 0n;
    for (let i = 1n; term; i++) { total += term; term = term * rest / (i * UNIT); }
    const error = 10000n * ((by < 0n ? -by : by) + 1n);
    return [total - error, total + error].map(each => by < 0n ? [each, UNIT << -by] : [each << by, UNIT]);
  }
  function integerLog(n, base) {  // if it is rational
    if (n < base) { const inverse = integerLog(base, n); return inverse && ratio(inverse[1], inverse[0]); }
    let found = 0n;
    while (n % base === 0n) { n /= base; found++; }
    if (n === 1n) { return [found, 1n]; }
    if (n > base || !found) { return null; }
    const fraction = integerLog(n, base);
    return fraction && sum([found, 1n], fraction);
  }
  function rationalLog(a, base) {
    if ((order(a, ONE) > 0) !== (order(base, ONE) > 0)) { const found = rationalLog(ratio(a[1], a[0]), base); return found && opposite(found); }
    const found = [];
    for (const i of [0, 1]) {
      if ((a[i] === 1n) !== (base[i] === 1n)) { return null; }
      if (a[i] !== 1n) { found.push(integerLog(a[i], base[i])); }
    }
    return found.every(Boolean) && found.every(each => order(each, found[0]) === 0) ? found[0] : null;
  }
  function log(a, base) {
    for (const each of [a, base]) { if (each && compared(each, ZERO) !== 1) { fail("log of a number that is not positive"); } }
    if (base && [0, null].includes(compared(base, ONE))) { fail("log to the base 1"); }
    if (exact(a) && (!base || exact(base))) {
      if (order(a, ONE) === 0) { return ZERO; }
      const found = base && rationalLog(a, base);
      if (found) { return found; }
    }
    const logs = each => { const found = ends(each).flatMap(one => ends(naturalLog(one))); return enclose(least(...found), most(...found)); };
    return base ? over(logs(a), logs(base)) : logs(a);
  }
  function binomial(a, b) {  // of any number
    const k = whole(b);
    if (k < 0n) { return ZERO; }
    if (k > MOST_TERMS) { large("too large a number"); }
    let value = ONE;
    for (let i = 0n; i < k; i++) { value = over(times(value, minus(a, [i, 1n])), [i + 1n, 1n]); }
    return value;
  }
  function chosen(a, b) {  // of users, who mean different things by one of a negative number
    const n = whole(a, "the top of a binomial"), k = whole(b, "the bottom of a binomial");
    if (n < 0n) { fail("binomial with a negative top; conventions differ, write what you mean with piecewise"); }
    if (k < 0n || k > n) { return ZERO; }
    const few = k < n - k ? k : n - k, bits = Math.min(Number(n), Number(few) * bitLength(n));
    fits(bits);
    worked(Math.floor(bits / 250) + Math.floor(bits / 600) ** 2);
    let value = 1n;
    for (let i = 0n; i < few; i++) { value = value * (n - i) / (i + 1n); }
    return [value, 1n];
  }
  function factorial(a) {
    const n = whole(a, "the argument of factorial");
    if (n < 0n) { fail("factorial of a negative number"); }
    fits(Math.floor(Number(n) * bitLength(n) * 2 / 3));
    let value = 1n;
    for (let i = 2n; i <= n; i++) { value *= i; }
    return [value, 1n];
  }
  function fibonacci(a, lucas) {
    const n = whole(a, "the index of a Fibonacci or Lucas number");
    if (n < 0n) { fail("Fibonacci or Lucas number of a negative index"); }
    fits(Number(n));
    let [here, following] = lucas ? [2n, 1n] : [0n, 1n];
    for (let i = 0n; i < n; i++) { [here, following] = [following, here + following]; }
    return [here, 1n];
  }
  function harmonic(a) {
    const n = whole(a, "the index of a harmonic number");
    if (n < 0n) { fail("harmonic number of a negative index"); }
    fits(3 * Number(n));
    worked(Number(n) + Math.floor(Number(n) / 60) ** 2);
    let value = ZERO;
    for (let i = 1n; i <= n; i++) { value = sum(value, [1n, i]); }
    return value;
  }
  function primePower(q) {
    if (q < 2n) { return false; }
    let p = 2n;
    while (p * p <= q && q % p) { p += 1n; if (p > 1000000n) { large("too large a number"); } }
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
    const all = given.map(each => whole(each));
    return [all[0] > most ? large("too large a number") : count(...all), 1n];
  };
  const OPERATIONS = {
    "+": add, "-": minus, "*": times, "/": over, "^": power, neg: negative, floor: a => rounded(a, floor),
    ceil: a => rounded(a, each => -floor(opposite(each))),
    abs: function (a) {
      const [low, high] = ends(a);
      return low[0] < 0n && high[0] > 0n ? enclose(ZERO, opposite(low), high) : enclose(size(low), size(high));
    },
    min: (...all) => enclose(least(...all.map(each => ends(each)[0])), least(...all.map(each => ends(each)[1]))),
    max: (...all) => enclose(most(...all.map(each => ends(each)[0])), most(...all.map(each => ends(each)[1]))),
    mod: (a, b) => minus(a, times(b, rounded(over(a, b), floor))), binomial: binomial, factorial: factorial, log: log, harmonic: harmonic,
    fibonacci: a => fibonacci(a, false), lucas: a => fibonacci(a, true),
    BoundedRuns: counts(2000n, (m, g, radix) => g < 0n || m < 0n ? 0n : boundedRuns(m, g < m ? g : m, radix)),
    LongestRuns: counts(60n, (...given) => given[0] < 0n ? 0n : longestRuns(...given)[0]),
    UnmarkedInLongest: counts(60n, (...given) => given[0] < 0n ? 0n : longestRuns(...given)[1]),
    Bordered: counts(30n, (n, m, f) => bordered(n, m, f, false)), BorderedApart: counts(30n, (n, m, d) => bordered(n, m, d + 1n, true)),
    Periods: counts(30n, (n, f) => periods(n, f, false)), PeriodsApart: counts(30n, (n, d) => periods(n, d + 1n, true)),
    DCellServers: counts(10n ** 12n, servers), GreatestDivisor: (a, b) => [gcd(whole(a), whole(b)), 1n],
    OnAverage: (l, n, c, l2, n2, c2) => order(l, l2) < 0 ? c : order(l, l2) > 0 ? c2 : over(add(times(n, c), times(n2, c2)), add(n, n2)),
  };
  const COMPARISONS = { "=": d => d === 0, "!=": d => d !== 0, "<": d => d < 0, "<=": d => d <= 0, ">": d => d > 0, ">=": d => d >= 0 };
  const STRICT = { ...OPERATIONS, binomial: chosen };  // of users' formulas
  function value(tree, at) {
    if (limits === IN_PAGE) { return operation(tree, at, OPERATIONS); }
    try {
      const found = operation(tree, at, STRICT);
      if (tree[0] !== "n" && tree[0] !== "v") { worked(exact(found) ? 1 : 20); if (exact(found)) { fits(bitsOf(found)); } }
      return found;
    } catch (error) { throw placed(error, tree); }
  }
  function placed(error, tree) {  // with the column of the part where it happened
    if (error.column === undefined && (error instanceof Undefined || error instanceof TooExpensive)) {
      error.column = ("+-*/".includes(tree[0]) ? tree[2] : tree).column;
    }
    return error;
  }
  function operation(tree, at, operations) {
    const [name, ...parts] = tree;
    if (name === "n") { return ratio(BigInt(parts[0]), BigInt(parts[1])); }
    if (name === "v") { return at[parts[0]] || fail("no value of " + parts[0]); }
    if (name === "if") { return value((parts[0].find(each => holds(each[0], at)) || [null, parts[1]])[1], at); }
    if (name === "sum" || name === "product") {
      const low = whole(value(parts[2], at), "the lower limit of a sum"), high = whole(value(parts[3], at), "the upper limit of a sum");
      if (limits !== IN_PAGE && high - low + 1n > limits.terms) { large(`a sum of more than ${limits.terms} terms is too long to evaluate`); }
      let total = name === "sum" ? ZERO : ONE;
      for (let index = low; index <= high; index++) {
        if (limits === IN_PAGE && ++terms > limits.terms) { fail("too many terms"); }
        total = (name === "sum" ? add : times)(total, value(parts[0], { ...at, [parts[1]]: [index, 1n] }));
        worked(1);
        if (exact(total)) { fits(bitsOf(total)); }
      }
      return total;
    }
    return (Object.hasOwn(operations, name) ? operations[name] : fail("no value of " + name))(...parts.map(each => value(each, at)));
  }
  function holds(tree, at) {
    const [name, ...parts] = tree;
    worked(1);
    if (name === "and") { return parts.every(each => holds(each, at)); }
    if (name === "or") { return parts.some(each => holds(each, at)); }
    if (name === "not") { return !holds(parts[0], at); }
    if (name === "even" || name === "odd") {
      const given = value(parts[0], at);
      return exact(given) && given[1] === 1n && (given[0] % 2n === 0n) === (name === "even");
    }
    if (name === "prime power") { return primePower(whole(value(parts[0], at))); }
    const found = compared(value(parts[0], at), value(parts[1], at));
    if (found === null) { throw placed(new Undefined("the two sides cannot be told apart"), { 0: "", column: tree.column }); }
    return COMPARISONS[name](found);
  }
  function begun(within, run) {
    [limits, terms, work] = [within, 0, 0];
    try { return run(); } finally { limits = IN_PAGE; }
  }
  const SHOWN = 7;
  function decimal(text) {  // rounded; nothing for whole numbers
    const [n, d] = text.split("/").map(BigInt);
    if (d === undefined) { return ""; }
    const whole = n < 0n ? -n : n;
    let places = Math.max(0, SHOWN - String(whole / d).length);
    while (whole && whole * 10n ** BigInt(places) / d < 10n ** BigInt(SHOWN - 1) && whole < d) { places++; }
    const rounded = (2n * whole * 10n ** BigInt(places) + d) / (2n * d);
    const digits = String(rounded).padStart(places + 1, "0");
    const fraction = (places ? digits.slice(-places) : "").replace(/0+$/, "");
    return (n < 0n ? "−" : "") + (places ? digits.slice(0, -places) : digits) + (fraction ? "." + fraction : "");
  }
  const named = numbers => Object.fromEntries(Object.entries(numbers).map(([name, each]) => [name, [BigInt(each), 1n]]));
  const text = ([n, d]) => d === 1n ? String(n) : n + "/" + d;
  return {
    decimal: decimal, compared: compared, exact: exact, text: text, sum: sum, product: product, OutOfTime: OutOfTime, TooExpensive: TooExpensive, until: when => { deadline = when; }, late: () => Date.now() > deadline,
    minusOne: (mean, nodes) => product(mean, [nodes[0] - 1n, nodes[0]]),  // over all pairs of nodes, those of a node with itself too
    middle: ({ low, high }) => product(sum(low, high), [1n, 2n]),
    number: (tree, numbers) => begun(IN_PAGE, () => value(tree, named(numbers))),
    value: (tree, numbers) => text(begun(IN_PAGE, () => value(tree, named(numbers)))),
    holds: (tree, numbers) => begun(IN_PAGE, () => holds(tree, named(numbers))),
    written: function (text, FormulaError) {  // the evaluation of a user's formula: errors have the column of their part
      function run(evaluate) {
        try { return begun(OF_USERS, evaluate); } catch (error) {
          if (error instanceof Undefined || error instanceof TooExpensive) {
            throw Object.assign(new FormulaError(error.message, text, error.column ?? null), { expensive: error instanceof TooExpensive });
          }
          throw error;
        }
      }
      return {
        value: (tree, numbers) => run(() => value(tree, named(numbers))), holds: (tree, numbers) => run(() => holds(tree, named(numbers))),
        exceeds: (tree, bound) => run(() => compared(OPERATIONS.abs(value(tree, {})), [BigInt(bound), 1n]) === 1),
      };
    },
  };
})();
if (typeof module !== "undefined") { module.exports = netlemmaEvaluate; }
