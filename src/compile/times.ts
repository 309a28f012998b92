// How long making code takes, by stage. The time of other code that runs between two portions of the work does not count.

import { now, timed, type Module, type Pass, type Steps } from "../ir/index.ts";

/** In milliseconds. Differentiating is a part of specialising. */
export interface Times {
  specialising: number;
  optimising: number;
  emitting: number;
}

export const noTimes = (): Times => ({ specialising: 0, optimising: 0, emitting: 0 });

/** A pass that the specialiser runs: its time counts as optimising. */
export function ofSpecialiser(pass: Pass, times: Times): Pass {
  const spent = (milliseconds: number): void => {
    times.optimising += milliseconds;
    times.specialising -= milliseconds;
  };
  const { inSteps } = pass;
  return {
    ...pass,
    run: (module) => {
      const start = now();
      try {
        return pass.run(module);
      } finally {
        spent(now() - start);
      }
    },
    ...(inSteps === undefined ? {} : { inSteps: (module): Steps<Module> => timed(inSteps(module), spent) }),
  };
}

/** The same work, whose time counts. */
export const counting = <T>(steps: Steps<T>, times: Times, as: keyof Times): Steps<T> =>
  timed(steps, (milliseconds) => {
    times[as] += milliseconds;
  });

/** What was taken since `before`. */
export const since = (before: Times, { specialising, optimising, emitting }: Times): Times => ({
  specialising: specialising - before.specialising,
  optimising: optimising - before.optimising,
  emitting: emitting - before.emitting,
});
