// `// error: …` at the end of the guilty lines of a fixture: taken off before the text is read, put back from what the
// parser or the verifier says.

import { type Module, parseModule, type Problem, verifyModule, ZerothError } from "../ir/index.ts";

/** The text with the errors that it has now. */
export function annotateErrors(text: string, verify: (module: Module) => readonly Problem[] = verifyModule): string {
  const lines = text.split("\n").map((line) => line.replace(/ *\/\/ error: .*$/u, ""));
  const clean = lines.join("\n");
  const notes = new Map<number, string>();
  const note = (line: number, message: string): void => {
    notes.set(line, notes.has(line) ? `${notes.get(line)}; ${message}` : message);
  };
  try {
    const places = placesOf(lines);
    for (const { func, block, instr, rule, message } of verify(parseModule(clean))) {
      note(places.get(`${func} ${block} ${block < 0 ? -1 : instr}`) ?? 0, `${rule}: ${message}`);
    }
  } catch (error) {
    if (!(error instanceof ZerothError) || error.kind === "bug") throw error;
    note((error.span?.line ?? 1) - 1, error.reason);
  }
  return lines.map((line, i) => (notes.has(i) ? `${line} // error: ${notes.get(i)}` : line)).join("\n");
}

/** Line numbers by function, block and instruction. */
function placesOf(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  let func = "";
  let block = -1;
  let instr = -1;
  lines.forEach((line, i) => {
    const text = line.replace(/\/\/.*$/u, "").trim();
    const header = /^fn @(?:"(.*?)"|([^ ]+))/u.exec(text);
    if (header !== null) {
      func = header[1] ?? header[2] ?? "";
      block = -1;
      places.set(`${func} -1 -1`, i);
    } else if (/^bb\d/u.test(text)) {
      block++;
      instr = -1;
      places.set(`${func} ${block} -1`, i);
    } else if (text !== "" && text !== "}") {
      instr++;
      places.set(`${func} ${block} ${instr}`, i);
    }
  });
  return places;
}
