// Tapes: immutable stacks of records, one record per loop iteration. The empty tape is the number 0, the structural zero; popping
// it gives zeros without end.

export class Tape {
  readonly rest: Tape | 0;
  readonly record: unknown;
  constructor(rest: Tape | 0, record: unknown) {
    this.rest = rest;
    this.record = record;
  }
}

export function tapePush(tape: unknown, record: unknown): Tape {
  return new Tape(tape as Tape | 0, record);
}

/** `[rest, record]`. */
export function tapePop(tape: unknown): readonly [Tape | 0, unknown] {
  return tape instanceof Tape ? [tape.rest, tape.record] : [0, 0];
}
