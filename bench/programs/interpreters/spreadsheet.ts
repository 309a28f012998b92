// A spreadsheet of cells with formulas such as "=A1*B2+C3" and "=SUM(A1:A9)": the value of the last cell as a function
// of the numbers typed into column A.

import type { Program } from "../program.ts";

type Cell = { kind: "number"; row: number } | { kind: "formula"; text: string };

interface Sheet {
  typed: number[];
  cells: Record<string, Cell>;
  known: Record<string, number>;
}

function term(sheet: Sheet, text: string): number {
  if (text.startsWith("SUM(")) {
    const [from, to] = text.slice(4, text.length - 1).split(":") as [string, string];
    const column = from[0]!;
    let sum = 0;
    for (let row = Number(from.slice(1)); row <= Number(to.slice(1)); row++) sum += valueOf(sheet, `${column}${row}`);
    return sum;
  }
  const first = text.charCodeAt(0);
  return first >= 65 && first <= 90 ? valueOf(sheet, text) : Number(text);
}

function product(sheet: Sheet, text: string): number {
  const slash = text.indexOf("/");
  if (slash >= 0) return product(sheet, text.slice(0, slash)) / term(sheet, text.slice(slash + 1));
  return text.split("*").reduce((value, part) => value * term(sheet, part), 1);
}

function valueOf(sheet: Sheet, name: string): number {
  const known = sheet.known[name];
  if (known !== undefined) return known;
  const cell = sheet.cells[name];
  if (!cell) return 0;
  let value = 0;
  if (cell.kind === "number") value = sheet.typed[cell.row]!;
  else for (const part of cell.text.slice(1).split("+")) value += product(sheet, part);
  sheet.known[name] = value;
  return value;
}

function lastCell(typed: number[], cells: Record<string, Cell>, wanted: string): number {
  return valueOf({ typed, cells, known: {} }, wanted);
}

export const program: Program = {
  f: lastCell,
  inputs: (n) => {
    const typed: number[] = [];
    const cells: Record<string, Cell> = {};
    for (let row = 1; row <= n; row++) {
      typed.push(2 + Math.sin(row * 1.3));
      cells[`A${row}`] = { kind: "number", row: row - 1 };
      cells[`B${row}`] = { kind: "formula", text: row === 1 ? "=A1*0.5" : `=A${row}*0.5+B${row - 1}/A${row - 1}` };
      cells[`C${row}`] = { kind: "formula", text: row % 3 === 0 ? `=B${row}*B${row}*0.1+1` : `=A${row}*B${row}` };
    }
    cells.D1 = { kind: "formula", text: `=SUM(C1:C${n})` };
    cells.D2 = { kind: "formula", text: `=D1/${n}+SUM(B1:B${n})*0.01` };
    return [typed, cells, "D2"];
  },
  sizes: [12, 60],
  derivatives: ["grad"],
};
