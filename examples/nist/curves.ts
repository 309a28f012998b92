/**
 * The model of each NIST problem, as its file states it.
 *
 * A curve closes over the predictors of one observation and is then a function of the parameters:
 * `curves.Misra1a(x)(b1, b2)`. Nothing here knows that it will be differentiated.
 */

export type Curve = (...x: number[]) => (...b: number[]) => number;

const misra1a: Curve = (x) => (b1, b2) => b1 * (1 - Math.exp(-b2 * x));

const misra1b: Curve = (x) => (b1, b2) => b1 * (1 - (1 + (b2 * x) / 2) ** -2);

const misra1c: Curve = (x) => (b1, b2) => b1 * (1 - (1 + 2 * b2 * x) ** -0.5);

const misra1d: Curve = (x) => (b1, b2) => b1 * b2 * x * (1 + b2 * x) ** -1;

const chwirut: Curve = (x) => (b1, b2, b3) => Math.exp(-b1 * x) / (b2 + b3 * x);

const danWood: Curve = (x) => (b1, b2) => b1 * x ** b2;

const lanczos: Curve = (x) => (b1, b2, b3, b4, b5, b6) =>
  b1 * Math.exp(-b2 * x) + b3 * Math.exp(-b4 * x) + b5 * Math.exp(-b6 * x);

/** Two bells on a decaying baseline. */
const gauss: Curve = (x) => {
  const bell = (height: number, centre: number, width: number): number =>
    height * Math.exp(-((x - centre) ** 2) / width ** 2);
  return (b1, b2, b3, b4, b5, b6, b7, b8) => b1 * Math.exp(-b2 * x) + bell(b3, b4, b5) + bell(b6, b7, b8);
};

const kirby2: Curve = (x) => (b1, b2, b3, b4, b5) => (b1 + b2 * x + b3 * x ** 2) / (1 + b4 * x + b5 * x ** 2);

const nelson: Curve = (x1, x2) => (b1, b2, b3) => b1 - b2 * x1 * Math.exp(-b3 * x2);

/** A yearly cycle and two slower ones whose periods, b4 and b7, are fitted too. */
const enso: Curve = (x) => {
  const wave = (period: number, cosine: number, sine: number): number => {
    const angle = (2 * Math.PI * x) / period;
    return cosine * Math.cos(angle) + sine * Math.sin(angle);
  };
  return (b1, b2, b3, b4, b5, b6, b7, b8, b9) => b1 + wave(12, b2, b3) + wave(b4, b5, b6) + wave(b7, b8, b9);
};

const mgh09: Curve = (x) => (b1, b2, b3, b4) => (b1 * (x ** 2 + x * b2)) / (x ** 2 + x * b3 + b4);

const mgh10: Curve = (x) => (b1, b2, b3) => b1 * Math.exp(b2 / (x + b3));

const thurber: Curve = (x) => (b1, b2, b3, b4, b5, b6, b7) =>
  (b1 + b2 * x + b3 * x ** 2 + b4 * x ** 3) / (1 + b5 * x + b6 * x ** 2 + b7 * x ** 3);

const rat42: Curve = (x) => (b1, b2, b3) => b1 / (1 + Math.exp(b2 - b3 * x));

export const curves: Readonly<Record<string, Curve>> = {
  Misra1a: misra1a,
  Misra1b: misra1b,
  Misra1c: misra1c,
  Misra1d: misra1d,
  Chwirut1: chwirut,
  Chwirut2: chwirut,
  DanWood: danWood,
  Lanczos1: lanczos,
  Lanczos2: lanczos,
  Gauss1: gauss,
  Gauss2: gauss,
  Gauss3: gauss,
  Kirby2: kirby2,
  Nelson: nelson,
  ENSO: enso,
  MGH09: mgh09,
  MGH10: mgh10,
  Thurber: thurber,
  Rat42: rat42,
};
