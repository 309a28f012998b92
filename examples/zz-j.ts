import { join, recordOf } from "../src/ir/index.ts";
console.log(join('#1{"xs@1.0":numbers}' as never, "#0{}" as never), join("#0{}" as never, "#1{}" as never), join('#1{"xs@1.0":numbers}' as never, "func"), recordOf(new Map(), [3]));
