// The entries that a function has run.

import type { Entry } from "./entry.ts";
import { mostShapes } from "./families.ts";
import type { Plan } from "./plan.ts";

/** A list of entries, one for each plan. It is short, and most have one item: an array would take longer to make. */
export class KnownEntries {
  readonly plan: Plan;
  readonly run: Entry;
  readonly next: KnownEntries | null;

  constructor(plan: Plan, run: Entry, next: KnownEntries | null) {
    this.plan = plan;
    this.run = run;
    this.next = next;
  }

  /** The list with an entry in front, in place of that of the same plan. */
  static withFirst(plan: Plan, run: Entry, list: KnownEntries | null): KnownEntries {
    return new KnownEntries(plan, run, this.without(list, plan, mostShapes - 1));
  }

  /** The items but for that of a plan, and at most so many. */
  static without(list: KnownEntries | null, plan: Plan | undefined, most: number): KnownEntries | null {
    if (list === null || most === 0) return null;
    if (list.plan === plan) return this.without(list.next, plan, most);
    return new KnownEntries(list.plan, list.run, this.without(list.next, plan, most - 1));
  }

  static has(list: KnownEntries | null, plan: Plan): boolean {
    return list !== null && (list.plan === plan || this.has(list.next, plan));
  }
}
