// On-the-fly construction of SSA form: M. Braun et al., "Simple and Efficient Construction of Static Single Assignment Form"
// (CC 2013). Callers write and read variables per block. The construction adds block parameters where they are needed, and
// removes those for which all edges pass the same operand.
//
// A block must be sealed once all its predecessors are known. Reading a variable that was never written gives
// `initial(key)`: `unset` in the front end, the structural zero for cotangents. Where the caller knows that nothing was written to
// a variable before a block, no parameter is made there.

import type { FuncBuilder, OpenBlock, OpenEdge } from "./builder.ts";
import { assertInvariant } from "./diagnostics.ts";
import type { Operand, ValueId } from "./model.ts";
import { sameOperand, value } from "./model.ts";
import type { Type } from "./types.ts";

export class SsaVariables<Key> {
  readonly #builder: FuncBuilder;
  readonly #initial: (key: Key) => Operand;
  readonly #hint: (key: Key) => string;
  readonly #type: (key: Key) => Type;
  readonly #isInitial: (key: Key, block: OpenBlock) => boolean;
  /** What each variable is at the end of a block, by the block's index. */
  readonly #definitions: (Map<Key, Operand> | undefined)[] = [];
  readonly #incomplete = new Map<OpenBlock, Map<Key, ValueId>>();
  readonly #phis = new Map<
    ValueId,
    { readonly block: OpenBlock; readonly argument: number; readonly operands: Operand[]; readonly edges: OpenEdge[] }
  >();
  /** New parameters of sealed blocks that have no arguments yet. */
  readonly #pending: { readonly key: Key; readonly phi: ValueId }[] = [];
  #completing = false;
  /** For each parameter, the parameters that take it as argument: they are checked again when it is removed. */
  readonly #users = new Map<ValueId, Set<ValueId>>();

  /**
   * `type` is the type of everything that is written to a variable; `isInitial` says whether a variable is known to have its
   * initial value at the start of a block.
   */
  constructor(
    builder: FuncBuilder,
    initial: (key: Key) => Operand,
    hint: (key: Key) => string,
    type: (key: Key) => Type = () => "any",
    isInitial: (key: Key, block: OpenBlock) => boolean = () => false,
  ) {
    this.#builder = builder;
    this.#initial = initial;
    this.#hint = hint;
    this.#type = type;
    this.#isInitial = isInitial;
  }

  write(key: Key, operand: Operand, block: OpenBlock = this.#builder.current): void {
    (this.#definitions[block.index] ??= new Map<Key, Operand>()).set(key, operand);
  }

  read(key: Key, block: OpenBlock = this.#builder.current): Operand {
    // A loop, not recursion, walks chains of single predecessors: functions may be long.
    let chain: Set<OpenBlock> | null = null;
    let at = block;
    let result: Operand | undefined;
    for (;;) {
      result = this.#definitions[at.index]?.get(key);
      if (result !== undefined) break;
      // The second: a cycle that no edge enters, code that cannot run.
      if (this.#isInitial(key, at) || chain?.has(at) === true) {
        result = this.#initial(key);
        break;
      }
      if (at.sealed && at.incoming.length === 1 && at !== this.#builder.entry) {
        (chain ??= new Set<OpenBlock>()).add(at);
        at = (at.incoming[0] as OpenEdge).from;
        continue;
      }
      result = this.#readHere(key, at);
      break;
    }
    result = this.#builder.resolve(result);
    if (chain !== null) for (const b of chain) this.write(key, result, b);
    return result;
  }

  #readHere(key: Key, block: OpenBlock): Operand {
    if (!block.sealed) {
      const phi = this.#newPhi(key, block);
      let pending = this.#incomplete.get(block);
      if (pending === undefined) this.#incomplete.set(block, (pending = new Map<Key, ValueId>()));
      pending.set(key, phi);
      this.write(key, value(phi), block);
      return value(phi);
    }
    if (block.incoming.length === 0) {
      const initial = this.#initial(key);
      this.write(key, initial, block);
      return initial;
    }
    const phi = this.#newPhi(key, block);
    this.write(key, value(phi), block);
    this.#pending.push({ key, phi });
    this.#completePending();
    return value(phi);
  }

  /** Declares that no further edges lead into `block`. */
  seal(block: OpenBlock): void {
    assertInvariant(!block.sealed, "a block is sealed once");
    block.sealed = true;
    for (const [key, phi] of this.#incomplete.get(block) ?? []) this.#pending.push({ key, phi });
    this.#incomplete.delete(block);
    this.#completePending();
  }

  #newPhi(key: Key, block: OpenBlock): ValueId {
    const phi = this.#builder.param(block, this.#hint(key), this.#type(key));
    this.#phis.set(phi, { block, argument: block.params.length - 1, operands: [], edges: [] });
    return phi;
  }

  /** Gives new parameters their arguments, which may need further parameters. It uses a worklist, since functions may be long. */
  #completePending(): void {
    if (this.#completing) return;
    this.#completing = true;
    const complete: ValueId[] = [];
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#complete(next.key, next.phi);
      complete.push(next.phi);
    }
    this.#completing = false;
    while (complete.length > 0) this.#removeIfTrivial(complete.pop() as ValueId);
  }

  #complete(key: Key, phi: ValueId): void {
    const entry = this.#phis.get(phi);
    assertInvariant(entry !== undefined, "a parameter made by SSA construction");
    for (const edge of entry.block.incoming) {
      const operand = this.read(key, edge.from);
      entry.operands.push(operand);
      edge.args[entry.argument] = operand;
      this.#noteUser(operand, phi);
    }
  }

  #noteUser(operand: Operand, user: ValueId): void {
    // Only parameters made here are ever removed.
    if (operand.kind !== "value" || !this.#phis.has(operand.id)) return;
    let users = this.#users.get(operand.id);
    if (users === undefined) this.#users.set(operand.id, (users = new Set<ValueId>()));
    users.add(user);
  }

  /** Replaces a parameter whose arguments are all itself or one other operand by that operand; then checks its users again. */
  #removeIfTrivial(first: ValueId): void {
    const work = [first];
    for (let phi = work.pop(); phi !== undefined; phi = work.pop()) {
      const by = this.#onlyOperand(phi);
      if (by === null) continue;
      this.#builder.replaceParam(phi, by);
      this.#phis.delete(phi);
      for (const user of this.#users.get(phi) ?? []) {
        if (!this.#phis.has(user)) continue;
        this.#noteUser(by, user);
        work.push(user);
      }
    }
  }

  /** The one operand that a parameter takes on all edges, apart from itself; null if there are several. */
  #onlyOperand(phi: ValueId): Operand | null {
    const entry = this.#phis.get(phi);
    if (entry === undefined || entry.operands.length < entry.block.incoming.length) return null;
    const self = value(phi);
    let same: Operand | null = null;
    for (const raw of entry.operands) {
      const operand = this.#builder.resolve(raw);
      if (sameOperand(operand, self) || (same !== null && sameOperand(operand, same))) continue;
      if (same !== null) return null;
      same = operand;
    }
    return same ?? { kind: "unset" };
  }
}
