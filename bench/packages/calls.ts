// Calls of published packages, each with a number that is differentiated: `x` is 0.7 unless it says otherwise.

/* oxlint-disable typescript/no-explicit-any, typescript/no-unsafe-call, typescript/no-unsafe-member-access, typescript/no-unsafe-return, typescript/no-unsafe-argument, typescript/no-unsafe-assignment -- the packages are not installed where types are checked */

export type Call = (x: number) => number;

export interface Package {
  /** What is imported. */
  readonly name: string;
  /** The packages to include. */
  readonly include: readonly string[];
  /** What its calls are, given what is imported. */
  readonly calls: (module: any) => Readonly<Record<string, Call>>;
  readonly at?: number;
}

export const load = (name: string): Promise<unknown> => import(name);

export const packages: readonly Package[] = [
  {
    name: "ml-matrix",
    include: ["ml-matrix", "is-any-array", "ml-array-rescale", "ml-array-max", "ml-array-min"],
    calls: (m) => {
      const M = m.Matrix;
      const outside = new M([[1, 2], [3, 4]]); // prettier-ignore
      return {
        "new Matrix, get": (x) => new M([[x, 1], [2, x]]).get(0, 0) ** 2, // prettier-ignore
        "mmul, sum": (x) => new M([[x, 1], [2, x]]).mmul(new M([[x], [3]])).sum(), // prettier-ignore
        "add, mul": (x) => M.add(new M([[x, 2]]), 3).mul(2).sum(), // prettier-ignore
        determinant: (x) => m.determinant(new M([[x, 1], [2, x * x]])), // prettier-ignore
        solve: (x) => m.solve(new M([[x, 1], [2, x + 3]]), M.columnVector([1, x])).get(0, 0), // prettier-ignore
        inverse: (x) => m.inverse(new M([[x, 1], [2, x + 3]])).get(0, 1), // prettier-ignore
        SVD: (x) => new m.SVD(new M([[x, 1], [2, x + 3]])).norm2, // prettier-ignore
        CholeskyDecomposition: (x) =>
          new m.CholeskyDecomposition(new M([[x + 2, 1], [1, x + 3]])).lowerTriangularMatrix.get(1, 1), // prettier-ignore
        norm: (x) => new M([[x, 1], [2, x]]).norm(), // prettier-ignore
        transpose: (x) => new M([[x, 1], [2, x]]).transpose().get(1, 0) * x, // prettier-ignore
        "a matrix from outside": (x) => outside.get(0, 1) * x + outside.mmul(M.columnVector([1, 2])).get(0, 0) * x,
      };
    },
  },
  {
    name: "ml-levenberg-marquardt",
    include: ["ml-levenberg-marquardt"],
    calls: (m) => ({
      levenbergMarquardt: (x) =>
        m.levenbergMarquardt(
          { x: [0, 1, 2, 3], y: [x, 2.1, 3.9, 6.2] },
          ([a, b]: [number, number]) =>
            (t: number) =>
              a * t + b,
          { initialValues: [1, 1], maxIterations: 5 },
        ).parameterValues[0],
    }),
  },
  {
    name: "three",
    include: ["three"],
    calls: (m) => ({
      "Vector3: length": (x) => new m.Vector3(x, 1, 2).length(),
      "Vector3: cross, dot": (x) => new m.Vector3(x, 1, 2).cross(new m.Vector3(1, x, 3)).dot(new m.Vector3(1, 2, x)),
      "Matrix4: determinant": (x) =>
        new m.Matrix4()
          .makeRotationX(x)
          .scale(new m.Vector3(x, 2, 3))
          .determinant(),
      Quaternion: (x) =>
        new m.Vector3(1, 2, 3).applyQuaternion(new m.Quaternion().setFromAxisAngle(new m.Vector3(0, 0, 1), x)).x,
      "MathUtils.lerp": (x) => m.MathUtils.lerp(1, x, x),
      CatmullRomCurve3: (x) =>
        new m.CatmullRomCurve3([new m.Vector3(0, 0, 0), new m.Vector3(x, 1, 0), new m.Vector3(2, 2, 2)]).getPoint(0.3)
          .x,
      Color: (x) => new m.Color(x, 0.2, 0.3).lerp(new m.Color(0, 0, 0), 0.5).r,
    }),
  },
  {
    name: "gl-matrix",
    include: ["gl-matrix"],
    calls: ({ vec3, mat3, mat4, quat }) => ({
      "vec3.dot": (x) => vec3.dot([x, 1, 2], [x, 3, 4]),
      "vec3.normalize": (x) => vec3.normalize([0, 0, 0], [x, 1, 2])[0],
      "vec3.cross": (x) => vec3.cross([0, 0, 0], [x, 1, 2], [3, x, 1])[2],
      "vec3.fromValues": (x) => vec3.scale(Array(3), vec3.fromValues(1, 2, 3), x)[1],
      "mat3.determinant": (x) => mat3.determinant([x, 1, 2, 3, x, 5, 6, 7, x]),
      "mat4.rotate": (x) =>
        mat4.rotate(Array(16).fill(0), [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1], x, [0, 0, 1])[0],
      "quat.slerp": (x) => quat.slerp([0, 0, 0, 0], [0, 0, 0, 1], [0, Math.sin(x), 0, Math.cos(x)], 0.3)[1],
    }),
  },
  {
    name: "bezier-js",
    include: ["bezier-js"],
    calls: ({ Bezier }) => {
      const outside = new Bezier(0, 0, 1, 1, 2, 3);
      return {
        get: (x) => new Bezier(0, 0, x, 1, 2, 2).get(0.3).x,
        length: (x) => new Bezier(0, 0, x, 1, 2, 2).length(),
        "a curve from outside": (x) => outside.get(x).y,
        curvature: (x) => outside.curvature(x).k,
      };
    },
  },
  {
    name: "mathjs/number",
    include: ["mathjs", "typed-function"],
    calls: (m) => ({
      add: (x) => m.add(x, 2),
      pow: (x) => m.pow(x, 3),
      gamma: (x) => m.gamma(x + 1),
      erf: (x) => m.erf(x),
      evaluate: (x) => m.evaluate("x^2", { x }),
    }),
  },
  {
    name: "simple-statistics",
    include: ["simple-statistics"],
    calls: (m) => ({
      mean: (x) => m.mean([x, 2, 3]),
      variance: (x) => m.variance([x, 2, 3]),
      median: (x) => m.median([x, 2, 3, 5]),
      linearRegression: (x) => m.linearRegression([[0, x], [1, 2], [2, 5]]).m, // prettier-ignore
      errorFunction: (x) => m.errorFunction(x),
      sampleCorrelation: (x) => m.sampleCorrelation([x, 2, 3], [1, 4, 2]),
      gammaln: (x) => m.gammaln(x + 1),
      probit: (x) => m.probit(x),
      quantile: (x) => m.quantile([x, 2, 3, 9], 0.4),
      kernelDensityEstimation: (x) => m.kernelDensityEstimation([1, 2, 3])(x),
    }),
  },
  {
    name: "@stdlib/math-base-special-gamma",
    include: ["@stdlib/**"],
    calls: (m) => ({ gamma: (x) => m.default(x + 1), "gamma of a large number": (x) => m.default(x + 40) }),
  },
  {
    name: "d3-interpolate",
    include: ["d3-interpolate", "d3-color"],
    calls: (m) => ({
      interpolateNumber: (x) => m.interpolateNumber(x, 2)(0.3),
      interpolateArray: (x) => m.interpolateArray([x, 1], [3, x])(0.4)[0],
      interpolateObject: (x) => m.interpolateObject({ a: x }, { a: 3 })(0.4).a,
      interpolate: (x) => m.interpolate(x, 3)(0.4),
      interpolateBasis: (x) => m.interpolateBasis([0, x, 2, 5])(0.4),
      interpolateZoom: (x) => m.interpolateZoom([0, 0, 1], [x, 1, 2])(0.3)[0],
      piecewise: (x) => m.piecewise(m.interpolateNumber, [0, x, 3])(0.3),
    }),
  },
  ...["lodash", "lodash-es"].map((name): Package => ({
    name,
    include: [name],
    calls: (m) => {
      const _ = name === "lodash" ? m.default : m;
      return {
        sum: (x) => _.sum([x, x * x]),
        sumBy: (x) => _.sumBy([{ n: x }, { n: 2 * x }], (o: { n: number }) => o.n * x),
        map: (x) => _.map([x, 2], (y: number) => y * x)[0],
        reduce: (x) => _.reduce([x, 2], (a: number, b: number) => a * b, 1),
        mean: (x) => _.mean([x, 3]),
        zipWith: (x) => _.zipWith([x], [2], (a: number, b: number) => a * b)[0],
        cloneDeep: (x) => _.cloneDeep({ a: [x, { b: x * x }] }).a[1].b,
        flow: (x) =>
          _.flow(
            (y: number) => y * y,
            (y: number) => y + 1,
          )(x),
      };
    },
  })),
  {
    name: "numeric",
    include: ["numeric"],
    calls: ({ default: m }) => ({
      dot: (x) => m.dot([x, 2], [3, x]),
      norm2: (x) => m.norm2([x, 2]),
      det: (x) => m.det([[x, 1], [2, x]]), // prettier-ignore
      solve: (x) => m.solve([[x, 1], [2, 3]], [1, x])[0], // prettier-ignore
      inv: (x) => m.inv([[x, 1], [2, 3]])[0][0], // prettier-ignore
      spline: (x) => m.spline([0, 1, 2], [0, x, 4]).at(0.5),
    }),
  },
  {
    name: "fmin",
    include: ["fmin"],
    calls: () => {
      // It exports nothing where modules are ECMAScript's, and leaves a global variable.
      const m = (globalThis as unknown as { readonly fmin: any }).fmin;
      const loss = (x: number) => (p: number[], g?: number[]) => {
        if (g !== undefined) g[0] = 2 * (p[0]! - x);
        return (p[0]! - x) ** 2 + x;
      };
      return {
        nelderMead: (x) => m.nelderMead((p: number[]) => (p[0]! - x) ** 2 + 1, [0.1]).fx * x,
        conjugateGradient: (x) => m.conjugateGradient(loss(x), [0.1]).fx,
        gradientDescent: (x) => m.gradientDescent(loss(x), [0.1], { maxIterations: 50, learnRate: 0.1 }).x[0],
      };
    },
  },
];
