// Why faults that survive do no harm, by file and by the line as it is and as it is with the fault.

export interface Reason {
  readonly file: string;
  readonly before: string;
  readonly after: string;
  readonly why: string;
}

export const reasons: readonly Reason[] = [];
