// A function of the program's result y, `calling` the program, and the same with the program's body `inline`: a block
// that is left where the body returns.

import { render, type Program } from "./arbitrary/index.ts";
import { block, kept, statement } from "./arbitrary/node.ts";
import type { Node, Part } from "./arbitrary/program.ts";

const result = "y * Math.cos(y)";
const entry = "export const f = ";

export function inlined(program: Program): string {
  const names = program.params.map(({ binding }) => binding.name).join(", ");
  const statements = [
    statement("let num")`let y = 0;`,
    statement("labelled")`body: ${block(program.body.statements.map(leaving))}`,
    kept("return")`return ${result};`,
  ];
  const whole = render({ ...program, body: { ...program.body, statements } });
  return `export const calling = (${names}) => { const y = f(${names}); return ${result}; };
export const inline = ${whole.slice(whole.indexOf(entry) + entry.length)}`;
}

/** A statement that leaves the block where it returned; functions inside keep their own returns. */
function leaving(statement: Node): Node {
  if (statement.isFunction) return statement;
  const [first] = statement.parts;
  const parts = statement.parts.map(inside);
  if (typeof first !== "string" || !first.startsWith("return ")) return { ...statement, parts };
  const [, ...rest] = parts;
  return { ...statement, parts: [`{ y = ${first.slice("return ".length)}`, ...rest, " break body; }"] };
}

function inside(part: Part): Part {
  if (typeof part === "string" || part.kind === "declared") return part;
  if (part.kind === "node") return leaving(part);
  return { ...part, statements: part.statements.map(leaving) };
}
