// SSA variables on the fly: M. Braun et al., "Simple and Efficient Construction of Static Single Assignment Form"
// (CC 2013). Variables are written and read per block; block parameters appear where they are needed and vanish again
// where all edges agree.
//
// A block must be sealed once all its predecessors are known. Reading a variable that was never written gives
// `initial(key)`: `unset` in the front end, the structural zero for cotangents.

import type { FuncBuilder, OpenBlock, OpenEdge } from "./builder.ts";
import { assertInvariant } from "./diagnostics.ts";
import type { Operand, ValueId } from "./model.ts";
import { sameOperand, value } from "./model.ts";

export class SsaVariables<Key> {
  readonly #builder: FuncBuilder;
  readonly #initial: (key: Key) => Operand;
  readonly #hint: (key: Key) => string;
  readonly #definitions = new Map<Key, Map<OpenBlock, Operand>>();
  readonly #incomplete = new Map<OpenBlock, Map<Key, ValueId>>();
  readonly #phis = new Map<ValueId, { readonly block: OpenBlock; readonly operands: Operand[]; readonly edges: OpenEdge[] }>();
  /** Parameters that use a parameter as operand, to be looked at again when it vanishes. */
  readonly #users = new Map<ValueId, Set<ValueId>>();

  constructor(builder: FuncBuilder, initial: (key: Key) => Operand, hint: (key: Key) => string) {
    this.#builder = builder;
    this.#initial = initial;
    this.#hint = hint;
  }

  write(key: Key, operand: Operand, block: OpenBlock = this.#builder.current): void {
    let blocks = this.#definitions.get(key);
    if (blocks === undefined) this.#definitions.set(key, (blocks = new Map()));
    blocks.set(block, operand);
  }

  read(key: Key, block: OpenBlock = this.#builder.current): Operand {
    // Straight chains of single predecessors are walked, not recursed: functions may be long.
    const chain: OpenBlock[] = [];
    let at = block;
    let result: Operand | undefined;
    for (;;) {
      result = this.#definitions.get(key)?.get(at);
      if (result !== undefined) break;
      if (at.sealed && at.incoming.length === 1 && at !== this.#builder.entry) {
        chain.push(at);
        at = (at.incoming[0] as OpenEdge).from;
        continue;
      }
      result = this.#readHere(key, at);
      break;
    }
    result = this.#builder.resolve(result);
    for (const b of chain) this.write(key, result, b);
    return result;
  }

  #readHere(key: Key, block: OpenBlock): Operand {
    if (!block.sealed) {
      const phi = this.#newPhi(key, block);
      let pending = this.#incomplete.get(block);
      if (pending === undefined) this.#incomplete.set(block, (pending = new Map()));
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
    return this.#complete(key, phi);
  }

  /** Declares that no further edges lead into `block`. */
  seal(block: OpenBlock): void {
    assertInvariant(!block.sealed, "a block is sealed once");
    block.sealed = true;
    for (const [key, phi] of this.#incomplete.get(block) ?? []) this.#complete(key, phi);
    this.#incomplete.delete(block);
  }

  #newPhi(key: Key, block: OpenBlock): ValueId {
    const phi = this.#builder.param(block, this.#hint(key));
    this.#phis.set(phi, { block, operands: [], edges: [] });
    return phi;
  }

  #complete(key: Key, phi: ValueId): Operand {
    const entry = this.#phis.get(phi);
    assertInvariant(entry !== undefined, "a parameter made by SSA construction");
    for (const edge of entry.block.incoming) {
      const operand = this.read(key, edge.from);
      entry.operands.push(operand);
      const argument = entry.block.params.indexOf(phi);
      edge.args[argument] = operand;
      this.#noteUser(operand, phi);
    }
    return this.#removeIfTrivial(phi);
  }

  #noteUser(operand: Operand, user: ValueId): void {
    if (operand.kind !== "value") return;
    let users = this.#users.get(operand.id);
    if (users === undefined) this.#users.set(operand.id, (users = new Set()));
    users.add(user);
  }

  /** A parameter whose arguments are all itself or one other operand is that operand. */
  #removeIfTrivial(phi: ValueId): Operand {
    const self = value(phi);
    let same: Operand | undefined;
    const entry = this.#phis.get(phi);
    assertInvariant(entry !== undefined, "a parameter made by SSA construction");
    for (const raw of entry.operands) {
      const operand = this.#builder.resolve(raw);
      if (sameOperand(operand, self) || (same !== undefined && sameOperand(operand, same))) continue;
      if (same !== undefined) return self;
      same = operand;
    }
    if (entry.operands.length < entry.block.incoming.length) return self;
    const by = same ?? { kind: "unset" };
    const users = this.#users.get(phi) ?? new Set<ValueId>();
    this.#builder.replaceParam(phi, by);
    this.#phis.delete(phi);
    for (const user of users) {
      if (user === phi || !this.#phis.has(user)) continue;
      this.#noteUser(by, user);
      this.#removeIfTrivial(user);
    }
    return this.#builder.resolve(by);
  }
}
