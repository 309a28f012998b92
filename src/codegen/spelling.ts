// Writes each primitive as JavaScript over operand expressions: operators with as few parentheses as precedence allows,
// properties by name, cotangent arithmetic inline where the types are known, otherwise `$.name(…)`.

import type { Operand, PrimInstr, PrimName, Type } from "../ir/index.ts";
import { isNumber, isNumeric, prims } from "../ir/index.ts";
import { type Expr, prefix, quote, strength, textOf, withoutMarks } from "./expression.ts";
import { isIdentifier, isPlainGlobal } from "./names.ts";

export interface SpelledOperand {
  readonly operand: Operand;
  readonly expr: Expr;
  readonly type: Type;
}

/** Text, strength and extras of the expression; the caller adds place, order and reads. */
export type Spelling = Pick<Expr, "text" | "strength" | "object" | "constructs" | "negation">;

const infix: ReadonlyMap<string, readonly [operator: string, strength: number]> = new Map(
  Object.entries({
    add: ["+", strength.additive],
    sub: ["-", strength.additive],
    mul: ["*", strength.multiplicative],
    div: ["/", strength.multiplicative],
    rem: ["%", strength.multiplicative],
    pow: ["**", strength.power],
    bitor: ["|", 5],
    bitxor: ["^", 6],
    bitand: ["&", 7],
    shl: ["<<", 10],
    shr: [">>", 10],
    ushr: [">>>", 10],
    lt: ["<", strength.relational],
    le: ["<=", strength.relational],
    gt: [">", strength.relational],
    ge: [">=", strength.relational],
    instanceof: ["instanceof", strength.relational],
    eq: ["===", strength.equality],
    ne: ["!==", strength.equality],
    "loose-eq": ["==", strength.equality],
    "loose-ne": ["!=", strength.equality],
  } satisfies Record<string, readonly [string, number]>),
);

const opposite: { readonly [name: string]: string } = { "===": "!==", "!==": "===", "==": "!=", "!=": "==" };

const unary: ReadonlyMap<string, string> = new Map([
  ["neg", "-"],
  ["plus", "+"],
  ["bitnot", "~"],
]);

/** Primitives whose first operand is followed by `.` or `[`. */
const methodLike: ReadonlySet<PrimName> = new Set<PrimName>([
  "tuple-get",
  "tuple-length",
  "length",
  "set-length",
  "push",
  "pop",
  "shadow",
  "shadow-fields",
  "shadow-get",
  "accum",
  "take",
  "put",
  "box-get",
  "box-set",
  "cell-get",
  "cell-set",
]);

/** For a guard, the condition on the variable that holds the value; written inline, so that it is cheap. */
export function guardCondition({ prim, args }: PrimInstr, name: string, helper: Helper): string | null {
  switch (prim) {
    case "guard-instance": {
      const numbers = args.slice(1).map((of) => (of.kind === "const" ? String(of.value) : ""));
      const prototypes = numbers.map((number) => helper(`class_${number}`, `$.prototypeOfClass(${number})`));
      const among = prototypes.map((prototype) => `Object.getPrototypeOf(${name}) === ${prototype}`).join(" || ");
      return `(typeof ${name} === "object" && ${name} !== null && (${among}))`;
    }
    case "guard-number":
      return `typeof ${name} === "number"`;
    case "guard-array":
      return `(Array.isArray(${name}) && ${name}.constructor === Array)`;
    case "guard-float32":
      return `(${name} instanceof Float32Array && ${name}.constructor === Float32Array)`;
    case "guard-float64":
      return `(${name} instanceof Float64Array && ${name}.constructor === Float64Array)`;
    case "guard-record":
      return `(typeof ${name} === "object" && ${name} !== null && Object.getPrototypeOf(${name}) === Object.prototype)`;
    default:
      return null;
  }
}

/** Whether JavaScript evaluates the operands of a primitive, as written here, from last to first. */
export function evaluatesBackward(prim: PrimName): boolean {
  return prim === "has";
}

/** The operand that the inline text of a primitive mentions twice: it should be a variable. */
export function namedOperand(prim: PrimName, [g, p]: readonly Operand[]): Operand | undefined {
  return prim === "scale" && g !== undefined && !isFiniteConstant(g) ? p : undefined;
}

/** Names a function that the script defines before all else, by its text. */
export type Helper = (hint: string, text: string) => string;

/** The text itself, in parentheses: for code that is not in a script. */
const written: Helper = (_, text) => (/^[\w$.]+$/.test(text) ? text : `(${text})`);

export function spell(prim: PrimName, operands: readonly SpelledOperand[], helper: Helper = written): Spelling {
  const [a, b] = operands;
  const at = (k: number, atLeast: number): string => textOf((operands[k] as SpelledOperand).expr, atLeast);
  const operator = infix.get(prim);
  if (operator !== undefined) return spellInfix(operator, at);
  const sign = unary.get(prim);
  if (sign !== undefined) {
    if (prim === "plus" && isNumber((a as SpelledOperand).type)) return itself(a as SpelledOperand);
    return { text: prefix(sign, at(0, strength.unary)), strength: strength.unary };
  }
  switch (prim) {
    case "not":
      return spellNot(a as SpelledOperand);
    case "typeof":
      return { text: `typeof ${at(0, strength.unary)}`, strength: strength.unary };
    case "is-number":
      return { text: `typeof ${at(0, strength.unary)} === "number"`, strength: strength.equality };
    case "is-nullish":
      return equality(at(0, strength.equality), "==", "null");
    case "is-element": {
      const what = at(2, strength.primary);
      if (what.includes("nullish")) return equality(property(operands), "!=", "null");
      return equality(property(operands), "!==", what.includes("null") ? "null" : "undefined");
    }
    case "is-unset":
      return equality(at(0, strength.equality), "===", helper("unset", "$.unset"));
    case "to-string":
      return { text: `\`\${${at(0, strength.assignment)}}\``, strength: strength.primary };
    case "has":
      return {
        text: `${at(1, strength.relational)} in ${at(0, strength.relational + 1)}`,
        strength: strength.relational,
      };
    case "get":
    case "load":
    case "get-frozen":
      return { text: property(operands), strength: strength.member, object: (a as SpelledOperand).operand };
    case "set":
      return { text: `${property(operands)} = ${at(2, strength.assignment)}`, strength: strength.assignment };
    case "delete":
      return { text: `delete ${property(operands)}`, strength: strength.unary };
    case "object":
      return spellObject(operands, helper);
    case "instance":
      return spellInstance(operands, helper);
    case "global":
      return spellGlobal(a as SpelledOperand);
    case "box-new":
    case "cell":
      return { text: `new $.Box(${at(0, strength.assignment)})`, strength: strength.member };
    case "is-thrown":
      return {
        text: `${at(0, strength.relational)} instanceof ${helper("Thrown", "$.Thrown")}`,
        strength: strength.relational,
      };
    case "copy":
    case "returned":
    case "stop":
    case "carry":
      return itself(a as SpelledOperand);
    case "number":
      if (isNumber((a as SpelledOperand).type)) return itself(a as SpelledOperand);
      break;
    case "numeric":
      if (isNumeric((a as SpelledOperand).type)) return itself(a as SpelledOperand);
      break;
    case "sum":
      if (operands.every(({ type }) => isNumber(type))) return spellInfix(["+", strength.additive], at);
      break;
    case "scale":
      return spellScale(a as SpelledOperand, b as SpelledOperand, helper);
    case "ratio":
      return spellRatio(a as SpelledOperand, b as SpelledOperand, helper);
    case "gate":
      if (a?.expr.ordered === true) break;
      return spellChoice(b as SpelledOperand, at(0, strength.assignment), "0");
    case "select":
      if (operands.slice(1).some(({ expr }) => expr.ordered)) break;
      return spellChoice(a as SpelledOperand, at(1, strength.assignment), at(2, strength.assignment));
    case "guard-slot":
      if (![a, b].every((operand) => isName(operand as SpelledOperand))) break;
      return { text: `${at(0, 0)}[${at(1, 0)}] !== undefined || $.failGuard()`, strength: strength.or };
    case "guard-element":
      if (![a, b].every((operand) => isName(operand as SpelledOperand))) break;
      return {
        text: `${at(1, 0)} >= ${at(0, 0)}.length || ${at(0, 0)}[${at(1, 0)}] !== undefined || ${at(1, 0)} in ${at(0, 0)} || $.failGuard()`,
        strength: strength.or,
      };
    case "typed-new":
      return {
        text: `new ${classText(a as SpelledOperand)}(${at(1, strength.assignment)})`,
        strength: strength.member,
      };
    case "construct":
      return { ...spellByTable(prim, operands, helper), constructs: classText(a as SpelledOperand) };
    default:
  }
  return spellByTable(prim, operands, helper);
}

function spellInfix(
  [operator, strong]: readonly [string, number],
  at: (k: number, atLeast: number) => string,
): Spelling {
  // `**` binds to the right, and takes no unary expression on its left.
  const [left, right] =
    operator === "**" ? [at(0, strength.postfix), at(1, strong)] : [at(0, strong), at(1, strong + 1)];
  return opposite[operator] === undefined
    ? { text: `${left} ${operator} ${right}`, strength: strong }
    : equality(left, operator, right);
}

function equality(left: string, operator: string, right: string): Spelling {
  return {
    text: `${left} ${operator} ${right}`,
    strength: strength.equality,
    negation: { text: `${left} ${opposite[operator]} ${right}`, strength: strength.equality },
  };
}

function spellNot({ expr, type }: SpelledOperand): Spelling {
  const spelling = { ...(expr.negation ?? { text: `!${textOf(expr, strength.unary)}`, strength: strength.unary }) };
  return type === "bool" ? { ...spelling, negation: { text: textOf(expr, 0), strength: expr.strength } } : spelling;
}

/** An operand unchanged. */
function itself({ expr }: SpelledOperand): Spelling {
  return { ...expr, text: textOf(expr, 0) };
}

function property([object, key]: readonly SpelledOperand[]): string {
  const o = textOf((object as SpelledOperand).expr, strength.member);
  const { operand, expr } = key as SpelledOperand;
  if (operand.kind === "const" && typeof operand.value === "string" && isIdentifier(operand.value))
    return `${o}.${operand.value}`;
  return `${o}[${textOf(expr, strength.assignment)}]`;
}

function spellObject(entries: readonly SpelledOperand[], helper: Helper): Spelling {
  const properties: string[] = [];
  for (let i = 0; i < entries.length; i += 2) {
    const [key, value] = [entries[i], entries[i + 1]] as [SpelledOperand, SpelledOperand];
    const text = textOf(value.expr, strength.assignment);
    if (key.operand.kind !== "const" || typeof key.operand.value !== "string") {
      properties.push(`[${textOf(key.expr, strength.assignment)}]: ${text}`);
    } else if (key.operand.value === "__proto__") {
      // In a literal, this key would set the prototype.
      return spellByTable("object", entries, helper);
    } else {
      const isNamed = isIdentifier(key.operand.value);
      const name = isNamed ? key.operand.value : quote(key.operand.value);
      properties.push(
        isNamed && value.operand.kind !== "const" && name === withoutMarks(text) ? text : `${name}: ${text}`,
      );
    }
  }
  return { text: properties.length === 0 ? "{}" : `{ ${properties.join(", ")} }`, strength: strength.primary };
}

/** Engines make objects fast by a constructor that sets their properties. */
function spellInstance([of, ...entries]: readonly SpelledOperand[], helper: Helper): Spelling {
  const keys = entries.filter((_, k) => k % 2 === 0).map(({ expr }) => textOf(expr, strength.assignment));
  const values = entries.filter((_, k) => k % 2 === 1).map(({ expr }) => textOf(expr, strength.assignment));
  const sets = keys.map((key, k) => `this[${key}] = v${k};`).join(" ");
  const number = textOf((of as SpelledOperand).expr, strength.assignment);
  const text = `$.constructorOf(${number}, function (${values.map((_, k) => `v${k}`).join(", ")}) { ${sets} })`;
  return { text: `new ${helper("instance", text)}(${values.join(", ")})`, strength: strength.member };
}

function spellGlobal(name: SpelledOperand): Spelling {
  const { operand, expr } = name;
  if (operand.kind === "const" && typeof operand.value === "string" && isPlainGlobal(operand.value)) {
    return { text: operand.value, strength: strength.primary };
  }
  return { text: `$.global(${textOf(expr, strength.assignment)})`, strength: strength.member };
}

const isName = ({ expr }: SpelledOperand): boolean => isIdentifier(withoutMarks(expr.text));

/** A class after `new`: anything but a name could take the parentheses of the arguments as its own. */
function classText({ expr }: SpelledOperand): string {
  const text = textOf(expr, 0);
  return isIdentifier(withoutMarks(text)) ? text : `(${text})`;
}

/** A choice by a condition that holds only if it is exactly `true`. */
function spellChoice({ expr, type }: SpelledOperand, then: string, otherwise: string): Spelling {
  const condition = type === "bool" ? textOf(expr, strength.or) : `${textOf(expr, strength.equality)} === true`;
  return { text: `${condition} ? ${then} : ${otherwise}`, strength: strength.conditional };
}

/** `g · p`; the tests for zeros are inline if the tested operands are variables. */
function spellScale(g: SpelledOperand, p: SpelledOperand, helper: Helper): Spelling {
  const product = `${textOf(g.expr, strength.multiplicative)} * ${textOf(p.expr, strength.multiplicative + 1)}`;
  if (isFiniteConstant(g.operand)) return { text: product, strength: strength.multiplicative };
  const nameOf = ({ expr }: SpelledOperand): string | null =>
    expr.ordered || !isIdentifier(withoutMarks(expr.text)) ? null : withoutMarks(expr.text);
  const [name, factor] = [nameOf(g), nameOf(p)];
  if (name !== null && isFiniteConstant(p.operand))
    return { text: `${name} === 0 ? 0 : ${product}`, strength: strength.conditional };
  if (name !== null && factor !== null) {
    // For finite numbers, the product gives a zero its sign.
    const isZero = `${name} === 0 || (${factor} === 0 && ${name} - ${name} !== 0)`;
    return { text: `${isZero} ? 0 : ${product}`, strength: strength.conditional };
  }
  return spellByTable("scale", [g, p], helper);
}

/** Whether it is a constant number other than zero, infinity and NaN. */
const isFiniteConstant = (operand: Operand): boolean =>
  operand.kind === "const" && Number.isFinite(operand.value) && operand.value !== 0;

/** `g / p`; the test for zero is inline if `g` is a variable. */
function spellRatio(g: SpelledOperand, p: SpelledOperand, helper: Helper): Spelling {
  const quotient = `${textOf(g.expr, strength.multiplicative)} / ${textOf(p.expr, strength.multiplicative + 1)}`;
  const { operand, expr } = g;
  if (isFiniteConstant(operand)) return { text: quotient, strength: strength.multiplicative };
  const name = withoutMarks(expr.text);
  if (isIdentifier(name) && !expr.ordered && !p.expr.ordered)
    return { text: `${name} === 0 ? 0 : ${quotient}`, strength: strength.conditional };
  return spellByTable("ratio", [g, p], helper);
}

/**
 * What scripts define for themselves instead of calling the function in `$`, so that engines see only the values of this script.
 * The common case is inline; the results are the same (runtime/cotangent.ts, runtime/tape.ts).
 */
const inlineTexts: { readonly [prim in PrimName]?: string } = {
  sum: '(a, b) => typeof a === "number" && typeof b === "number" ? a + b : $.sum(a, b)',
  part: "(t, k) => Array.isArray(t) && k < t.length ? t[k] : 0",
  scale: "(g, p) => g === 0 || (p === 0 && g - g !== 0) ? 0 : g * p",
  ratio: "(g, p) => g === 0 ? 0 : g / p",
  // One pair on all ways: engines need not make it if only its parts are used.
  "tape-pop": '(t) => { const full = typeof t === "object"; return [full ? t.rest : 0, full ? t.record : 0]; }',
};

/** The table's own text is safe in any position if it looks like this: a call, a literal. */
const selfContained = /^(?:(?:Math\.\w+|Object\.\w+|Number|new Array)\(.*\)|\[.*\])$/s;

/** A primitive as the table of primitives writes it, or as a call of a run-time helper. */
function spellByTable(prim: PrimName, operands: readonly SpelledOperand[], helper: Helper): Spelling {
  const js = (prims[prim] as { readonly js?: (...args: readonly string[]) => string }).js;
  const isMethod = methodLike.has(prim);
  const texts = operands.map(({ expr }, k) =>
    textOf(expr, isMethod && k === 0 ? strength.member : strength.assignment),
  );
  const text = js?.(...texts);
  if (text === undefined || !(isMethod || selfContained.test(text))) {
    const name = helper(helperName(prim), inlineTexts[prim] ?? `$.${helperName(prim)}`);
    return { text: `${name}(${texts.join(", ")})`, strength: strength.member };
  }
  return { text, strength: prims[prim].result === "none" ? strength.assignment : strength.member };
}

/** `array-length` → `arrayLength`. */
export function helperName(prim: string): string {
  return prim.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}
