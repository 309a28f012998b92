// Operators: what they are not applied to.

import type { Heading } from "../refusal.ts";

export const operators: Heading = {
  heading: "Operators",
  rows: [
    {
      construct: "`jacfwd` and `hessian` of a function that returns another value when it is run again",
      instead: "`jacobian`, or what it changes as an argument",
      program: `import { jacfwd } from "zeroth";
let count = 0;
const f = (xs: number[]) => xs.map((x) => x * ++count);
export const run = () => jacfwd(f)(Array.from({ length: 20 }, (_, k) => k));`,
      placeless: "plain code calls it",
      says: "a function whose Jacobian is taken column by column gave another value",
      remedied: `import { jacfwd } from "zeroth";
const f = (xs: number[], count: number) => xs.map((x, k) => x * (count + k));
export const run = () => jacfwd(f)([1, 2], 1);`,
      gives: [
        [1, 0],
        [0, 2],
      ],
    },
    {
      construct: "`stopGradient` of an instance of a class that is not compiled, or that has private members",
      instead: "stop the numbers in it",
      program: `import { stopGradient } from "zeroth";
class Weight {
  #key = 1;
  v = 3;
  opens(key: number) {
    return this.#key === key;
  }
}
export const f = (x: number) => «stopGradient(new Weight()).v * x;`,
      fails: "the operator refuses it itself",
      says: "stopGradient of an instance",
      remedied: `import { stopGradient } from "zeroth";
class Weight {
  #key = 1;
  v = 3;
  opens(key: number) {
    return this.#key === key;
  }
}
export const f = (x: number) => stopGradient(new Weight().v) * x;`,
    },
    {
      construct: "`stopGradient` of a function that captured numbers",
      instead: "stop the captured values, or its result",
      program: `import { stopGradient } from "zeroth";
export const run = () =>
  grad((x: number) => {
    const times = (v: number) => v * x;
    return «stopGradient(times)(3) * x;
  })(2);
import { grad } from "zeroth";`,
      says: "stopGradient of a function with captured values",
      remedied: `import { stopGradient, grad } from "zeroth";
export const run = () =>
  grad((x: number) => {
    const times = (v: number) => v * x;
    return stopGradient(times(3)) * x;
  })(2);`,
      gives: 6,
    },
    {
      construct: "`onCotangent` of a function that captured numbers",
      instead: "use it on the captured values, or on the function's result",
      program: `import { onCotangent } from "zeroth";
export const f = (x: number) => {
  const times = (v: number) => v * x;
  return «onCotangent(times, (g) => g)(3);
};`,
      says: "onCotangent of a function with captured values",
      remedied: `import { onCotangent } from "zeroth";
export const f = (x: number) => {
  const times = (v: number) => v * x;
  return onCotangent(times(3), (g) => g);
};`,
    },
    {
      construct: "`treeMap` and `unflatten` of functions that captured two typed arrays on one buffer",
      instead: "a buffer for each",
      program: `import { treeMap } from "zeroth";
const buffer = new Float64Array([1, 2]).buffer;
const a = new Float64Array(buffer, 0, 1);
const b = new Float64Array(buffer, 8, 1);
const make = (a: Float64Array, b: Float64Array) => (v: number) => a[0]! * v + b[0]!;
export const run = () => treeMap((v: number) => 2 * v, make(a, b))(3);`,
      placeless: "plain code calls it",
      says: "treeMap of functions that captured two typed arrays on one buffer",
      remedied: `import { treeMap } from "zeroth";
const a = new Float64Array([1]);
const b = new Float64Array([2]);
const make = (a: Float64Array, b: Float64Array) => (v: number) => a[0]! * v + b[0]!;
export const run = () => treeMap((v: number) => 2 * v, make(a, b))(3);`,
      gives: 10,
    },
    {
      construct: "`treeMap`, `treeZip` and `unflatten` of functions that captured a class which captured numbers",
      instead: "pass the numbers to the constructor, or declare the class at the top level",
      program: `import { treeMap } from "zeroth";
const make = (rate: number) => {
  class Decay {
    at(t: number) {
      return Math.exp(-rate * t);
    }
  }
  return (t: number) => rate * new Decay().at(t);
};
export const run = () => treeMap((v: number) => 2 * v, make(3))(0);`,
      placeless: "plain code calls it",
      says: "treeMap of a function that captured a class whose constructor or methods captured numbers",
      remedied: `import { treeMap } from "zeroth";
class Decay {
  rate: number;
  constructor(rate: number) {
    this.rate = rate;
  }
  at(t: number) {
    return Math.exp(-this.rate * t);
  }
}
const make = (rate: number) => (t: number) => rate * new Decay(rate).at(t);
export const run = () => treeMap((v: number) => 2 * v, make(3))(0);`,
      gives: 6,
    },
    {
      construct: "a tangent for functions of one scope that call each other",
      instead: "pass what moves as an argument, or use reverse mode",
      program: `import { jvp } from "zeroth";
const make = (scale: number) => {
  const even = (n: number): number => (n === 0 ? scale : odd(n - 1));
  const odd = (n: number): number => (n === 0 ? 0 : 2 * even(n - 1));
  return even;
};
export const run = () => jvp(«(f: (n: number) => number) => f(2), [make(3)], [{ scale: 1 } as never]);`,
      says: "the tangent of functions that capture each other",
      remedied: `import { jvp } from "zeroth";
const make = (scale: number) => {
  const even = (n: number): number => (n === 0 ? scale : odd(n - 1));
  const odd = (n: number): number => (n === 0 ? 0 : 2 * even(n - 1));
  return even;
};
export const run = () => jvp((scale: number) => make(scale)(2), [3], [1]);`,
      gives: [6, 2],
    },
    {
      construct: "`checkpoint` of a function that writes to its arguments, or to variables outside of it",
      instead: "return what is new, or copy what is written to",
      program: `import { checkpoint } from "zeroth";
let calls = 0;
const square = checkpoint((x: number) => {
  calls++;
  return x * x;
});
export const f = (x: number) => «square(x) * x;`,
      says: "checkpoint of a function that writes",
      remedied: `import { checkpoint } from "zeroth";
const square = checkpoint((x: number) => x * x);
export const f = (x: number) => square(x) * x;`,
    },
    {
      construct: "a write, between the call of a checkpointed function and its pullback, to memory that it can reach",
      instead: "a copy, or a new array or variable",
      program: `import { checkpoint } from "zeroth";
const sum = checkpoint((xs: number[]) => xs[0]! * xs[1]!);
export const f = (x: number) => {
  const xs = [x, x];
  const y = «sum(xs);
  xs[0] = 3;
  return y;
};`,
      says: "what a checkpointed function can read was written to after the call",
      remedied: `import { checkpoint } from "zeroth";
const sum = checkpoint((xs: number[]) => xs[0]! * xs[1]!);
export const f = (x: number) => {
  const xs = [x, x];
  const y = sum([...xs]);
  xs[0] = 3;
  return y;
};`,
    },
    {
      construct: "a tangent map as the result of a checkpointed function",
      instead: "call the map inside of the function, or make it outside",
      program: `import { checkpoint, linearize } from "zeroth";
const slope = checkpoint((x: number) => linearize((vs: number[]) => vs[0]! ** 3, [x])[1]);
export const f = (x: number) => «slope(x)([1]);`,
      isLong: true,
      says: "checkpoint of a function that returns a tangent map",
      remedied: `import { checkpoint, linearize } from "zeroth";
const slope = checkpoint((x: number) => linearize((vs: number[]) => vs[0]! ** 3, [x])[1]([1]));
export const f = (x: number) => slope(x);`,
    },
    {
      construct: "another result, when a checkpointed function is run again",
      instead: "what is random as an argument",
      kind: "invalid",
      program: `import { checkpoint } from "zeroth";
const scaled = checkpoint((x: number) => x * x + 1e-12 * Math.random());
export const f = (x: number) => «scaled(x);`,
      says: "a checkpointed function gave another result when it was run again",
      remedied: `import { checkpoint } from "zeroth";
const scaled = checkpoint((x: number, k: number) => x * x + 1e-12 * k);
const k = Math.random();
export const f = (x: number) => scaled(x, k);`,
    },
    {
      construct:
        "the derivative of an instance of a class, or of a function's property, that a checkpointed function returned",
      instead: "a plain object, or the numbers in it",
      program: `import { checkpoint } from "zeroth";
const make = checkpoint((x: number) => Object.assign((v: number) => v, { factor: x * x }));
export const f = (x: number) => «make(x).factor * x;`,
      says: "that a checkpointed function returned",
      remedied: `import { checkpoint } from "zeroth";
const make = checkpoint((x: number) => ({ factor: x * x }));
export const f = (x: number) => make(x).factor * x;`,
    },
    {
      construct:
        "a write, between a call with a derivative by hand and its pullback, to a variable, array or record that the pullback may read",
      instead: "copy in the rule what its pullback reads",
      program: `import { customVjp } from "zeroth";
const scale = { v: 3 };
const times = customVjp(
  (x: number) => x * scale.v,
  (x: number) => [x * scale.v, (g: number) => [g * scale.v]],
);
export const f = (x: number) => {
  scale.v = 3;
  const y = «times(x);
  scale.v = 4;
  return y;
};`,
      says: "that the pullback of a derivative rule may read was written to",
      remedied: `import { customVjp } from "zeroth";
const scale = { v: 3 };
const times = customVjp(
  (x: number) => x * scale.v,
  (x: number) => {
    const { v } = scale;
    return [x * v, (g: number) => [g * v]];
  },
);
export const f = (x: number) => {
  scale.v = 3;
  const y = times(x);
  scale.v = 4;
  return y;
};`,
    },
    {
      construct:
        "an error that holds numbers or functions, thrown by a function whose derivative is given by hand (`customVjp`, `checkpoint`, `fixedPoint` …), and caught outside of it",
      instead: "catch it within that function, or throw an error with a message alone",
      program: `import { checkpoint } from "zeroth";
const check = checkpoint((x: number): number => {
  if (x > 1) throw { found: x };
  return x;
});
export const f = (x: number) => {
  try {
    return «check(x);
  } catch (error) {
    return (error as { found: number }).found * x;
  }
};`,
      says: "an error that holds numbers or functions",
      remedied: `import { checkpoint } from "zeroth";
const check = checkpoint((x: number): number => {
  if (x > 1) throw new Error("large");
  return x;
});
export const f = (x: number) => {
  try {
    return check(x);
  } catch (error) {
    return x * x;
  }
};`,
    },
    {
      construct:
        "`fixedPoint`, `root` and `implicit` of functions that write to their parameters or to variables outside of them",
      instead: "return what is new, or copy what is written to",
      program: `import { fixedPoint } from "zeroth";
let steps = 0;
const half = fixedPoint((x: number, p: number) => {
  steps++;
  return (x + p / x) / 2;
});
export const f = (p: number) => «half(1, p);`,
      says: "functions that write to their parameters",
      remedied: `import { fixedPoint } from "zeroth";
const half = fixedPoint((x: number, p: number) => (x + p / x) / 2);
export const f = (p: number) => half(1, p);`,
    },
    {
      construct: "implicit functions whose equations do not determine the solution: their Jacobian is singular",
      instead: "look for a double solution, or for equations that say the same thing",
      kind: "invalid",
      program: `import { implicit } from "zeroth";
const find = implicit(
  (p: number) => [p, p],
  (x: number[], p: number) => [x[0]! - p, x[0]! - p],
);
export const f = (p: number) => «find(p)[1]!;`,
      says: "the Jacobian of an implicit function's equations is singular",
      remedied: `import { implicit } from "zeroth";
const find = implicit(
  (p: number) => [p, p],
  (x: number[], p: number) => [x[0]! - p, x[1]! - p],
);
export const f = (p: number) => find(p)[1]!;`,
    },
    {
      construct: "implicit functions whose unknown is not made of numbers, arrays, typed arrays and records",
      instead: "capture what is not to be solved for, or pass it as a parameter",
      kind: "invalid",
      program: `import { implicit } from "zeroth";
const find = implicit(
  (p: number) => (v: number) => v * p,
  (x: (v: number) => number, p: number) => x(1) - p,
);
export const f = (p: number) => «find(p)(1);`,
      fails: "the operator refuses it itself",
      says: "implicit solves for numbers, arrays, typed arrays and records of numbers",
      remedied: `import { implicit } from "zeroth";
const find = implicit(
  (p: number) => p,
  (x: number, p: number) => x - p,
);
const times = (x: number) => (v: number) => v * x;
export const f = (p: number) => times(find(p))(1);`,
    },
  ],
};
