// `node --import ./scripts/on-build.mjs --import ./props/faults/plant.mjs …`: replaces modules of dist as the JSON file
// `ZEROTH_FAULT` says: a list of { url, source }; none for a run without a fault.
import { readFileSync } from "node:fs";
import { register } from "node:module";

const file = process.env["ZEROTH_FAULT"];
if (file !== undefined)
  register("./plant-hooks.mjs", import.meta.url, { data: JSON.parse(readFileSync(file, "utf8")) });
