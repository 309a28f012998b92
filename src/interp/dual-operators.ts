// The public operators by dual numbers, for programs that take derivatives inside: each runs its function once, in one pass that
// perturbs everything, and takes gradients, pullbacks and Jacobians from the result.

import { ZerothError } from "../ir/index.ts";
import { stampOf } from "../runtime/index.ts";
import { contract, pass, type Pass } from "./dual-pass.ts";
import { derivativeMeaning, forwardMeaning, taylorMeaning, withTangentRule } from "./dual-forward.ts";
import { linearizeMeaning, vhpMeaning } from "./dual-linear.ts";
import { treeFlattenMeaning, treeMapMeaning, treeZipMeaning } from "./dual-trees.ts";
import { Dual, tangentsAt, type Tangents } from "./dual-number.ts";
import { implicitMeanings } from "./dual-implicit.ts";
import { calculate, isNum, type Num, plain, scaled } from "./lifted.ts";
import type { Meaning, Meanings, Oracle } from "./oracle.ts";
import { build, copyTree, leavesOf, pairUp, visitTree, type Structure } from "./structures.ts";

interface Options {
  readonly argnums?: number | readonly number[];
  readonly hasAux?: boolean;
}

export function dualOperators(oracle: Oracle): Meanings {
  const { memory, own } = oracle;

  const pullbackOf = (p: Pass, all: boolean): Meaning =>
    own((g) => {
      const weighted: [Tangents, Num][] = [];
      pairUp(memory, p.result, g, (tangents, weight) => weighted.push([tangents, weight]));
      const cotangents = p.structures.map((structure) => contract(oracle, structure, weighted));
      return memory.hold(all ? [contract(oracle, p.captures, weighted), ...cotangents] : cotangents);
    }, []);

  const reverse =
    (operator: "J" | "vjp"): Meaning =>
    (f, ...args) => {
      requireFunction(f, operator);
      const p = pass(oracle, f, args, [...args.keys()], operator === "J");
      return memory.hold([p.value, pullbackOf(p, operator === "J")]);
    };

  const scalar =
    (operator: "grad" | "valueAndGrad"): Meaning =>
    (f, options) => {
      requireFunction(f, operator);
      const { argnums = 0, hasAux = false } = (options ?? {}) as Options;
      const run: Meaning = (...args) => {
        const p = pass(oracle, f, args, listOf(argnums, args, operator));
        const weighted: [Tangents, Num][] = [[scalarOf(p.result, hasAux, operator), 1]];
        const gradients = memory.hold(p.structures.map((structure) => contract(oracle, structure, weighted)));
        const gradient = typeof argnums === "number" ? gradients[0] : gradients;
        if (operator === "valueAndGrad") return memory.hold([p.value, gradient]);
        return hasAux ? memory.hold([gradient, (p.value as readonly unknown[])[1]]) : gradient;
      };
      return own(run, [f]);
    };

  const jacobian: Meaning = (f, options) => {
    requireFunction(f, "jacobian");
    const { argnums = 0 } = (options ?? {}) as Options;
    const run: Meaning = (...args) => {
      const p = pass(oracle, f, args, listOf(argnums, args, "jacobian"));
      const jacobians = p.structures.map((structure) => rowsOf(oracle, p.result, structure));
      return typeof argnums === "number" ? jacobians[0] : memory.hold(jacobians);
    };
    return own(run, [f]);
  };

  const grad = scalar("grad");

  /** By its definition: the gradient of the gradient's product with v. */
  const hvp: Meaning = (f) => {
    requireFunction(f, "hvp");
    const gradient = grad(f) as Meaning;
    const run: Meaning = (x, v, ...rest) => {
      const slope = own((p) => dot(oracle, gradient(p, ...rest), v), [f, v, ...rest]);
      return (grad(slope) as Meaning)(x);
    };
    return own(run, [f]);
  };

  const stopGradient: Meaning = (x) => {
    if (typeof x !== "function") return copyTree(memory, x, plain);
    const { structure } = visitTree(x, undefined, { memory, number: (n) => ({ leaf: 0, value: n }) });
    if (structure.kind === "none") return x;
    throw new ZerothError({ kind: "unsupported", message: "stopGradient of a function with captured values" });
  };

  const customVjp: Meaning = (f, vjpOf) => own((...args) => withRule(oracle, f, vjpOf, args), [f, vjpOf]);

  const customJvp: Meaning = (f, jvpOf) => own((...args) => withTangentRule(oracle, f, jvpOf, args), [f, jvpOf]);

  const meanings: Meanings = {
    J: reverse("J"),
    vjp: reverse("vjp"),
    jvp: forwardMeaning(oracle),
    derivative: derivativeMeaning(oracle),
    taylor: taylorMeaning(oracle),
    grad,
    valueAndGrad: scalar("valueAndGrad"),
    jacobian,
    jacrev: jacobian,
    linearize: linearizeMeaning(oracle),
    treeMap: treeMapMeaning(oracle),
    treeZip: treeZipMeaning(oracle),
    treeFlatten: treeFlattenMeaning(oracle),
    vhp: vhpMeaning(oracle, grad),
    jacfwd: jacobian,
    // By their definitions.
    hessian: (f) => jacobian(grad(f)),
    hvp,
    stopGradient,
    ...implicitMeanings(oracle),
    // Whether it runs again or not, the function is the same.
    checkpoint: (f) =>
      own(
        function (this: unknown, ...args) {
          return oracle.invoke(f, this, args);
        },
        [f],
      ),
    // Only for hooks that do not change the cotangent: a changed cotangent is no derivative.
    onCotangent: (x) => x,
    customVjp,
    customJvp,
  };
  for (const meaning of Object.values(meanings)) own(meaning, []);
  return meanings;
}

/**
 * A function whose derivative is given. In the innermost derivative the rule is called for each number of the result; it must be
 * linear in its cotangent. In the derivatives around it the rule is ordinary code.
 */
function withRule(oracle: Oracle, f: unknown, vjpOf: unknown, args: readonly unknown[]): unknown {
  const { memory } = oracle;
  const scope = memory.innermost();
  if (scope === undefined) {
    const run =
      stampOf(f) === undefined ? Reflect.apply(f as Meaning, undefined, args) : oracle.invoke(f, undefined, args);
    return run;
  }
  const { tag, drop } = scope;
  const invoke: Oracle["invoke"] = (...call) => memory.beyond(() => oracle.invoke(...call));
  const tangentsOf = (x: unknown): Structure<Tangents> =>
    visitTree<Tangents>(x, undefined, { memory, number: (n) => ({ leaf: tangentsAt(n, tag), value: n }) }).structure;
  const structures = args.map(tangentsOf);
  const constants = args.map((arg, k) =>
    leavesOf(structures[k] as Structure<Tangents>).some((tangents) => tangents.size > 0)
      ? copyTree(memory, arg, drop)
      : arg,
  );
  const pair = invoke(vjpOf, undefined, constants) as readonly [unknown, unknown];
  const [returned, back] = [pair[0], pair[1]];
  let next = 0;
  const result = visitTree<number>(returned, undefined, {
    memory,
    number: (x) => ({ leaf: next++, value: drop(x) }),
  });
  let place = 0;
  return visitTree<null>(result.value, undefined, {
    memory,
    number: (x) => {
      const at = place++;
      const seed = build(memory, result.structure, (leaf) => (leaf === at ? 1 : 0));
      const cotangents = invoke(back, undefined, [seed]) as readonly unknown[];
      const tangents = new Map<number, Num>();
      structures.forEach((structure, k) => {
        pairUp(memory, structure, cotangents[k], (inner, cotangent) => {
          for (const [i, tangent] of inner) {
            const part = scaled(tangent, drop(cotangent));
            const before = tangents.get(i);
            tangents.set(i, before === undefined ? part : calculate("add", before, part));
          }
        });
      });
      return { leaf: null, value: tangents.size === 0 ? x : new Dual(tag, x, tangents) };
    },
  }).value;
}

/** A tree with the structure of the result over that of the argument. */
function rowsOf(oracle: Oracle, result: Structure<Tangents>, structure: Structure<number | null>): unknown {
  if (result.kind !== "typed")
    return build(oracle.memory, result, (tangents) => contract(oracle, structure, [[tangents, 1]]));
  return oracle.memory.hold(leavesOf(result).map((tangents) => contract(oracle, structure, [[tangents, 1]])));
}

function scalarOf(result: Structure<Tangents>, hasAux: boolean, operator: string): Tangents {
  const scalar = hasAux ? (result.kind === "array" ? result.items[0] : undefined) : result;
  if (scalar?.kind === "number") return scalar.leaf;
  const what = hasAux ? "[number, extra results]" : "a number";
  throw new ZerothError({ kind: "invalid", message: `${operator} takes a function that returns ${what}` });
}

function listOf(argnums: number | readonly number[], args: readonly unknown[], operator: string): readonly number[] {
  const list = typeof argnums === "number" ? [argnums] : argnums;
  if (list.every((i, k) => i >= 0 && i < args.length && i % 1 === 0 && list.indexOf(i) === k)) return list;
  throw new ZerothError({ kind: "invalid", message: `${operator} differentiates an argument that is not there` });
}

function requireFunction(f: unknown, operator: string): void {
  if (typeof f !== "function") throw new ZerothError({ kind: "invalid", message: `${operator} takes a function` });
}

function dot({ memory }: Oracle, a: unknown, b: unknown): Num {
  let total: Num = 0;
  const { structure } = visitTree<Num>(a, undefined, { memory, number: (n) => ({ leaf: n, value: n }) });
  pairUp(memory, structure, b, (x, y) => {
    total = calculate("add", total, calculate("mul", x, y));
  });
  return isNum(total) ? total : 0;
}
