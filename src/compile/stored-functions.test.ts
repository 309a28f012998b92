// Functions in arrays, records, maps and instances: specialised code calls them as known code, and the program does not find out how
// they are stored.

import { describe, test } from "vitest";
import { grad, ready } from "zeroth";
import { sameOutcomes } from "../test-support/same-gradients.ts";
import { expectTypedAnswers, givenNumbers } from "../test-support/typed-answers.ts";

type Numbers = readonly number[];
type Unary = (x: number) => number;

const square: Unary = (x) => x * x;
const functions: readonly Unary[] = [square, Math.sin];

interface Shape {
  area(): number;
  scaled(s: number): Shape;
}
const circle = (r: number): Shape => ({ area: () => Math.PI * r * r, scaled: (s) => circle(r * s) });
const rectangle = (a: number, b: number): Shape => ({ area: () => a * b, scaled: (s) => rectangle(a * s, b * s) });

type Expression =
  | { readonly kind: "variable" }
  | { readonly kind: "constant"; readonly at: number }
  | { readonly kind: "sum" | "product"; readonly parts: readonly Expression[] };

/** Closures for a tree: what compilers to closures do. */
function compiled(e: Expression, xs: Numbers): Unary {
  switch (e.kind) {
    case "variable":
      return (x) => x;
    case "constant":
      return () => xs[e.at]!;
    case "sum": {
      const parts = e.parts.map((part) => compiled(part, xs));
      return (x) => parts.reduce((sum, part) => sum + part(x), 0);
    }
    case "product": {
      const parts = e.parts.map((part) => compiled(part, xs));
      return (x) => parts.reduce((product, part) => product * part(x), 1);
    }
  }
}

const tree: Expression = {
  kind: "sum",
  parts: [
    { kind: "product", parts: [{ kind: "variable" }, { kind: "variable" }, { kind: "constant", at: 0 }] },
    { kind: "sum", parts: [{ kind: "constant", at: 1 }, { kind: "variable" }] },
  ],
};

class Emitter {
  readonly listeners: Unary[] = [];
  on(listener: Unary): this {
    this.listeners.push(listener);
    return this;
  }
  emit(x: number): number {
    return this.listeners.reduce((sum, listener) => sum + listener(x), 0);
  }
}

class Neuron {
  readonly w: number;
  readonly act: Unary;
  constructor(w: number, act: Unary) {
    this.w = w;
    this.act = act;
  }
  run(x: number): number {
    return this.act(this.w * x);
  }
}

const typed: Readonly<Record<string, (xs: Numbers) => number>> = {
  "of one code, in an array": (xs) => {
    const kernels = xs.map((l) => (x: number) => Math.exp(-x * x * l * l));
    let sum = 0;
    for (const x of xs) sum += kernels.reduce((s, k) => s + k(x), 0);
    return sum;
  },
  "of two codes, pushed under a condition": (xs) => {
    const list: Unary[] = [];
    for (const [k, w] of xs.entries()) {
      if (k % 2 === 0) list.push((x) => Math.tanh(w * x));
      else list.push((x) => x + w * w * x);
    }
    return list.reduce((x, layer) => layer(x), 0.4);
  },
  "in records": (xs) => {
    const springs = xs.map((k, i) => ({ k, name: `s${i}`, energy: (x: number) => 0.5 * k * x * x }));
    let sum = 0;
    for (const s of springs) for (const x of xs) sum += s.energy(x) * s.k;
    return sum;
  },
  "that write a variable they share": (xs) => {
    let total = 0;
    const handlers: ((x: number) => void)[] = [];
    for (const w of xs)
      handlers.push((x) => {
        total += x * w;
      });
    for (let t = 0; t < 3; t++) for (const h of handlers) h(Math.sin(total) + t);
    return total;
  },
  "with a counter of their own": (xs) => {
    const counters = xs.map((w) => {
      let n = 0;
      return () => {
        n += w;
        return n * n;
      };
    });
    return counters.reduce((sum, c) => sum + c() * c(), 0);
  },
  "each around the one before": (xs) => {
    let h: Unary = (x) => x;
    for (const w of xs) {
      const before = h;
      h = (x) => Math.sin(before(x)) * w;
    }
    return h(0.7);
  },
  "in a map": (xs) => {
    const handlers = new Map<string, Unary>();
    handlers.set("up", (x) => x * xs[0]! + 1);
    handlers.set("down", (x) => Math.sin(x * xs[1]!));
    let x = 0.5;
    for (let k = 0; k < 7; k++) x = handlers.get(k % 3 === 0 ? "up" : "down")!(x);
    return x;
  },
  "made and existing ones, natives among them": (xs) => {
    const acts: Unary[] = [Math.tanh, square, (x) => x / (1 + Math.exp(-x * xs[0]!))];
    const list = xs.map((w, i) => ({ w, act: acts[i % 3]! }));
    return list.reduce((s, { w, act }) => act(w * s), 0.3);
  },
  "as methods of objects of two kinds": (xs) => {
    const all: Shape[] = [];
    for (let i = 0; i + 1 < xs.length; i++) all.push(i % 2 === 0 ? circle(xs[i]!) : rectangle(xs[i]!, xs[i + 1]!));
    return all.map((s) => s.scaled(1.5)).reduce((sum, s) => sum + s.area(), 0);
  },
  "that a recursive function returns": (xs) => compiled(tree, xs)(xs[0]!) * 2,
  "in fields of instances": (xs) => {
    const net = xs.map((w, i) => new Neuron(w, i % 2 === 0 ? Math.tanh : (x) => x * w));
    return net.reduce((x, neuron) => neuron.run(x), 0.8);
  },
  "listeners of an emitter": (xs) => {
    const emitter = new Emitter();
    for (const w of xs) emitter.on((x) => x * w).on((x) => w ** 2 - x);
    return emitter.emit(xs[0]!) * emitter.emit(0.3);
  },
  "that may be absent": (xs) => {
    const list: { w: number; act?: Unary }[] = [];
    for (const [k, w] of xs.entries()) list.push(k % 2 === 0 ? { w, act: (x) => x * x * w } : { w });
    let x = 0.9;
    for (const { w, act } of list) x = act ? act(x + w) : x * w;
    return x;
  },
  "in lists of lists": (xs) => {
    const groups = xs.map((w) => [1, 2].map((p) => (x: number) => (w * x) ** p));
    let sum = 0;
    for (const group of groups) for (const f of group) sum += f(0.5);
    return sum;
  },
  "by call and apply": (xs) => {
    const list = xs.map((w) => (x: number, y: number) => x * w - y);
    let sum = 0;
    for (const f of list) sum += f.call(null, 2, sum) * f.apply(null, [sum, 1]);
    return sum;
  },
  "that are differentiated": (xs) => {
    const list = xs.map((w) => (x: number) => Math.sin(w * x) * w);
    let sum = 0;
    for (const f of list) sum += grad(f)(0.3) * f(0.1);
    return sum;
  },
  "that differentiate": (xs) => {
    const list = xs.map((w) => (x: number) => grad((y: number) => y ** 3 * w)(x));
    return list.reduce((sum, f) => sum + f(sum + 1), 0);
  },
  "that capture arrays and write them": (xs) => {
    const out = xs.map(() => 0);
    const steps = xs.map((w, i) => (x: number) => {
      out[i] = out[i]! + x * w;
    });
    for (let t = 1; t < 4; t++) for (const step of steps) step(t * out[0]! + 1);
    return out.reduce((a, b) => a + b * b, 0);
  },
  "in a chain of records": (xs) => {
    interface Link {
      readonly f: Unary;
      readonly next: Link | null;
    }
    let chain: Link | null = null;
    for (const w of xs) chain = { f: (x) => x * w + 1, next: chain };
    let x = 1;
    for (let at = chain; at !== null; at = at.next) x = at.f(x);
    return x;
  },
  "in a property that holds one after the other": (xs) => {
    const strategy: { act: Unary } = { act: square };
    let sum = 0.5;
    for (const [i, w] of xs.entries()) {
      sum += strategy.act(sum);
      if (i % 2 === 0) strategy.act = (x) => x * w;
      else strategy.act = (x) => x + w;
    }
    return strategy.act(sum);
  },
  "around existing ones": (xs) => {
    const all = functions.map((f, k) => (x: number) => f(x) * xs[k]!);
    let sum = 0;
    for (const [k, x] of xs.entries()) sum += all[(k * 2) % 2]!(x);
    return sum;
  },
  "with defaults and rests": (xs) => {
    const list = xs.map(
      (w) =>
        (x: number, y = w * 2, ...more: number[]): number =>
          x * w + y * more.length,
    );
    return list.reduce((sum, f) => sum + f(sum, 1, 2, 3) + f(1), 0);
  },
};

/** Programs that look at functions otherwise. */
const others: Readonly<Record<string, (xs: Numbers) => number>> = {
  "asked what they are": (xs) => {
    const list: (Unary | undefined)[] = [];
    for (const [k, w] of xs.entries()) list.push(k === 1 ? undefined : (x) => x * w);
    let sum = 0;
    for (const f of list) if (typeof f === "function") sum += f(sum + 1);
    return sum + list.filter((f) => f === undefined).length;
  },
  "a table of existing ones, copied": (xs) => {
    const all = [...functions, (x: number) => x * xs[1]!];
    let sum = 0;
    for (const [k, x] of xs.entries()) sum += all[(k * 2) % 3]!(x);
    return sum;
  },
  "sought by identity": (xs) => {
    const list: Unary[] = xs.map((w) => (x) => x * w);
    const chosen = list[1]!;
    return xs.reduce((sum, x) => sum + chosen(x), 0) + list.indexOf(chosen) + list.filter((f) => f !== chosen).length;
  },
  "stored twice, and compared": (xs) => {
    const list = xs.map((w) => (x: number) => x * w);
    const others = [list[1]!, list[0]!, square, list[1]!];
    let sum = 0;
    for (const f of others) sum += f(sum + 1) * (list.indexOf(f) + 2) + others.indexOf(f) + others.lastIndexOf(f);
    for (const f of others) if (f === square || f !== list[0]) sum *= f(0.5);
    return sum + (list.includes(square) ? 1 : 0) + (others.includes(square) ? 3 : 0);
  },
  "passed on, stored again, and compared": (xs) => {
    const list: Unary[] = xs.map((w) => (x) => x * w);
    const kept: Unary[] = [];
    const keep = (f: Unary, depth: number): number => {
      if (depth > 0) return keep(f, depth - 1) + f(depth);
      kept.push(f);
      return f(1);
    };
    let sum = 0;
    for (const f of list) sum += keep(f, 2);
    return sum + kept.indexOf(list[1]!) * 10 + kept.filter((f, k) => f === list[k]).length;
  },
  "in a set, after having been passed on": (xs) => {
    const list: Unary[] = xs.map((w) => (x) => x * w);
    const kept = new Set<Unary>();
    const keep = (f: Unary, depth: number): number => {
      if (depth > 0) return keep(f, depth - 1) + f(depth);
      kept.add(f);
      return f(1);
    };
    let sum = 0;
    for (const f of list) sum += keep(f, 2);
    for (const f of list) if (kept.has(f)) sum = 2 * sum + f(1);
    const own: Unary = (x) => x * xs[0]!;
    sum += keep(own, 1) + keep(own, 3);
    return sum * kept.size + (kept.has(own) ? 5 : 0);
  },
  "in a set": (xs) => {
    const listeners = new Set<Unary>();
    for (const w of xs) listeners.add((x) => x * w);
    const [first] = listeners;
    if (first !== undefined) listeners.delete(first);
    let sum = 0;
    for (const f of listeners) sum += f(sum + 1);
    return sum;
  },
  "as keys": (xs) => {
    const names = new Map<Unary, number>();
    const list = xs.map((w) => (x: number) => x * w);
    list.forEach((f, k) => names.set(f, k + 1));
    return list.reduce((sum, f) => sum + f(1) * names.get(f)!, 0);
  },
  "by name and length": (xs) => {
    const list = xs.map(
      (w) =>
        function named(x: number): number {
          return x * w;
        },
    );
    return list.reduce((sum, f) => sum + f(1) * (f.length + f.name.length), 0);
  },
  "as texts": (xs) => {
    const list = xs.map(
      (w) =>
        (x: number): number =>
          x * w,
    );
    return list.reduce((sum, f) => sum + f(1) * String(f).length, 0) + JSON.stringify(list).length;
  },
  "with properties": (xs) => {
    const list = xs.map((w) => Object.assign((x: number): number => x * w, { w }));
    return list.reduce((sum, f) => sum + f(1) * f.w, 0);
  },
  "by their prototype": (xs) => {
    const list = xs.map(
      (w) =>
        (x: number): number =>
          x * w,
    );
    return list.reduce((sum, f) => sum + f(1) * (Object.getPrototypeOf(f) === Function.prototype ? 1 : 2), 0);
  },
  bound: (xs) => {
    const list = xs.map(
      (w) =>
        (x: number, y: number): number =>
          x * w - y,
    );
    const bound = list.map((f) => f.bind(null, 2));
    return bound.reduce((sum, f) => sum + f(sum), 0);
  },
  "given to sort": (xs) => {
    const orders: ((a: number, b: number) => number)[] = [];
    for (const w of xs) orders.push((a, b) => (a - b) * w);
    return orders.reduce((sum, order) => sum + [...xs].sort(order)[0]! * sum, 1);
  },
  "in a variable that is assigned later": (xs) => {
    let f: Unary = (x) => x;
    const list = xs.map((w) => (x: number) => f(x) * w);
    f = (x) => x * x * xs[0]!;
    return list.reduce((sum, g) => sum + g(sum + 1), 0);
  },
  "around a variable that is a number in one, and an array in another": (xs) => {
    const make = (first: number | number[], w: number): Unary => {
      let held = first;
      return (x) => {
        if (typeof held === "number") held += x;
        return (typeof held === "number" ? held : held[0]!) * w;
      };
    };
    const list = xs.map((w, k) => (k % 2 === 0 ? make(w, w) : make([w], 2)));
    return list.reduce((sum, f) => sum + f(sum) + f(1), 0.5);
  },
  "compared with existing ones": (xs) => {
    const kept = new Set<Unary>([square, Math.sin]);
    for (const w of xs) kept.add((x) => x * w);
    let sum = 0.5;
    for (const f of kept) sum += f === square ? sum : f(sum);
    return kept.has(Math.sin) && kept.has(square) && !kept.has(Math.cos) ? sum : -sum;
  },
  "around a variable with a record": (xs) => {
    let state = { v: 1 };
    const list = xs.map((w) => () => {
      state = { v: state.v * w };
    });
    for (const f of list) f();
    return state.v;
  },
  "thrown and caught": (xs) => {
    const list = xs.map(
      (w) =>
        (x: number): number =>
          x * w,
    );
    try {
      throw Object.assign(new Error("found"), { f: list[0]! });
    } catch (e) {
      return (e as { f: Unary }).f(3) * xs[1]!;
    }
  },
  "of more codes than types tell apart": (xs) => {
    const makers: ((w: number) => Unary)[] = [
      (w) => (x) => x * w,
      (w) => (x) => x + w,
      (w) => (x) => x - w,
      (w) => (x) => x * w * w,
      (w) => (x) => Math.sin(x * w),
      (w) => (x) => Math.cos(x * w),
      (w) => (x) => Math.tanh(x + w),
      (w) => (x) => x * x + w,
      (w) => (x) => x / (1 + w * w),
      (w) => (x) => x * (1 + w),
    ];
    const list: Unary[] = [];
    for (let k = 0; k < makers.length; k++) list.push(makers[k]!(xs[k % xs.length]!));
    return list.reduce((x, f) => f(x), 0.5);
  },
  "with copies of their records": (xs) => {
    const list = xs.map((w) => ({ w, f: (x: number) => x * w }));
    const copies = list.map((r) => ({ ...r, w: r.w * 2 }));
    return copies.reduce((sum, r) => sum + r.f(r.w) * Object.keys(r).length, 0);
  },
  "copied where functions cannot be": (xs) => {
    const list = xs.map((w) => ({ w, f: (x: number) => x * w }));
    const sum = list.reduce((s, r) => s + r.f(2), 0);
    return sum + structuredClone(list)[0]!.w;
  },
  "beside numbers": (xs) => {
    const list: (number | Unary)[] = [];
    for (const [k, w] of xs.entries()) list.push(k % 2 === 0 ? w : (x) => x * w);
    return list.reduce<number>((sum, item) => (typeof item === "number" ? sum + item : item(sum)), 1);
  },
  "of one property or another": (xs) => {
    const list = xs.map((w, k) =>
      k % 2 === 0
        ? { w, act: (x: number): number => x * w, extra: (x: number): number => x + w }
        : { w, act: (x: number): number => x + w * w, extra: w },
    );
    return list.reduce((x, r) => r.act(x) + (typeof r.extra === "number" ? r.extra : r.extra(x)), 0.5);
  },
  "removed again": (xs) => {
    const listeners: Unary[] = [];
    const on = (f: Unary): (() => void) => {
      listeners.push(f);
      return () => listeners.splice(listeners.indexOf(f), 1);
    };
    const off = xs.map((w) => on((x) => x * w));
    off[0]!();
    return listeners.reduce((sum, f) => sum + f(sum + 1), 0);
  },
};

const xs = givenNumbers;

describe("stored functions that are called,", () => {
  test.each(Object.entries(typed))("%s", (_, f) => expectTypedAnswers(f));
});

describe("stored functions that are looked at,", () => {
  test.each(Object.entries(others))("%s", async (_, f) => {
    await ready(grad(f), xs);
    sameOutcomes(f, [xs], [[0.4, 1.3]], [[1.1, 0.2, 0.1, 0.6]]);
  });
});
