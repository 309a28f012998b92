// Declares variables: in the innermost list of statements that contains all their mentions, at the first assignment if that is in
// the list itself, else before the statement that contains it. As `const` where possible.

import { bodiesOf, type Statement, type Variable, variablesOf } from "./statement.ts";

/** A list of statements: the body of a statement in another list, or of the function. */
interface List {
  readonly parent: List | null;
  readonly depth: number;
  /** The position, in the parent, of the statement that it is a body of. */
  readonly at: number;
  /** The bodies of its statements, in order. */
  readonly bodies: List[];
  /** What is declared in it, by the position of the statement that mentions it first. */
  readonly declarations: Map<number, Declarations>;
}

interface Declarations {
  /** Variables that are declared before the statement. */
  readonly before: Variable[];
  /** How the variable that the statement assigns is declared by it, if it is. */
  declares: "const" | "let" | null;
}

interface Mentioned {
  /** The innermost list that contains all mentions. */
  list: List;
  /** The position of the first of them in that list. */
  at: number;
  /** Whether the first is the left side of an assignment in that list. */
  isAssigned: boolean;
  assignments: number;
}

/** Adds declarations; `declared` are the function's parameters. */
export function declare(statements: readonly Statement[], declared: ReadonlySet<Variable>): readonly Statement[] {
  const root = newList(null, 0);
  const mentioned = new Map<Variable, Mentioned>();
  survey(statements, root, mentioned);
  for (const [variable, { list, at, isAssigned, assignments }] of mentioned) {
    if (declared.has(variable)) continue;
    let here = list.declarations.get(at);
    if (here === undefined) list.declarations.set(at, (here = { before: [], declares: null }));
    if (isAssigned) here.declares = assignments === 1 ? "const" : "let";
    else here.before.push(variable);
  }
  return place(statements, root);
}

const newList = (parent: List | null, at: number): List => ({
  parent,
  depth: parent === null ? 0 : parent.depth + 1,
  at,
  bodies: [],
  declarations: new Map<number, Declarations>(),
});

function survey(statements: readonly Statement[], list: List, mentioned: Map<Variable, Mentioned>): void {
  statements.forEach((statement, at) => {
    for (const body of bodiesOf(statement)) {
      const inner = newList(list, at);
      list.bodies.push(inner);
      survey(body, inner, mentioned);
    }
    const isAssignment = statement.kind === "assign";
    const variables = variablesOf(statement);
    variables.forEach((variable, n) => {
      const isAssigned = isAssignment && n === 0;
      const known = mentioned.get(variable);
      if (known === undefined) {
        const readsItself = isAssigned && variables.includes(variable, 1);
        mentioned.set(variable, { list, at, isAssigned: isAssigned && !readsItself, assignments: isAssigned ? 1 : 0 });
        return;
      }
      if (isAssigned) known.assignments++;
      widen(known, list);
    });
  });
}

/** Moves the list of a variable outwards until it contains another list. */
function widen(known: Mentioned, other: List): void {
  let inner: List | null = other;
  while (inner !== null && inner !== known.list) {
    if (inner.depth > known.list.depth) inner = inner.parent;
    else if (known.list.parent === null) return;
    else {
      known.at = known.list.at;
      known.list = known.list.parent;
      known.isAssigned = false;
    }
  }
}

function place(statements: readonly Statement[], list: List): readonly Statement[] {
  const placed: Statement[] = [];
  let bodies = 0;
  statements.forEach((statement, at) => {
    const here = list.declarations.get(at);
    if (here !== undefined && here.before.length > 0) placed.push({ kind: "declare", variables: here.before });
    const next = withBodies(statement, (body) => place(body, list.bodies[bodies++] as List));
    const declares = here?.declares ?? null;
    placed.push(next.kind === "assign" && declares !== null ? { ...next, declares } : next);
  });
  return placed;
}

/** The statement with its bodies mapped, in the order of `bodiesOf`. */
function withBodies(statement: Statement, map: (body: readonly Statement[]) => readonly Statement[]): Statement {
  switch (statement.kind) {
    case "if": {
      const then = map(statement.then);
      return { ...statement, then, else: map(statement.else) };
    }
    case "loop":
    case "block":
      return { ...statement, body: map(statement.body) };
    default:
      return statement;
  }
}
