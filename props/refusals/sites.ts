// The places in zeroth's sources that refuse something: calls with "unsupported" among their arguments, and calls of the
// front end's function of that name.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { calledName, eachNode, parsed, stringOf, type Node } from "../faults/syntax.ts";
import { root, type Frame } from "./record.ts";

export interface Site {
  readonly file: string;
  readonly line: number;
  readonly endLine: number;
  /** The text of the call, on one line. */
  readonly text: string;
}

const isOwn = (file: string): boolean =>
  file.endsWith(".ts") && !/\.test(?:-d)?\.ts$|(?:^|\/)(?:fixtures|test-support)\//u.test(file);

/** All places, by file and line. */
export function sites(): readonly Site[] {
  const files = readdirSync(join(root, "src"), { recursive: true, encoding: "utf8" }).filter(isOwn).sort();
  return files.flatMap((name) => {
    const file = `src/${name}`;
    const text = readFileSync(join(root, file), "utf8");
    return text.includes("unsupported") ? sitesIn(file, text) : [];
  });
}

function sitesIn(file: string, text: string): readonly Site[] {
  const program = parsed(text, file);
  if (program === null) throw new Error(`${file} cannot be parsed`);
  const found = new Map<Node, Site>();
  const lineAt = (offset: number): number => text.slice(0, offset).split("\n").length;
  const add = (call: Node): void => {
    const shown = text.slice(call.start, call.end).replaceAll(/\s+/gu, " ");
    found.set(call, { file, line: lineAt(call.start), endLine: lineAt(call.end), text: shown });
  };
  const visit = (node: Node, ancestors: readonly Node[]): void => {
    if (calledName(node) === "unsupported") add(node);
    if (stringOf(node) !== "unsupported") return;
    const [parent] = ancestors;
    // A type, or a question.
    if (parent?.type === "TSLiteralType" || parent?.type === "BinaryExpression") return;
    const around = ancestors.find(({ type }) => /^(?:New|Call)Expression$|Function|Statement/u.test(type));
    if (around?.type !== "NewExpression" && around?.type !== "CallExpression")
      throw new Error(`${file}:${lineAt(node.start)}: "unsupported" outside of the arguments of a call`);
    add(around);
  };
  eachNode(program, visit, () => true);
  return [...found.values()];
}

/** The places that a stack leads through: the innermost one of each frame. */
export function sitesAt(all: readonly Site[], frames: readonly Frame[]): ReadonlySet<Site> {
  return new Set(
    frames.flatMap(({ file, line }) => {
      const around = all.filter((site) => site.file === file && site.line <= line && line <= site.endLine);
      const narrow = Math.min(...around.map(({ line: start, endLine }) => endLine - start));
      return around.filter(({ line: start, endLine }) => endLine - start === narrow);
    }),
  );
}
