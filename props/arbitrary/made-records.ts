// Statements over arrays of records that the function makes itself: stacks, rows, states that are made anew, sorted places. Some
// do what makes the identity of a record, or its presence, matter.

import type { Choices } from "./choices.ts";

/** How the surrounding program writes numbers. */
export interface Wording {
  /** A number made of some texts of numbers, and of others that are at hand. */
  readonly number: (...of: readonly string[]) => string;
  /** A property of a body, or of the state. */
  readonly body: (b: string) => string;
  readonly state: (s: string) => string;
}

export function madeRecordStatements(
  { pick, chance }: Choices,
  { number, body, state }: Wording,
): readonly ((v: string) => string)[] {
  const record = (b: string): string =>
    pick([
      `{ at: plus(${b}.at, s.v, 0.5), k: ${number(body(b))} }`,
      `{ at: { x: ${body(b)}, y: 0.3 }, k: 1 }`,
      `{ k: ${body(b)}, at: ${chance(0.5) ? `${b}.at` : "s.v"} }`,
    ]);
  const part = (p: string): string => pick([`${p}.k`, `${p}.at.x`, `${p}.at.y`, `norm(${p}.at)`]);
  /** Something that may happen to the records of an array. */
  const event = (list: string, isPlaced: boolean): string => {
    const usual = [
      `${list}.push({ at: { x: ${number("s.b")}, y: 0.2 }, k: ${state("s")} });`,
      `if (${list}.length > 1) [${list}[0], ${list}[1]] = [${list}[1]!, ${list}[0]!];`,
      `if (${list}.length > 1 && ${part(`${list}[0]!`)} > ${part(`${list}[1]!`)}) ${list}.pop();`,
      `${list} = ${list}.map((p) => ({ at: plus(p.at, s.v, 0.1), k: ${number("p.k", "p.at.x")} }));`,
      `${list} = ${list}.filter((p) => ${part("p")} > ${number("0.1")});`,
      `${list} = [...${list}, ${list}[0]!];`,
      `${list}.reverse();`,
      `${list}.shift();`,
      `${list}[${list}.length >> 1] = { at: s.v, k: ${number("s.a")} };`,
      `${list}.sort((p, q) => ${part("p")} - ${part("q")});`,
    ];
    /** Each record has one place. */
    const placed = [
      `for (const p of ${list}) p.k *= ${state("s")};`,
      `for (const p of ${list}) for (const q of ${list}) if (p ${pick(["===", "!=="])} q) p.k += 0.3 * ${part("q")};`,
      `if (${list}[0]) ${list}[0].at = { x: s.a, y: 0.1 };`,
      `${list}.forEach((p, i) => { p.at = plus(p.at, s.v, 0.1 * i); p.k = ${number("p.k", "p.at.x")}; });`,
      `if (${list}.length > 1) { const p = ${list}[0]!; const q = ${list}[1]!; p.k += q.k; q.k -= ${part("p")}; }`,
      `{ const p = ${list}[0]; ${list}.push({ at: { x: ${number("s.b")}, y: 0.2 }, k: ${state("s")} }); if (p) p.k -= ${list}[${list}.length - 1]!.k; }`,
      `{ const p = ${list}[0]; ${chance(0.3) ? `${list}[0] = { at: s.v, k: ${number("s.a")} };` : ""} if (p) { p.k *= 0.5; if (${list}[0] !== p) ${list}[0]!.k += p.k; } }`,
      `let p${list} = ${list}[0]; for (const q of ${list}) if (p${list} && ${part("q")} > ${part(`p${list}`)}) p${list} = q; if (p${list}) p${list}.k = ${number(part(`p${list}`))};`,
      `${list}[${pick(["0", `${list}.length`, `${list}.length - 1`])}] = { at: { x: 0.1, y: s.b }, k: ${number("s.a")} };`,
    ];
    const telling = [
      ...placed,
      `const p = { at: { x: ${number("s.b")}, y: 0.1 }, k: ${state("s")} }; for (let i = 0; i < 2; i++) ${list}.push(p); for (const q of ${list}) q.k += 0.1;`,
      `if (${list}[0]) ${list}[0].at.x = ${number("s.b")};`,
      `if (${list}.indexOf(${list}[1]!) === 0) ${list}.push(${list}[0]!);`,
      `${list}.length = 1;`,
      `${list}.splice(0, 1);`,
      `delete ${list}[0];`,
    ];
    return pick(chance(0.15) ? telling : isPlaced ? placed : usual);
  };
  const events = (list: string): string => {
    const isPlaced = chance(0.5);
    return Array.from({ length: pick([1, 1, 2, 3]) }, () => `{ ${event(list, isPlaced)} }`).join(" ");
  };
  const folded = (v: string, list: string): string =>
    pick([
      `const ${v} = ${list}.reduce((t, p, i) => t + (i + 1) * ${part("p")} - ${number("p.k")}, 0);`,
      `let ${v} = 0; for (const { at, k } of ${list}) ${v} += k * ${pick(["at.x", "norm(at)", "s.b"])};`,
      `const last${v} = ${list}.pop(); const ${v} = last${v} ? ${part(`last${v}`)} : ${number("s.a")};`,
      `const ${v} = ${list}.length + (${list}[${pick(["0", "2", `${list}.length - 1`])}]?.k ?? ${number("s.b")});`,
    ]);
  return [
    (v) => `let made${v} = bs.map((b) => (${record("b")})); ${events(`made${v}`)} ${folded(v, `made${v}`)}`,
    (v) =>
      `let made${v}: { at: At; k: number }[] = []; for (const b of bs) { made${v}.push(${record("b")}); ${chance(0.6) ? events(`made${v}`) : ""} } ${folded(v, `made${v}`)}`,
    (v) =>
      `let made${v} = bs.map((b) => (${record("b")})); for (let t = 0; t < 3; t++) { ${events(`made${v}`)} } ${folded(v, `made${v}`)}`,
    (v) =>
      `const rows${v}: { at: At; k: number }[][] = Array.from({ length: 2 }, () => []); bs.forEach((b, i) => { rows${v}[i % 2]!.push(${record("b")}); }); let made${v} = rows${v}[${pick(["0", "1"])}]!; ${chance(0.5) ? events(`made${v}`) : ""} ${chance(0.3) ? `rows${v}.push(made${v});` : ""} const ${v} = rows${v}.flat().reduce((t, p) => t + ${part("p")}, made${v}.length);`,
    (v) =>
      `let made${v} = new Array<{ at: At; k: number }>(bs.length${chance(0.2) ? " + 1" : ""}); bs.forEach((b, i) => { made${v}[i] = ${record("b")}; }); ${chance(0.4) ? events(`made${v}`) : ""} ${folded(v, `made${v}`)}`,
    (v) =>
      `let made${v} = bs.map((b) => (${body("b")} > 0 ? ${record("b")} : { at: s.v, k: ${number("s.a")}${chance(0.2) ? ", more: 1" : ""} })); ${folded(v, `made${v}`)}`,
  ];
}
