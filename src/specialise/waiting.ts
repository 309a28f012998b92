// Paths that wait at the blocks that they lead to, until all have arrived.

import type { Path } from "./path.ts";

export class Waiting {
  readonly #paths: Map<number, readonly Path[]>;

  constructor(paths: Iterable<readonly [number, readonly Path[]]> = []) {
    this.#paths = new Map(paths);
  }

  add(block: number, ...paths: readonly Path[]): void {
    this.#paths.set(block, [...(this.#paths.get(block) ?? []), ...paths]);
  }

  /** The paths to a block, which wait no longer. */
  take(block: number): readonly Path[] {
    const paths = this.#paths.get(block) ?? [];
    this.#paths.delete(block);
    return paths;
  }

  count(block: number): number {
    return this.#paths.get(block)?.length ?? 0;
  }

  copy(): Waiting {
    return new Waiting(this.#paths);
  }
}
