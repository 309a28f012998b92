// A function that calls the program, and the same with the program's body in place of the call: a block that is left
// where the body returns.

import { render, type Program } from "./arbitrary/index.ts";
import { block, kept, statement } from "./arbitrary/node.ts";
import type { Node, Part } from "./arbitrary/program.ts";

export interface Inlined {
  readonly calling: string;
  readonly inline: string;
}

export function inlined(program: Program): Inlined {
  const names = program.params.map(({ binding }) => binding.name).join(", ");
  const callee = render(program).replace("export const f = ", "const callee = ");
  const body = block(program.body.statements.map(leaving));
  const whole = [
    statement("let num")`let result = 0;`,
    statement("labelled")`body: ${body}`,
    kept("return")`return ${result};`,
  ];
  return {
    calling: `${callee}export const f = (${names}) => { const result = callee(${names}); return ${result}; };\n`,
    inline: render({ ...program, body: { ...program.body, statements: whole } }),
  };
}

const result = "result * Math.cos(result)";

/** A statement that leaves the block where it returned; functions inside keep their own returns. */
function leaving(statement: Node): Node {
  if (statement.isFunction) return statement;
  const [first] = statement.parts;
  const parts = statement.parts.map(inside);
  if (typeof first !== "string" || !first.startsWith("return ")) return { ...statement, parts };
  const [, ...rest] = parts;
  return { ...statement, parts: [`{ result = ${first.slice("return ".length)}`, ...rest, " break body; }"] };
}

function inside(part: Part): Part {
  if (typeof part === "string" || part.kind === "declared") return part;
  if (part.kind === "node") return leaving(part);
  return part.isBody ? part : { ...part, statements: part.statements.map(leaving) };
}
