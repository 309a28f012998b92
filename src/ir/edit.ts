// Sparse edits of the immutable IR, by immer. The instance is private, so its settings do not affect the user's. It freezes
// under test only. Recipes read the base and touch the draft only where something changes: reading the IR through a draft is
// slow.

import { Immer } from "immer";

const environment = (globalThis as { process?: { env?: Record<string, string | undefined> } }).process?.env;

/** Whether the IR is frozen and verified between passes: under Vitest, or on request. */
export const isChecked: boolean = environment?.["VITEST"] !== undefined || environment?.["ZEROTH_VERIFY"] === "1";

const instance: Immer = new Immer({ autoFreeze: isChecked });

/** The same value with the edits that `recipe` makes to a draft of it; the same object if it makes none. */
export const edit: Immer["produce"] = instance.produce;
