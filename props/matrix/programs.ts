// Functions of a number for the matrix of operators: each goes through other constructs, and all are smooth where they
// are asked.

export type Scalar = (x: number) => number;

function power(x: number, n: number): number {
  return n === 0 ? 1 : x * power(x, n - 1);
}

const scale = { by: 0.5 };

export const programs: Readonly<Record<string, Scalar>> = {
  loop: (x) => {
    let s = 1;
    for (let i = 0; i < 4; i++) s = s * x + Math.sin(s);
    return s;
  },
  branches: (x) => {
    let y = x;
    let k = 0;
    while (y < 3) {
      y = y > 1 ? y * y : y + Math.exp(y);
      k++;
    }
    return k > 2 ? Math.log(y) : Math.sqrt(y) * x;
  },
  closures: (x) => {
    let total = 0;
    const add = (v: number): void => {
      total += v * x;
    };
    const compose =
      (f: Scalar, g: Scalar): Scalar =>
      (v) =>
        f(g(v));
    [1, 2, 3].forEach((v) => add(compose(Math.tanh, (u) => u * v * scale.by)(x)));
    return total;
  },
  mutation: (x) => {
    const cells = [x, 1, 0.5];
    for (let t = 0; t < 3; t++) {
      for (let i = 1; i < cells.length; i++) cells[i]! += Math.cos(cells[i - 1]!) * cells[i]!;
    }
    const record = { last: cells[2]! };
    record.last *= cells[1]!;
    return record.last;
  },
  recursion: (x) => {
    const tree = (depth: number, v: number): number =>
      depth === 0 ? Math.sin(v) : tree(depth - 1, v * x) + 0.5 * tree(depth - 1, v + 1);
    return tree(3, x) + power(x, 3);
  },
};
