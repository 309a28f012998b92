// What the parser knows about a function's names while it reads the function: values by name, blocks by label, and what
// can be numbered only at the end.

import type { Edge, FuncName, Instr, Module, Operand, ValueId, ValueInfo } from "./model.ts";
import { valueId } from "./model.ts";
import { hintOfName, operandType } from "./names.ts";
import { alphaSource } from "./words.ts";
import { fail, type Scanner } from "./scan.ts";
import type { Type } from "./types.ts";

export type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** A named value. All its uses share one operand object, so that one late numbering numbers them all. */
export interface Named {
  /** Until the end of the function, its id is the index in `Scope.order`. */
  readonly operand: { readonly kind: "value"; id: ValueId };
  /** Undefined until the definition is read. */
  type: Type | undefined;
  /** The final id. */
  id: ValueId;
  readonly at: number;
}

interface ForeignName {
  readonly operand: { readonly kind: "outer" | "alpha"; id: ValueId };
  readonly depth: number;
  readonly name: string;
  readonly at: number;
}

export interface Scope {
  readonly named: Map<string, Named>;
  readonly order: Named[];
  readonly params: ValueInfo[];
  readonly results: { readonly info: ValueInfo; readonly instr: Mutable<Instr>; readonly named: Named | null }[];
  readonly edges: { readonly edge: Mutable<Edge>; readonly at: number }[];
  readonly labels: Map<number, number>;
  /** `^%x` and `@%x`. */
  readonly foreign: ForeignName[];
}

export const newScope = (): Scope => ({
  named: new Map(),
  order: [],
  params: [],
  results: [],
  edges: [],
  labels: new Map(),
  foreign: [],
});

export function lookUp(scope: Scope, name: string, at: number): Named {
  let named = scope.named.get(name);
  if (named === undefined) {
    named = { operand: { kind: "value", id: valueId(scope.order.length) }, type: undefined, id: valueId(-1), at };
    scope.named.set(name, named);
    scope.order.push(named);
  }
  return named;
}

/** A name about to be defined. */
export function newName(s: Scanner, scope: Scope, name: string, at: number): Named {
  const named = lookUp(scope, name, at);
  if (named.type !== undefined) fail(s, `%${name} is defined twice`, at, name.length + 1);
  return named;
}

export function defineParam(s: Scanner, scope: Scope, name: string, type: Type, at: number): ValueId {
  const named = newName(s, scope, name, at);
  named.type = type;
  named.id = valueId(scope.params.length);
  scope.params.push({ hint: hintOfName(name), type });
  return named.id;
}

/** The type of an operand whose definition has been read; `any` if it has not. */
export function typeSoFar(scope: Scope, operand: Operand): Type {
  return operandType(operand, (id) => {
    const named = scope.order[id];
    return named?.operand === operand ? named.type : undefined;
  });
}

/** Gives values and edges their final numbers: parameters of all blocks first, then results. */
export function finishScope(s: Scanner, scope: Scope): readonly ValueInfo[] {
  scope.results.forEach(({ instr, named }, k) => {
    instr.result = valueId(scope.params.length + k);
    if (named !== null) named.id = instr.result;
  });
  for (const [name, named] of scope.named) {
    if (named.type === undefined) fail(s, `%${name} is not defined`, named.at, name.length + 1);
    named.operand.id = named.id;
  }
  for (const { edge, at } of scope.edges) {
    const target =
      scope.labels.get(edge.target) ??
      fail(s, `there is no block bb${edge.target}`, at, 2 + String(edge.target).length);
    edge.target = target as Edge["target"];
  }
  return [...scope.params, ...scope.results.map(({ info }) => info)];
}

/** Looks up `^%x` and `@%x`, once all functions are read. */
export function resolveForeign(
  s: Scanner,
  funcName: FuncName,
  functions: Module["functions"],
  scopes: ReadonlyMap<FuncName, Scope>,
): void {
  for (const { operand, depth, name, at } of scopes.get(funcName)?.foreign ?? []) {
    let from: FuncName | null | undefined = funcName;
    if (operand.kind === "alpha") from = alphaSource(funcName);
    else for (let d = 0; d < depth; d++) from = functions[from ?? ""]?.parent;
    const named = scopes.get(from ?? "")?.named.get(name);
    if (named !== undefined) operand.id = named.id;
    else if (from == null) fail(s, `%${name} is looked up in a function that is not there`, at, name.length + 2);
    else fail(s, `%${name} is not defined in @${from}`, at, name.length + 2);
  }
}
