// A recursive FFT with complex numbers as records: a signal is filtered by a soft threshold on its spectrum and brought
// back; the squared error against the clean signal, as a function of the noisy one.

import type { Program } from "../program.ts";

interface Complex {
  re: number;
  im: number;
}

const plus = (a: Complex, b: Complex): Complex => ({ re: a.re + b.re, im: a.im + b.im });
const minus = (a: Complex, b: Complex): Complex => ({ re: a.re - b.re, im: a.im - b.im });
const times = (a: Complex, b: Complex): Complex => ({ re: a.re * b.re - a.im * b.im, im: a.re * b.im + a.im * b.re });
const cis = (t: number): Complex => ({ re: Math.cos(t), im: Math.sin(t) });

function fft(x: Complex[], sign: 1 | -1): Complex[] {
  const n = x.length;
  if (n === 1) return x;
  const even = fft(
    x.filter((_, i) => i % 2 === 0),
    sign,
  );
  const odd = fft(
    x.filter((_, i) => i % 2 === 1),
    sign,
  );
  const out: Complex[] = new Array<Complex>(n);
  for (let k = 0; k < n / 2; k++) {
    const t = times(cis((sign * 2 * Math.PI * k) / n), odd[k]!);
    out[k] = plus(even[k]!, t);
    out[k + n / 2] = minus(even[k]!, t);
  }
  return out;
}

function denoise(signal: number[], threshold: number): number[] {
  const spectrum = fft(
    signal.map((re) => ({ re, im: 0 })),
    -1,
  );
  const shrunk = spectrum.map(({ re, im }) => {
    const power = re * re + im * im;
    const gain = power / (power + threshold * signal.length);
    return { re: gain * re, im: gain * im };
  });
  return fft(shrunk, 1).map((z) => z.re / signal.length);
}

const error = (noisy: number[], clean: number[], threshold = 0.4): number =>
  denoise(noisy, threshold).reduce((s, v, i) => s + (v - clean[i]!) ** 2, 0);

export const program: Program = {
  f: error,
  inputs: (n) => {
    const size = n === 12 ? 8 : n;
    const clean = Array.from({ length: size }, (_, i) => Math.sin((4 * Math.PI * i) / size) + 0.5 * Math.cos(i / 3));
    return [clean.map((v, i) => v + 0.3 * Math.sin(i * i * 7.1)), clean];
  },
  sizes: [12, 128],
  derivatives: ["valueAndGrad", "hvp"],
};
