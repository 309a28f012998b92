// The check that specialised code makes of its result: it contains no NaN.

import { definitionsOf } from "../analysis/index.ts";
import { isFloats, isNumber, operandsOf, terminatorOperands } from "../ir/index.ts";
import type { Constant, Func, Operand, Type, ValueId } from "../ir/index.ts";

/** What is known about the shape of a result before the function runs. */
type Shape =
  | { readonly kind: "number" | "numbers" | "lists" | "rows" | "any" }
  | { readonly kind: "parts"; readonly keys: readonly Constant[]; readonly parts: readonly Shape[] };

/**
 * JavaScript statements that leave the block `unclean` if `result`, which `func` returned, contains a NaN, or is itself a zero:
 * its sign is unknown. Each check has its own loop: engines compile a loop that serves all kinds of results to slow reads.
 */
export function resultChecks(func: Func): readonly string[] {
  const shape = shapeOf(func);
  if (shape.kind === "number") return [`if (result !== result || result === 0) break unclean;`];
  if (shape.kind === "any")
    return [`if (typeof result === "number" ? result !== result || result === 0 : !isClean(result)) break unclean;`];
  return checksOf(shape, "result");
}

function checksOf(shape: Shape, at: string): readonly string[] {
  switch (shape.kind) {
    case "number":
      return [`if (${at} !== ${at}) break unclean;`];
    case "numbers":
      return numbersCheck(at);
    case "lists":
      return [
        `for (let i = 0, rows = ${at}; i < rows.length; i++) if (rows[i] !== undefined)`,
        ...numbersCheck("rows[i]"),
      ];
    case "rows":
      // The rows may come from an argument, so their elements may be anything.
      return [
        `for (let i = 0, rows = ${at}; i < rows.length; i++)`,
        `for (let k = 0, x = rows[i]; k < x?.length; k++) if (x[k] !== x[k]) break unclean;`,
      ];
    case "parts":
      return shape.parts.flatMap((part, k) => checksOf(part, `${at}[${JSON.stringify(shape.keys[k])}]`));
    case "any":
      return [`if (!isClean(${at})) break unclean;`];
  }
}

/** If the sum is finite, no number is NaN. Otherwise each number is tested. */
const numbersCheck = (at: string): readonly string[] => [
  `{`,
  `const x = ${at};`,
  `let sum = 0, k = 0;`,
  `for (const end = x.length - 3; k < end; k += 4) sum += (x[k] + x[k + 1]) + (x[k + 2] + x[k + 3]);`,
  `for (; k < x.length; k++) sum += x[k];`,
  `if (sum - sum !== 0) for (k = 0; k < x.length; k++) if (x[k] !== x[k]) break unclean;`,
  `}`,
];

const isList = (type: Type): boolean => type === "numbers" || isFloats(type);

function shapeOf(func: Func): Shape {
  const returned = func.blocks.flatMap(({ terminator }) => (terminator.kind === "return" ? [terminator.value] : []));
  const [only, ...others] = returned;
  if (only === undefined || others.length > 0) return { kind: "any" };
  const uses = new Map<ValueId, number>();
  const use = (operand: Operand): void => {
    if (operand.kind === "value") uses.set(operand.id, (uses.get(operand.id) ?? 0) + 1);
  };
  const typeOf = (operand: Operand | undefined): Type =>
    operand?.kind === "value" ? (func.values[operand.id]?.type ?? "any") : "any";
  /** How many lists of numbers are stored in each array. */
  const lists = new Map<ValueId, number>();
  for (const { instrs, terminator } of func.blocks) {
    for (const instr of instrs) {
      operandsOf(instr).forEach(use);
      if (instr.kind !== "prim" || instr.prim !== "set") continue;
      const [array, , item] = instr.args;
      if (array?.kind === "value" && isList(typeOf(item))) lists.set(array.id, (lists.get(array.id) ?? 0) + 1);
    }
    terminatorOperands(terminator).forEach(use);
  }
  const shape = (operand: Operand): Shape => {
    if (operand.kind === "zero") return { kind: "number" };
    if (operand.kind === "const") return { kind: typeof operand.value === "number" ? "number" : "any" };
    if (operand.kind !== "value") return { kind: "any" };
    const type = typeOf(operand);
    if (isNumber(type)) return { kind: "number" };
    if (isList(type)) return { kind: "numbers" };
    const made = definitionsOf(func).prim(operand);
    // Another use may have stored something else in it.
    const others = (uses.get(operand.id) ?? 0) - (lists.get(operand.id) ?? 0);
    if (made?.prim === "array-new" && others === 1) return { kind: "lists" };
    if (type === "rows" || type === "float64-rows") return { kind: "rows" };
    if (made === undefined || others !== 1) return { kind: "any" };
    const { prim, args } = made;
    if (lists.has(operand.id)) return { kind: "any" };
    if (prim === "array") return { kind: "parts", keys: [...args.keys()], parts: args.map(shape) };
    if (prim !== "object") return { kind: "any" };
    const keys = args.flatMap((arg, k) => (k % 2 === 0 && arg.kind === "const" ? [arg.value] : []));
    if (keys.length * 2 < args.length) return { kind: "any" };
    return { kind: "parts", keys, parts: args.filter((_, k) => k % 2 === 1).map(shape) };
  };
  return shape(only);
}
