// What programs know of their arrays, and the numbers and questions that they make of them: elements that are there or not yet,
// within an array or beyond its end.

import type { Choices } from "./choices.ts";

export interface Known {
  readonly name: string;
  /** How long it was made; what `i < length` says of an index. */
  readonly length: string;
}

/** The text of expressions and of statements that read. */
export class ArrayReads {
  protected readonly choices: Choices;
  /** Programs that write to their arguments run general code. */
  readonly #writesArguments: boolean;
  /** Arrays whose elements no argument varies have no shadows, and are simplified most. */
  readonly #isPassive: boolean;
  /** What is in scope. */
  protected arrays: Known[] = [{ name: "xs", length: "n" }];
  /** How far indices go. */
  protected readonly limits: Map<string, string> = new Map<string, string>();
  #count = 0;

  constructor(choices: Choices) {
    this.choices = choices;
    this.#writesArguments = choices.chance(0.04);
    this.#isPassive = choices.chance(0.5);
  }

  protected fresh(stem: string): string {
    return `${stem}${this.#count++}`;
  }

  /** The youngest are the most interesting. */
  protected array(): Known {
    const { pick, chance } = this.choices;
    return chance(0.6) ? (this.arrays.at(-1) as Known) : pick(this.arrays);
  }

  /** One that may be written. */
  protected writable(): Known {
    const { pick, chance } = this.choices;
    const own = this.#writesArguments ? this.arrays : this.arrays.slice(1);
    return chance(0.6) ? (own.at(-1) as Known) : pick(own);
  }

  protected limit(): string {
    return this.choices.pick(["n", "n", "n", "m", "3"]);
  }

  protected test(index: string): string {
    const { pick } = this.choices;
    const { name } = this.array();
    return pick([
      `${index} in ${name}`,
      `(${name}[${index}] ?? 0.1) > 0.5`,
      `${index} === m`,
      `s > 0.5`,
      `${index} + 1 in ${name}`,
    ]);
  }

  /** A place in an array, within or beyond it. */
  protected key(index?: string): string {
    const { pick, chance } = this.choices;
    if (index !== undefined && chance(0.6)) return pick([index, index, `n - 1 - ${index}`, `${index} + 1`]);
    return pick(["0", "0", "1", "n - 1", "m", "n", "2"]);
  }

  protected element(index?: string): string {
    const { pick, chance } = this.choices;
    const { name, length } = this.array();
    if (index !== undefined && this.limits.get(index) === length && chance(0.6)) return `${name}[${index}]!`;
    return `(${name}[${this.key(index)}] ?? ${pick(["0.3", "7", "-1"])})`;
  }

  /** A number to store. */
  protected number(index?: string): string {
    const { pick, chance } = this.choices;
    const own = index ?? "m";
    if (chance(this.#isPassive ? 0.9 : 0.2)) {
      const whole = index === undefined || chance(0.5) ? `2 * ${this.element(index)}` : `xs[${index}]!`;
      return pick([`Math.floor(${whole})`, `${own} + 0.5`, pick(["1", "5", "0.25", "30"])]);
    }
    return pick([
      () => `Math.sin(${this.element(index)})`,
      () => this.element(index),
      () => `0.5 * ${this.element(index)} + s`,
      () => `Math.tanh(${this.element(index)} * ${pick(["s", "t", "1.5"])})`,
      () => `(${this.test(own)} ? ${this.element(index)} : ${pick(["s", "2"])})`,
    ])();
  }

  /** What a scalar becomes if elements of an array are there, or not. */
  protected ask(name: string, index?: string): string {
    const key = this.key(index);
    return this.choices.pick([
      `u += ${key} in ${name} ? 5 : 1;`,
      `if (${key} in ${name}) u++;`,
      `u += ${name}[${key}] === undefined ? 3 : 0.5;`,
      `t += 0.1 * ${name}.length;`,
      `{ const v = ${name}[${key}]; if (v !== undefined) s = Math.sin(s + v); else u += 2; }`,
      `t += Array.from({ length: ${name}.length }, (_, q) => (${name}[q] ?? 0.4) * 0.3).reduce((p, q) => p + q, 0);`,
      `for (const q of [...${name}.keys()]) u += (q + 1) * (${name}[q] ?? 0.2);`,
      `t += [[s, 0.5], [...${name}].map((q) => q ?? 0.1)].flat().reduce((p, q) => p + q * q, 0);`,
    ]);
  }

  /** What a scalar becomes, with what is asked or read. */
  protected read(index?: string): string {
    const { pick } = this.choices;
    return pick([
      () => this.ask(this.array().name, index),
      () => this.ask(this.array().name, index),
      () => `t = 0.5 * t + ${this.number(index)};`,
      () => `s = Math.sin(s + ${this.number(index)});`,
      () => `t += ${this.element(index)};`,
    ])();
  }
}
