/** All rows, in the order of the table. */

import type { Row } from "../row.ts";
import { rows as logSumExp } from "./log-sum-exp.ts";
import { rows as logistic } from "./logistic.ts";
import { rows as mapReduce } from "./map-reduce.ts";
import { rows as mlp } from "./mlp.ts";
import { rows as recursion } from "./recursion.ts";
import { rows as rosenbrock } from "./rosenbrock.ts";
import { rows as rungeKutta } from "./runge-kutta.ts";
import { rows as scalars } from "./scalars.ts";
import { rows as stencil } from "./stencil.ts";

export const rows: readonly Row[] = [
  ...scalars,
  ...logSumExp,
  ...logistic,
  ...mlp,
  ...rosenbrock,
  ...mapReduce,
  ...recursion,
  ...stencil,
  ...rungeKutta,
];

/** The name of a row with the kind of its arrays. */
export const titleOf = ({ name, arrays }: Pick<Row, "name" | "arrays">): string =>
  arrays === undefined ? name : `${name}, ${arrays}`;
