// Places that refuse something which no row shows: the user sees no message of theirs, or no program leads there.

export interface Excuse {
  readonly file: string;
  /** A part of the place's text. */
  readonly part: string;
  readonly why: string;
  /** A module whose function `run` leads there all the same. */
  readonly program?: string;
}

export const excused: readonly Excuse[] = [
  {
    file: "src/compile/later-in-browsers.ts",
    part: "compiling the text of a module in a browser",
    why: "browsers alone load this module",
  },
  {
    file: "src/front/variables.ts",
    part: "which is only set in code that cannot run",
    why: "the function that mentions the variable cannot run either",
    program: `import { grad } from "zeroth";
const f = (x: number) => {
  return x * x;
  const scale = 3 * x;
  return (() => scale)();
};
export const run = () => grad(f)(2);`,
  },
  {
    file: "src/runtime/classes.ts",
    part: "a class that extends",
    why: "differentiated code asks for the derivative of this function first, and that is refused; plain code constructs as JavaScript does",
  },
  {
    file: "src/prelude/minimize-residual.ts",
    part: "were not solved by",
    why: "it takes ten thousand products with a matrix of more than a hundred rows",
  },
  {
    file: "src/interp/frame.ts",
    part: "message, remedy, span",
    why: "an oracle of zeroth/testing leaves its judgement to the others",
    program: `import { customVjp } from "zeroth";
import { checkGradients } from "zeroth/testing";
const later = async (x: number) => x;
const square = customVjp(
  (x: number) => (typeof later(x) === "number" ? x : x * x),
  (x: number) => [x * x, (g: number) => [2 * g * x]],
);
export const run = () => checkGradients((x: number) => square(x) * x, [2]);`,
  },
  {
    file: "src/interp/oracle.ts",
    part: "returned outside of the run",
    why: "an oracle of zeroth/testing leaves its judgement to the others",
    program: `import { linearize } from "zeroth";
import { checkGradients } from "zeroth/testing";
const [, slope] = linearize((x: number) => x * x, 3);
export const run = () => checkGradients((x: number) => slope(x) * x, [2]);`,
  },
  {
    file: "src/interp/complex-step.ts",
    part: "a complex number decides something by its real part alone",
    why: "an oracle of zeroth/testing leaves its judgement to the others",
    program: `import { checkGradients } from "zeroth/testing";
export const run = () => checkGradients((x: number) => Math.abs(x) * x, [2]);`,
  },
  {
    file: "src/interp/dual-operators.ts",
    part: "stopGradient of a function with captured values",
    why: "the function itself throws, before an oracle runs it",
  },
];
