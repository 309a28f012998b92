// Sloppy code: functions of CommonJS modules that do not say "use strict".

import type { Heading } from "../refusal.ts";

export const sloppy: Heading = {
  heading: "Sloppy code",
  rows: [
    {
      construct: "`with` statements",
      instead: "the properties of the object by its name",
      format: "commonjs",
      program: `exports.f = (x) => {
  «with (Math) return sin(x);
};`,
      says: "`with` statements",
      remedied: `exports.f = (x) => Math.sin(x);`,
    },
    {
      construct: "a function within a `with` statement",
      instead: "a function outside of it",
      format: "commonjs",
      program: `with (Math) exports.f = «(x) => x * x;`,
      says: "a function within a `with` statement",
      remedied: `exports.f = (x) => x * x;`,
    },
    {
      construct: "a function within one that calls `eval`",
      instead: '`"use strict"`',
      format: "commonjs",
      program: `function make() {
  eval("");
  return «(x) => x * x;
}
exports.f = make();`,
      says: "a function within one that calls `eval`",
      remedied: `"use strict";
function make() {
  eval("");
  return (x) => x * x;
}
exports.f = make();`,
    },
    {
      construct: "a function that is declared in a block or branch, mentioned outside of that",
      instead: "declare it outside of the block",
      format: "commonjs",
      program: `exports.f = (x) => {
  {
    function square(v) {
      return v * v;
    }
  }
  return «square(x);
};`,
      says: "`square`, a function that is declared in a block or branch",
      remedied: `exports.f = (x) => {
  function square(v) {
    return v * v;
  }
  return square(x);
};`,
    },
    {
      construct: "two parameters with one name",
      instead: "different names",
      format: "commonjs",
      program: `exports.f = function (x, «x) {
  return 3;
};`,
      says: "two parameters called `x`",
      remedied: `exports.f = function (x, y) {
  return 3;
};`,
      gives: 0,
    },
    {
      construct: "a variable called `arguments`",
      instead: "another name",
      format: "commonjs",
      program: `exports.f = «function (x) {
  var arguments = x * x;
  return arguments;
};`,
      says: "a variable called `arguments`",
      remedied: `exports.f = function (x) {
  var given = x * x;
  return given;
};`,
    },
    {
      construct: "`delete` of a variable",
      instead: "assign `undefined` to it",
      format: "commonjs",
      program: `exports.f = (x) => {
  let scale = 3;
  const y = scale * x;
  «delete scale;
  return y;
};`,
      says: "`delete` of a variable",
      remedied: `exports.f = (x) => {
  let scale = 3;
  const y = scale * x;
  scale = undefined;
  return y;
};`,
    },
    {
      construct: "assignment to a variable that nobody declares",
      instead: "declare it",
      format: "commonjs",
      program: `exports.f = (x) => {
  «square = x * x;
  return square;
};`,
      says: "assignment to the global `square`",
      remedied: `exports.f = (x) => {
  const square = x * x;
  return square;
};`,
    },
    {
      construct: "assignment to a function expression's own name",
      instead: "another variable",
      format: "commonjs",
      program: `exports.f = function square(x) {
  «square = 3;
  return x * x;
};`,
      says: "assignment to `square`, the function itself",
      remedied: `exports.f = function square(x) {
  let other = 3;
  return x * x;
};`,
    },
    {
      construct: "`this` of the module",
      instead: "`module.exports`",
      format: "commonjs",
      program: `exports.scale = 3;
exports.f = (x) => «this.scale * x;`,
      says: "`this` of a CommonJS module",
      remedied: `exports.scale = 3;
exports.f = (x) => module.exports.scale * x;`,
    },
    {
      construct:
        "`arguments` in a function that is compiled from its own text alone, and assigns its parameters or elements of `arguments`",
      instead: "assign another variable",
      program: `import { given } from "./plain.js";
export const f = (x: number) => «given(x);`,
      plain: `return { given: function (x) { x = 3 * x; return x * arguments[0]; } };`,
      says: "`arguments` in a function that assigns its parameters",
      remedied: `import { given } from "./plain.js";
export const f = (x: number) => given(x);`,
      remediedPlain: `return { given: function (x) { const y = 3 * x; return y * y * arguments.length; } };`,
    },
  ],
};
