// The sentences of `explain` on why a call is not specialised, each with what to write instead. The type demands one for each
// reason. They are about the user's program: no word of them is about how zeroth works.

import type { PrimName } from "../ir/index.ts";
import type { Reason } from "../specialise/index.ts";

export interface Sentence {
  /** Why, as a sentence; `detail` is what the reason is about (a name, a message), or "". */
  readonly says: (detail: string) => string;
  /** What to write instead; null where nothing is known that helps. */
  readonly write: string | null;
}

const sentence = (says: string | ((detail: string) => string), write: string | null): Sentence => ({
  says: typeof says === "string" ? () => says : says,
  write,
});

/** A name in the sentence, if it is known. */
const named = (what: string, name: string): string => (name === "" ? what : `${what} \`${name}\``);

const asArguments = "pass what is differentiated as numbers, arrays or plain records";
const oneStructure = "give it the same properties, with values of the same types, on every path";
const asLoop = "write the recursion as a loop, or let the function take and return numbers";
const asCopy = "copy it first, and write to the copy: `const ys = [...xs]` for an array, `{ ...r }` for a record";

export const reasons: Readonly<Record<Reason, Sentence>> = {
  "a captured variable that is assigned": sentence(
    (name) => `${named("the variable", name)} of an outer function is assigned after it was declared.`,
    "declare it `const`, or pass its value as an argument of the function that is differentiated",
  ),
  "a captured variable that is not initialised": sentence(
    "a variable of an outer function or of the module has no value yet.",
    "make the call after the declaration of the variable has run",
  ),
  "a function of an operator, as a whole": sentence(
    "what an operator such as `grad` made is used as a value, not only called.",
    "call it where it is made: `grad(f)(x)`",
  ),
  "a function that is not compiled": sentence(
    (name) =>
      `${named("the function", name)} is built into JavaScript or comes from code that zeroth has not compiled.`,
    "pass a function of your own that calls it, and give it a derivative with `defineRule` if it has one",
  ),
  "a record with unusual names": sentence(
    (name) => `a record has ${named("a property", name)}, a name that is a number or that all objects have.`,
    "use an array for what has numbers as names, and another name otherwise",
  ),
  "a prototype that is written": sentence(
    "the function writes to a prototype, from which instances inherit.",
    "set it up before the call, or write to the instances",
  ),
  "an object whose prototype is not that of a class": sentence(
    "an object is made whose prototype is an object, as `Object.create` makes it.",
    "write a class, or give the object the properties itself",
  ),
  "a new property of an instance": sentence(
    "an object of a class gets a property, or one by a name that is known only when the function runs, after it was made.",
    "give it all its properties in the constructor",
  ),
  "an instance with private members, as a value": sentence(
    "an object of a class with private members is stored, returned, passed on, or one of several.",
    "let the function that makes it use it, or make the members public",
  ),
  "an instance with a property that its class has, too": sentence(
    "an object of a class has a property of its own by the name of a method, or of something else that the class has.",
    "give the property another name",
  ),
  "a symbol or a bigint": sentence(
    (type) => `the call uses a ${type === "" ? "symbol or bigint" : type}, which has no derivative.`,
    "pass a number or a text instead",
  ),
  "an option that is no whole number": sentence(
    "an option of an operator is a list that holds something else than whole numbers.",
    "write the positions of arguments as whole numbers: `{ argnums: [0, 1] }`",
  ),
  "functions that capture functions, too deep": sentence(
    "functions use functions of outer functions, at too many levels.",
    "pass the inner functions as arguments, or build the chain with fewer levels",
  ),
  "records in records, too deep": sentence(
    "a record of an argument contains records at too many levels, or itself.",
    "use a flatter record, or an array of records",
  ),
  "what an operator captured": sentence(
    "an option of an operator is neither a number nor a text nor true or false.",
    "give such an option as an argument of your own function",
  ),
  "a capture of an unknown function": sentence(
    "the variables that a function uses are not known before it runs.",
    "call a function that is declared with `const` or `function`, or that is an argument",
  ),
  "a derivative of a function within itself": sentence(
    "a function that calls itself asks for its own derivative.",
    "differentiate outside of the recursion: let the inner function return the value only",
  ),
  "a function that has been replaced meanwhile": sentence(
    "a function of the module was replaced while its code was being made.",
    "declare it `const`; the next call tries again",
  ),
  "a function that is not known": sentence(
    "the function that is called is known only when the call runs.",
    "call a function that is declared with `const` or `function`, or that is an argument",
  ),
  "a function that never returns": sentence(
    "the function does not return for such arguments: it throws, or calls itself without end.",
    "look whether these are the arguments that you mean",
  ),
  "calls nested too deeply": sentence("calls are nested at more levels than code is made for.", asLoop),
  "more branches than are worth specialising": sentence(
    "this call, with all that it calls, has so many branches that code of its own would not be fast.",
    "differentiate a smaller part; fewer `try` statements and `yield`s, and fewer calls of what has them, make fewer branches",
  ),
  "more code than is worth specialising": sentence(
    "this call needs so much code of its own that making it is not worth while.",
    "use loops instead of writing the same step many times, or differentiate a smaller part",
  ),
  "a Map or a Set that leaves the code": sentence(
    "a Map or a Set is returned, stored where its type is not known, or given to code that is not compiled.",
    "return what you need of it: `[...map.values()]`",
  ),
  "a regular expression, as a value": sentence(
    "a regular expression that the function makes is stored, returned, given to other functions, or searched with from place to place.",
    "make it outside of the function: `const number = /[0-9]+/;`",
  ),
  "a part of a typed array, as a value": sentence(
    "what `subarray` gives is stored, returned or passed on, so that it shares its memory with more than this function.",
    "copy it: `slice` instead of `subarray`",
  ),
  "one of several functions, as a value": sentence(
    "a variable holds one of several functions, and is stored, returned or passed on.",
    "choose between calls, not between functions: `c ? f(x) : g(x)`",
  ),
  "a call that others may see": sentence(
    "what this calls is known only when it runs, and might change what others see.",
    "call functions that are declared with `const` or `function`, on numbers, arrays and plain records",
  ),
  "a result that is a function, or known before": sentence(
    "the result is a function or a constant, which is as fast without code of its own.",
    null,
  ),
  "an effect that others may see": sentence(
    (what) =>
      `this ${effects[what] ?? "changes what is outside of the function"}; what others see is changed by general code only.`,
    asCopy,
  ),
  "a loop whose state keeps changing its shape": sentence(
    "a variable of this loop holds something of another structure in each iteration.",
    "keep what a loop collects in an array, and add to it with `push`",
  ),
  "a named property of an array": sentence(
    "an array is read or written by a name that is no index.",
    "use whole numbers as indices, and a record beside the array for what has a name",
  ),
  "a record of an argument as a result": sentence(
    "the function returns a record that it was given.",
    "return a copy: `{ ...r }`",
  ),
  "a function variable that is assigned or kept, in a recursive call": sentence(
    "a variable that holds a function is assigned or stored while functions call each other through it.",
    "declare these functions with `const` or `function`, and call them where they are needed",
  ),
  "a record of an argument in a recursive call": sentence(
    "a function that calls itself is given a record of an argument.",
    "keep such records in an array, and let the function take the array and an index: `f(nodes, 0)`",
  ),
  "a record of an argument that is used as a whole": sentence(
    "a record of an argument is stored or passed on as a whole.",
    "read its properties where they are used",
  ),
  "a record of an argument that is written": sentence(
    "a record of an argument is written to.",
    "make a record of your own first: `const own = { x: r.x }`",
  ),
  "an unknown slot of a record's shadow": sentence(
    "a record is read or written by a name that it does not have, or that is known only when the call runs.",
    "make the record with all of its properties, and write their names: `r.x` rather than `r[name]`",
  ),
  "arrays whose elements keep changing their type": sentence(
    "an array holds elements of more and more types.",
    "let an array hold numbers only, or records with the same properties",
  ),
  "data of a structure that is not known": sentence(
    "the structure of some data is known only when the call runs, or data contain themselves.",
    asArguments,
  ),
  "memory that may be shared, in an inner derivative": sentence(
    "an inner derivative is taken with respect to data that something else may hold as well.",
    "give the inner derivative a copy: `[...xs]`",
  ),
  "objects that refer to each other escape": sentence(
    "objects that refer to each other are stored or passed on.",
    "use indices into an array instead of references to each other",
  ),
  "records of arguments that are compared": sentence(
    "a record of an argument is compared with another one by identity.",
    "compare a property of the records: `a.id === b.id`",
  ),
  "shadows that differ between paths": sentence(
    "an object is made in another way on each path to this place.",
    oneStructure,
  ),
  "spread elements that differ between paths": sentence(
    "what is spread here is put together in another way on each path to this place.",
    "put the spread elements into the array on each path: `c ? [...xs, y] : [...xs]`",
  ),
  "the shadow of a record in an unknown context": sentence(
    "a record of an argument is differentiated within a function that is known only when the call runs.",
    "call functions that are declared with `const` or `function`, or that are arguments",
  ),
  "the shadow of an object, as a value": sentence(
    "an object that an inner derivative needs is stored or passed on.",
    "take the numbers out of the object before the inner derivative",
  ),
  "the shape of an array, elsewhere than in an operator": sentence(
    "the form of an array is used where it cannot be known.",
    null,
  ),
  "a pullback of a recursive call that is kept": sentence(
    "the derivative of a call of a function that calls itself is kept for later.",
    "use `grad` or `valueAndGrad` of the whole instead of keeping the result of `vjp`",
  ),
  "a pullback that is called while the tape is written": sentence(
    "a function that calls itself uses a derivative of its own calls.",
    "differentiate outside of the recursion: let the inner function return the value only",
  ),
  "recursion that gives results of several shapes": sentence(
    "what a function returns is not always numbers, arrays and records of the same structure.",
    "let it return numbers, or records with the same properties, on every path",
  ),
  "recursion whose arguments keep changing their shape": sentence(
    "a function that calls itself is given arguments of another structure in each call.",
    asLoop,
  ),
  "recursion whose result keeps changing its shape": sentence(
    "a function that calls itself returns a result of another structure in each call.",
    "let it return numbers, or records with the same properties, on every path",
  ),
  "a bug in zeroth": sentence(
    (message) => `zeroth failed to make code (its own error: ${message}). The result of general code is right.`,
    "report this page, with the function",
  ),
  "what cannot be differentiated": sentence((message) => `${message}.`, null),
};

/** What operations do, by the name of the primitive. */
const effects: Readonly<{ [prim in PrimName]?: string }> & Readonly<Record<string, string | undefined>> = {
  delete: "deletes a property of what the function did not make",
};

/** What is written in the program may tell more than the reason does. */
const hints: readonly (readonly [pattern: RegExp, says: string, write: string])[] = [
  [
    /^new WeakMap\b/,
    "what a WeakMap holds is not known before it runs.",
    "an array or a plain record is known: `const r = { a: x }`, `xs[k] = x`",
  ],
  [/^console\./, "output is an effect that others see.", "print outside of the function that is differentiated"],
  [
    /^(?:Date\.now|performance\.now|crypto\.)/,
    "the result is another one in each call.",
    "compute it outside, and pass it as an argument",
  ],
  [
    /^(?:JSON\.|structuredClone\b)/,
    "what this makes is known only when it runs.",
    "copy what you need: `[...xs]` for an array, `{ ...r }` for a record",
  ],
];

/** The sentence for a reason, given the text of the place if it is known. */
export function sentenceFor(reason: Reason, text: string): Sentence {
  const ofCalls: readonly Reason[] = ["a call that others may see", "a function that is not known"];
  const [, says, write] = (ofCalls.includes(reason) && hints.find(([pattern]) => pattern.test(text))) || [];
  return says === undefined ? reasons[reason] : sentence(says, write ?? null);
}

/** The same for a call of a function that is not known. */
export const hintFor = (text: string): Sentence | null => {
  const found = hints.find(([pattern]) => pattern.test(text));
  return found === undefined ? null : sentence(found[1], found[2]);
};
