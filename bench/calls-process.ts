/** A process that measures what one kind of call costs: `calls-process.ts <index>`. */

import { calls, type Call } from "./calls.ts";

const index = Number(process.argv[2]);
process.send?.(await (calls[index] as Call).measured());
