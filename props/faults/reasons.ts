// Why faults survive, by file and by the line as it is and as it is with the fault.

export interface Reason {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  /** What the fault does: nothing, so that no test could tell; slower code alone; wrong results. */
  readonly harm: "none" | "slower" | "wrong";
  readonly why: string;
}

export const reasons: readonly Reason[] = [
  {
    file: "src/analysis/bounds.ts",
    before: "let [depth, steps] = [0, 0];",
    after: "let [depth, steps] = [1, 0];",
    harm: "slower",
    why: "Proofs are searched for one level less deep: what is not found is checked when the code runs.",
  },
  {
    file: "src/closure/order-closures.ts",
    before: "return instrs.every((instr, i) => instr === block.instrs[i]) ? block : { ...block, instrs };",
    after: "return instrs.every((instr, i) => instr !== block.instrs[i]) ? block : { ...block, instrs };",
    harm: "wrong",
    why: "No law finds it; a test does: functions declared before those that they call in a block of nothing else (`src/programs/rare.test.ts`).",
  },
  {
    file: "src/closure/order-closures.ts",
    before: "if (run.length < 2) return run;",
    after: ";",
    harm: "none",
    why: "A run of one closure is ordered, too, and stays what it is.",
  },
  {
    file: "src/opt/scalar/rewrites.ts",
    before: 'operand?.kind === "const" && typeof operand.value === "number" && Number.isInteger(operand.value) &&',
    after: 'operand?.kind === "const" && typeof operand.value === "number" &&',
    harm: "none",
    why: "Indices of components are whole numbers wherever the transforms write them.",
  },
  {
    file: "src/opt/scalar/rewrites.ts",
    before:
      'operand?.kind === "const" && typeof operand.value === "number" && Number.isInteger(operand.value) && operand.value >= 0;',
    after: 'operand?.kind === "const" && typeof operand.value === "number" && Number.isInteger(operand.value);',
    harm: "none",
    why: "Indices of components are never negative.",
  },
  {
    file: "src/ad/structural.ts",
    before: 'r.emit("put", shadowOf(r, array as Operand), r.alpha(end), r.takeResult());',
    after: 'r.emit("accum", shadowOf(r, array as Operand), r.alpha(end), r.takeResult());',
    harm: "none",
    why: "Behind the end of an array its shadow is zero, so putting is adding.",
  },
  {
    file: "src/closure/convert.ts",
    before: "if (functions.every((func) => func.parent === null && func.name !== moduleFunction)) return module;",
    after: "if (functions.some((func) => func.parent === null && func.name !== moduleFunction)) return module;",
    harm: "none",
    why: "Either all functions of a module are in its top level, or none is.",
  },
  {
    file: "src/closure/convert.ts",
    before: "if (functions.every((func) => func.parent === null && func.name !== moduleFunction)) return module;",
    after: "if (functions.every((func) => func.parent === null && func.name === moduleFunction)) return module;",
    harm: "none",
    why: "No pipeline converts a module whose functions are closed already.",
  },
  {
    file: "src/closure/convert.ts",
    before: "else for (const v of environment.variables) if (v.owner !== moduleFunction) resolve(v, state);",
    after: "else for (const v of environment.variables) if (!(v.owner !== moduleFunction)) resolve(v, state);",
    harm: "wrong",
    why: "No law finds it; a test does: functions that call each other, one from two branches, which capture a variable around them and one of the module (`src/programs/rare.test.ts`).",
  },
  {
    file: "src/ad/index.ts",
    before: "",
    after: "derivative: no clear (last)",
    harm: "none",
    why: "What `push` appends is part of the tuple of its arguments, whose zeros are put where something moved before; `props/lengths.prop.ts` is about such arrays.",
  },
  {
    file: "src/ad/series.ts",
    before: 'if (prim === "pow" && values[1] === 0) return 1;',
    after: 'if (prim === "pow" && values[1] === 1) return 1;',
    harm: "none",
    why: "Exponents of a chain are chosen by `select`, so they are values here, and no constant gets so far.",
  },
  {
    file: "src/analysis/bounds.ts",
    before: "return holds ? less(y, x, -1) : less(x, y, 0);",
    after: "return holds ? less(y, x, -1) : less(x, y, 1);",
    harm: "slower",
    why: "Less is known of the values, so more is checked.",
  },
  {
    file: "src/opt/tapes/tapes-to-arrays.ts",
    before: 'return type === "bool" ? constant(false) : isNumber(type) ? constant(0) : arg;',
    after: 'return type === "bool" ? constant(false) : isNumber(type) ? constant(1) : arg;',
    harm: "none",
    why: "A number that does not exist on a path is stored, and never used.",
  },
  {
    file: "src/specialise/run.ts",
    before: "start.sealed = true;",
    after: ";",
    harm: "none",
    why: "The mark only keeps more edges from being led into a block, and none are.",
  },
  {
    file: "src/specialise/specialise.ts",
    before: "this.program.addSources(program.module.sources);",
    after: ";",
    harm: "wrong",
    why: "Source texts are what errors quote.",
  },
  {
    file: "src/opt/tapes/narrow-tapes.ts",
    before: "if (webs.size === 0) return func;",
    after: ";",
    harm: "none",
    why: "What has no tapes of numbers is looked through in vain.",
  },
  {
    file: "src/codegen/expression.ts",
    before: "postfix: 15,",
    after: "postfix: 16,",
    harm: "none",
    why: "Nothing binds more strongly than a unary operator and less than a number, so both say the same of `**`.",
  },
  {
    file: "src/analysis/bounds.ts",
    before: "const mostSteps = 300;",
    after: "const mostSteps = 301;",
    harm: "none",
    why: "How long a proof may be is a matter of taste.",
  },
  {
    file: "src/front/captures.ts",
    before: "if (!isSelfReference(reference)) first = Math.min(first, effectiveOffset(reference, outerScope.func));",
    after: "if (true) first = Math.min(first, effectiveOffset(reference, outerScope.func));",
    harm: "none",
    why: "A function refers to itself from where it is created, which is no earlier than that.",
  },
  {
    file: "src/ad/adjoint.ts",
    before: 'return isNumber(typeOf(operand)) ? read : emit("number", read);',
    after: 'return (emit("number", read));',
    harm: "none",
    why: "What is a number by its type is itself as a number, and `simplify` takes that away.",
  },
  {
    file: "src/prelude/jvp.ts",
    before: "for (let k = 0; k < moved.length; k++) {",
    after: "for (let k = 0; k <= moved.length; k++) {",
    harm: "none",
    why: "Behind the last argument there is nothing that was copied.",
  },
  {
    file: "src/specialise/run.ts",
    before:
      '(this.func.blocks[loop.header] as Block).params.map((id) => [id, this.func.values[id]?.type ?? "any"] as const),',
    after: '(this.func.blocks[loop.header] as Block).params.map((id) => [id, "any"] as const),',
    harm: "slower",
    why: "A loop that would be written once is written again, when its body has shown the types of what changes.",
  },
  {
    file: "src/specialise/run.ts",
    before: "this.#waiting = copyOf(waiting);",
    after: ";",
    harm: "slower",
    why: "What an attempt at a loop left behind comes from blocks that are never entered: less is known behind the loop.",
  },
  {
    file: "src/specialise/run.ts",
    before: "this.path = path;",
    after: ";",
    harm: "none",
    why: "What follows an unrolled loop is told apart by any text.",
  },
];
