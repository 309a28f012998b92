// Emits one basic block as statements and expressions.
//
// A value that is used once, in its own block, is folded into its use. Pure expressions may move past anything. Expressions that
// have effects or depend on memory wait in a queue and are folded only if their order stays: what an expression takes from the
// queue must be the end of it, in the order in which JavaScript evaluates it.
//     %a = get %o, "x";  %b = call %f(%a);  %c = mul %b, 2;  return %c          return f(o.x) * 2;

import type { Block, BlockId, Edge, Func, Instr, Operand, PrimInstr, Span, Type, ValueId } from "../ir/index.ts";
import { assertInvariant, edgesOf, prims, typeOfConstant, valuesIn } from "../ir/index.ts";
import { callSpelling } from "./call.ts";
import { captureExpr, hasPlainEnvironment, isOwnCapture, keptCaptureExpr } from "./capture.ts";
import type { Classes } from "./coalesce.ts";
import { slotsFor, waitingLimit } from "./compact.ts";
import { constantExpr, type Expr, plain, strength, textOf, withoutMarks } from "./expression.ts";
import type { Liveness } from "./liveness.ts";
import { isIdentifier } from "./names.ts";
import type { Scope } from "./scope.ts";
import { shadowAccess } from "./shadow-access.ts";
import { type Kept, lookedUp } from "./shared-look-ups.ts";
import { evaluatesBackward, guardCondition, namedOperand, spell, type Spelling } from "./spelling.ts";
import type { Statement, Variable } from "./statement.ts";

export interface BlockCode {
  readonly statements: readonly Statement[];
  /** For a branch. */
  readonly condition: Expr | null;
  /** For a return or throw. */
  readonly end: Statement | null;
  /** The assignments of each edge. */
  readonly edges: ReadonlyMap<Edge, readonly Statement[]>;
}

export interface FuncContext {
  readonly func: Func;
  readonly live: Liveness;
  readonly classes: Classes;
  /** The number of members of each class. */
  readonly classSizes: readonly number[];
  /** Whether stack frames should be small. */
  readonly compact: boolean;
  /** Values that are written out where they are used. */
  readonly inlined: ReadonlyMap<ValueId, Expr>;
  /** Look-ups of shadows that are kept. */
  readonly kept: ReadonlyMap<ValueId, Kept>;
  readonly scope: Scope;
}

/** Longer expressions are assigned to a variable. */
const longest = 160;

export function blockCode(context: FuncContext, id: BlockId): BlockCode {
  const block = context.func.blocks[id];
  assertInvariant(block !== undefined, `block bb${id} exists`);
  return new BlockEmitter(context, block, id).run();
}

class BlockEmitter {
  readonly #context: FuncContext;
  readonly #block: Block;
  readonly #statements: Statement[] = [];
  readonly #pending = new Map<ValueId, { readonly expr: Expr; readonly span: Span }>();
  /** The pending values that must keep their order. */
  #queue: ValueId[] = [];
  readonly #usedHere: ReadonlySet<ValueId>;

  constructor(context: FuncContext, block: Block, id: BlockId) {
    this.#context = context;
    this.#block = block;
    this.#usedHere = foldable(context, block, id);
  }

  run(): BlockCode {
    for (const instr of this.#block.instrs) this.#instr(instr);
    const { terminator } = this.#block;
    const edges = new Map<Edge, readonly Statement[]>();
    switch (terminator.kind) {
      case "jump":
        edges.set(terminator.edge, this.#assignments(terminator.edge, terminator.span));
        return { statements: this.#statements, condition: null, end: null, edges };
      case "branch": {
        const [condition] = this.#take([terminator.condition], true);
        for (const edge of edgesOf(terminator)) edges.set(edge, this.#assignments(edge, terminator.span));
        return { statements: this.#statements, condition: condition as Expr, end: null, edges };
      }
      case "return":
      case "throw": {
        const [expr] = this.#take([terminator.value], true);
        const end: Statement = { kind: terminator.kind, expr: expr as Expr, span: terminator.span };
        return { statements: this.#statements, condition: null, end, edges };
      }
    }
  }

  #instr(instr: Instr): void {
    const { live, compact, inlined } = this.#context;
    if (inlined.has(instr.result) || !live.isWritten(instr)) return;
    const movable = live.isMovable(instr);
    const operands = live.operands(instr);
    // A value with a variable was guarded when the variable was assigned.
    if (instr.kind === "prim" && instr.prim === "keep-guard" && !valuesIn(operands).some((id) => this.#pending.has(id)))
      return;
    const folds = this.#usedHere.has(instr.result);
    const ordered = !movable || operands.some((o) => o.kind === "value" && this.#queue.includes(o.id));
    if (compact) this.#takeApart(instr, operands);
    if (instr.kind === "prim") this.#giveName(namedOperand(instr.prim, operands));
    const exprs =
      instr.kind === "prim" && evaluatesBackward(instr.prim)
        ? this.#take(operands.toReversed(), ordered && !folds).toReversed()
        : this.#take(operands, ordered && !folds);

    const { text, strength, object, constructs, negation } = this.#spell(instr, operands, exprs);
    const reads = readsOf(exprs);
    const place = movable ? -1 : this.#context.scope.place(instr.span);
    // Only compact code asks for it.
    const slots = compact
      ? slotsFor(
          instr,
          exprs.map((e) => e.slots),
        )
      : 0;
    const expr: Expr = { text, strength, ordered, reads, place, slots, object, constructs, negation };
    this.#overwrite(this.#classOf(instr.result));
    if (instr.kind === "prim" && (this.#guard(instr, exprs) || this.#guardNumbers(instr, exprs))) return;
    if (folds && (text.length <= longest || withoutMarks(text).length <= longest)) {
      this.#pending.set(instr.result, { expr, span: instr.span });
      if (ordered) this.#queue.push(instr.result);
      return;
    }
    if (folds && ordered) this.#flush(this.#queue.length);
    if ((live.uses[instr.result] ?? 0) === 0) this.#statements.push({ kind: "effect", expr, span: instr.span });
    else this.#assign(this.#classOf(instr.result), expr, instr.span);
  }

  /** Assigns a guarded value to a variable, and adds a statement that checks it. */
  #guard(instr: PrimInstr, [value]: readonly Expr[]): boolean {
    const { result, span } = instr;
    const { scope } = this.#context;
    const variable = this.#classOf(result);
    const condition = guardCondition(instr, textOf(scope.variable(variable), strength.unary), scope.helper);
    if (condition === null) return false;
    this.#assign(variable, value as Expr, span);
    const text = `${condition} || $.failGuard()`;
    this.#statements.push({ kind: "effect", expr: { ...plain(text, strength.or, [variable]), ordered: true }, span });
    return true;
  }

  /** Inlines this guard too: a loop compiled for one kind of arrays takes a tenth of the time of one for all kinds. */
  #guardNumbers({ prim, span }: PrimInstr, [value]: readonly Expr[]): boolean {
    if (prim !== "guard-numbers" || !isIdentifier(withoutMarks((value as Expr).text))) return false;
    const array = textOf(value as Expr, strength.member);
    const text = `for (let $k = 0; $k < ${array}.length; $k++) typeof ${array}[$k] === "number" || $.failGuard()`;
    this.#statements.push({ kind: "effect", expr: { ...(value as Expr), text, ordered: true }, span });
    return true;
  }

  #spell(instr: Instr, operands: readonly Operand[], exprs: readonly Expr[]): Spelling {
    const { func, scope } = this.#context;
    switch (instr.kind) {
      case "prim": {
        if (isOwnCapture(func, instr))
          return hasPlainEnvironment(func) ? captureExpr(instr) : keptCaptureExpr(instr, func, scope);
        const spelled = exprs.map((expr, k) => ({
          operand: operands[k] as Operand,
          expr,
          type: this.#typeOf(operands[k] as Operand),
        }));
        return (
          this.#keptLookUp(instr, exprs) ??
          shadowAccess(instr.prim, spelled, scope) ??
          spell(instr.prim, spelled, scope.helper)
        );
      }
      case "closure":
        return scope.closure(instr.func, exprs);
      case "call":
        return callSpelling(instr, exprs, func, scope);
    }
  }

  /** A look-up of a shadow that is made again only if it was not made before, or for another reference. */
  #keptLookUp(instr: PrimInstr, [context, reference]: readonly Expr[]): Spelling | null {
    const { kept, scope } = this.#context;
    const how = kept.get(instr.result);
    const key = lookedUp(instr);
    if (how === undefined || key === null) return null;
    const made = `${textOf(context as Expr, strength.member)}.shadow`;
    const of = textOf(reference as Expr, strength.assignment);
    if (how === "always")
      return { text: `${scope.lookUp(`${key} always`, "s")} ??= ${made}(${of})`, strength: strength.assignment };
    if (!isIdentifier(withoutMarks(of))) return null;
    const [s, last] = [scope.lookUp(key, "s"), scope.lookUp(`${key} of`, "of_s")];
    return {
      text: `${last} === ${of} && ${s} !== undefined ? ${s} : (${s} = ${made}(${last} = ${of}))`,
      strength: strength.conditional,
    };
  }

  #typeOf(operand: Operand): Type {
    if (operand.kind === "value") return this.#context.func.values[operand.id]?.type ?? "any";
    return operand.kind === "const" ? typeOfConstant(operand.value) : operand.kind === "zero" ? "zero" : "any";
  }

  #classOf(id: ValueId): ValueId {
    return this.#context.classes[id] as ValueId;
  }

  /**
   * The expressions of operands, listed in the order of evaluation. Queued expressions that cannot wait become statements first;
   * with `all` these are all that are not taken.
   */
  #take(operands: readonly Operand[], all: boolean): readonly Expr[] {
    const wanted = valuesIn(operands).filter((id) => this.#queue.includes(id));
    let n = 0;
    while (n < wanted.length && wanted.at(-1 - n) === this.#queue.at(-1 - n)) n++;
    if (all || n < wanted.length) this.#flush(this.#queue.length - n);
    return operands.map((operand) => this.#expr(operand));
  }

  #expr(operand: Operand): Expr {
    const { func, scope } = this.#context;
    switch (operand.kind) {
      case "value": {
        const pending = this.#pending.get(operand.id);
        if (pending === undefined)
          return this.#context.inlined.get(operand.id) ?? scope.variable(this.#classOf(operand.id));
        this.#pending.delete(operand.id);
        if (pending.expr.ordered) this.#queue = this.#queue.filter((id) => id !== operand.id);
        return pending.expr;
      }
      case "const":
        return constantExpr(operand.value);
      case "zero":
        return constantExpr(0);
      case "unset":
        return plain(scope.helper("unset", "$.unset"));
      case "outer":
      case "alpha":
        assertInvariant(false, `operand of kind ${operand.kind} in @${func.name}, which is to be compiled`);
    }
  }

  /** Turns operands that would make the frame large into statements. */
  #takeApart(instr: Instr, operands: readonly Operand[]): void {
    for (;;) {
      const slots = operands.map((o) => (o.kind === "value" ? (this.#pending.get(o.id)?.expr.slots ?? 0) : 0));
      const most = Math.max(0, ...slots);
      if (most === 0 || slotsFor(instr, slots) <= waitingLimit) return;
      const largest = operands[slots.lastIndexOf(most)];
      if (largest?.kind === "value") this.#settle(largest.id);
    }
  }

  /** Assigns a pending expression to a variable if it is not a name already. Code that must keep its order stays. */
  #giveName(operand: Operand | undefined): void {
    const pending = operand?.kind === "value" ? this.#pending.get(operand.id) : undefined;
    if (operand?.kind !== "value" || pending === undefined || pending.expr.ordered) return;
    if (!isIdentifier(withoutMarks(pending.expr.text))) this.#settle(operand.id);
  }

  /** Turns the first `count` in the queue into statements. */
  #flush(count: number): void {
    for (const id of this.#queue.slice(0, count)) this.#settle(id);
  }

  /** Turns a pending value into a statement, unless it is one already. */
  #settle(id: ValueId): void {
    const pending = this.#pending.get(id);
    if (pending === undefined) return;
    const position = this.#queue.indexOf(id);
    if (position > 0) this.#flush(position);
    this.#pending.delete(id);
    this.#queue = this.#queue.filter((other) => other !== id);
    this.#assign(this.#classOf(id), pending.expr, pending.span);
  }

  #assign(variable: ValueId, expr: Expr, span: Span): void {
    this.#statements.push({ kind: "assign", variable, expr, span });
  }

  /**
   * Called when a variable gets a new value, now or later: pending expressions that read the old value become statements. So no
   * pending expression ever reads a variable to which a pending value will be assigned.
   */
  #overwrite(variable: ValueId): void {
    if ((this.#context.classSizes[variable] ?? 1) === 1) return;
    for (const [id, { expr }] of this.#pending) if (expr.reads.includes(variable)) this.#settle(id);
  }

  /** The parallel assignment of an edge: no variable is overwritten before its last reader; cycles use temporaries. */
  #assignments(edge: Edge, span: Span): readonly Statement[] {
    const { func, live } = this.#context;
    const params = func.blocks[edge.target]?.params ?? [];
    if (this.#queue.length > 1) this.#flush(this.#queue.length - 1);
    let open = params.flatMap((param, k): readonly { readonly variable: Variable; readonly expr: Expr }[] => {
      const arg = edge.args[k];
      assertInvariant(arg !== undefined, `an argument for each parameter of bb${edge.target} of @${func.name}`);
      if (live.needed[param] !== true) return [];
      const variable = this.#classOf(param);
      const waits = arg.kind === "value" && (this.#pending.has(arg.id) || this.#context.inlined.has(arg.id));
      const settled = arg.kind === "value" && this.#classOf(arg.id) === variable && !waits;
      return settled ? [] : [{ variable, expr: this.#expr(arg) }];
    });
    const result: Statement[] = [];
    while (open.length > 0) {
      const ready = open.find((a) => open.every((b) => b === a || !b.expr.reads.includes(a.variable)));
      const next = ready ?? open[0];
      if (next === undefined) break;
      open = open.filter((other) => other !== next);
      if (ready === undefined) {
        const temporary = this.#context.scope.temporary(next.variable);
        result.push({ kind: "assign", variable: temporary, expr: next.expr, span });
        open.push({ variable: next.variable, expr: this.#context.scope.variable(temporary) });
      } else {
        result.push({ kind: "assign", variable: next.variable, expr: next.expr, span });
      }
    }
    return result;
  }
}

/** The variables that expressions read. */
function readsOf(exprs: readonly Expr[]): readonly number[] {
  const [only] = exprs;
  if (only !== undefined && exprs.length === 1) return only.reads;
  const reads = new Set<number>();
  for (const expr of exprs) for (const variable of expr.reads) reads.add(variable);
  return [...reads];
}

/** The values that a block uses once itself, and that need no variable for other reasons. */
export function foldable(
  context: Pick<FuncContext, "func" | "live" | "classes" | "classSizes">,
  block: Block,
  id: BlockId,
): ReadonlySet<ValueId> {
  const { func, live, classes, classSizes } = context;
  const result = new Set<ValueId>();
  const defined = new Set<ValueId>();
  for (const instr of block.instrs)
    if (instr.kind !== "prim" || prims[instr.prim].result !== "none") defined.add(instr.result);
  const add = (operand: Operand): void => {
    if (operand.kind === "value" && live.uses[operand.id] === 1 && defined.has(operand.id)) result.add(operand.id);
  };
  for (const instr of block.instrs) {
    if (live.isWritten(instr)) live.operands(instr).forEach(add);
  }
  const { terminator } = block;
  if (terminator.kind === "branch") add(terminator.condition);
  if (terminator.kind === "return" || terminator.kind === "throw") add(terminator.value);
  for (const edge of edgesOf(terminator)) {
    edge.args.forEach((arg, k) => {
      const param = func.blocks[edge.target]?.params[k];
      if (arg.kind !== "value" || param === undefined || live.needed[param] !== true) return;
      // At the end of a loop, loop-carried values are assigned before the condition: `do { … } while (…)`.
      const goesRound =
        terminator.kind === "branch" && edge.target <= id && (classSizes[classes[arg.id] as number] ?? 1) > 1;
      if (!goesRound) add(arg);
    });
  }
  return result;
}
