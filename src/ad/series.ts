// Truncated power series: computes the Taylor coefficients of a number from those of the numbers it depends on.
//
// With f = Σ fₖ hᵏ, and y′ = Σᵢ ∂ᵢ·xᵢ′ by the chain rule, comparing powers of h gives
//
//     yₖ = (1/k) Σᵢ Σⱼ j · xᵢⱼ · (∂ᵢ)ₖ₋ⱼ,   j = 1 … k
//
// A rule gives code for ∂ᵢ·xᵢ′, in which the series xᵢ′ is a number of its own. Code has coefficients too, by the same rule:
// those of `sin x` require those of `cos x`, one order lower, and these require those of `sin x`. Equal code is emitted once, so
// the known recurrences of `sin`/`cos`, `exp`, `log`, `sqrt`, … follow from the one table of rules, in k steps for order k. (The
// recurrences: A. Griewank and A. Walther, Evaluating Derivatives, 2nd ed., chapter 13.) Products and quotients have their own
// shorter ones.

import { constant, prims, value, valueId, zero, type Operand, type PrimName, type ValueId } from "../ir/index.ts";
import { asOperands, codeKey } from "./emit-once.ts";
import { multipleOf, type Scope } from "./rules/index.ts";

/** The primitive that computes a number. */
interface Definition {
  readonly prim: PrimName;
  readonly args: readonly Operand[];
}

type Emit = (prim: PrimName, ...args: readonly Operand[]) => Operand;

export class Series {
  readonly #emit: Emit;
  /** For the numbers that everything is computed from, the coefficients of orders from 1 on. */
  readonly #given: ReadonlyMap<ValueId, readonly Operand[]>;
  readonly #definitions = new Map<ValueId, Definition>();
  readonly #emitted = new Map<string, Operand>();
  /** By value: coefficient k at index k. */
  readonly #known = new Map<ValueId, Operand[]>();
  /** By value: j times coefficient j at index j. */
  readonly #weighted = new Map<ValueId, Operand[]>();
  /** By value: coefficient j divided by the value at index j. */
  readonly #relatives = new Map<ValueId, Operand[]>();
  #unconverted: ValueId | undefined;
  /** By value and operand: the operand's contribution to the derivative of the value along the curve. */
  readonly #moved = new Map<ValueId, Operand[]>();
  /** Placeholders in code for the derivative of a number along the curve: not values of the function. */
  readonly #slopes = new Map<ValueId, Operand>();
  readonly #slopeOf = new Map<ValueId, Operand>();

  constructor(emit: Emit, given: ReadonlyMap<ValueId, readonly Operand[]>) {
    this.#emit = emit;
    this.#given = given;
  }

  /** Declares which primitive computes an existing value; `convert` if the value may be something other than a number. */
  define(result: ValueId, prim: PrimName, args: readonly Operand[], convert: boolean): void {
    this.#definitions.set(result, { prim, args });
    if (convert) this.#unconverted = result;
    this.#emitted.set(codeKey(prim, args), value(result));
  }

  /** The result of a primitive, which is emitted unless the result is a constant or the same code was emitted before. */
  number(prim: PrimName, ...args: readonly Operand[]): Operand {
    const folded = foldedConstant(prim, args);
    if (folded !== null) return constant(folded);
    const key = codeKey(prim, args);
    let result = this.#emitted.get(key);
    if (result === undefined) {
      result = this.#emit(prim, ...args.map((arg) => this.#constantTerm(arg)));
      this.#emitted.set(key, result);
      if (result.kind === "value") this.#definitions.set(result.id, { prim, args });
    }
    return result;
  }

  /** The coefficient of order k. */
  coefficient(x: Operand, k: number): Operand {
    if (k === 0) return this.#constantTerm(x);
    if (x.kind !== "value") return zero;
    const along = this.#slopeOf.get(x.id);
    if (along !== undefined) return this.#times(along, k + 1);
    const given = this.#given.get(x.id);
    if (given !== undefined) return given[k - 1] ?? zero;
    const definition = this.#definitions.get(x.id);
    if (definition === undefined) return zero;
    const known = entry(this.#known, x.id);
    return (known[k] ??= this.#compute(x, definition, k));
  }

  #compute(x: Operand, { prim, args }: Definition, k: number): Operand {
    const [a, b, c] = args as readonly [Operand, Operand, Operand];
    switch (prim) {
      case "add":
      case "sum":
        return this.#sum(this.coefficient(a, k), this.coefficient(b, k));
      case "mul":
      case "scale":
        return this.#product(a, b, k);
      case "div":
      case "ratio":
        return this.#quotient(x, a, b, k);
      case "gate": {
        const passed = this.coefficient(a, k);
        return passed.kind === "zero" ? zero : this.#emit("gate", passed, b);
      }
      case "select": {
        const [then, otherwise] = [this.coefficient(b, k), this.coefficient(c, k)];
        return then.kind === "zero" && otherwise.kind === "zero" ? zero : this.#emit("select", a, then, otherwise);
      }
      case "carry":
        return this.#sum(this.coefficient(a, k), this.#over(this.#convolved(b, c, k), k));
      default:
        return this.#byPartials(x, { prim, args }, k);
    }
  }

  #byPartials(x: Operand, definition: Definition, k: number): Operand {
    let direct: Operand = zero;
    let weighted: Operand = zero;
    definition.args.forEach((arg, i) => {
      if (this.#isConstant(arg, k)) return;
      const multiple = multipleOf(definition.prim, i);
      if (multiple === null) return;
      if (typeof multiple === "function") {
        weighted = this.#sum(weighted, this.coefficient(this.#movedBy(x, definition, i), k - 1));
      } else {
        const moved = this.coefficient(arg, k);
        if (moved.kind !== "zero")
          direct = this.#sum(direct, multiple === 1 ? moved : this.#emit("scale", moved, constant(-1)));
      }
    });
    return this.#sum(direct, this.#over(weighted, k));
  }

  /** Whether all coefficients of orders 1 to k are zero. */
  #isConstant(x: Operand, k: number): boolean {
    for (let j = 1; j <= k; j++) if (this.coefficient(x, j).kind !== "zero") return false;
    return true;
  }

  /** ∂ᵢ·xᵢ′ */
  #movedBy(x: Operand, { prim, args }: Definition, i: number): Operand {
    const all = entry(this.#moved, (x as Operand & { kind: "value" }).id);
    const known = all[i];
    if (known !== undefined) return known;
    const arg = (index: number): Operand => args[index] as Operand;
    const asNumber = (y: Operand): Operand =>
      y.kind === "value" && y.id === this.#unconverted ? this.number("number", y) : y;
    const scope: Scope = {
      get x() {
        return arg(0);
      },
      get y() {
        return arg(1);
      },
      get result() {
        return asNumber(x);
      },
      arg,
      count: args.length,
      emit: (name, ...operands) => this.number(name, ...asOperands(operands)),
    };
    const multiple = multipleOf(prim, i) as (scope: Scope, g: Operand) => Operand;
    return (all[i] = multiple(scope, this.#slope(arg(i))));
  }

  /** x′ as an operand of code. */
  #slope(x: Operand): Operand {
    const { id } = x as Operand & { kind: "value" };
    let slope = this.#slopes.get(id);
    if (slope === undefined) {
      const own = valueId(-1 - this.#slopes.size);
      this.#slopes.set(id, (slope = value(own)));
      this.#slopeOf.set(own, x);
    }
    return slope;
  }

  /** The operand to use in emitted code: placeholders are replaced. */
  #constantTerm(x: Operand): Operand {
    const along = x.kind === "value" ? this.#slopeOf.get(x.id) : undefined;
    return along === undefined ? x : this.coefficient(along, 1);
  }

  /** Σ j · xⱼ · pₖ₋ⱼ over j = 1 … k. */
  #convolved(x: Operand, p: Operand, k: number): Operand {
    let total: Operand = zero;
    for (let j = 1; j <= k; j++) {
      const [moved, factor] = [this.#times(x, j), this.coefficient(p, k - j)];
      if (moved.kind !== "zero" && factor.kind !== "zero") total = this.#sum(total, this.#emit("scale", moved, factor));
    }
    return total;
  }

  /** j · xⱼ */
  #times(x: Operand, j: number): Operand {
    const moved = this.coefficient(x, j);
    if (moved.kind === "zero" || j === 1) return moved;
    const weighted = entry(this.#weighted, (x as Operand & { kind: "value" }).id);
    return (weighted[j] ??= this.#emit("scale", moved, constant(j)));
  }

  /** Σ aⱼ · bₖ₋ⱼ over j = 0 … k. */
  #product(a: Operand, b: Operand, k: number): Operand {
    let total: Operand = zero;
    for (let j = k; j >= 0; j--) {
      const [x, y] = [this.coefficient(a, j), this.coefficient(b, k - j)];
      if (x.kind === "zero" || y.kind === "zero") continue;
      total = this.#sum(total, j === 0 ? this.#emit("scale", y, x) : this.#emit("scale", x, y));
    }
    return total;
  }

  /** From q · b = a: qₖ = aₖ/b₀ − Σ (bⱼ/b₀) · qₖ₋ⱼ over j = 1 … k. */
  #quotient(q: Operand, a: Operand, b: Operand, k: number): Operand {
    const moved = this.coefficient(a, k);
    let total = moved.kind === "zero" ? zero : this.#emit("ratio", moved, this.#constantTerm(b));
    for (let j = 1; j <= k; j++) {
      const [relative, factor] = [this.#relative(b, j), this.coefficient(q, k - j)];
      if (relative.kind === "zero" || factor.kind === "zero") continue;
      total = this.#sum(total, this.#emit("neg", this.#emit("scale", relative, factor)));
    }
    return total;
  }

  /** xⱼ / x₀ */
  #relative(x: Operand, j: number): Operand {
    const moved = this.coefficient(x, j);
    if (moved.kind === "zero") return zero;
    const list = entry(this.#relatives, (x as Operand & { kind: "value" }).id);
    return (list[j] ??= this.#emit("ratio", moved, this.#constantTerm(x)));
  }

  #sum(a: Operand, b: Operand): Operand {
    if (a.kind === "zero") return b;
    return b.kind === "zero" ? a : this.#emit("sum", a, b);
  }

  #over(x: Operand, k: number): Operand {
    return x.kind === "zero" || k === 1 ? x : this.#emit("div", x, constant(k));
  }
}

function entry<T>(map: Map<ValueId, T[]>, id: ValueId): T[] {
  let list = map.get(id);
  if (list === undefined) map.set(id, (list = []));
  return list;
}

/**
 * The constant value of code, if it depends on no number with coefficients. The chain n·xⁿ⁻¹, (n − 1)·xⁿ⁻², … must end where the
 * factor is zero: the powers beyond are infinite at 0.
 */
function foldedConstant(prim: PrimName, args: readonly Operand[]): number | null {
  const values = args.map((arg) => (arg.kind === "const" ? arg.value : undefined));
  if (prim === "scale" && (values[0] === 0 || values[1] === 0)) return 0;
  if (prim === "ratio" && values[0] === 0) return 0;
  if (prim === "pow" && values[1] === 0) return 1;
  if ((prim !== "add" && prim !== "sub" && prim !== "mul") || !values.every((x) => typeof x === "number")) return null;
  return (prims[prim].evaluate as (a: number, b: number) => number)(values[0] as number, values[1] as number);
}
