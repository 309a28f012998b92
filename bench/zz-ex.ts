import type { Program } from "./programs/program.ts";
import { asked } from "./corpus/derivatives.ts";
const { program } = (await import(new URL("programs/" + process.argv[2] + ".ts", import.meta.url).href)) as { program: Program };
const one = asked(program, program.derivatives[0]!);
const n = program.sizes[0];
one.call(program.inputs(n)); await one.ready(program.inputs(n));
console.log(one.explained(program.inputs(n)));
