// Classes, their members and what they extend.

import type { Heading } from "../refusal.ts";

export const classes: Heading = {
  heading: "Classes",
  rows: [
    {
      construct: "decorators",
      instead: "a call of the decorating function",
      program: `const noted = (value: unknown) => value;
class Weight {
  «@noted v = 3;
}
export const f = (x: number) => new Weight().v * x;`,
      unrunnable: "Node does not know them",
      says: "decorators",
      remedied: `const noted = (value: number) => value;
class Weight {
  v = noted(3);
}
export const f = (x: number) => new Weight().v * x;`,
    },
    {
      construct: "decorators of a class that a function makes",
      instead: "a call of the decorating function",
      program: `const noted = (value: unknown) => value;
export const f = (x: number) => {
  class Weight {
    «@noted v = x;
  }
  return new Weight().v * x;
};`,
      unrunnable: "Node does not know them",
      says: "decorators",
      remedied: `const noted = (value: number) => value;
export const f = (x: number) => {
  class Weight {
    v = noted(x);
  }
  return new Weight().v * x;
};`,
    },
    {
      construct: "`accessor` fields",
      instead: "a plain field",
      program: `class Weight {
  «accessor v = 3;
}
export const f = (x: number) => new Weight().v * x;`,
      unrunnable: "Node does not know them",
      says: "`accessor` fields",
      remedied: `class Weight {
  v = 3;
}
export const f = (x: number) => new Weight().v * x;`,
    },
    {
      construct: "`accessor` fields of a class that a function makes",
      instead: "a plain field",
      program: `export const f = (x: number) => {
  class Weight {
    «accessor v = x;
  }
  return new Weight().v * x;
};`,
      unrunnable: "Node does not know them",
      says: "`accessor` fields",
      remedied: `export const f = (x: number) => {
  class Weight {
    v = x;
  }
  return new Weight().v * x;
};`,
    },
    {
      construct: "fields with computed names, of a class at the top level",
      instead: "a name, or an assignment in the constructor",
      program: `const key = "v";
class Weight {
  [«key] = 3;
}
export const f = (x: number) => new Weight()[key] * x;`,
      says: "fields with computed names",
      remedied: `const key = "v";
class Weight {
  declare v: number;
  constructor() {
    this[key] = 3;
  }
}
export const f = (x: number) => new Weight()[key] * x;`,
    },
    {
      construct: "fields with computed names, of a class that a function made before",
      instead: "a name, or an assignment in the constructor",
      program: `const made = (key: "v") =>
  class Weight {
    «[key] = 3;
  };
const Weight = made("v");
export const f = (x: number) => new Weight().v * x;`,
      says: "fields with computed names",
      remedied: `const made = (key: "v") =>
  class Weight {
    declare v: number;
    constructor() {
      this[key] = 3;
    }
  };
const Weight = made("v");
export const f = (x: number) => new Weight().v * x;`,
    },
    {
      construct: "`super(…)` in a function within the constructor",
      instead: "call it in the constructor itself",
      program: `class Weight {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}
class Double extends Weight {
  constructor(v: number) {
    const begin = () => «super(2 * v);
    begin();
  }
}
export const f = (x: number) => new Double(x).v * x;`,
      says: "`super(…)` in a function within the constructor",
      remedied: `class Weight {
  v: number;
  constructor(v: number) {
    this.v = v;
  }
}
class Double extends Weight {
  constructor(v: number) {
    super(2 * v);
  }
}
export const f = (x: number) => new Double(x).v * x;`,
    },
    {
      construct: "`super.x` in a function within a method of a class without a name",
      instead: "name the class",
      program: `class Weight {
  times(x: number) {
    return 2 * x;
  }
}
const Double = class extends Weight {
  override times(x: number) {
    return [x].map((v) => «super.times(v) * v)[0]!;
  }
};
export const f = (x: number) => new Double().times(x);`,
      says: "`super` in a function within a member of a class without a name",
      remedied: `class Weight {
  times(x: number) {
    return 2 * x;
  }
}
const Double = class Double extends Weight {
  override times(x: number) {
    return [x].map((v) => super.times(v) * v)[0]!;
  }
};
export const f = (x: number) => new Double().times(x);`,
    },
    {
      construct: "`super` in a method of an object literal",
      instead: "name the object that it inherits from",
      program: `const base = { times: (x: number) => 2 * x };
const twice = {
  __proto__: base,
  times(x: number) {
    return «super.times(x) * x;
  },
};
export const f = (x: number) => twice.times(x);`,
      says: "`super` outside of a class's own members",
      remedied: `const base = { times: (x: number) => 2 * x };
const twice = {
  times(x: number) {
    return base.times(x) * x;
  },
};
export const f = (x: number) => twice.times(x);`,
    },
    {
      construct: "a private name in a function with a receiver of its own, or in another class, within the class",
      instead: "an arrow function, or a method",
      program: `class Weight {
  #v = 3;
  times(x: number) {
    const read = function (this: Weight) {
      return this.«#v;
    };
    return read.call(this) * x;
  }
}
export const f = (x: number) => new Weight().times(x);`,
      says: "a private name outside of the methods of its class",
      remedied: `class Weight {
  #v = 3;
  times(x: number) {
    const read = () => {
      return this.#v;
    };
    return read() * x;
  }
}
export const f = (x: number) => new Weight().times(x);`,
    },
    {
      construct: "a class that extends `null`",
      instead: "leave out `extends null`",
      program: `class Weight extends «null {
  static times(x: number) {
    return 2 * x;
  }
}
export const f = (x: number) => Weight.times(x) * (new Weight() === null ? 1 : 2);`,
      fails: "such a class has no instances",
      says: "a class that extends null",
      remedied: `class Weight {
  static times(x: number) {
    return 2 * x;
  }
}
export const f = (x: number) => Weight.times(x) * (new Weight() === null ? 1 : 2);`,
    },
    {
      construct:
        "classes that extend one of the language's own, other than errors, `Array`, `Map`, `Set`, `WeakMap` and `Object`",
      instead: "keep what it extends in a field",
      program: `class Weights extends «Float64Array {}
export const f = (x: number) => new Weights(2).length * x;`,
      says: "a class that extends Float64Array",
      remedied: `class Weights {
  values: Float64Array;
  constructor(length: number) {
    this.values = new Float64Array(length);
  }
}
export const f = (x: number) => new Weights(2).values.length * x;`,
    },
    {
      construct: "a parent whose constructor returns an object",
      instead: "a function that makes the object",
      program: `class Weight {
  v = 2;
  constructor() {
    return { v: 3 };
  }
}
class Double extends «Weight {}
export const f = (x: number) => new Double().v * x;`,
      says: "a parent whose constructor returns an object",
      remedied: `const makeWeight = () => ({ v: 3 });
export const f = (x: number) => makeWeight().v * x;`,
    },
    {
      construct:
        "fields that TypeScript is told to assign (`useDefineForClassFields: false`), where that may make a difference",
      instead: "set `useDefineForClassFields`, or a `target` of ES2022 or later",
      program: `import { Weight } from "./assigned.js";
export const f = (x: number) => «new Weight(x).double * x;`,
      says: "the construction of Weight, whose fields are assigned and not defined",
      remedied: `class Weight {
  readonly double: number;
  constructor(readonly v: number) {
    this.double = 2 * v;
  }
}
export const f = (x: number) => new Weight(x).double * x;`,
    },
  ],
};
