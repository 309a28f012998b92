// The heap: the contents of objects that the code being written need not allocate yet, by name.
//
// Where paths part, each goes on with a heap of its own. So a heap consists of layers, and heaps share all layers but the last,
// which holds what has been written since they parted (a persistent map; the layers' sizes grow as those of a log-structured merge
// tree, P. O'Neil et al. 1996). Parting costs nothing, and a look-up visits a number of layers that grows with the logarithm of the size.

import type { Contents, ObjectId } from "./abstract-value.ts";

interface Layer {
  readonly entries: ReadonlyMap<ObjectId, Contents>;
  readonly below: Layer | null;
}

type Names = Readonly<Record<"context" | "perhaps" | "state", Set<ObjectId>>>;

export class Heap {
  #own = new Map<ObjectId, Contents>();
  #below: Layer | null;
  /** Names of contexts, and of elements that may be absent, here or in another heap. */
  readonly #names: Names;

  constructor(below: Layer | null = null, names: Names = { context: new Set(), perhaps: new Set(), state: new Set() }) {
    this.#below = below;
    this.#names = names;
  }

  /** A heap for other objects of the same code. */
  empty(): Heap {
    return new Heap(null, this.#names);
  }

  get(id: ObjectId): Contents | undefined {
    let contents = this.#own.get(id);
    for (let layer = this.#below; contents === undefined && layer !== null; layer = layer.below)
      contents = layer.entries.get(id);
    return contents;
  }

  has(id: ObjectId): boolean {
    return this.get(id) !== undefined;
  }

  set(id: ObjectId, contents: Contents): void {
    this.#own.set(id, contents);
    if (contents.kind === "context" || contents.kind === "perhaps") this.#names[contents.kind].add(id);
    if (contents.kind === "array" && contents.generator !== undefined) this.#names.state.add(id);
  }

  /** Whether there are states of generators, here or in another heap. */
  get hasStates(): boolean {
    return this.#names.state.size > 0;
  }

  /** Another heap with the same objects. What is written to one of the two is not seen in the other. */
  fork(): Heap {
    if (this.#own.size > 0) {
      let [entries, below] = [this.#own, this.#below];
      while (below !== null && below.entries.size < 2 * entries.size) {
        entries = new Map([...below.entries, ...entries]);
        below = below.below;
      }
      this.#own = new Map();
      this.#below = { entries, below };
    }
    return new Heap(this.#below, this.#names);
  }

  /** The names of all objects of a kind. */
  all(kind: "context" | "perhaps"): readonly ObjectId[] {
    return [...this.#names[kind]].filter((id) => this.get(id)?.kind === kind);
  }

  /** The names of the records that existed before, in the order in which they were met. */
  given(): readonly ObjectId[] {
    const layers: ReadonlyMap<ObjectId, Contents>[] = [this.#own];
    for (let layer = this.#below; layer !== null; layer = layer.below) layers.push(layer.entries);
    const all = new Set(layers.toReversed().flatMap((entries) => [...entries.keys()]));
    return [...all].filter((id) => this.get(id)?.kind === "given");
  }
}
