"use strict";
// Formulas and conditions as people write them, plain and in LaTeX, read as netlemma check reads them: checks/formula in JavaScript.
// What is not read here, names that a user binds and growth, is refused with a line that says so.
const netlemmaRead = (function () {
  const TABLES = typeof netlemmaNotation === "undefined" ? require("./notation.js") : netlemmaNotation;
  const { FUNCTIONS, ELSEWHERE, SIGNS_ELSEWHERE, ALIASES, KINDS, UNICODE, SAME, TEXT, BRACKETS, ROUNDED, NUMBERS, BIGGEST, JOINTS,
    RELATIONS, GROWTH, MIRROR, SUPERSCRIPTS, SUBSCRIPTS, RAISED, LOWERED } = TABLES;
  const sets = ["WORDS", "BARE", "DROPPED", "ACCEPTED_WORDS", "OTHERWISE", "CLAUSE", "SKIPPED", "GREEK", "FUNCTION_LETTERS", "DECORATIONS",
    "LAYOUT", "OPERATORS", "JOINED", "LOGS", "BIG", "ENVIRONMENTS", "OPENING", "CLOSING", "DEFINING"];
  const { WORDS, BARE, DROPPED, ACCEPTED_WORDS, OTHERWISE, CLAUSE, SKIPPED, GREEK, FUNCTION_LETTERS, DECORATIONS, LAYOUT, OPERATORS,
    JOINED, LOGS, BIG, ENVIRONMENTS, OPENING, CLOSING, DEFINING } = Object.fromEntries(sets.map(name => [name, new Set(TABLES[name])]));
  const own = (table, name) => Object.prototype.hasOwnProperty.call(table, name) ? table[name] : undefined;
  const { LONGEST_TEXT, DEEPEST, MOST_READINGS, LARGEST_EXPONENT } = TABLES;

  class FormulaError extends Error {
    constructor(message, text = "", column = null, command = false) {
      super(column === null ? message : `column ${column + 1}: ${message}`);
      Object.assign(this, { text, column, command });
    }
  }
  const fail = (message, text, column) => { throw new FormulaError(message, text, column); };
  const elsewhere = (what, text, column) => {
    throw new FormulaError(`${what} is not read in the page; use the command`, text, column, true);
  };
  const oneLine = text => text.replace(/\s/gu, " ").replace(/\p{C}/gu, each => "\\x" + each.codePointAt(0).toString(16).padStart(2, "0"));
  function quoted(text) {
    return `'${oneLine(text.length > 40 ? text.slice(0, 18) + "..." + text.slice(-18) : text)}'`;
  }
  function matches(a, b) {  // letters in common blocks, the longest first, as in Python's difflib
    let [best, at, there] = [0, 0, 0], before = [];
    for (let i = 0; i < a.length; i++) {
      const here = [];
      for (let j = 0; j < b.length; j++) {
        if (a[i] === b[j]) {
          here[j] = (before[j - 1] || 0) + 1;
          if (here[j] > best) { [best, at, there] = [here[j], i - here[j] + 1, j - here[j] + 1]; }
        }
      }
      before = here;
    }
    return best && best + matches(a.slice(0, at), b.slice(0, there)) + matches(a.slice(at + best), b.slice(there + best));
  }
  const by = (one, other) => one < other ? -1 : one > other ? 1 : 0;
  function nearest(name, candidates) {
    const spelled = new Map([...candidates].sort(by).reverse().map(each => [each.toLowerCase(), each])), word = name.slice(0, 200).toLowerCase();
    let best = [0.6, ""];
    for (const each of spelled.keys()) {
      const score = 2 * matches([...each], [...word]) / (each.length + word.length);
      if (score > best[0] || score === best[0] && each > best[1]) { best = [score, each]; }
    }
    return best[1] ? ` (did you mean '${spelled.get(best[1])}'?)` : "";
  }

  // Syntax trees: a kind, parts, and the column where the part begins.
  const [OR, AND, NOT, COMPARE, MOD, ADD, MULTIPLY, NEGATE, POWER] = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  function number(text, column) {
    const [whole, places = ""] = text.split(".");
    return { kind: "number", value: [BigInt(whole + places || "0"), 10n ** BigInt(places.length)], column };
  }
  const Name = (name, column) => ({ kind: "name", name, column });
  const Negative = (operand, column) => ({ kind: "negative", operand, column });
  const Chain = (operands, operators, column) => ({ kind: "chain", operands, operators, column });
  const Power = (base, exponent, column) => ({ kind: "power", base, exponent, column });
  const Call = (called, args, column) => ({ kind: "call", called, args, column });
  const Sum = (kind, body, index, lower, upper, column) => ({ kind, body, index, lower, upper, column });
  const Piecewise = (pieces, otherwise, column) => ({ kind: "piecewise", pieces, otherwise, column });
  const Comparison = (left, operator, right, column) => ({ kind: "comparison", left, operator, right, column });
  const Parity = (operand, parity, column) => ({ kind: "parity", operand, parity, column });
  const Junction = (word, operands, column) => ({ kind: "junction", word, operands, column });
  const precedence = chain => "+-".includes(chain.operators[0]) ? ADD : MULTIPLY;
  const isProduct = node => node.kind === "chain" && precedence(node) === MULTIPLY;
  const isCondition = node => ["comparison", "parity", "not", "junction"].includes(node.kind);
  const isSum = node => node.kind === "sum" || node.kind === "product";
  function parts(node) {
    switch (node.kind) {
      case "negative": case "parity": case "not": return [node.operand];
      case "chain": case "junction": return node.operands;
      case "power": return [node.base, node.exponent];
      case "call": return node.args;
      case "sum": case "product": return [node.body, node.lower, node.upper];
      case "piecewise": return [...node.pieces.flat(), node.otherwise];
      case "comparison": return [node.left, node.right];
      default: return [];
    }
  }
  const walk = node => [node, ...parts(node).flatMap(walk)];
  function freeNames(node) {
    if (node.kind === "name") { return new Set([node.name]); }
    const found = new Set();
    for (const part of parts(node)) {
      for (const name of freeNames(part)) { if (!(isSum(node) && part === node.body && name === node.index)) { found.add(name); } }
    }
    return found;
  }
  function plain(node) {  // as it was read, without columns, to be compared
    const inner = parts(node).map(plain);
    switch (node.kind) {
      case "number": { const [n, d] = node.value, common = gcd(n, d); return ["number", `${n / common}/${d / common}`]; }
      case "name": return ["name", node.name];
      case "chain": return ["chain", ...inner, ...node.operators];
      case "call": return ["call", node.called, ...inner];
      case "sum": case "product": return [node.kind, node.index, ...inner];
      case "comparison": return ["comparison", node.operator, ...inner];
      case "parity": return ["parity", node.parity, ...inner];
      case "junction": return ["junction", node.word, ...inner];
      default: return [node.kind, ...inner];
    }
  }
  const gcd = (a, b) => b ? gcd(b, a % b) : a || 1n;
  const same = (one, other) => JSON.stringify(plain(one)) === JSON.stringify(plain(other));
  function tree(node) {  // as the evaluator takes it, with columns
    const made = treeOf(node);
    made.column = node.column;
    return made;
  }
  function treeOf(node) {
    switch (node.kind) {
      case "number": return ["n", ...node.value.map(String)];
      case "name": return ["v", node.name];
      case "negative": return ["neg", tree(node.operand)];
      case "chain": return node.operands.slice(1).reduce(function (left, operand, i) {
        const made = [node.operators[i], left, tree(operand)];
        made.column = operand.column;
        return made;
      }, tree(node.operands[0]));
      case "power": return ["^", tree(node.base), tree(node.exponent)];
      case "call": return [node.called, ...node.args.map(tree)];
      case "sum": case "product": return [node.kind, tree(node.body), node.index, tree(node.lower), tree(node.upper)];
      case "piecewise": return ["if", node.pieces.map(([value, test]) => [tree(test), tree(value)]), tree(node.otherwise)];
      case "comparison": return [node.operator, tree(node.left), tree(node.right)];
      case "parity": return [node.parity, tree(node.operand)];
      case "not": return ["not", tree(node.operand)];
      default: return [node.word, ...node.operands.map(tree)];
    }
  }
  function joined(word, nodes) {
    const flat = nodes.flatMap(each => each.kind === "junction" && each.word === word ? each.operands : [each]);
    return flat.length === 1 ? flat[0] : Junction(word, flat, flat[0].column);
  }

  // Texts of syntax trees, as in grammar.unparse.
  function unparse(node, needed = OR) {
    const [tightness, text] = written(node);
    return tightness >= needed ? text : `(${text})`;
  }
  function written(node) {
    const ATOM = 10;
    switch (node.kind) {
      case "number": return [ATOM, decimal(...node.value)];
      case "name": return [ATOM, node.name];
      case "negative": return [NEGATE, "-" + unparse(node.operand, NEGATE)];
      case "chain": {
        const level = precedence(node), space = level === ADD ? " " : "";
        const rest = node.operators.map((each, i) => space + each + space + unparse(node.operands[i + 1], level + 1));
        return [level, unparse(node.operands[0], level) + rest.join("")];
      }
      case "power": return [POWER, unparse(node.base, ATOM) + "^" + unparse(node.exponent, POWER)];
      case "call": return [ATOM, `${node.called}(${node.args.map(each => unparse(each)).join(", ")})`];
      case "sum": case "product": return [ATOM, `${node.kind}(${unparse(node.body)}, ${node.index}, ${unparse(node.lower)}, ${unparse(node.upper)})`];
      case "piecewise": return [ATOM, `piecewise(${parts(node).map(each => unparse(each)).join(", ")})`];
      case "comparison": return [COMPARE, `${unparse(node.left, ADD)} ${node.operator} ${unparse(node.right, ADD)}`];
      case "parity": return [COMPARE, `${unparse(node.operand, ADD)} ${node.parity}`];
      case "not": return [NOT, "not " + unparse(node.operand, NOT)];
      default: {
        const level = node.word === "and" ? AND : OR;
        return [level, node.operands.map(each => unparse(each, level + 1)).join(` ${node.word} `)];
      }
    }
  }
  function decimal(n, d) {
    const places = String(d).length - 1, digits = String(n).padStart(places + 1, "0");
    const fraction = places ? digits.slice(-places).replace(/0+$/, "") : "";
    return (places ? digits.slice(0, -places) : digits) + (fraction && "." + fraction);
  }

  // Ambiguous notation: each way to read it.
  class Choices {
    constructor(taken = {}) { Object.assign(this, { taken, met: new Map() }); }
    second(kind, example = "") {
      const name = `${kind} ${example}`.trim();
      this.met.set(name, KINDS[kind][own(this.taken, name) || 0].replace("{0}", example));
      return Boolean(own(this.taken, name));
    }
    get open() { return [...this.met.keys()].filter(kind => own(this.taken, kind) === undefined); }
    get words() { return [...this.met.values()].join("; "); }
  }
  function everyReading(read) {
    const kinds = [];
    for (;;) {
      const found = [];
      for (let way = 0; way < Math.min(2 ** kinds.length, MOST_READINGS); way++) {
        found.push(read(new Choices(Object.fromEntries(kinds.map((kind, i) => [kind, way >> (kinds.length - 1 - i) & 1])))));
      }
      const more = [...new Set(found.flatMap(each => each.choices.open))];
      if (!more.length || 2 ** kinds.length >= MOST_READINGS) { return found; }
      kinds.push(...more);
    }
  }
  function distinct(readings, text) {
    const found = [];
    const undefinedCall = each => [...each.choices.met.keys()].some(kind => kind.startsWith("call") && own(each.choices.taken, kind));
    const key = each => JSON.stringify([each.stated.map(one => [plain(one.root), one.relation]), each.where && plain(each.where)]);
    for (const each of readings) {
      if (each.error && !undefinedCall(each) && readings.some(other => other.stated.length)) { continue; }
      if (!found.some(other => key(other) === key(each))) { found.push(each); }
    }
    if (found.every(each => each.error)) { throw found[0].error || new FormulaError("it cannot be read", text); }
    return found.length === 1 ? [{ ...found[0], words: "" }] : found;
  }

  // Plain text: words, and syntax trees by precedence climbing.
  const WORD = /([0-9]+(?:\.[0-9]+)?|\.[0-9]+)|([A-Za-z_][A-Za-z_0-9]*)|(\*\*|<=|>=|==|!=|[-+*/^()<>=,!|])/y;
  const SPELLINGS = TABLES.SPELLINGS;
  function tokens(text) {
    if (text.length > LONGEST_TEXT) { fail(`${text.length} characters are too many; a formula has at most ${LONGEST_TEXT}`, text, null); }
    const found = [];
    let column = 0;
    while (column < text.length) {
      const character = String.fromCodePoint(text.codePointAt(column));
      WORD.lastIndex = column;
      const match = WORD.exec(text);
      if (match) {
        const kind = match[1] !== undefined ? "number" : match[2] !== undefined ? "name" : "operator";
        found.push({ kind, text: own(SPELLINGS, match[0]) || match[0], column });
        column = WORD.lastIndex;
      } else if (own(SPELLINGS, character)) {
        found.push({ kind: "operator", text: SPELLINGS[character], column: column++ });
      } else if (" \t".includes(character)) {
        column++;
      } else {
        fail("\r\n".includes(character) ? "a line break; write the formula on one line" : character === "["
          ? "'[' is not used in a formula; group with parentheses" : `the character ${quoted(character)} is not used in a formula`, text, column);
      }
    }
    return [...found, { kind: "end", text: "", column: text.length }];
  }
  const INFIX = { or: OR, and: AND, even: COMPARE, odd: COMPARE, is: COMPARE, mod: MOD, "^": POWER, "=": COMPARE, "!=": COMPARE,
    "<": COMPARE, "<=": COMPARE, ">": COMPARE, ">=": COMPARE, "+": ADD, "-": ADD, "*": MULTIPLY, "/": MULTIPLY };
  const infix = word => own(INFIX, word.text) || 0;
  const said = word => word.kind === "end" ? "the end of the formula" : quoted(word.text);
  const isWhole = text => /^\d+$/.test(text);

  class Parser {
    constructor(text, names, choices) {
      Object.assign(this, { text, names, choices, position: 0, depth: 0, grouped: [], bars: 0 });
      this.known = new Set([...names, ...Object.keys(FUNCTIONS), ...Object.keys(ALIASES), ...WORDS, ...BARE]);
      this.words = tokens(text).flatMap(word => this.apart(word));
    }
    get word() { return this.words[this.position]; }
    advance() { return this.words[this.position++]; }
    fail(message, column) { fail(message, this.text, column); }
    apart(word) {  // a word that is no name as the names side by side in it
      if (word.kind !== "name" || this.known.has(word.text)) { return [word]; }
      let column = word.column;
      return (namesIn(word.text, [...this.names].sort((a, b) => b.length - a.length)) || [word.text]).map(function (text) {
        column += text.length;
        return { kind: "name", text, column: column - text.length };
      });
    }
    second(kind, column) {
      if (!this.choices) { this.fail(KINDS[kind].join(" or ") + ": write signs and parentheses", column); }
      return this.choices.second(kind);
    }
    whole(commas) {
      if (this.word.kind === "end") { this.fail("nothing is written here; expected a formula", 0); }
      const nodes = [this.expression(OR)];
      while (commas && this.word.text === ",") { this.advance(); nodes.push(this.expression(OR)); }
      if (this.word.kind !== "end") { this.unexpected("the end of the formula"); }
      return nodes.length === 1 ? nodes[0] : joined("and", nodes.map(each => this.predicate(each)));
    }
    unexpected(expected) {
      const before = this.words[this.position - 1], word = this.word;
      if (own(SIGNS_ELSEWHERE, word.text)) { this.fail(`${said(word)} is not used here; write ${SIGNS_ELSEWHERE[word.text]}`, word.column); }
      const meant = word.kind === "name" && nearest(word.text, ["even", "odd"]);
      if (meant) { this.fail(`${said(word)} after ${said(before)} is no condition${meant}`, word.column); }
      if (["number", "name"].includes(word.kind) || word.text === "(") {
        const product = (before.text + word.text).length < 40 ? `${before.text}*${word.text}` : "a*b";
        this.fail(`no operator between ${said(before)} and ${said(word)}; for a product write ${product}`, word.column);
      }
      if (word.kind === "end") { this.fail(`the formula ends where an operator or ${expected} is expected`, word.column); }
      this.fail(`expected an operator or ${expected}, found ${said(word)}`, word.column);
    }
    expression(loosest) {
      if (++this.depth > DEEPEST) { this.fail(`nested more than ${DEEPEST} deep`, this.word.column); }
      let bare = this.word.text === "-", node = this.operand();
      for (;;) {
        if (infix(this.word) < loosest) {
          const beside = loosest <= MULTIPLY ? this.beside(node) : null;
          if (!beside) { break; }
          [node, bare] = [beside, true];
          continue;
        }
        const operator = this.advance();
        if (bare && operator.text === "mod") { this.fail("it is not clear what mod applies to; write mod(a, b)", operator.column); }
        node = this.combine(node, operator);
        if (operator.text === "mod" && (infix(this.word) >= ADD || this.begins())) { this.fail("it is not clear what mod applies to; write mod(a, b)", operator.column); }
        bare = true;
      }
      this.depth--;
      return node;
    }
    begins() {  // whether a factor without a sign before it begins here
      const { kind, text } = this.word;
      if (kind === "number") { return this.words[this.position - 1].kind === "operator"; }
      return text === "(" || text === "|" && !this.bars || kind === "name" && !WORDS.has(text);
    }
    beside(node) {
      if (!this.begins()) { return null; }
      const word = this.word, before = this.words[this.position - 1], twoBefore = this.words.at(this.position - 2);
      const touching = before.column + before.text.length === word.column && word.kind === "name";
      this.number(node);
      const factor = this.number(this.expression(POWER));
      const exponent = this.position > 2 && twoBefore.text === "^" && before.kind !== "operator" && touching;
      if (exponent && this.second("raised", word.column)) { return raised(node, factor); }
      if (!isProduct(node) || this.grouped.includes(node)) { return Chain([node, factor], ["*"], node.column); }
      if (node.operators.at(-1) === "/" && !this.second("slash", word.column)) { return inLast(node, factor); }
      return Chain([...node.operands, factor], [...node.operators, "*"], node.column);
    }
    combine(left, operator) {
      const text = operator.text;
      if (text === "or" || text === "and") {
        const right = this.expression(text === "or" ? AND : NOT);
        return joined(text, [this.predicate(left), this.predicate(right)]);
      }
      this.number(left);
      if (["even", "odd", "is"].includes(text)) {
        const parity = text === "is" ? this.advance() : operator;
        if (!["even", "odd"].includes(parity.text)) { this.fail(`expected 'even' or 'odd' after 'is', found ${said(parity)}`, parity.column); }
        return Parity(left, parity.text, left.column);
      }
      const level = INFIX[text];
      const right = this.number(this.expression({ "^": POWER, mod: NEGATE }[text] || level + 1));
      if (text === "^") { return Power(left, right, operator.column); }
      if (text === "mod") { return Call("mod", [left, right], operator.column); }
      if (level === COMPARE) { return this.comparison(Comparison(left, text, right, left.column)); }
      if (left.kind === "chain" && precedence(left) === level) {
        return Chain([...left.operands, right], [...left.operators, text], left.column);
      }
      return Chain([left, right], [text], left.column);
    }
    comparison(first) {
      let node = first, last = first;
      while (infix(this.word) === COMPARE && this.word.kind === "operator") {
        const operator = this.advance().text, right = this.number(this.expression(MOD));
        last = Comparison(last.right, operator, right, last.right.column);
        node = joined("and", [node, last]);
      }
      return node;
    }
    number(node) {
      if (isCondition(node)) { this.fail("a condition stands where a number is expected", node.column); }
      return node;
    }
    predicate(node) {
      if (!isCondition(node)) { this.fail("a number stands where a condition such as 'w even' or 'w >= 2' is expected", node.column); }
      return node;
    }
    operand() {
      const word = this.word, following = this.words[Math.min(this.position + 1, this.words.length - 1)];
      let node;
      if (word.text === "|") { node = this.between(); }
      else if (BARE.has(word.text) && !this.names.has(word.text) && following.text !== "(") { node = this.bare(); }
      else {
        node = this.plainOperand();
        if (word.text === "(") { this.grouped.push(node); }
      }
      while (this.word.text === "!") {
        const args = [this.number(node)];
        node = Call("factorial", args, this.advance().column);
      }
      return node;
    }
    plainOperand() {
      const word = this.advance(), column = word.column, isFunction = own(FUNCTIONS, word.text) !== undefined;
      if (word.kind === "number") { return number(word.text, column); }
      if (word.text === "-") { return Negative(this.number(this.expression(NEGATE)), column); }
      if (word.text === "not") { return { kind: "not", operand: this.predicate(this.expression(NOT)), column }; }
      if (word.text === "(") {
        const node = this.expression(OR);
        this.close("')'");
        return node;
      }
      if (word.kind === "name" && this.word.text === "(" && (!WORDS.has(word.text) || isFunction)) { return this.call(word); }
      if (word.kind === "name" && !WORDS.has(word.text) && !isFunction) { return Name(word.text, column); }
      if (isFunction) { this.fail(`${word.text} is a function; write ${FUNCTIONS[word.text][2]}`, column); }
      this.position--;
      if (word.kind === "end") { this.fail("the formula ends where a number, a name or '(' is expected", column); }
      if (own(SIGNS_ELSEWHERE, word.text)) { this.fail(`${said(word)} is not used here; write ${SIGNS_ELSEWHERE[word.text]}`, column); }
      this.fail(`expected a number, a name or '(', found ${said(word)}`, column);
    }
    between() {
      const bar = this.advance();
      this.bars++;
      const node = this.number(this.expression(OR));
      this.bars--;
      if (this.word.text !== "|") { this.fail("this | is not closed", bar.column); }
      this.advance();
      return Call("abs", [node], bar.column);
    }
    bare() {  // a function without parentheses, of the factors that follow
      const called = this.advance();
      let node = this.number(this.expression(POWER));
      while (this.word.kind === "name" && !WORDS.has(this.word.text) && !BARE.has(this.word.text)) {
        node = Chain([node, this.number(this.expression(POWER))], ["*"], node.column);
      }
      return this.application(called.text, [node], called.column);
    }
    close(expected) {
      if (this.word.text !== ")") { this.unexpected(expected); }
      this.advance();
    }
    base(name) {
      const base = name.replace(/^log_/, "");
      return base !== name && !own(ALIASES, name) && (this.names.has(base) || isWhole(base)) ? base : "";
    }
    arity(name) {
      if (this.base(name)) { return [1, 1, `${name}(x)`]; }
      if (name === "sqrt") { return [1, 1, "sqrt(x)"]; }
      if (own(ALIASES, name)) {
        const [called] = ALIASES[name], [least, most, usage] = FUNCTIONS[called];
        return called === "log" ? [least, 1, `${name}(x)`] : [least, most, usage];
      }
      return own(FUNCTIONS, name);
    }
    call(word) {
      if (this.names.has(word.text)) { return Name(word.text, word.column); }  // a factor before parentheses
      const name = word.text, column = word.column, known = this.arity(name);
      if (!known && own(ELSEWHERE, name)) { this.fail(`there is no function ${quoted(name)}; write ${ELSEWHERE[name]}`, column); }
      if (!known) {
        this.fail(`there is no function ${quoted(name)}${nearest(name, Object.keys(FUNCTIONS)) || `; for a product write ${name.slice(0, 20)}*(...)`}`, column);
      }
      this.advance();
      const args = [];
      if (this.word.text !== ")") {
        args.push(this.expression(OR));
        while (this.word.text === ",") { this.advance(); args.push(this.expression(OR)); }
      }
      this.close("',' or ')'");
      const [least, most, usage] = known;
      if (args.length < least || args.length > most || name === "piecewise" && args.length % 2 === 0) {
        this.fail(`${name} has ${args.length} arguments here; write ${usage}`, column);
      }
      return this.application(name, args, column);
    }
    application(name, args, column) {
      const whole = value => number(String(value), column);
      if (name === "sqrt") { return Power(this.number(args[0]), Chain([whole(1), whole(2)], ["/"], column), column); }
      if (name === "log" && args.length === 1 && this.choices && !this.choices.second("log")) { args = [...args, whole(2)]; }
      const base = this.base(name);
      if (base) { return this.applied("log", [...args, isWhole(base) ? whole(base) : Name(base, column)], column); }
      if (own(ALIASES, name)) {
        const [called, second] = ALIASES[name];
        return this.applied(called, second ? [...args, whole(second)] : args, column);
      }
      return this.applied(name, args, column);
    }
    applied(name, args, column) {
      if (name === "piecewise") {
        const last = args.at(-1), rows = args.slice(0, -1);
        const values = [...rows.filter((_, i) => i % 2 === 0), last].map(each => this.number(each));
        const tests = rows.filter((_, i) => i % 2).map(each => this.predicate(each));
        return Piecewise(tests.map((test, i) => [values[i], test]), values.at(-1), column);
      }
      const values = args.map(each => this.number(each));
      if (name === "sum" || name === "product") {
        const index = values[1];
        if (index.kind !== "name") { this.fail(`the second argument of ${name} is the name of its index`, index.column); }
        return Sum(name, values[0], index.name, values[2], values[3], column);
      }
      return Call(name, values, column);
    }
  }
  function namesIn(text, names) {
    if (!text) { return []; }
    for (const name of names) {
      const rest = text.startsWith(name) && namesIn(text.slice(name.length), names);
      if (rest) { return [name, ...rest]; }
    }
    return null;
  }
  function raised(node, factor) {
    if (node.kind === "negative") { return Negative(raised(node.operand, factor), node.column); }
    if (node.kind === "power") { return Power(node.base, Chain([node.exponent, factor], ["*"], node.column), node.column); }
    return Chain([...node.operands.slice(0, -1), raised(node.operands.at(-1), factor)], node.operators, node.column);
  }
  function inLast(node, factor) {
    const last = node.operands.at(-1), own = isProduct(last) && last.operators.every(each => each === "*");
    const below = own ? Chain([...last.operands, factor], [...last.operators, "*"], last.column) : Chain([last, factor], ["*"], last.column);
    return Chain([...node.operands.slice(0, -1), below], node.operators, node.column);
  }

  // TeX: tokens, and what they stand for in a formula.
  const TEX = new RegExp(`\\\\[A-Za-z]+|\\\\[^\\n]|\\\\\\n|[<>]=|\\$\\$|%[^\\n]*|\\s+|[${SUPERSCRIPTS}]+|[${SUBSCRIPTS}]+|[^]`, "gu");
  const SPACE = /\*?\s*\[-?[0-9. ]*(?:pt|em|ex|mm|cm|in|bp|jot|\\\w+)\]/y;
  const LATEX = new RegExp(`[\\\\\${}${SUPERSCRIPTS}${SUBSCRIPTS}${Object.keys(UNICODE).filter(each => !"−·×≤≥≠".includes(each)).join("")}]`, "u");
  const isLatex = text => LATEX.test(text.replace(/^\s*[ΘΩ](?=\s*\()/, ""));
  const isLetter = text => /^[A-Za-z]+$/.test(text), isAlpha = text => /^\p{L}+$/u.test(text);
  function texTokens(text) {
    if (text.length > 2 * LONGEST_TEXT) { fail(`${text.length} characters are too many; a formula in LaTeX has at most ${2 * LONGEST_TEXT}`, text, null); }
    return [...text.matchAll(TEX)].flatMap(match => tokensOf(match[0], match.index));
  }
  function tokensOf(found, column) {
    const first = [...found][0];
    if (first === "%") { return []; }
    if (SUPERSCRIPTS.includes(first) || SUBSCRIPTS.includes(first)) {
      const [sign, to] = SUPERSCRIPTS.includes(first) ? ["^", RAISED] : ["_", LOWERED];
      return [sign, "{", ...[...found].map(each => to[each]), "}"].map(text => ({ kind: "character", text, column }));
    }
    if (own(UNICODE, found)) { return texTokens(UNICODE[found]).map(each => ({ ...each, column })); }
    if (found === "$$") { return [{ kind: "character", text: "$", column }]; }
    if (first === "\\" && found.length > 1) { return [{ kind: "command", text: found, column }]; }
    return [{ kind: /^\s+$/.test(found) ? "space" : "character", text: found, column }];
  }
  function group(list, start, text) {
    while (start < list.length && list[start].kind === "space") { start++; }
    if (start >= list.length || list[start].kind === "end" || list[start].text === "}") {
      fail("something is missing here: expected an argument", text, list.length ? list[Math.min(start, list.length - 1)].column : text.length);
    }
    if (list[start].text !== "{") { return [[list[start]], start + 1]; }
    let depth = 0;
    for (let end = start; end < list.length; end++) {
      depth += { "{": 1, "}": -1 }[list[end].text] || 0;
      if (!depth) { return [list.slice(start + 1, end), end + 1]; }
    }
    return fail("this brace is not closed", text, list[start].column);
  }
  const textOf = list => list.map(each => each.text).join("");
  const plainName = text => text.replace(/[^A-Za-z0-9_]/g, "");
  const end = column => ({ kind: "end", text: "", column });

  class Modes {
    constructor(text, names) {
      this.text = text;
      this.long = [...names].filter(name => name.length > 1).sort((a, b) => b.length - a.length || by(a, b));
    }
    whole(list) {
      const opens = ["$", "\\(", "\\["], first = list.find(each => each.kind !== "space");
      const sentence = list.some(each => opens.includes(each.text)) && first && opens.includes(first.text);
      return [...(sentence ? this.words(list) : this.math(list)), end(this.text.length)];
    }
    words(list) {
      const found = [], closes = { "$": "$", "\\(": "\\)", "\\[": "\\]" };
      let part = [], closing = "";
      for (const token of list) {
        const opens = own(closes, token.text);
        if (closing && token.text === closing) { found.push(...this.math(part)); [part, closing] = [[], ""]; }
        else if (!closing && opens) { found.push(...this.prose(part)); [part, closing] = [[], opens]; }
        else { part.push(token); }
      }
      return [...found, ...(closing ? this.math(part) : this.prose(part))];
    }
    prose(list) {
      return runs(list.filter(each => !DROPPED.has(each.text))).flatMap(run => isAlpha(run[0].text)
        ? [{ kind: "word", text: textOf(run).toLowerCase(), column: run[0].column }] : run.filter(each => each.kind !== "space"));
    }
    math(list) {
      const found = [];
      let index = 0;
      while (index < list.length) {
        const token = list[index++];
        if (own(TEXT, token.text)) {
          while (index < list.length && list[index].text === "*") { index++; }
          let inner;
          [inner, index] = group(list, index, this.text);
          const upright = TEXT[token.text] === "name" && !inner.some(each => each.text === "$");
          found.push(...(upright ? this.upright(inner) : this.words(inner)));
        } else if (["\\label", "\\tag", "\\hspace", "\\vspace", "\\phantom"].includes(token.text)
          || ["\\begin", "\\end"].includes(token.text) && LAYOUT.has(textOf(group(list, index, this.text)[0]).replace(/\*+$/, ""))) {
          index = group(list, index, this.text)[1];
        } else if (token.text === "\\\\" && this.space(token)) {
          const last = this.space(token);
          found.push(token);
          while (index < list.length && list[index].column < last) { index++; }
        } else if (["\\left", "\\right", "\\middle"].includes(token.text)) {
          index += index < list.length && list[index].text === "." ? 1 : 0;
        } else if (token.text === "\\forall") {
          found.push({ kind: "word", text: "for", column: token.column });
        } else if (token.kind === "space" || DROPPED.has(token.text)) {
          continue;
        } else if (isLetter(token.text)) {
          const run = runs(list.slice(index - 1))[0];
          index += run.length - 1;
          found.push(...this.letters(run));
        } else {
          found.push({ kind: token.kind, text: own(SAME, token.text) || token.text, column: token.column });
        }
      }
      return found;
    }
    space(token) {
      SPACE.lastIndex = token.column + 2;
      return SPACE.exec(this.text) ? SPACE.lastIndex : 0;
    }
    upright(list) {
      const name = textOf(list.filter(each => !DROPPED.has(each.text)));
      return [{ kind: "word", text: name.trim().replace(/[\s~-]+/g, "_"), column: list.length ? list[0].column : this.text.length }];
    }
    letters(run) {
      const whole = textOf(run), found = [];
      if (ACCEPTED_WORDS.has(whole) && whole.length > 1) { return [{ kind: "word", text: whole, column: run[0].column }]; }
      for (let index = 0; index < run.length;) {
        const text = this.long.find(name => whole.startsWith(name, index)) || whole[index];
        found.push({ kind: text.length > 1 ? "word" : "character", text, column: run[index].column });
        index += text.length;
      }
      return found;
    }
  }
  function runs(list) {
    const found = [];
    let run = [];
    for (const token of list) {
      const letter = token.kind === "character" && isLetter(token.text);
      if (run.length && !(letter && isAlpha(run[0].text) && run[0].kind === "character")) { found.push(run); run = []; }
      run.push(token);
    }
    return run.length ? [...found, run] : found;
  }

  // LaTeX by recursive descent; a product needs no sign.
  const isDigit = token => token.kind === "character" && /^[0-9]$/.test(token.text);
  const chained = (level, left, operator, right, column) => left.kind === "chain" && precedence(left) === level
    ? Chain([...left.operands, right], [...left.operators, operator], left.column) : Chain([left, right], [operator], left.column || column);
  const multiplied = (...given) => chained(MULTIPLY, ...given), added = (...given) => chained(ADD, ...given);
  const MODULI = ["\\bmod", "mod", "\\pmod", "\\pod"], RIGHT = new Set(Object.values(BRACKETS));

  class Reader {
    constructor(list, context) { Object.assign(this, { list, context, position: 0, bars: 0 }); }
    get token() { return this.list[this.position]; }
    advance() { return this.list[this.position++]; }
    fail(message, column) { fail(message, this.context.text, column); }
    argument() {
      const [found, position] = group(this.list, this.position, this.context.text);
      this.position = position;
      return found;
    }
    inner(list, column) { return new Reader([...list, end(list.length ? list.at(-1).column + 1 : column)], this.context).whole(); }
    whole() {
      const divided = this.divided();
      if (divided) { return divided; }
      if (this.token.kind === "end") { this.fail("nothing is written here; expected a formula", this.token.column); }
      const node = this.expression();
      if (this.token.kind !== "end") { this.unexpected(); }
      return node;
    }
    unexpected() {
      const token = this.token;
      if (token.kind === "end") { this.fail("the formula ends too early", Math.max(token.column - 1, 0)); }
      this.fail(`${quoted(token.text)} cannot be read here`, token.column);
    }
    divided() {
      let depth = 0;
      for (const [index, token] of this.list.entries()) {
        depth += (token.text === "{") - (token.text === "}");
        if (!depth && (token.text === "\\over" || token.text === "\\choose")) {
          const above = this.inner(this.list.slice(0, index), token.column), below = this.inner(this.list.slice(index + 1, -1), token.column);
          return token.text === "\\over" ? multiplied(above, "/", below, token.column) : Call("binomial", [above, below], token.column);
        }
      }
      return null;
    }
    deeper(column) { if (++this.context.depth > DEEPEST) { this.fail(`nested more than ${DEEPEST} deep`, column); } }
    expression() {
      this.deeper(this.token.column);
      let node = this.term();
      while (["+", "-", ...MODULI].includes(this.token.text)) {
        const operator = this.advance();
        if ("+-".includes(operator.text)) { node = added(node, operator.text, this.term(), operator.column); continue; }
        const pmod = ["\\pmod", "\\pod"].includes(operator.text);
        const divisor = pmod ? this.inner(this.argument(), operator.column) : this.scripted();
        if (node.kind === "chain" && precedence(node) !== MULTIPLY && !this.context.choices.second("mod")) {
          const last = Call("mod", [node.operands.at(-1), divisor], operator.column);
          node = Chain([...node.operands.slice(0, -1), last], node.operators, node.column);
        } else {
          node = Call("mod", [node, divisor], operator.column);
        }
      }
      this.context.depth--;
      return node;
    }
    term() {
      if (["+", "-"].includes(this.token.text)) {
        const sign = this.advance();
        this.deeper(sign.column);
        const operand = this.term();
        this.context.depth--;
        return sign.text === "-" ? Negative(operand, sign.column) : operand;
      }
      let node = this.scripted();
      for (;;) {
        const operator = this.token;
        if (operator.text === "*") {
          this.advance();
          node = multiplied(node, "*", this.signed(), operator.column);
        } else if (operator.text === "/") {
          this.advance();
          node = this.over(node, operator);
        } else if (this.starts()) {
          this.twoNumbers();
          node = multiplied(node, "*", this.scripted(), operator.column);
        } else {
          return node;
        }
      }
    }
    signed() {
      if (this.token.text !== "-") { return this.scripted(); }
      const sign = this.advance();
      return Negative(this.scripted(), sign.column);
    }
    twoNumbers() {
      if (isDigit(this.token) && this.position && isDigit(this.list[this.position - 1])) {
        this.fail("two numbers stand side by side; write a sign between them", this.token.column);
      }
    }
    over(above, slash) {
      let below = this.signed();
      if (!this.starts() || this.context.choices.second("slash")) { return multiplied(above, "/", below, slash.column); }
      while (this.starts()) {
        this.twoNumbers();
        below = multiplied(below, "*", this.scripted(), slash.column);
      }
      return multiplied(above, "/", below, slash.column);
    }
    starts() {
      const { kind, text } = this.token;
      if (kind === "end" || OPERATORS.has(text) || ["\\bmod", "\\pmod", "\\pod"].includes(text)) { return false; }
      if (text === "|") { return !this.bars; }
      if (kind === "word" && JOINED.has(text) && !this.context.names.has(text)) { return false; }
      return !RIGHT.has(text) && !["\\wedge", "\\vee", "\\to", "\\end", "$"].includes(text);
    }
    scripted() {
      let node = this.primary(), powers = 0;
      while (this.token.text === "^" || this.token.text === "!") {
        const operator = this.advance();
        if (operator.text === "!") {
          if (this.token.text === "!") { this.fail("a double factorial is not read; write it as a product", operator.column); }
          node = Call("factorial", [node], operator.column);
          continue;
        }
        let exponent = this.exponent(operator);
        if (++powers > 1 && node.kind === "power" && !this.context.choices.second("power")) {
          exponent = Power(node.exponent, exponent, operator.column);
          node = Power(node.base, exponent, node.column);
        } else {
          node = Power(node, exponent, operator.column);
        }
      }
      return node;
    }
    exponent(operator) {
      const sign = this.token.text === "-" ? this.advance() : null, bare = isDigit(this.token), found = [...this.argument()];
      if (bare && isDigit(this.token) && !this.context.choices.second("digits")) {
        while (isDigit(this.token)) { found.push(this.advance()); }
      }
      const only = found.length === 1 ? found[0].text : "";
      if (["\\prime", "\\circ", "*", "\\dagger", "'"].includes(only)) {
        this.fail(`${quoted(only)} is no exponent; bind such a name by \`let\``, operator.column);
      }
      let exponent;
      if (only.startsWith("\\") && !GREEK.has(only.slice(1))) {  // an unbraced command takes its own arguments, as in 2^\frac{n}{2}
        this.position--;
        exponent = this.primary();
      } else {
        exponent = this.inner(found, operator.column);
      }
      return sign ? Negative(exponent, sign.column) : exponent;
    }
    primary() {
      const { kind, text, column } = this.token, following = this.list[this.position + 1];
      if (isDigit(this.token) || text === "." && isDigit(following)) { return this.digits(); }
      if (text === "{") { return this.inner(this.argument(), column); }
      if (text === "|") { return this.between(); }
      if (own(BRACKETS, text) && following.text !== "\\begin") { return this.brackets(); }
      if (kind === "word" || kind === "character" && isAlpha(text)) { return this.name(); }
      return kind === "command" ? this.command() : this.unexpected();
    }
    digits() {
      const column = this.token.column;
      let digits = "";
      while (isDigit(this.token) || this.token.text === "." || this.token.text === "{") {
        if (this.token.text === "{") {
          const comma = this.list.slice(this.position, this.position + 6);
          if (textOf(comma.slice(0, 3)) !== "{,}" || !comma.slice(3).every(isDigit) || digits.includes(".")) { break; }
          this.position += 3;
        } else if (this.token.text === "." && (digits.includes(".") || !isDigit(this.list[this.position + 1]))) {
          break;
        } else {
          const digit = this.advance(), following = this.token;
          digits += digit.text;
          const between = this.context.text.slice(digit.column + 1, Math.max(following.column, digit.column + 1));
          if (following.column > digit.column + 1 && following.text !== "{" && between !== "\\,") { break; }
        }
      }
      if (digits.length > 1000) { this.fail("a number of more than 1000 digits is not read", column); }
      return number(digits, column);
    }
    between() {
      const bar = this.advance();
      this.bars++;
      const node = this.expression();
      this.bars--;
      if (this.token.text !== "|") { this.fail("this | is not closed", bar.column); }
      this.advance();
      return Call("abs", [node], bar.column);
    }
    brackets() {
      const bracket = this.advance(), bars = this.bars;
      this.bars = 0;
      const node = this.expression();
      this.bars = bars;
      if (this.token.text !== BRACKETS[bracket.text]) {
        if (this.token.kind === "end") { this.fail(`${quoted(bracket.text)} is not closed`, bracket.column); }
        this.unexpected();
      }
      this.advance();
      const rounded = own(ROUNDED, bracket.text);
      return rounded ? Call(rounded, [node], bracket.column) : node;
    }
    listed() {
      const bracket = this.token, closing = own(BRACKETS, bracket.text);
      if (bracket.text === "{") {
        const found = this.argument(), inner = new Reader([...found, end(bracket.column)], this.context), texts = found.map(each => each.text);
        const inside = texts.includes(",") && texts.filter(each => each === "(").length === 1 && texts[0] === "(" && texts.at(-1) === ")";
        return inside ? inner.listed() : inner.listedUntil("");
      }
      if (closing === undefined) { this.fail("expected arguments in parentheses", bracket.column); }
      this.advance();
      return this.listedUntil(closing);
    }
    listedUntil(closing) {
      const nodes = [this.expression()];
      while (this.token.text === "," || this.token.text === ";") { this.advance(); nodes.push(this.expression()); }
      if (this.token.text !== closing) { this.unexpected(); }
      if (closing) { this.advance(); }
      return nodes;
    }
    name() {
      const token = this.advance(), name = token.text, known = this.context.names;
      if (LOGS.has(name) && !known.has(name)) { return this.logarithm(token); }
      if (own(BIGGEST, name) && !known.has(name)) { return this.extreme(token); }
      if (own(FUNCTIONS, name) && !known.has(name) && own(BRACKETS, this.token.text)) { return this.application(token); }
      if (this.token.text === "_") { return this.indexed(token); }
      if (FUNCTION_LETTERS.has(name) && this.token.text === "(" && this.context.choices.second("call", name)) {
        this.fail(`${name} is no function that is known; define it by \`let="${name}(x)=..."\``, token.column);
      }
      return this.named(name, token.column);
    }
    named(name, column) {
      const known = [...this.context.names, ...this.context.indices];
      if (!known.includes(name)) {
        if (["e", "pi", "i"].includes(name)) { this.fail(`unknown name ${quoted(name)}`, column); }
        const hint = nearest(name, known) || `; expected ${[...known].sort(by).join(", ") || "no names"}`;
        this.fail(`unknown name ${quoted(name)}${hint}; bind it by \`let=${name}=...\``, column);
      }
      return Name(name, column);
    }
    indexed(token) {
      this.advance();
      const index = this.argument(), name = plainName(`${token.text}_${textOf(index)}`);
      const known = [...this.context.names, ...this.context.indices];
      const found = [name, name.replaceAll("_", "")].find(each => known.includes(each));
      if (found) { return Name(found, token.column); }
      if (own(NUMBERS, token.text)) { return Call(NUMBERS[token.text], [this.inner(index, token.column)], token.column); }
      return this.named(name, token.column);
    }
    application(token) {
      const [least, most, usage] = FUNCTIONS[token.text], args = this.listed();
      if (args.length < least || args.length > most || ["sum", "product", "piecewise"].includes(token.text)) {
        this.fail(`${token.text} is not read so; write ${usage} or its LaTeX`, token.column);
      }
      return Call(token.text, args, token.column);
    }
    command() {
      const token = this.advance(), { text, column } = token;
      if (text === "\\frac" || text === "\\binom") {
        const above = this.inner(this.argument(), column), below = this.inner(this.argument(), column);
        return text === "\\frac" ? multiplied(above, "/", below, column) : Call("binomial", [above, below], column);
      }
      if (text === "\\sqrt") { return this.root(column); }
      if (LOGS.has(text)) { return this.logarithm(token); }
      if (own(BIGGEST, text)) { return this.extreme(token); }
      if (BIG.has(text)) { return this.big(token); }
      if (text === "\\begin" || text === "\\{") { return this.cases(token); }
      if (DECORATIONS.has(text)) {
        this.asName(plainName(text + textOf(this.argument())), column);
        return this.name();
      }
      if (GREEK.has(text.slice(1))) {
        this.asName(text.slice(1).replace("ell", this.context.names.has("l") ? "l" : "ell"), column);
        return this.name();
      }
      this.fail(`the command ${quoted(text)} is not read`, column);
    }
    asName(text, column) { this.list[--this.position] = { kind: "word", text, column }; }
    root(column) {
      let degree = number("2", column);
      if (this.token.text === "[") {
        this.advance();
        degree = this.expression();
        if (this.token.text !== "]") { this.unexpected(); }
        this.advance();
      }
      return Power(this.inner(this.argument(), column), multiplied(number("1", column), "/", degree, column), column);
    }
    logarithm(token) {
      const name = token.text.replace(/^\\+/, ""), column = token.column;
      let base = ["lg", "lb"].includes(name) ? number("2", column) : null, power = null;
      while (this.token.text === "_" || this.token.text === "^") {
        const script = this.advance();
        if (script.text === "^") { power = this.exponent(script); } else { base = this.inner(this.argument(), column); }
      }
      if (name === "log" && !base && !this.context.choices.second("log")) { base = number("2", column); }
      const of = this.operand(), node = Call("log", base ? [of, base] : [of], column);
      return power ? Power(node, power, column) : node;
    }
    operand() {
      if (own(BRACKETS, this.token.text)) { return this.scripted(); }
      let node = this.scripted();
      while (this.starts() && !LOGS.has(this.token.text) && !BIG.has(this.token.text) && this.token.text !== "(") {
        this.twoNumbers();
        const right = this.scripted();
        node = multiplied(node, "*", right, this.token.column);
      }
      return node;
    }
    extreme(token) {
      if (this.token.text === "_" || this.token.text === "^") {
        this.fail("a minimum or maximum over a range is not read; write a list, as in \\min(a, b)", token.column);
      }
      return Call(BIGGEST[token.text], this.listed(), token.column);
    }
    big(token) {
      const limits = {};
      while (this.token.text === "_" || this.token.text === "^") {
        const script = this.advance();
        limits[script.text] = this.argument();
      }
      if (!limits._) { this.fail("the limits are missing; write them as in \\sum_{i=1}^{n}", token.column); }
      const [index, lower, upper] = this.limits(limits, token.column);
      this.context.indices.push(index);
      const body = this.term();
      this.context.indices.pop();
      return Sum(token.text === "\\sum" ? "sum" : "product", body, index, lower, upper, token.column);
    }
    limits(limits, column) {
      const pieces = [[]], signs = [], one = number("1", column);
      for (const token of limits._) {
        if (["=", "<", "<="].includes(token.text)) { signs.push(token.text); pieces.push([]); } else { pieces.at(-1).push(token); }
      }
      const place = signs.length === 2 ? 1 : 0;
      let index = pieces.length > place && pieces[place].length === 1 ? pieces[place][0].text : "";
      if (index.startsWith("\\")) { index = GREEK.has(index.slice(1)) ? index.slice(1) : ""; }
      if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(index) || !signs.length || pieces.some(each => !each.length)) {
        this.fail("these limits are not read; write them as in \\sum_{i=1}^{n} or \\sum_{0 \\le i < n}", column);
      }
      if (signs.length === 1 && signs[0] === "=" && limits["^"]) {
        const above = limits["^"];
        if (above.length && above[0].text === "\\infty") { this.fail("a sum without end has no place in a formula of sizes", column); }
        return [index, this.inner(pieces[1], column), this.inner(above, column)];
      }
      if (signs.length === 2 && !signs.includes("=") && !limits["^"]) {
        let lower = this.inner(pieces[0], column), upper = this.inner(pieces[2], column);
        if (signs[0] === "<") { lower = added(lower, "+", one, column); }
        return [index, lower, signs[1] === "<" ? added(upper, "-", one, column) : upper];
      }
      return this.fail("these limits do not say where the index begins and ends", column);
    }

    // Conditions in LaTeX and in words, and values by cases.
    condition() {
      this.skip();
      if (this.token.kind === "end" || OTHERWISE.has(this.token.text) && this.advance()) {
        this.skip();
        if (this.token.kind !== "end" && this.token.text !== ".") { this.unexpected(); }
        return null;
      }
      const alternatives = [[this.single()]];
      while (own(JOINTS, this.token.text)) {
        let joint = JOINTS[this.advance().text];
        if (own(JOINTS, this.token.text)) { joint = JOINTS[this.advance().text]; }
        this.skip();
        if (this.token.kind === "end") { break; }
        if (joint === "or") { alternatives.push([]); }
        alternatives.at(-1).push(this.single());
      }
      if (this.token.text === ".") { this.advance(); }
      if (this.token.kind !== "end") { this.unexpected(); }
      return joined("or", alternatives.map(each => joined("and", each)));
    }
    skip() { while (this.token.kind === "word" && SKIPPED.has(this.token.text) || this.token.text === ":") { this.advance(); } }
    single() {
      this.skip();
      const column = this.token.column, parities = ["even", "odd"];
      if (parities.includes(this.token.text)) {  // for even n
        const parity = this.advance().text;
        this.skip();
        return Parity(this.expression(), parity, column);
      }
      const left = this.expression(), names = [left];
      while ([",", "and"].includes(this.token.text) && this.shared()) { this.advance(); names.push(this.expression()); }
      while (this.token.kind === "word" && ["is", "are", "a", "an"].includes(this.token.text)) { this.advance(); }
      if (parities.includes(this.token.text)) {
        const parity = this.advance().text;
        return joined("and", names.map(each => Parity(each, parity, column)));
      }
      const remainder = (of, by, sign) => Comparison(Call("mod", [of, by], of.column), sign, number("0", column), of.column);
      if (["\\mid", "\\nmid", "|"].includes(this.token.text)) {
        const sign = this.advance().text !== "\\nmid" ? "=" : "!=";
        return remainder(this.expression(), left, sign);
      }
      if (["multiple", "divisible"].includes(this.token.text)) {
        while (this.token.kind === "word") { this.advance(); }
        return remainder(left, this.expression(), "=");
      }
      if (this.token.text === "\\equiv") {
        this.advance();
        const right = this.expression();
        if (right.kind !== "call" || right.called !== "mod") { this.fail("expected \\pmod behind this congruence", column); }
        const [residue, modulus] = right.args, zero = residue.kind === "number" && residue.value[0] === 0n;
        return remainder(zero ? left : Chain([left, residue], ["-"], left.column), modulus, "=");
      }
      return this.compared(left);
    }
    shared() {
      const words = this.list.slice(this.position + 1, this.position + 5).map(each => each.text);
      return words.length > 1 && ["even", "odd", "are", "is", "and", ","].includes(words[1]) && words.includes("are");
    }
    compared(left) {
      const found = [];
      while (["=", "!=", "<", "<=", ">", ">="].includes(this.token.text)) {
        const sign = this.advance().text, right = this.expression();
        found.push(Comparison(left, sign, right, left.column));
        left = right;
      }
      if (!found.length) { this.fail("expected a condition such as n even or n \\ge 2", this.token.column); }
      return joined("and", found);
    }
    cases(token) {
      this.position--;
      if (token.text === "\\{") {
        this.advance();
        if (this.token.text !== "\\begin") { this.fail("a brace begins no formula", token.column); }
      }
      const begin = this.advance(), kind = textOf(this.argument()), rows = [[[]]];
      if (!ENVIRONMENTS.has(kind.replace(/\*+$/, ""))) { this.fail(`the environment ${kind.slice(0, 20)} is not read in a formula`, begin.column); }
      if (kind === "array") { this.argument(); }
      for (let depth = 1; ;) {
        const each = this.token;
        if (each.kind === "end") { this.fail("this environment has no end", begin.column); }
        depth += (each.text === "\\begin") - (each.text === "\\end");
        if (!depth) { break; }
        this.advance();
        if (each.text === "{") {
          const [inner, position] = group(this.list, this.position - 1, this.context.text);
          this.position = position;
          rows.at(-1).at(-1).push(each, ...inner, { kind: "character", text: "}", column: each.column });
        } else if (depth === 1 && each.text === "\\\\") {
          rows.push([[]]);
        } else if (depth === 1 && each.text === "&") {
          rows.at(-1).push([]);
        } else {
          rows.at(-1).at(-1).push(each);
        }
      }
      this.advance();
      this.argument();
      if (this.token.text === "\\}") { this.advance(); }
      return this.piecewise(rows.filter(row => row.some(each => each.length)), begin.column);
    }
    piecewise(rows, column) {
      const pieces = [];
      let otherwise = null;
      for (const row of rows) {
        const [value, stated] = halves(row);
        if (otherwise) { this.fail("a case stands behind the one for all others", value.length ? value[0].column : column); }
        const node = this.inner(value.filter((token, i) => i + 1 < value.length || token.text !== ","), column);
        const last = (stated.length ? stated : value.length ? value : [{ column }]).at(-1);
        const condition = new Reader([...stated, end(last.column + 1)], this.context).condition();
        if (condition) { pieces.push([node, condition]); } else { otherwise = node; }
      }
      if (!otherwise) {
        if (!pieces.length) { this.fail("there are no cases here", column); }
        const every = pieces.map(([, condition]) => condition);
        [otherwise] = pieces.pop();
        const parity = every.length === 2 && every.every(each => each.kind === "parity") && same(every[0].operand, every[1].operand)
          && every[0].parity !== every[1].parity;
        if (!parity) {
          if (this.context.indices.length) { this.fail("these cases need an 'otherwise'", column); }
          this.context.limits.push(joined("or", every));
        }
      }
      return pieces.length ? Piecewise(pieces, otherwise, column) : otherwise;
    }
  }
  function halves(row) {
    if (row.length > 1) { return [row[0], row.slice(1).flat()]; }
    const index = row[0].findIndex(each => each.kind === "word" && ["if", "for", "when", "otherwise", "else"].includes(each.text));
    return index < 0 ? [row[0], []] : [row[0].slice(0, index), row[0].slice(index)];
  }

  // What a text says of a quantity: its value or a bound, and the conditions behind it.
  function partsOf(list, names, text) {
    const body = list.slice(0, -1), last = list.at(-1), sides = [[]], signs = [];
    let depth = 0;
    for (const token of body) {
      depth += OPENING.has(token.text) - CLOSING.has(token.text);
      if (depth === 0 && own(RELATIONS, token.text)) { signs.push(token); sides.push([]); }
      else if (depth || token.text !== "&") { sides.at(-1).push(token); }
    }
    if (!signs.length) { return [side("=", sides[0], last, text)]; }
    const symbols = [...sides.keys()].filter(index => isSymbol(sides[index]));
    const unknown = symbols.filter(index => !sides[index].length || !names.has(sides[index][0].text));
    const at = [...(unknown.length ? unknown : symbols)][0];
    if (at === undefined) {
      fail("no side of this relation is the symbol of the quantity; write the relation first, as in \\le n/2", text, sides[0].length ? sides[0][0].column : 0);
    }
    const found = [];
    for (const step of [1, -1]) {
      let relation = "=", index = at;
      while (index + step >= 0 && index + step < sides.length) {
        const token = step > 0 ? signs[index] : signs[index - 1];
        index += step;
        const sign = RELATIONS[token.text];
        relation = chain(relation, step > 0 ? sign : MIRROR[sign], token, text);
        const following = index + 1 < sides.length ? sides[index + 1].slice(0, 1) : [];
        found.push(side(relation, sides[index], end(following.length ? following[0].column : last.column), text));
      }
    }
    return found;
  }
  function isSymbol(list) {
    const text = index => index < list.length ? list[index].text : "";
    if (list.length > 2 && text(0) === "|" && list.at(-1).text === "|") { return isSymbol(list.slice(1, -1)); }
    if (list.length > 1 && own(GROWTH, text(0)) && text(1) === "(" || list.length === 1 && text(0) === "\\infty") { return false; }
    let index = 0, letters = 0;
    while (index < list.length && DECORATIONS.has(text(index))) { index++; }
    while (index < list.length && (isAlpha(text(index).replaceAll("_", "")) || list[index].kind === "word")) { letters++; index++; }
    if (index < list.length && !letters) {
      const first = list[index];
      if (first.text === "{" || first.kind === "command" && isAlpha(first.text.slice(1)) && index === list.length - 1) {
        [letters, index] = [1, first.text === "{" ? group(list, index, "")[1] : index + 1];
      } else if (first.text === "\\langle") {
        return list.at(-1).text === "\\rangle";
      } else if (first.kind === "command" && !["\\frac", "\\sum", "\\prod", "\\binom", "\\sqrt", "\\begin"].includes(first.text)) {
        [letters, index] = [1, index + 1];
      }
    }
    while (index < list.length && ["_", "^", "'", "\\"].includes(text(index))) {
      const script = text(index);
      if (script === "'" || script === "\\") {
        index++;
      } else {
        if (index + 1 >= list.length) { return false; }
        try { index = group(list, index + 1, "")[1]; } catch (error) { if (error instanceof FormulaError) { return false; } throw error; }
      }
      if (script === "_" || script === "\\") { while (index < list.length && isAlpha(text(index))) { index++; } }
    }
    if (index < list.length && ["(", "["].includes(text(index))) {
      for (let depth = 0; index < list.length;) {
        depth += OPENING.has(text(index)) - CLOSING.has(text(index));
        index++;
        if (!depth) { break; }
      }
    }
    return index === list.length && (letters > 0 || !list.length);
  }
  function chain(first, second, at, text) {
    if (first === "=" || second === "=") { return first === "=" ? second : first; }
    if (first[0] === second[0] && "<>".includes(first[0])) { return first.length < second.length ? first : second; }
    return fail("this chain of relations says nothing about its first side", text, at.column);
  }
  function side(relation, list, last, text) {
    const asymptotic = "(1+o(1))";
    if (relation === "=" && list.length > asymptotic.length && textOf(list.slice(-asymptotic.length)) === asymptotic) {
      elsewhere("growth", text, list.at(-asymptotic.length).column);
    }
    let depth = 0;
    for (const [index, token] of list.entries()) {
      let growth = own(GROWTH, token.text), opened = index + 1;
      if (token.text === "\\mathcal" && opened < list.length) {
        let inner;
        [inner, opened] = group(list, opened, text);
        growth = own(GROWTH, textOf(inner));
      }
      if (!depth && growth && opened < list.length && ["(", "\\{", "[", "\\big"].includes(list[opened].text)) {
        const before = list.slice(0, index);
        if (before.length && !["+", "-"].includes(before.at(-1).text)) { continue; }
        if (!CLOSING.has(list.at(-1).text)) { fail(`nothing can follow ${growth}(...)`, text, list.at(-1).column); }
        if (!["=", "<="].includes(relation)) { fail(`${growth}(...) stands behind = or \\in`, text, token.column); }
        elsewhere("growth", text, token.column);
      }
      depth += OPENING.has(token.text) - CLOSING.has(token.text);
    }
    return { relation, list: [...list, last] };
  }
  function clauses(list) {
    const found = [[]];
    let depth = 0;
    list = apart(list);
    for (const [index, token] of list.entries()) {
      depth += OPENING.has(token.text) - CLOSING.has(token.text);
      const splits = [",", ";"].includes(token.text) || token.kind === "word" && (CLAUSE.has(token.text) || ["and", "or"].includes(token.text));
      if (depth || !splits || token.kind === "end") {
        if (depth || !["&", "\\\\"].includes(token.text)) { found.at(-1).push(token); }
      } else if (token.text === "or" && found.length > 1 || token.text === "and" && list.slice(index, index + 4).some(each => each.text === "are")) {
        found.at(-1).push(token);
      } else {
        found.at(-1).push(end(token.column));
        found.push([]);
      }
    }
    const last = found.at(-1);
    if (last.length && last.at(-1).kind !== "end") { last.push(end(last.at(-1).column + 1)); }
    return found;
  }
  function apart(list) {  // a condition in parentheses at the end, behind a comma
    let last = 0;
    for (let i = list.length - 2; i >= 0; i--) { if (![".", "\\\\", "&"].includes(list[i].text)) { last = i; break; } }
    if (list[last].text !== ")") { return list; }
    let depth = 0;
    for (let start = last; start > 0; start--) {
      depth += (list[start].text === ")") - (list[start].text === "(");
      if (!depth) {
        const inside = list.slice(start + 1, last);
        let opened = 0, stated = false;
        for (const token of inside) {
          opened += OPENING.has(token.text) - CLOSING.has(token.text);
          stated = stated || !opened && ["<", "<=", ">", ">=", "=", "even", "odd"].includes(token.text);
        }
        const comma = { kind: "character", text: ",", column: list[start].column };
        return stated ? [...list.slice(0, start), comma, ...inside, ...list.slice(last + 1)] : list;
      }
    }
    return list;
  }
  function trimmed(part) {
    const body = part.slice(0, -1);
    while (body.length && [".", "\\\\", "&", ":"].includes(body.at(-1).text)) { body.pop(); }
    return [...body, part.at(-1)];
  }
  function binds(part, names) {
    const texts = part.map(each => each.text), at = texts.indexOf("=");
    if (at < 1 || ["<", "<=", ">", ">=", "!="].some(sign => texts.includes(sign))) { return false; }
    const name = plainName(texts.slice(0, at).join(""));
    return isSymbol(part.slice(0, at)) && /^[A-Za-z_]\w*$/.test(name) && !names.has(name);
  }
  function texWhole(text, names) {
    const list = texTokens(text), macro = list.find(each => DEFINING.has(each.text));
    if (macro) { elsewhere("a definition in TeX", text, macro.column); }
    return new Modes(text, names).whole(list);
  }
  function latexReadings(text, scope) {
    const list = texWhole(text, new Set([...scope.known, "even", "odd"]));
    return distinct(everyReading(choices => reading(choices, () => latexStated(list, text, scope, choices))), text);
  }
  function reading(choices, read) {
    try { const found = read(); return { choices, words: choices.words, error: null, ...found }; } catch (error) {
      if (!(error instanceof FormulaError) || error.command) { throw error; }
      return { choices, words: choices.words, error, stated: [], where: null };
    }
  }
  function latexStated(list, text, scope, choices) {
    let found = clauses(list).map(trimmed);
    found = found.filter((part, index) => part.length > 1 || !index);
    const stated = [];
    for (const part of found.slice(1)) {
      const to = part.find(each => each.text === "\\to");
      if (to) { elsewhere("growth", text, to.column); }
      if (binds(part, scope.names)) { elsewhere("a name that the text binds", text, part[0].column); }
      stated.push(part);
    }
    const context = contextOf(text, scope, choices);
    const relations = partsOf(found[0], scope.known, text).map(function ({ relation, list: inside }) {
      const start = inside.length > 1 ? inside[0].column : 0, root = applied(new Reader(inside, context).whole(), scope.bound);
      accept(root, text, scope.names);
      return { root, relation, start };
    });
    const conditions = stated.map(part => new Reader(part, context).condition()).filter(Boolean);
    const every = [...context.limits, ...conditions];
    if (!every.length) { return { stated: relations, where: null }; }
    const where = applied(every.length === 1 ? every[0] : Junction("and", every, 0), scope.bound);
    accept(where, text, scope.names);
    return { stated: relations, where };
  }
  const contextOf = (text, scope, choices) => ({ text, names: scope.known, choices, indices: [], limits: [], depth: 0 });
  const RELATION = /^\s*[A-Za-z_]*\s*(<=|>=|=|<|>|≤|≥|≈|∼)/, SIGN = /^\s*([A-Za-z]\w*\s*)?(<=|>=|==|=|<|>|≤|≥|≈|∼|~)/;
  const GROWING = /^\s*(O|o|Theta|Θ|Omega|Ω|omega)\s*\(.*\)\s*/;
  function plainReading(text, { names, known, bound }, choices) {
    const sign = SIGN.exec(text);
    let relation = "=", start = 0;
    if (sign) {
      if (sign[1] && names.has(sign[1].trim())) {
        const error = new FormulaError("the relation is to stand first, as in <= n/2", text, 0);
        throw error;
      }
      [relation, start] = [own({ "==": "=", "≤": "<=", "≥": ">=", "∼": "~" }, sign[2]) || sign[2], sign[0].length];
    }
    const growth = GROWING.exec(text.slice(start));
    if (growth && growth[0].length === text.length - start && ["=", "<="].includes(relation) && !known.has(growth[1])) { elsewhere("growth", text, start); }
    return reading(choices, function () {
      const read = new Parser(" ".repeat(start) + text.slice(start), known, choices).whole(false);
      if (isCondition(read)) { fail("a condition stands where a formula is expected", text, read.column); }
      const root = applied(read, bound);
      accept(root, text, names);
      return { stated: [{ root, relation, start }], where: null };
    });
  }

  // Names that are known, indices that are new, and parts without names that have a value.
  function accept(root, text, names) {
    const free = freeNames(root);
    indices(root, text, new Set([...free, ...names]));
    for (const part of walk(root)) {
      if (part.kind === "name" && free.has(part.name) && !names.has(part.name)) {
        fail(`unknown name ${quoted(part.name)}${nearest(part.name, names) || `; expected ${[...names].join(", ") || "no names"}`}`, text, part.column);
      }
    }
    const evaluation = (typeof netlemmaEvaluate === "undefined" ? require("./evaluate.js") : netlemmaEvaluate).written(text, FormulaError);
    for (const part of walk(root).reverse()) {
      if (part.kind === "power" && !freeNames(part.exponent).size && evaluation.exceeds(tree(part.exponent), LARGEST_EXPONENT)) {
        fail(`the exponent is larger than ${LARGEST_EXPONENT}`, text, part.column);
      }
    }
    constants(root, evaluation);
  }
  function indices(node, text, used) {
    for (const part of parts(node)) { indices(part, text, isSum(node) && part === node.body ? new Set([...used, node.index]) : used); }
    if (isSum(node) && used.has(node.index)) { fail(`the index ${quoted(node.index)} has another meaning; choose another name`, text, node.column); }
  }
  function constants(node, evaluation) {
    if (freeNames(node).size) { parts(node).forEach(part => constants(part, evaluation)); }
    else if (isCondition(node)) { evaluation.holds(tree(node), {}); }
    else { evaluation.value(tree(node), {}); }
  }

  // Names that stand for expressions, which take the column of the name.
  function applied(node, bound, column = null, indices = []) {
    if (!Object.keys(bound).length && column === null) { return node; }
    const inside = (part, more = []) => applied(part, bound, column, [...indices, ...more]), here = column === null ? node.column : column;
    if (node.kind === "name" && own(bound, node.name) && !indices.includes(node.name)) { return applied(bound[node.name], {}, here); }
    const made = { ...node, column: here };
    for (const [name, part] of Object.entries(node)) {
      if (part && part.kind) { made[name] = inside(part, isSum(node) && name === "body" ? [node.index] : []); }
      else if (name === "pieces") { made[name] = part.map(pair => pair.map(each => inside(each))); }
      else if (name === "operands" || name === "args") { made[name] = part.map(each => inside(each)); }
    }
    return made;
  }
  function formula(text, scope) {
    if (isLatex(text)) { return latexReadings(text, scope); }
    try {
      return distinct(everyReading(choices => plainReading(text, scope, choices)), text);
    } catch (error) {
      if (!(error instanceof FormulaError) || error.command || !RELATION.test(text) && !GROWING.test(text)) { throw error; }
      return latexReadings(text, scope);
    }
  }
  function condition(text, scope) {
    let root;
    if (isLatex(text)) {
      root = new Reader(texWhole(text, scope.known), contextOf(text, scope, new Choices())).condition();
      if (!root) { fail("expected a condition such as $n$ even", text, 0); }
    } else {
      root = new Parser(text, scope.known, null).whole(true);
      if (!isCondition(root)) { fail("a number stands where a condition such as 'w even' or 'w >= 2' is expected", text, root.column); }
    }
    root = applied(root, scope.bound);
    accept(root, text, scope.names);
    return root;
  }
  function readings(text, where, names, bound = {}) {  // every way to read a formula, with what is said behind it; names may stand for texts
    const parsed = Object.entries(bound).map(([name, each]) => [name, new Parser(each, new Set(names), null).whole(false)]);
    const scope = { names: new Set(names), known: new Set([...names, ...Object.keys(bound)]), bound: Object.fromEntries(parsed) };
    const stated = where.trim() ? condition(where, scope) : null;
    return formula(text, scope).map(function (each) {
      const both = [each.where, stated].filter(Boolean);
      return { ...each, where: both.length ? joined("and", both) : null };
    });
  }
  return { FormulaError, readings, tree, plain, unparse };
})();
if (typeof module !== "undefined") { module.exports = netlemmaRead; }
