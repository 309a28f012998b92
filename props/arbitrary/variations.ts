// Programs that mean the same.

import { bind, type Budget } from "./context.ts";
import { cell } from "./interval.ts";
import { declared, literal, node, read, statement } from "./node.ts";
import { render } from "./render.ts";
import { isWellScoped } from "./scope.ts";
import type { Binding, Node, Part, Program } from "./program.ts";

/** The text with other names for all variables. */
export function renamed(program: Program): string {
  const names = new Map<Binding, string>();
  const nameOf = (binding: Binding): string => {
    let name = names.get(binding);
    if (name === undefined) names.set(binding, (name = `$${"zyxwvuts"[names.size % 8]}${names.size}`));
    return name;
  };
  return render(program, { nameOf });
}

/** Statements without effect among those of the body: an unused product, a branch that is never taken. */
export function withDeadCode(program: Program): Program {
  const budget: Budget = { nodes: 0, names: 10_000 };
  const [first] = program.params.map(({ binding }) => binding).filter(({ type }) => type === "num");
  const input = first === undefined ? literal(0.5) : read(first);
  const unused = (): Node => {
    const product = node("num", "*", cell)`Math.exp(${input}) * ${input}`;
    return statement("const num")`const ${declared(bind({ budget }, "num"))} = ${product};`;
  };
  const never = statement("if")`if (${literal(1)} < 0) { ${unused()} }`;
  const statements = program.body.statements.flatMap((s, i) => (i % 2 === 0 ? [unused(), s] : [never, s]));
  return { ...program, body: { ...program.body, statements } };
}

/** The body with every pair of neighbours swapped of which one only makes a function; null if there is none. */
export function withIndependentSwapped(program: Program): Program | null {
  const statements = [...program.body.statements];
  let swapped = false;
  for (let i = 0; i + 1 < statements.length; i++) {
    const [a, b] = [statements[i] as Node, statements[i + 1] as Node];
    if (b.isFixed || !(makesFunction(a) || makesFunction(b)) || jumps(a) || jumps(b)) continue;
    const candidate = statements.with(i, b).with(i + 1, a);
    if (!isWellScoped({ ...program, body: { ...program.body, statements: candidate } })) continue;
    [statements[i], statements[i + 1]] = [b, a];
    swapped = true;
    i++;
  }
  return swapped ? { ...program, body: { ...program.body, statements } } : null;
}

/** Whether a statement does nothing but make functions. */
const makesFunction = ({ form, parts }: Node): boolean =>
  form === "function f" ||
  (/^const (?:real2?|thunk)$/.test(form) && parts.some((part) => isNode(part) && part.isFunction));

const isNode = (part: Part): part is Node => typeof part !== "string" && part.kind === "node";

/** Whether a function that is called in one statement could be the one that the other makes. */
const jumps = ({ form }: Node): boolean => form === "early return";
