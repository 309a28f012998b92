// What no message may show: names that only zeroth has.

import * as zeroth from "zeroth";
import { prims } from "../../src/ir/index.ts";

const patterns: readonly (readonly [what: string, pattern: RegExp])[] = [
  ["a value of the intermediate representation", /%[\w.]+/u],
  ["a function of the intermediate representation", /(?<![\w/`])@\w/u],
  ["a block", /\bbb\d+\b/u],
  ["a value that is not there", /(?<!`)\bundefined\b(?!`)/u],
  ["an object as text", /\[object /u],
  ["a name that the plugin inserts", /\$z\w*/u],
  ["a file of zeroth", /(?:src|dist|prelude|\.modules)\/[\w./-]*|zeroth:\/\/|node_modules/u],
  ["a derived function", /\w_(?:J|D|grad|back)\b|\.J\b|\bJ\*/u],
  [
    "a node of the syntax tree",
    /\b[A-Z][a-z]+(?:[A-Z][a-z]+)*(?:Expression|Statement|Declaration|Pattern|Identifier)\b/u,
  ],
];

const primitives = Object.keys(prims).filter((name) => name.includes("-"));

/** Names in camel case that messages may have: those of the language, of zeroth's exports, and of an option of TypeScript. */
const known: ReadonlySet<string> = new Set([
  ...Object.keys(zeroth),
  ...Object.getOwnPropertyNames(globalThis),
  ...[Object, Array, Reflect, String.prototype, Array.prototype].flatMap((o) => Object.getOwnPropertyNames(o)),
  "useDefineForClassFields",
]);

/** What the message shows of zeroth that the program does not contain. */
export function internalsIn(message: string, program: string): readonly string[] {
  const inPatterns = patterns.flatMap(([what, pattern]) => {
    const shown = pattern.exec(message)?.[0];
    return shown === undefined || program.includes(shown) ? [] : [`the message shows ${what}: ${shown}`];
  });
  const words = message.match(/[\p{L}\d]+(?:-[\p{L}\d]+)*/gu) ?? [];
  const inWords = words.flatMap((word) => {
    if (program.includes(word)) return [];
    if (primitives.includes(word)) return [`the message shows a primitive: ${word}`];
    return /^[a-z]+[A-Z]/u.test(word) && !known.has(word) ? [`the message shows a name: ${word}`] : [];
  });
  return [...inPatterns, ...inWords];
}
