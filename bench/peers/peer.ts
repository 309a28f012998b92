/** Another library that differentiates, and the rows that can be written in it. */

import type { Contender } from "../row.ts";

export interface Peer {
  /** How far its results may be from those by hand, as a part of the largest number: 1e-4 for single precision. */
  readonly tolerance: number;
  /** By the name of the row; what is made of its data is not timed. */
  readonly rows: { readonly [name: string]: (data: never) => Contender | Promise<Contender> };
}

export const peerNames = ["jax", "rose", "tfjs-cpu", "tfjs-wasm"] as const;
export type PeerName = (typeof peerNames)[number];

/** Prepares a library; throws where it is not installed. Its types are only there if it is, so nothing here names them. */
export async function loadPeer(name: PeerName): Promise<Peer> {
  const [file, backend] = name.split("-") as [string, string | undefined];
  const module = (await import(new URL(`${file}.ts`, import.meta.url).href)) as {
    readonly peer: (backend?: string) => Promise<Peer>;
  };
  return module.peer(backend);
}
