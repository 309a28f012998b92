// The loops of a function that is run: unrolled, or written as loops (loop.ts).
//
// Where generators are walked, a header is met in several states (states.ts), each of which gets its own run of the body. A
// state that is not met again needs no loop; one that is met again becomes a loop. That loop contains all states from which
// control returns to it; everything else that the body leads to comes behind it. Which states those are is found out by trying.

import type { Block, Func, Loop, OpenBlock, Span, Steps, Type, ValueId } from "../ir/index.ts";
import type { AbstractValue, ObjectId } from "./abstract-value.ts";
import { abandonAfter, extentOf } from "./extents.ts";
import { continueOn, type Path } from "./path.ts";
import { writeLoop, type AtLatch, type Changes, type Turn } from "./loop.ts";
import { NotSpecialised } from "./not-specialised.ts";
import { byStates, statesOf } from "./states.ts";
import { exitOf, partWithLoops, type Unrolling } from "./unrolling.ts";
import { isUndecided } from "./undecided-loops.ts";
import type { Waiting } from "./waiting.ts";
import type { Writer } from "./writer.ts";

/** The run of a function. */
export interface Running {
  readonly writer: Writer;
  readonly func: Func;
  readonly unrolling: Unrolling;
  /** What attempts at the surrounding code have found, by the places of loops. */
  readonly found: Found;
  path: string;
  waiting: Waiting;
  /** For each latch of a loop that is being written: its header, and what to do before the latch branches. */
  readonly latches: Map<number, readonly [header: number, atLatch: AtLatch]>;
  readonly roots: () => ReadonlySet<ObjectId>;
  /** Joins paths to a block, where writing continues. */
  readonly joined: (b: number, paths: readonly Path[]) => Map<ValueId, AbstractValue>;
  /** Runs all blocks of a loop once. */
  readonly body: (loop: Loop, values: Map<ValueId, AbstractValue>) => Steps<void>;
  readonly liveAt: (b: number) => readonly ValueId[];
  readonly spanOf: (b: number) => Span;
}

export interface Found {
  /** Changes in loops. */
  readonly changes: Map<string, Changes>;
  /** Loops that could not be unrolled. */
  readonly rolled: Set<string>;
  /** States of headers that are met again: by themselves, or in a loop of another state. */
  readonly circles: Set<string>;
}

/** A state of a header on the way to the present one. */
interface Open {
  readonly states: string;
  /** Whether a loop of it is being written, has been written, or neither. */
  readonly kind: "once" | "open" | "closed";
  /** The paths back to it. */
  readonly back: Path[];
}

/** Thrown where a state turns out to be met again: what was written since it was met is written again. */
class MetAgain extends Error {
  readonly by: LoopRun;
  readonly states: string;
  constructor(by: LoopRun, states: string) {
    super("a state of a generator that is met again");
    this.by = by;
    this.states = states;
  }
}

/** Where more states than these lead to each other, the loop is given up. */
const mostOpen = 24;

export function* runLoop(run: Running, loop: Loop): Steps<void> {
  const paths = run.waiting.take(loop.header);
  if (paths.length > 0) yield* new LoopRun(run, loop).from(paths);
}

const behind = "behind the loop";

/** Where paths that leave a written loop go: behind it, to a loop around it, or to another state of the header. */
interface Exit {
  readonly to: Open | string;
  readonly paths: readonly Path[];
}

class LoopRun {
  readonly #run: Running;
  readonly #loop: Loop;
  readonly #path: string;
  readonly #exit: number;
  /** How many runs of the body have places of their own. */
  #turns = 0;

  constructor(run: Running, loop: Loop) {
    this.#run = run;
    this.#loop = loop;
    this.#path = run.path;
    this.#exit = exitOf(run.func, loop) ?? -1;
  }

  get #place(): string {
    return `${this.#path}/${this.#loop.header}`;
  }

  /** What is found in one iteration of a loop around it holds in the others, as a rule. */
  get #anyIteration(): string {
    return this.#place.replaceAll(/~\d+/g, "~");
  }

  *from(paths: readonly Path[]): Steps<void> {
    for (const group of byStates(paths, this.#run.roots()).values()) yield* this.#entered(group);
  }

  *#entered(paths: readonly Path[]): Steps<void> {
    const run = this.#run;
    const entry = this.#joined(this.#loop.header, paths);
    const before = run.waiting.copy();
    const isRolled = run.found.rolled.has(this.#anyIteration);
    if (!isRolled && !isUndecided(run.writer, run.func, this.#loop, entry.values)) {
      if (yield* this.#unrolled(entry)) return;
      run.found.rolled.add(this.#anyIteration);
      run.waiting = before;
    }
    yield* this.#variant(entry, []);
  }

  #joined(b: number, paths: readonly Path[]): Path {
    const { writer } = this.#run;
    this.#run.path = this.#path;
    const values = this.#run.joined(b, paths);
    return { block: writer.builder.current, values, heap: writer.heap };
  }

  /** Writes iteration after iteration, as long as each knows whether there is another. */
  *#unrolled(entry: Path): Steps<boolean> {
    const run = this.#run;
    const { writer, func, unrolling } = run;
    const { loops, indexed } = writer;
    const extent = extentOf(writer);
    const { header } = this.#loop;
    const { params } = func.blocks[header] as Block;
    const isAlike = (at: Path): boolean =>
      writer.indexed === indexed && params.every((id) => at.values.get(id)?.kind !== "object");
    const start = writer.block();
    writer.builder.switchTo(start);
    writer.heap = entry.heap.fork();
    let next: Path | null = { block: start, values: entry.values, heap: writer.heap };
    for (let k = 0; next !== null; k++) {
      const [most, largest] = isAlike(next) ? unrolling.limitsAlike : unrolling.limits;
      const longest = writer.loops > loops ? largest * partWithLoops : largest;
      if (k >= most || (k > 4 && extentOf(writer).length - extent.length > longest)) next = null;
      else {
        run.path = `${this.#path}~${k}`;
        writer.builder.switchTo(next.block);
        writer.heap = next.heap.fork();
        const exits = run.waiting.count(this.#exit);
        run.latches.delete(this.#loop.latch);
        yield* run.body(this.#loop, new Map(next.values));
        const [back, ...others] = run.waiting.take(header);
        // If an iteration may both continue and leave, the loop cannot be unrolled.
        if (others.length > 0 || (back !== undefined && run.waiting.count(this.#exit) > exits)) next = null;
        else {
          next = back ?? null;
          continue;
        }
      }
      run.path = this.#path;
      abandonAfter(writer, extent);
      return false;
    }
    run.path = this.#path;
    this.#jump(entry, start);
    return true;
  }

  #jump(entry: Path, start: OpenBlock): void {
    const { writer, spanOf } = this.#run;
    writer.builder.switchTo(entry.block);
    writer.builder.jump(start, spanOf(this.#loop.header));
    start.sealed = true;
  }

  /** Runs the loop from a state of its header. */
  *#variant(entry: Path, open: readonly Open[]): Steps<void> {
    const run = this.#run;
    const { writer } = run;
    const states = statesOf(entry.heap, entry.values.values(), run.roots());
    const { openLoops } = writer;
    const extent = extentOf(writer);
    const [turns, before] = [this.#turns, run.waiting.copy()];
    if (open.length > mostOpen)
      throw new NotSpecialised("a loop whose state keeps changing its shape", run.spanOf(this.#loop.header));
    for (;;) {
      const start = writer.block();
      const path = { ...entry, block: start };
      try {
        const isLoop = states === "" || run.found.circles.has(this.#circle(states));
        yield* isLoop ? this.#written(path, states, open) : this.#once(path, states, open);
        this.#jump(entry, start);
        return;
      } catch (error) {
        if (!(error instanceof MetAgain) || error.by !== this || error.states !== states) throw error;
        abandonAfter(writer, extent);
        writer.openLoops = openLoops;
        run.waiting = before.copy();
        this.#turns = turns;
      }
    }
  }

  #circle(states: string, by = ""): string {
    return `${this.#anyIteration} ${states}>${by}`;
  }

  /** Runs the body once, and goes on from the states that it leads to. */
  *#once(entry: Path, states: string, open: readonly Open[]): Steps<void> {
    const run = this.#run;
    continueOn(run.writer, entry);
    run.latches.delete(this.#loop.latch);
    for (const [next, paths] of yield* this.#turn(new Map(entry.values)))
      yield* this.#goOn(next, paths, [...open, { states, kind: "once", back: [] }]);
  }

  /** Runs the body; gives the paths back to the header by their states. */
  *#turn(values: Map<ValueId, AbstractValue>): Steps<ReadonlyMap<string, readonly Path[]>> {
    const run = this.#run;
    run.path = `${this.#path}~${this.#turns++}`;
    yield* run.body(this.#loop, values);
    run.path = this.#path;
    return byStates(run.waiting.take(this.#loop.header), run.roots());
  }

  *#goOn(states: string, paths: readonly Path[], open: readonly Open[]): Steps<void> {
    const k = open.findLastIndex((one) => one.states === states);
    const met = open[k];
    if (met === undefined) yield* this.#variant(this.#joined(this.#loop.header, paths), open);
    else if (met.kind === "open") met.back.push(...paths);
    else {
      this.#run.found.circles.add(this.#circle(states, met.kind === "closed" ? open[k + 1]?.states : ""));
      throw new MetAgain(this, states);
    }
  }

  /** Writes a loop of a state of the header, with the states that lead back to it. */
  *#written(entry: Path, states: string, open: readonly Open[]): Steps<void> {
    const run = this.#run;
    const { writer, func, found } = run;
    const { header } = this.#loop;
    const place = states === "" ? this.#place : `${this.#place} ${states}`;
    const changes = found.changes.get(place) ?? new Map<string, Type>();
    found.changes.set(place, changes);
    const { params } = func.blocks[header] as Block;
    const before = run.waiting.copy();
    const turns = this.#turns;
    let exits: readonly Exit[] = [];
    writer.span = run.spanOf(header);
    const left = yield* writeLoop({
      writer,
      entry,
      declared: new Map(params.map((id) => [id, func.values[id]?.type ?? "any"] as const)),
      roots: run.roots(),
      place,
      changes,
      body: function* (this: LoopRun, values: Map<ValueId, AbstractValue>, atLatch: AtLatch): Steps<Turn> {
        this.#turns = turns;
        const turn = yield* this.#inLoop(values, atLatch, states, open);
        ({ exits } = turn);
        return turn;
      }.bind(this),
      reset: () => {
        run.waiting = before.copy();
      },
    });
    for (const [k, path] of left.entries()) {
      const { to } = exits[k] as Exit;
      if (to === behind) run.waiting.add(this.#exit, path);
      else if (typeof to === "string") yield* this.#goOn(to, [path], [...open, { states, kind: "closed", back: [] }]);
      else to.back.push(path);
    }
  }

  *#inLoop(
    values: Map<ValueId, AbstractValue>,
    atLatch: AtLatch,
    states: string,
    open: readonly Open[],
  ): Steps<Turn & { readonly exits: readonly Exit[] }> {
    const run = this.#run;
    const { header, latch } = this.#loop;
    const outside = run.waiting.take(this.#exit);
    const own: Open = { states, kind: "open", back: [] };
    const exits: Exit[] = [];
    run.latches.set(latch, [header, atLatch]);
    if (states !== "") run.path = `${this.#path}~${this.#turns++}`;
    yield* run.body(this.#loop, values);
    run.path = this.#path;
    let isSimple = run.latches.delete(latch);
    for (const [next, paths] of byStates(run.waiting.take(header), run.roots())) {
      if (next === states) {
        own.back.push(...paths);
        continue;
      }
      isSimple = false;
      const outer = open.findLast((one) => one.states === next);
      const isWithin = run.found.circles.has(this.#circle(states, next));
      if (outer?.kind === "open") exits.push({ to: outer, paths });
      else if (outer !== undefined || isWithin) yield* this.#goOn(next, paths, [...open, own]);
      else exits.push({ to: next, paths });
    }
    const [only] = own.back;
    if (isSimple) {
      run.waiting.add(this.#exit, ...outside);
      return { back: only ?? null, leaving: [], exits };
    }
    for (const paths of byStates(run.waiting.take(this.#exit), run.roots()).values()) exits.push({ to: behind, paths });
    run.waiting.add(this.#exit, ...outside);
    const back = only === undefined ? null : this.#joined(header, own.back);
    const roots = run.roots();
    const leaving = exits.map(({ to, paths }, k) => ({
      place: `${this.#place}!${k}`,
      paths,
      live: run.liveAt(to === behind ? this.#exit : header),
      roots,
    }));
    return { back, leaving, exits };
  }
}
