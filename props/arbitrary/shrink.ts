// Smaller programs that still run: statements are removed or replaced by their insides, expressions by their parts or
// by constants, arguments by simpler ones. Intervals stay true, because what replaces a node is inside its interval.

import { holds, isInside, nothing } from "./interval.ts";
import { atom, literal, node } from "./node.ts";
import type { Argument, Block, Node, Parameter, Part, Program, Trait } from "./program.ts";
import { isWellScoped } from "./scope.ts";
import { declarationOf } from "./state.ts";

/** All programs that are one step smaller, the smallest first. */
export function* smallerPrograms(program: Program): Generator<Program> {
  for (const candidate of candidates(program)) if (isWellScoped(candidate)) yield candidate;
}

/** All nodes of a program. */
export function nodesOf({ state, helpers, body }: Program): readonly Node[] {
  const top = [...state.map(declarationOf), ...helpers, ...body.statements];
  return top.flatMap((node) => [node, ...descendants(node)]);
}

/** Whether a program has what some laws cannot judge. */
export const hasTrait = (program: Program, trait: Trait): boolean =>
  nodesOf(program).some((node) => node.trait === trait);

/** The constructs of a program. */
export function formsOf(program: Program): readonly string[] {
  const nodes = nodesOf(program);
  return [...new Set(nodes.map(({ form }) => form))];
}

function* candidates(program: Program): Generator<Program> {
  const { state, helpers, params, body } = program;
  for (const block of smallerBlock(body)) yield { ...program, body: block };
  for (const statements of smallerList(helpers)) yield { ...program, helpers: statements };
  for (const i of state.keys()) yield { ...program, state: state.toSpliced(i, 1) };
  for (const [i, variable] of state.entries()) {
    for (const value of smallerNode(variable.value)) yield { ...program, state: state.with(i, { ...variable, value }) };
  }
  if (params.length > 1) for (const i of params.keys()) yield { ...program, params: params.toSpliced(i, 1) };
  for (const [i, param] of params.entries()) {
    for (const smaller of smallerParameter(param)) yield { ...program, params: params.with(i, smaller) };
  }
}

function* smallerBlock(block: Block): Generator<Block> {
  for (const statements of smallerList(block.statements)) yield { ...block, statements };
}

function* smallerList(statements: readonly Node[]): Generator<readonly Node[]> {
  // Runs of statements, longest first.
  for (let length = statements.length; length > 0; length = Math.floor(length / 2)) {
    for (let start = statements.length - length; start >= 0; start -= length) {
      const left = statements.filter(({ isFixed }, i) => isFixed || i < start || i >= start + length);
      if (left.length < statements.length) yield left;
    }
  }
  for (const [i, statement] of statements.entries()) {
    for (const inside of insides(statement)) yield statements.toSpliced(i, 1, ...inside);
  }
  for (const [i, statement] of statements.entries()) {
    for (const smaller of smallerNode(statement)) yield statements.with(i, smaller);
  }
}

/** The statements of the blocks of a statement. */
const insides = ({ parts }: Node): readonly (readonly Node[])[] =>
  parts.flatMap((part) => {
    if (typeof part === "string" || part.kind === "declared") return [];
    if (part.kind === "block") return part.isBody ? [] : [part.statements];
    if (part.type !== "statement" || part.isFunction) return [];
    return part.form === "case" ? insides(part) : [[part], ...insides(part)];
  });

function* smallerNode(node: Node): Generator<Node> {
  if (node.type !== "statement" && !node.isFixed) yield* replacements(node);
  const texts = node.near === null ? [node.parts] : [node.parts, node.near];
  for (const [part, smaller] of partChanges(node.parts)) {
    const [parts = [], near = null] = texts.map((text) => text.map((p) => (p === part ? smaller : p)));
    yield { ...node, parts, near };
  }
}

function* partChanges(parts: readonly Part[]): Generator<readonly [Part, Part]> {
  for (const part of new Set(parts)) {
    if (typeof part === "string" || part.kind === "declared") continue;
    const smaller = part.kind === "block" ? smallerBlock(part) : smallerNode(part);
    for (const change of smaller) yield [part, change];
  }
}

/** What may stand in place of an expression, simplest first. */
function* replacements(node: Node): Generator<Node> {
  const size = sizeOf(node);
  for (const leaf of leaves(node)) if (sizeOf(leaf) < size || isSimpler(leaf, node)) yield leaf;
  const fits = (other: Node): boolean => other.type === node.type && isInside(other.range, node.range);
  yield* descendants(node)
    .filter((other) => !other.isFixed && fits(other))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b));
}

const sizeOf = (node: Node): number =>
  1 +
  node.parts.reduce((sum, part) => {
    if (typeof part === "string" || part.kind === "declared") return sum;
    return sum + (part.kind === "node" ? sizeOf(part) : part.statements.reduce((s, inner) => s + sizeOf(inner), 0));
  }, 0);

const textLength = ({ parts }: Node): number =>
  parts.reduce((n, part) => n + (typeof part === "string" ? part.length : 1), 0);

const isSimpler = (leaf: Node, node: Node): boolean =>
  node.form === "literal" && leaf.form === "literal" && textLength(leaf) < textLength(node);

const descendants = ({ parts }: Node): readonly Node[] =>
  parts.flatMap((part) => {
    if (typeof part === "string" || part.kind === "declared") return [];
    return part.kind === "node"
      ? [part, ...descendants(part)]
      : part.statements.flatMap((inner) => [inner, ...descendants(inner)]);
  });

function leaves({ type, range }: Node): readonly Node[] {
  switch (type) {
    case "num":
    case "int": {
      const simple = (type === "int" ? [0, 1, 2] : [0, 1, 2, 0.5]).filter((value) => holds(range, value));
      return simple.map((value) => literal(value, type));
    }
    case "bool":
      return [atom("bool", "true")`false`, atom("bool", "true")`true`];
    case "nums":
      return [atom("nums", "[…]")`[0, 1]`];
    case "floats":
      return [atom("floats", "Float64Array.of")`Float64Array.of(0, 1)`];
    case "rec":
      return [atom("rec", "{…}")`{ a: 0, b: 1, c: [0, 1] }`];
    case "real":
      return [atom("real", "Math.sin as value")`Math.sin`];
    case "real2":
      return [node("real2", "arrow of two", nothing)`(a, b) => Math.sin(a * b)`];
    case "thunk":
      return [node("thunk", "thunk", nothing)`() => 1`];
    case "maybe":
      return [atom("maybe", "undefined")`(undefined as number | undefined)`];
    case "maybeRec":
      return [atom("maybeRec", "null")`(null as Rec | null)`];
    case "singles":
      return [atom("singles", "Float32Array.of", undefined, { trait: "rounds" })`Float32Array.of(0, 1)`];
    case "ints":
      return [atom("ints", "Int32Array.of")`Int32Array.of(0, 1)`];
    case "dict":
      return [atom("dict", "dictionary")`({ a: 0, b: 1 } as Dict)`];
    case "part":
      return [atom("part", "{}")`({} as Part)`];
    case "str":
      return [atom("str", "text")`("" as string)`, atom("str", "text")`("a" as string)`];
    case "key":
      return [atom("key", "key")`("a" as Key)`];
    case "recs":
      return [atom("recs", "[{…}, …]")`[{ a: 0, b: 1, c: [0, 1] }, { a: 1, b: 0, c: [1, 0] }]`];
    case "rows":
      return [atom("rows", "[[…], …]")`[[0, 1], [1, 0]]`];
    case "reals":
      return [atom("reals", "[f, …]")`[Math.sin, Math.cos]`];
    case "table":
      return [atom("table", "{ f, g }")`{ f: Math.sin, g: Math.cos }`];
    case "curried":
      return [node("curried", "a => b => …", nothing)`(a: number) => (b: number) => Math.sin(a * b)`];
    default:
      return [];
  }
}

function* smallerParameter({ binding, argument }: Parameter): Generator<Parameter> {
  for (const smaller of smallerArguments(argument)) yield { binding, argument: smaller };
}

function* smallerArguments(argument: Argument): Generator<Argument> {
  if (typeof argument === "number") {
    for (const simple of [1, 0.5, Math.round(argument), Math.round(argument * 10) / 10]) {
      if (String(simple).length < String(argument).length || (argument === 0.5 && simple === 1)) yield simple;
    }
  } else if (argument instanceof Float64Array) {
    for (const numbers of smallerNumbers([...argument])) yield Float64Array.from(numbers);
  } else if ("a" in argument) {
    for (const a of smallerArguments(argument.a)) yield { ...argument, a: a as number };
    for (const b of smallerArguments(argument.b)) yield { ...argument, b: b as number };
    for (const c of smallerNumbers(argument.c)) yield { ...argument, c };
  } else {
    yield* smallerNumbers(argument);
  }
}

function* smallerNumbers(numbers: readonly number[]): Generator<readonly number[]> {
  if (numbers.length > 2) yield numbers.slice(0, 2);
  for (const [i, x] of numbers.entries()) {
    for (const smaller of smallerArguments(x)) yield numbers.with(i, smaller as number);
  }
}
