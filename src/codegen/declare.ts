// Declares variables: in the innermost list of statements that contains all their mentions, at the first assignment if that is in
// the list itself, else before the statement that contains it. As `const` where possible.

import { bodiesOf, type Statement, type Variable, variablesOf } from "./statement.ts";

interface Mentioned {
  /** The path to the innermost common list: statement index, body index, statement index, … */
  path: readonly number[];
  assignments: number;
}

/** Adds declarations; `declared` are the function's parameters. */
export function declare(statements: readonly Statement[], declared: ReadonlySet<Variable>): readonly Statement[] {
  const mentioned = new Map<Variable, Mentioned>();
  survey(statements, [], (variable, path, isAssignment) => {
    if (declared.has(variable)) return;
    const known = mentioned.get(variable);
    if (known === undefined) mentioned.set(variable, { path, assignments: isAssignment ? 1 : 0 });
    else {
      known.path = commonList(known.path, path);
      if (isAssignment) known.assignments++;
    }
  });
  const byList = new Map<string, Variable[]>();
  for (const [variable, { path }] of mentioned) {
    const list = byList.get(path.join());
    if (list === undefined) byList.set(path.join(), [variable]);
    else list.push(variable);
  }
  return place(
    statements,
    [],
    (path) => byList.get(path.join()) ?? [],
    (v) => mentioned.get(v)?.assignments === 1,
  );
}

function survey(
  statements: readonly Statement[],
  path: readonly number[],
  visit: (variable: Variable, path: readonly number[], isAssignment: boolean) => void,
): void {
  for (const [k, statement] of statements.entries()) {
    let isAssignment = statement.kind === "assign";
    for (const variable of variablesOf(statement)) {
      visit(variable, path, isAssignment);
      isAssignment = false;
    }
    for (const [n, body] of bodiesOf(statement).entries()) survey(body, [...path, k, n], visit);
  }
}

/** The longest common path; paths are pairs of statement and body. */
function commonList(a: readonly number[], b: readonly number[]): readonly number[] {
  let n = 0;
  while (n < a.length && n < b.length && a[n] === b[n] && a[n + 1] === b[n + 1]) n += 2;
  return a.slice(0, n);
}

function place(
  statements: readonly Statement[],
  path: readonly number[],
  declaredIn: (path: readonly number[]) => readonly Variable[],
  isConst: (variable: Variable) => boolean,
): readonly Statement[] {
  const open = new Set(declaredIn(path));
  return statements.flatMap((statement, k): readonly Statement[] => {
    const before = open.size === 0 ? [] : mentionedIn(statement).filter((v) => open.delete(v));
    const placed = withBodies(statement, (body, n) => place(body, [...path, k, n], declaredIn, isConst));
    const declaration: readonly Statement[] = before.length === 0 ? [] : [{ kind: "declare", variables: before }];
    if (placed.kind === "assign" && open.delete(placed.variable)) {
      return [...declaration, { ...placed, declares: isConst(placed.variable) ? "const" : "let" }];
    }
    return [...declaration, placed];
  });
}

/** The variables that a statement mentions, except the one that it assigns itself. */
function mentionedIn(statement: Statement): readonly Variable[] {
  const inside = new Set<Variable>();
  bodiesOf(statement).forEach((body) => survey(body, [], (variable) => inside.add(variable)));
  const own = variablesOf(statement).filter((_, n) => !(statement.kind === "assign" && n === 0));
  return [...inside, ...own];
}

function withBodies(
  statement: Statement,
  map: (body: readonly Statement[], n: number) => readonly Statement[],
): Statement {
  switch (statement.kind) {
    case "if":
      return { ...statement, then: map(statement.then, 0), else: map(statement.else, 1) };
    case "loop":
    case "block":
      return { ...statement, body: map(statement.body, 0) };
    default:
      return statement;
  }
}
