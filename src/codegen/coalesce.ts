// Decides which values share a JavaScript variable: out of SSA without copies.
//
// A block parameter and an argument for it get one variable if they are never live at the same time. So
//
//     bb1(%i, %r):  %r.1 = mul %r, %x;  %i.1 = add %i, 1;  %go = lt %i.1, %n;  branch %go, bb1(%i.1, %r.1), bb2
//
// becomes `do { r = r * x; i = i + 1 } while (i < n)`. Every value belongs to a class, named by one member; unneeded values join
// none of the larger classes. `self` and `this` cannot be assigned, so they stay alone.

import type { BlockId, Func, ValueId } from "../ir/index.ts";
import { edgesOf } from "../ir/index.ts";
import type { Liveness, Step } from "./liveness.ts";

/** The class of each value, by value id: the id of the member that represents the class. */
export type Classes = readonly ValueId[];

/** `inlined` values have no variable. With `share`, unrelated values may share a variable too. */
export function coalesce(func: Func, live: Liveness, inlined: ReadonlySet<ValueId>, share: boolean): Classes {
  const liveAfter = liveAtDefinition(func, live, inlined);
  const parent = func.values.map((_, id) => id as ValueId);
  const members = func.values.map((_, id) => [id as ValueId]);
  const fixed = new Set<ValueId>(func.blocks[0]?.params.slice(0, 2));

  const interfere = (a: readonly ValueId[], b: readonly ValueId[]): boolean =>
    a.some((u) => b.some((v) => liveAfter(u).has(v) || liveAfter(v).has(u)));
  const classOf = (id: ValueId): ValueId => parent[id] as ValueId;

  const merge = (param: ValueId, arg: ValueId): void => {
    const [into, from] = [classOf(param), classOf(arg)];
    if (into === from || fixed.has(into) || fixed.has(from)) return;
    const [a, b] = [members[into] as ValueId[], members[from] as ValueId[]];
    if (interfere(a, b)) return;
    for (const id of b) parent[id] = into;
    a.push(...b);
  };

  // Back edges first: loop-carried values matter most.
  const edges = func.blocks.flatMap((block, b) =>
    edgesOf(block.terminator).map((edge) => ({ edge, back: edge.target <= b })),
  );
  for (const { edge } of [...edges.filter(({ back }) => back), ...edges.filter(({ back }) => !back)]) {
    func.blocks[edge.target]?.params.forEach((param, k) => {
      const arg = edge.args[k];
      if (arg?.kind === "value" && live.needed[param] === true) merge(param, arg.id);
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

/**
 * For each value, the values that are live right after its definition (other parameters of its block included). Computed on
 * demand: most values are never compared with others.
 */
function liveAtDefinition(
  func: Func,
  live: Liveness,
  inlined: ReadonlySet<ValueId>,
): (id: ValueId) => ReadonlySet<ValueId> {
  const known = new Map<ValueId, ReadonlySet<ValueId>>();
  const homes = new Map<ValueId, BlockId>();
  func.blocks.forEach((block, b) => {
    for (const param of block.params) homes.set(param, b as BlockId);
    for (const instr of block.instrs) homes.set(instr.result, b as BlockId);
  });
  const find = (id: ValueId): Set<ValueId> => {
    const home = homes.get(id) ?? (0 as BlockId);
    if (func.blocks[home]?.params.includes(id) === true) return new Set(live.liveIn[home]);
    const now = new Set(live.liveOut[home]);
    const steps = live.steps[home] ?? [];
    for (let k = steps.length - 1; k >= 0; k--) {
      const step = steps[k] as Step;
      if (step.writes !== null) now.delete(step.writes);
      if (step.writes === id) break;
      step.reads.forEach((read) => now.add(read));
    }
    return now;
  };
  return (id) => {
    let result = known.get(id);
    if (result === undefined) {
      const found = find(id);
      for (const other of inlined.keys()) found.delete(other);
      known.set(id, (result = found));
    }
    return result;
  };
}
