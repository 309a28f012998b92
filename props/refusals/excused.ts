// Places that refuse something, and that no row reaches.

export interface Excuse {
  readonly file: string;
  /** How the message begins that the place gives, as it is in the source. */
  readonly message: string;
  readonly why: string;
}

export const excused: readonly Excuse[] = [
  {
    file: "src/compile/later-in-browsers.ts",
    message: "compiling the text of a module in a browser",
    why: "Node loads another module in place of this one",
  },
];
