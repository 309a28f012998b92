// Functions that call a function by a derivative word: `callerOf("T9")(f, …args)` is `call.T9 f(…args)`. Words in compiled code
// are constants; with these functions the prelude can use a word that it makes at run time. They are ordinary compiled functions,
// so such calls nest.

import { FuncBuilder, noSpan, type Word } from "../ir/index.ts";
import { Stamp, stampFunction, type AnyFunction } from "../runtime/index.ts";
import { createProgram } from "../compile/derived-program.ts";
import { callWithWord } from "./enter.ts";

const callers = new Map<Word, AnyFunction>();

export function callerOf(word: Word): AnyFunction {
  let caller = callers.get(word);
  if (caller === undefined) callers.set(word, (caller = makeCaller(word)));
  return caller;
}

function makeCaller(word: Word): AnyFunction {
  const name = `call-${word}`;
  const builder = new FuncBuilder({
    name,
    params: [{ hint: "f" }, { hint: "args", type: "tuple" }],
    rest: true,
    span: noSpan,
  });
  const [f, args] = builder.params as readonly [typeof builder.self, typeof builder.self];
  builder.ret(builder.call(f, [args], noSpan, { word, spread: true, type: "tuple" }), noSpan);
  const program = createProgram({ functions: { [name]: builder.finish() }, sources: {} });
  // Plain JavaScript enters generated code here, as in `callWithWord`: errors that leave name places in the user's code.
  const caller: AnyFunction = (f: unknown, ...args: readonly unknown[]) => callWithWord(f, word, undefined, args);
  stampFunction(caller, new Stamp(program.code(name), []));
  return caller;
}
