// The reasons for which a call is not specialised. The sentences for users are in compile/reasons.ts, whose type demands one for
// each reason.

export type Reason =
  // What a call passes
  | "a captured variable that is assigned"
  | "a captured variable that is not initialised"
  | "a function of an operator, as a whole"
  | "a function that is not compiled"
  | "a record with unusual names"
  | "a symbol or a bigint"
  | "an option that is no whole number"
  | "functions that capture functions, too deep"
  | "records in records, too deep"
  | "what an operator captured"
  // What is called
  | "a capture of an unknown function"
  | "a derivative of a function within itself"
  | "a function that has been replaced meanwhile"
  | "a function that is not known"
  | "a function that never returns"
  | "calls nested too deeply"
  | "more branches than are worth specialising"
  | "more code than is worth specialising"
  | "one of several functions, as a value"
  // Effects and results
  | "a call that others may see"
  | "a result that is a function, or known before"
  | "an effect that others may see"
  // Memory
  | "a loop whose state keeps changing its shape"
  | "a named property of an array"
  | "a part of a typed array, as a value"
  | "a record of an argument as a result"
  | "a function variable that is assigned or kept, in a recursive call"
  | "a record of an argument in a recursive call"
  | "a record of an argument that is used as a whole"
  | "a record of an argument that is written"
  | "a prototype that is written"
  | "an unknown slot of a record's shadow"
  | "arrays whose elements keep changing their type"
  | "data of a structure that is not known"
  | "memory that may be shared, in an inner derivative"
  | "objects that refer to each other escape"
  | "records of arguments that are compared"
  | "shadows that differ between paths"
  | "spread elements that differ between paths"
  | "the shadow of a record in an unknown context"
  | "the shadow of an object, as a value"
  | "the shape of an array, elsewhere than in an operator"
  // Recursion
  | "a pullback of a recursive call that is kept"
  | "a pullback that is called while the tape is written"
  | "recursion that gives results of several shapes"
  | "recursion whose arguments keep changing their shape"
  | "recursion whose result keeps changing its shape"
  // What general code refuses too, and errors
  | "a bug in zeroth"
  | "what cannot be differentiated";
