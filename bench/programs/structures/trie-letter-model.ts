// The letters of a text, predicted from those before them: counts of all short contexts stand in a trie, and the chances of
// the contexts of each length are mixed. The result is bits per letter, by the discount and the mix of the lengths.

import type { Program } from "../program.ts";

interface Node {
  count: number;
  next: { [letter: string]: Node };
}

interface Mix {
  discount: number;
  trust: number[];
}

const empty = (): Node => ({ count: 0, next: {} });

function learn(text: string, depth: number): Node {
  const root = empty();
  for (let start = 0; start < text.length; start++) {
    let node = root;
    node.count++;
    for (const letter of text.slice(start, start + depth)) {
      node = node.next[letter] ??= empty();
      node.count++;
    }
  }
  return root;
}

const find = (node: Node | undefined, path: string): Node | undefined =>
  path === "" ? node : find(node?.next[path[0]!], path.slice(1));

function chance(root: Node, context: string, letter: string, { discount, trust }: Mix): number {
  let p = 1 / 27;
  for (let length = 0; length <= context.length; length++) {
    const node = find(root, context.slice(context.length - length));
    if (!node) break;
    const followers = Object.values(node.next);
    const all = followers.reduce((s, f) => s + f.count, 0);
    if (all === 0) break;
    const seen = node.next[letter]?.count ?? 0;
    const direct = Math.max(seen - discount, 0) / all;
    const spare = (discount * followers.length) / all;
    const believe = 1 / (1 + Math.exp(-(trust[length] ?? 0)));
    p = believe * (direct + spare * p) + (1 - believe) * p;
  }
  return p;
}

function bitsPerLetter(mix: Mix, training: string, text: string): number {
  const reach = mix.trust.length - 1;
  const root = learn(training, reach + 1);
  let bits = 0;
  for (let i = 0; i < text.length; i++) {
    bits -= Math.log2(chance(root, text.slice(Math.max(0, i - reach), i), text[i]!, mix));
  }
  return bits / text.length;
}

const verse =
  "the wind that shakes the barley and the rain that wakes the hay will shake the sleeping village on a day ";

export const program: Program = {
  f: bitsPerLetter,
  inputs: (n) => [
    { discount: 0.4, trust: [1.5, 0.8, 0.3] },
    verse.repeat(1 + Math.floor(n / verse.length)).slice(0, 3 * n),
    verse.repeat(1 + Math.floor(n / 50)).slice(20, 20 + n),
  ],
  sizes: [14, 150],
  derivatives: ["grad", "hessian"],
};
