// Imports, as functions capture them: mostly constants of another module, or variables that it assigns.

import { constant, FuncBuilder, noSpan, type Code } from "../ir/index.ts";
import { Alias, Stamp, stampFunction, type AnyFunction, type LiveBox } from "../runtime/index.ts";
import { createProgram } from "../compile/derived-program.ts";

export class ImportedVariable {
  readonly #get: () => unknown;
  readonly #own: LiveBox;
  readonly #alias: Alias;
  #forwarder: AnyFunction | null = null;

  constructor(get: () => unknown, own: LiveBox) {
    this.#get = get;
    this.#own = own;
    this.#alias = new Alias(get);
  }

  /** The exporting module's box, so that derivatives written there are read here. */
  get box(): LiveBox {
    return this.#alias.box ?? this.#own;
  }

  /** The function to call, for imports that are only called: they are captured by value. */
  get callee(): unknown {
    const { box } = this.#alias;
    return box === null ? this.#get() : (this.#forwarder ??= forwarder(box));
  }
}

/** A function that calls the present value of an assigned variable. */
function forwarder(box: LiveBox): AnyFunction {
  const f: AnyFunction = (...args) => (box.v as AnyFunction)(...args);
  stampFunction(f, () => new Stamp((forwarding ??= forwardingCode()), [box]));
  return f;
}

let forwarding: Code | undefined;

function forwardingCode(): Code {
  const name = "forward";
  const builder = new FuncBuilder({
    name,
    params: [{ hint: "args", type: "tuple" }],
    rest: true,
    captures: [{ name: "target", from: "module", boxed: true }],
    span: noSpan,
  });
  const [args] = builder.params as readonly [typeof builder.self];
  const box = builder.prim("capture", [builder.self, constant(0)], noSpan, "box");
  const target = builder.prim("box-get", [box], noSpan, "target");
  builder.ret(builder.call(target, [args], noSpan, { spread: true }), noSpan);
  return createProgram({ functions: { [name]: builder.finish() }, sources: {} }).code(name);
}
