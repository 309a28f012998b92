// What a partner of a tree must have: the same numbers in the same places. A partner is a gradient, where the record of a
// function's captures stands for the function, or a tree of the same kind.

import { ZerothError } from "../ir/index.ts";
import { isReal, structureOf, type Structure } from "../runtime/index.ts";
import { capturesOf } from "./closure-maker.ts";

export interface Place {
  /** The path from the root of the tree, as in source code: `.layers[2].w`. */
  readonly path: string;
}

/** Refuses a partner that is neither null nor like the value of structure `s` at this place. */
export function requireAlike(s: Structure, partner: unknown, operator: string, { path }: Place): void {
  const refuse = (given: unknown, expected: string, at: string): never => {
    throw new ZerothError({
      kind: "invalid",
      message: `${operator}: ${at === "" ? "at the root" : `at \`${at}\``}, the tree has ${expected}, and the tree beside it ${describe(given)}`,
      remedy: "give trees of one structure; null leaves out what is below",
    });
  };
  switch (s.kind) {
    case "number":
      if (typeof partner !== "number") refuse(partner, "a number", path);
      return;
    case "array":
    case "typed": {
      const isList = Array.isArray(partner) || ArrayBuffer.isView(partner);
      if (!isList || (partner as readonly unknown[]).length !== s.length)
        return refuse(partner, `an array of length ${s.length}`, path);
      if (!s.uniform || isReal(partner)) return;
      (partner as readonly unknown[]).forEach((item, i) => {
        if (typeof item !== "number" && item !== null && item !== undefined) refuse(item, "a number", `${path}[${i}]`);
      });
      return;
    }
    case "object":
    case "closure": {
      const names = namesIn(partner, s.kind);
      const expected = s.kind === "object" ? "a record" : "a function";
      if (names === null) return refuse(partner, expected, path);
      const other = names.find((name) => !s.keys.includes(name));
      if (other !== undefined) refuse(partner, `${expected} without \`${other}\``, path);
      return;
    }
    case "box":
      return;
    case "opaque":
    case "none": {
      const { kind } = structureOf(partner);
      if (kind !== "none" && kind !== "opaque") refuse(partner, "nothing that can be differentiated", path);
    }
  }
}

/** The names of the parts of a partner of a record or function; null if the partner is neither. */
function namesIn(partner: unknown, kind: "object" | "closure"): readonly string[] | null {
  if (typeof partner === "function") return kind === "closure" ? capturesOf(partner).names : null;
  if (typeof partner !== "object" || partner === null || Array.isArray(partner) || ArrayBuffer.isView(partner))
    return null;
  return Object.keys(partner).filter((key) => (partner as Readonly<Record<string, unknown>>)[key] !== null);
}

function describe(x: unknown): string {
  if (Array.isArray(x) || ArrayBuffer.isView(x)) return `an array of length ${(x as unknown as unknown[]).length}`;
  if (typeof x === "object")
    return `a record with ${
      Object.keys(x ?? {})
        .map((key) => `\`${key}\``)
        .join(", ") || "nothing"
    }`;
  return typeof x === "function" ? "a function" : `a value of type ${typeof x}`;
}
