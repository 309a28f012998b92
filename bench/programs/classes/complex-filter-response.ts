// A digital filter given by pairs of poles and zeros in polar form: how far its magnitude and phase are from those wanted, by
// a class of complex numbers.

import type { Program } from "../program.ts";

class Complex {
  static readonly one: Complex = new Complex(1, 0);

  readonly re: number;
  readonly im: number;

  constructor(re: number, im = 0) {
    this.re = re;
    this.im = im;
  }

  static polar(r: number, angle: number): Complex {
    return new Complex(r * Math.cos(angle), r * Math.sin(angle));
  }

  plus(z: Complex): Complex {
    return new Complex(this.re + z.re, this.im + z.im);
  }

  minus(z: Complex): Complex {
    return new Complex(this.re - z.re, this.im - z.im);
  }

  times(z: Complex | number): Complex {
    if (typeof z === "number") return new Complex(this.re * z, this.im * z);
    return new Complex(this.re * z.re - this.im * z.im, this.re * z.im + this.im * z.re);
  }

  over(z: Complex): Complex {
    const d = z.re ** 2 + z.im ** 2;
    return this.times(z.conj.times(1 / d));
  }

  get conj(): Complex {
    return new Complex(this.re, -this.im);
  }

  get abs(): number {
    return Math.hypot(this.re, this.im);
  }

  get arg(): number {
    return Math.atan2(this.im, this.re);
  }
}

interface Root {
  r: number;
  angle: number;
}

interface Design {
  gain: number;
  zeros: Root[];
  poles: Root[];
}

const factor = (z: Complex, { r, angle }: Root): Complex => {
  const root = Complex.polar(r, angle);
  return z.minus(root).times(z.minus(root.conj));
};

function response({ gain, zeros, poles }: Design, omega: number): Complex {
  const z = Complex.polar(1, omega);
  const above = zeros.reduce((p, root) => p.times(factor(z, root)), Complex.one);
  const below = poles.map((root) => factor(z, root)).reduce((p, q) => p.times(q), Complex.one);
  return above.over(below).times(gain);
}

function misfit(design: Design, count: number): number {
  let total = 0;
  for (let k = 0; k < count; k++) {
    const omega = (Math.PI * (k + 0.5)) / count;
    const h = response(design, omega);
    const wanted = omega < 0.9 ? 1 : 0;
    total += (h.abs - wanted) ** 2;
    if (wanted === 1) total += 0.01 * h.arg ** 2;
  }
  return total / count;
}

export const program: Program = {
  f: misfit,
  inputs: (n) => [
    {
      gain: 0.06,
      zeros: [
        { r: 0.98, angle: 1.4 },
        { r: 1.01, angle: 2.4 },
      ],
      poles: [
        { r: 0.82, angle: 0.9 },
        { r: 0.6, angle: 0.3 },
      ],
    },
    n,
  ],
  sizes: [12, 200],
  derivatives: ["grad", "hessian"],
};
