// What the pullback of a derivative rule may read of variables and memory, and whether that is unchanged since the rule returned
// the pullback: a pullback runs after the program, which may have written to it in between.
//
// A pullback reads what its code captures, and what functions of modules that it captures read. What the pullbacks of rules write
// themselves, such as a count of their calls, does not count as a change.

import type { Code } from "../ir/index.ts";
import { capturedValue, isBox, stampOf, type Environment } from "../runtime/index.ts";
import { fingerprintOfReach, isSameFingerprint, type Fingerprint } from "./fingerprint.ts";

/** Something that a pullback reads. */
interface Source {
  readonly read: () => unknown;
  /** Identifies the variable, unless it contains an object: then writes go to that object. */
  readonly variable: object;
}

interface Read extends Source {
  /** Its fingerprint when the rule returned. */
  readonly before: Fingerprint;
  /** Its fingerprint just before the pullback ran. */
  now: Fingerprint;
}

export type Reads = readonly Read[];

/** What `pullback` reads, in its present state; all of `known` if its code cannot be seen. */
export function readsOf(pullback: unknown, known: readonly unknown[]): Reads {
  const stamp = stampOf(pullback);
  const sources =
    stamp === undefined
      ? known.map((x): Source => ({ read: () => x, variable: {} }))
      : [...sourcesIn(stamp.code, stamp.env, "scope"), ...moduleSources(stamp.code, stamp.env)];
  return sources.map((source): Read => {
    const now = fingerprintOfReach(source.read());
    return { ...source, before: originOf(source, now), now };
  });
}

/** For a variable or object, how a pullback last left it, and how it was before any pullback wrote to it. */
const written = new WeakMap<object, { readonly left: Fingerprint; readonly origin: Fingerprint }>();

/** Whether only pullbacks have written to what is read. To be called before a pullback runs, and `noteWrites` after it. */
export function isAsRead(reads: Reads): boolean {
  return reads.every((read) => {
    read.now = fingerprintOfReach(read.read());
    return isSameFingerprint(originOf(read, read.now), read.before);
  });
}

export function noteWrites(reads: Reads): void {
  for (const read of reads) {
    const left = fingerprintOfReach(read.read());
    if (!isSameFingerprint(left, read.now)) written.set(keyOf(read), { left, origin: originOf(read, read.now) });
  }
}

function originOf(source: Source, now: Fingerprint): Fingerprint {
  const known = written.get(keyOf(source));
  return known !== undefined && isSameFingerprint(known.left, now) ? known.origin : now;
}

function keyOf({ read, variable }: Source): object {
  const value = read();
  return typeof value === "object" && value !== null && !isBox(value) ? value : variable;
}

/** For each capture of some code, an object that identifies the variable, whichever box a closure of that code captured. */
const variables = new WeakMap<Code, readonly object[]>();

/** The captures that may change: assigned variables and references. */
function sourcesIn(code: Code, env: Environment, from: "scope" | "module"): Source[] {
  const { captures } = code.program.func(code.name);
  const own = variables.get(code) ?? captures.map(() => ({}));
  variables.set(code, own);
  return captures.flatMap((capture, k) => {
    const read = (): unknown => capturedValue(env, k);
    const isScalar = Object(read()) !== read();
    return capture.from !== from || isScalar ? [] : [{ read, variable: own[k] as object }];
  });
}

const ofModules = new WeakMap<Code, readonly Source[]>();

/** The captures of functions of modules stay the same, apart from variables and memory, so they are found once. */
function moduleSources(code: Code, env: Environment): readonly Source[] {
  const known = ofModules.get(code);
  if (known !== undefined) return known;
  const sources: Source[] = [];
  const seen = new Set<Code>();
  const visit = (code: Code, env: Environment): void => {
    if (seen.has(code)) return;
    seen.add(code);
    for (const source of sourcesIn(code, env, "module")) {
      const stamp = stampOf(source.read());
      const isOfModule = stamp?.code.program.func(stamp.code.name).captures.every(({ from }) => from === "module");
      if (stamp !== undefined && isOfModule === true) visit(stamp.code, stamp.env);
      else sources.push(source);
    }
  };
  visit(code, env);
  ofModules.set(code, sources);
  return sources;
}
