// Why faults that survive do no harm, or which test catches them, by file and by the line as it is and as it is with the
// fault.

export interface Reason {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

export const reasons: readonly Reason[] = [
  {
    file: "src/ad/activity.ts",
    before:
      "({ type }, id) => (varied[id] ?? false) && (useful[id] ?? false) && !isInactive(type) && !isReference(type),",
    after: "({ type }, id) => (!isReference(type)),",
    why: "Harmless: more values count as active than can carry a cotangent. The code for them adds zeros that nobody reads, and cleaning removes most of it.",
  },
  {
    file: "src/ad/activity.ts",
    before: "const varied = func.values.map(() => false);",
    after: "const varied = func.values.map(() => true);",
    why: "Harmless: everything counts as varied, so that code is made for cotangents of constants, which nobody reads.",
  },
  {
    file: "src/ad/activity.ts",
    before: 'if (varied[id] || isInactive(func.values[id]?.type ?? "any")) return;',
    after: 'if (varied[id] || isInactive("any")) return;',
    why: "Harmless: integers, strings and booleans count as varied on the way, but `activeValues` asks for the type again at the end; what is computed from them gets code for cotangents that nobody reads.",
  },
  {
    file: "src/ad/activity.ts",
    before: "changed = true;",
    after: ";",
    why: "Wrong, and found by a test: a variable that varies only from the second iteration on, used before it is assigned (`src/programs/rare.test.ts`). Random programs seldom start such a variable from a constant and use it in a way that is not linear.",
  },
  {
    file: "src/ad/adjoint.ts",
    before: 'return isNumber(typeOf(operand)) ? read : emit("number", read);',
    after: 'return (emit("number", read));',
    why: "Harmless: `number` of what is known to be a number is that number, and `simplify` removes it.",
  },
  {
    file: "src/ad/flow.ts",
    before: 'const sources = new Set(["get", "length", "pop", "box-get", "capture", "shadow-get", "take", "gather"]);',
    after: 'const sources = new Set(["get", "length", "pop", "box-get", "shadow-get", "take", "gather"]);',
    why: "Harmless: the entry is never asked for, since `isSource` decides captures by itself.",
  },
  {
    file: "src/ad/flow.ts",
    before: '"parts-from": (args) => args.slice(0, 1),',
    after: '"parts-from": (args) => args,',
    why: "Harmless: the index counts as useful, too; an integer is never active.",
  },
  {
    file: "src/closure/convert.ts",
    before: "known.set(key, operand);",
    after: ";",
    why: "Harmless: captures are read again at each use instead of once.",
  },
  {
    file: "src/closure/order-closures.ts",
    before: "if (run.length < 2) return run;",
    after: ";",
    why: "Harmless: a run of one closure is ordered, too, and stays what it is.",
  },
  {
    file: "src/opt/droppable.ts",
    before: "operand.value >= 0 &&",
    after: "operand.value >= 1 &&",
    why: "Harmless: an unused array of length 0 is not dropped.",
  },
  {
    file: "src/opt/rewrites.ts",
    before: 'operand?.kind === "const" && typeof operand.value === "number" && Number.isInteger(operand.value) &&',
    after: 'operand?.kind === "const" && typeof operand.value === "number" &&',
    why: "Harmless: indices of components are whole numbers wherever the transforms write them.",
  },
];
