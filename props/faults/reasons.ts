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
    file: "src/ad/pushforward.ts",
    before: "if (b === 0 || !reaches[b]) return;",
    after: "if (((b === 0) && (!reaches[b]))) return;",
    why: "Harmless: the shadows of a block's parameters are looked up where they are known already, and where a block cannot reach the return. Nobody uses what is found, and cleaning removes the look-ups.",
  },
  {
    file: "src/ad/pushforward.ts",
    before: "if (effect === undefined && !isWanted) return null;",
    after: ";",
    why: "Harmless: code is emitted for tangents of results that are not active. Nobody uses them, and cleaning removes the code.",
  },
  {
    file: "src/ad/pushforward.ts",
    before:
      'values: [...func.values, { hint: "ctx", type: isTupled ? "tuple" : "context" }, { hint: "tangents", type: "any" }],',
    after: 'values: [...func.values, { hint: "tangents", type: "any" }],',
    why: "Changes no result: names and types of the two parameters that forward mode adds are lost, and they count as anything. The fixtures in `src/ad/fixtures/jvp` fail.",
  },
  {
    file: "src/closure/convert.ts",
    before: "known.set(key, operand);",
    after: ";",
    why: "Harmless: captures are read again at each use instead of once.",
  },
  {
    file: "src/closure/order-closures.ts",
    before: "return instrs.every((instr, i) => instr === block.instrs[i]) ? block : { ...block, instrs };",
    after: "return instrs.every((instr, i) => instr !== block.instrs[i]) ? block : { ...block, instrs };",
    why: "Wrong, and found by a test: functions declared before those that they call in a block of nothing else (`src/programs/rare.test.ts`).",
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
