// The text of an entry that runs specialised code: what it does with the result, and with a guard that has failed.

export interface RunText {
  readonly call: string;
  /** The call that is made if the result is not clean; null if there is none. */
  readonly again: string | null;
  /** Statements that leave the block `unclean` if `result` is not clean. */
  readonly checks: readonly string[];
  /** Whether what others see of the run is in the undo log (runtime/undo-log.ts). */
  readonly isLogged: boolean;
}

export function runText({ call, again, checks, isLogged }: RunText): readonly string[] {
  const [begin, end, undo] = isLogged
    ? [[`const start = beginRun();`], [`endRun();`], [`takeBack(start);`]]
    : [[], [], []];
  const run =
    again === null
      ? [`const result = ${call};`]
      : [
          `let result = ${call};`,
          `unclean: {`,
          ...checks,
          ...end,
          `return result;`,
          `}`,
          ...undo,
          `result = ${again};`,
        ];
  return [
    ...begin,
    `try {`,
    ...run,
    ...end,
    `return result;`,
    `} catch (error) {`,
    ...(isLogged ? [`if (error === failedGuard) takeBack(start);`] : []),
    ...end,
    `if (error === failedGuard) return miss;`,
    `throw explain(error);`,
    `}`,
  ];
}
