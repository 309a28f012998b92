// All headings, in the order of docs/limitations.md.

import type { Heading } from "../refusal.ts";
import { arrays } from "./arrays.ts";
import { classes } from "./classes.ts";
import { sloppy } from "./commonjs.ts";
import { functions } from "./functions.ts";
import { language } from "./language.ts";
import { objects } from "./objects.ts";
import { operators } from "./operators.ts";

export const headings: readonly Heading[] = [language, classes, objects, arrays, functions, operators, sloppy];
