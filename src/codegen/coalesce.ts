// Decides which values share a JavaScript variable: out of SSA without copies.
//
// A block parameter and an argument for it get one variable if they are never live at the same time. So
//
//     bb1(%i, %r):  %r.1 = mul %r, %x;  %i.1 = add %i, 1;  %go = lt %i.1, %n;  branch %go, bb1(%i.1, %r.1), bb2
//
// becomes `do { r = r * x; i = i + 1 } while (i < n)`. Every value belongs to a class, named by one member; unneeded values join
// none of the larger classes. `self` and `this` cannot be assigned, so they stay alone.

import type { Edge, Func, ValueId } from "../ir/index.ts";
import { edgesOf } from "../ir/index.ts";
import type { Liveness } from "./liveness.ts";

/** The class of each value, by value id: the id of the member that represents the class. */
export type Classes = readonly ValueId[];

/** `inlined` values have no variable. With `share`, unrelated values may share a variable too. */
export function coalesce(func: Func, live: Liveness, inlined: ReadonlySet<ValueId>, share: boolean): Classes {
  const parent = func.values.map((_, id) => id as ValueId);
  /** The members of the classes that have several. */
  const members = new Map<ValueId, ValueId[]>();
  const membersOf = (id: ValueId): ValueId[] => members.get(id) ?? [id];
  const fixed = new Set<ValueId>(func.blocks[0]?.params.slice(0, 2));

  const isLiveAfter = (id: ValueId, definition: ValueId): boolean =>
    live.isLiveAfter(id, definition) && !inlined.has(id);
  const interfere = (a: readonly ValueId[], b: readonly ValueId[]): boolean =>
    a.some((u) => b.some((v) => isLiveAfter(v, u) || isLiveAfter(u, v)));
  const classOf = (id: ValueId): ValueId => parent[id] as ValueId;

  const merge = (param: ValueId, arg: ValueId): void => {
    const into = classOf(param);
    const from = classOf(arg);
    if (into === from || fixed.has(into) || fixed.has(from)) return;
    const a = membersOf(into);
    const b = membersOf(from);
    if (interfere(a, b)) return;
    for (const id of b) parent[id] = into;
    a.push(...b);
    members.set(into, a);
  };

  const mergeAlong = ({ target, args }: Edge): void => {
    func.blocks[target]?.params.forEach((param, k) => {
      const arg = args[k];
      if (arg?.kind === "value" && live.needed[param] === true) merge(param, arg.id);
    });
  };
  // Back edges first: loop-carried values matter most.
  for (const isBack of [true, false]) {
    func.blocks.forEach(({ terminator }, b) => {
      for (const edge of edgesOf(terminator)) if (edge.target <= b === isBack) mergeAlong(edge);
    });
  }
  if (share) {
    const all = valuesInOrder(func).filter(
      (id) => live.needed[id] === true && (live.uses[id] ?? 0) > 0 && !inlined.has(id),
    );
    // Values used once may need no variable, so they choose last.
    const candidates = [...all.filter((id) => live.uses[id] !== 1), ...all.filter((id) => live.uses[id] === 1)];
    // The limit bounds the time of the search.
    candidates.slice(0, mostShared).forEach((id, k) => {
      for (const other of candidates.slice(0, k)) {
        if (classOf(other) !== classOf(id)) merge(other, id);
        if (classOf(other) === classOf(id)) break;
      }
    });
  }
  return parent;
}

const mostShared = 300;

function valuesInOrder(func: Func): readonly ValueId[] {
  return func.blocks.flatMap((block) => [...block.params, ...block.instrs.map((instr) => instr.result)]);
}
