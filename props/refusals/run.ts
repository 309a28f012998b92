// Runs what a row says, and tells what is not as it should be.

import { grad, jvp, ready, ZerothError, type Exports } from "zeroth";
import { byGeneralCode } from "../../src/host/code-modes.ts";
import { isClose, leavesOf } from "../../src/testing/trees.ts";
import { internalsIn } from "./internals.ts";
import { exportsOf, mark, placed, refusalIn } from "./module.ts";
import { recorded, type Frame } from "./record.ts";
import type { Refusal } from "./refusal.ts";

type Call = (...args: readonly unknown[]) => unknown;

export interface Run {
  readonly complaints: readonly string[];
  readonly message: string;
  /** Where in zeroth's sources errors were made. */
  readonly frames: readonly Frame[];
}

const runs = new Map<Refusal, Promise<Run>>();

/** Where a module whose function `run` throws nothing makes errors. */
export const framesOf = (program: string): Promise<readonly Frame[]> =>
  recorded(() =>
    byGeneralCode(async () => {
      const { run } = await exportsOf(program, {});
      (run as Call)();
    }),
  );

/** What the row shows; it runs once. */
export function runOf(row: Refusal): Promise<Run> {
  const known = runs.get(row);
  if (known !== undefined) return known;
  const run = runRow(row);
  runs.set(row, run);
  return run;
}

async function runRow(row: Refusal): Promise<Run> {
  const complaints: string[] = [];
  let message = "";
  const frames = await recorded(async () => {
    const seen = await refusedBy(row);
    message = seen.message;
    complaints.push(...seen.complaints);
  });
  return { complaints: [...complaints, ...(await remedyOf(row))], message, frames };
}

const argumentOf = ({ at = 2 }: Refusal): unknown => (typeof at === "function" ? at : structuredClone(at));

/** The calls that must be refused: `run`, or the gradient of `f` by all code that there is. */
function asked(exports: Exports, row: Refusal): readonly Call[] {
  const { f, run } = exports;
  if (typeof run === "function")
    return [() => byGeneralCode(() => (run as Call)(argumentOf(row))), () => (run as Call)(argumentOf(row))];
  const gradient = (grad as unknown as (f: unknown) => Call)(f);
  const call = (): unknown => gradient(argumentOf(row));
  const specialised = async (): Promise<unknown> => {
    await ready(gradient as never, argumentOf(row) as never).catch(() => null);
    return call();
  };
  const general = (): unknown => byGeneralCode(call);
  return row.isLong === true ? [general] : [general, call, specialised];
}

/** What is wrong with forward mode, which may take what reverse mode refuses: its result, or another message. */
function byForwardMode(f: Call, row: Refusal, message: string): readonly string[] {
  const { at = 2 } = row;
  if (typeof at !== "number") return [];
  const forward = jvp as unknown as (f: Call, at: unknown, along: unknown) => readonly unknown[];
  const run = (): readonly unknown[] => forward(f, [at], [1]);
  let tangent: unknown;
  try {
    [, tangent] = row.isLong === true ? byGeneralCode(run) : run();
  } catch (error) {
    if (error instanceof ZerothError && error.message === message) return [];
    return [`forward mode throws ${String(error)}`];
  }
  const expected = differenceOf(f, row, 0);
  return isClose(tangent as number, expected, 1e-6) ? [] : [`forward mode gives ${String(tangent)}, not ${expected}`];
}

async function refusedBy(row: Refusal): Promise<{ readonly message: string; readonly complaints: readonly string[] }> {
  const { text, place } = placed(row);
  if (row.unrunnable !== undefined) {
    const message = refusalIn(text, row);
    return { message, complaints: complaintsAbout(message, row, text, place) };
  }
  const complaints: string[] = [];
  let exports: Exports;
  try {
    exports = await exportsOf(text, row, row.plain);
  } catch (error) {
    return { message: String(error), complaints: [`the module itself is refused: ${String(error)}`] };
  }
  const { f } = exports;
  if (typeof f === "function") complaints.push(...plainly(f as Call, row));
  const messages: string[] = [];
  for (const call of asked(exports, row)) {
    let result: unknown;
    try {
      result = await call();
    } catch (error) {
      if (error instanceof ZerothError && error.kind === (row.kind ?? "unsupported")) {
        messages.push(error.message);
        if (error.remedy === undefined || error.remedy === "") complaints.push("no remedy");
      } else complaints.push(`throws ${String(error)}`);
      continue;
    }
    complaints.push(`is not refused: gives ${JSON.stringify(result)}`);
  }
  const [message = ""] = messages;
  if (messages.some((other) => other !== message))
    complaints.push(`not always the same message: ${messages.join("\n")}`);
  if (typeof f === "function") complaints.push(...byForwardMode(f as Call, row, message));
  return { message, complaints: [...complaints, ...complaintsAbout(message, row, text, place)] };
}

/** What the message lacks, or has too much. */
function complaintsAbout(message: string, row: Refusal, text: string, place: string): readonly string[] {
  if (message === "") return [];
  const complaints: string[] = [];
  const [first = ""] = message.split("\n");
  if (row.placeless === undefined && !row.program.includes(mark)) complaints.push("the program has no mark");
  const head = `${row.placeless === undefined ? place : ""}${row.kind === "invalid" ? "" : "unsupported: "}`;
  if (!first.startsWith(head)) complaints.push(`the message should begin ${head}`);
  if (!first.slice(head.length).includes(row.says)) complaints.push(`the message does not say ${row.says}`);
  return [...complaints, ...internalsIn(message, text)];
}

/** The function as JavaScript runs it. */
function plainly(f: Call, row: Refusal): readonly string[] {
  try {
    f(argumentOf(row));
  } catch (error) {
    if (row.fails === undefined) return [`as JavaScript: ${String(error)}`];
    return [];
  }
  return row.fails === undefined ? [] : ["runs as JavaScript"];
}

async function remedyOf(row: Refusal): Promise<readonly string[]> {
  if (row.remedied === null) return [];
  try {
    const exports = await exportsOf(row.remedied, row, row.remediedPlain ?? row.plain);
    const { f } = exports;
    const [value, before] = [valueOf(exports, row), row.unrunnable === undefined ? await plainValue(row) : undefined];
    if (
      typeof before === "number" &&
      !Number.isNaN(before) &&
      typeof value === "number" &&
      !isClose(value, before, 1e-9)
    )
      return [`with the remedy, f returns ${value}, not ${before}`];
    const at = leavesOf(row.at ?? 2);
    const expected = row.gives === undefined ? at.map((_, k) => differenceOf(f as Call, row, k)) : leavesOf(row.gives);
    for (const call of asked(exports, row)) {
      const given = leavesOf(await call());
      const tolerance = row.gives === undefined ? 1e-6 : 1e-10;
      const isRight = given.length === expected.length && given.every((v, k) => isClose(v, expected[k]!, tolerance));
      if (!isRight) return [`the remedy gives ${given.join(", ")}, not ${expected.join(", ")}`];
    }
  } catch (error) {
    return [`the remedy: ${String(error)}`];
  }
  return [];
}

/** What `f` returns, as JavaScript runs it; undefined if it throws, or if there is none. */
function valueOf({ f }: Exports, row: Refusal): unknown {
  try {
    return typeof f === "function" ? (f as Call)(argumentOf(row)) : undefined;
  } catch {
    return undefined;
  }
}

const plainValue = async (row: Refusal): Promise<unknown> =>
  valueOf(await exportsOf(placed(row).text, row, row.plain), row);

/** The partial derivative, by differences of the function as JavaScript runs it. */
function differenceOf(f: Call, { at = 2 }: Refusal, k: number): number {
  const moved = (h: number): unknown =>
    typeof at === "number" ? at + h : (at as readonly number[]).map((v, i) => (i === k ? v + h : v));
  const slope = (h: number): number => ((f(moved(h)) as number) - (f(moved(-h)) as number)) / (2 * h);
  return (4 * slope(1e-4) - slope(2e-4)) / 3;
}
