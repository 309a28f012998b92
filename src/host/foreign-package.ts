// Which package a function comes from that zeroth has not compiled, so that an error can say what to write.
//
// JavaScript does not tell where a function was written. Node's inspector does, without a debugger: the session connects to the
// thread that asks, and answers at once. Where there is no inspector, as in browsers, the file stays unknown.

import { isNativeText, sourceText } from "./from-source.ts";

type Callable = (...args: never[]) => unknown;

interface Session {
  readonly connect: () => void;
  readonly disconnect: () => void;
  readonly on: (event: string, listener: (message: { readonly params: Script }) => void) => void;
  readonly post: (method: string, params: object, answer?: (error: unknown, result: Answer) => void) => void;
}

interface Script {
  readonly scriptId: string;
  readonly url: string;
}

interface Answer {
  readonly result?: { readonly objectId?: string };
  readonly internalProperties?: readonly {
    readonly name: string;
    readonly value?: { readonly value?: { readonly scriptId: string; readonly lineNumber: number } };
  }[];
}

interface Host {
  readonly getBuiltinModule?: (name: string) => { readonly Session: new () => Session } | undefined;
}

/** Where a function of a package is written. */
export interface ForeignPlace {
  /** The package's name. */
  readonly name: string;
  /** The file as an import would name it, with the line. */
  readonly place: string;
}

const places = new WeakMap<Callable, ForeignPlace | "unknown">();

/** The package of a function that is not compiled; null if it is of none, or of zeroth, or nobody can tell. */
export function foreignPlace(f: Callable): ForeignPlace | null {
  let found = places.get(f);
  if (found === undefined) {
    found = packagePlace(f) ?? "unknown";
    places.set(f, found);
  }
  return found === "unknown" ? null : found;
}

/** What to do about a function of a package. */
export function includeRemedy({ name, place }: ForeignPlace): string {
  return `it is at ${place}: have that package compiled, by ZEROTH_INCLUDE=${name} with node --import zeroth/register, by "zeroth": { "include": ["${name}"] } in package.json, or by zeroth({ include: ["${name}"] }) of zeroth/vite`;
}

function packagePlace(f: Callable): ForeignPlace | null {
  // The inspector goes through all scripts there are, which takes seconds where there are tens of thousands.
  const location = isNativeText(sourceText(f)) ? null : locationOf(f);
  const path = /^(?:file:\/\/)?\/.*\/node_modules\/([^?#]+)/.exec(location?.url.replaceAll("\\", "/") ?? "")?.[1];
  if (location === null || path === undefined) return null;
  const [name] = /^(?:@[^/]+\/)?[^/]+/.exec(path) ?? [path];
  return name === "zeroth" ? null : { name, place: `${path}:${location.line}` };
}

/** The property by which the inspector is shown a function. */
const shown = Symbol.for("zeroth/where");

function locationOf(f: Callable): { readonly url: string; readonly line: number } | null {
  const { process } = globalThis as { readonly process?: Host };
  const inspector = process?.getBuiltinModule?.("inspector");
  if (process === undefined || inspector === undefined) return null;
  const session = new inspector.Session();
  try {
    session.connect();
    Object.defineProperty(process, shown, { value: f, configurable: true });
    return ask(session);
  } catch {
    // Another way to run Node may have no inspector; the error that is being made is the one to throw.
    return null;
  } finally {
    Reflect.deleteProperty(process, shown);
    session.disconnect();
  }
}

function ask(session: Session): { readonly url: string; readonly line: number } | null {
  const urls = new Map<string, string>();
  session.on("Debugger.scriptParsed", ({ params }) => urls.set(params.scriptId, params.url));
  session.post("Debugger.enable", {});
  let found: { readonly url: string; readonly line: number } | null = null;
  const expression = `process[Symbol.for(${JSON.stringify(Symbol.keyFor(shown))})]`;
  session.post("Runtime.evaluate", { expression }, (_, { result }) => {
    session.post("Runtime.getProperties", { objectId: result?.objectId, ownProperties: true }, (error, answer) => {
      const property =
        error === null ? answer.internalProperties?.find(({ name }) => name === "[[FunctionLocation]]") : null;
      const place = property?.value?.value;
      if (place !== undefined) found = { url: urls.get(place.scriptId) ?? "", line: place.lineNumber + 1 };
    });
  });
  return found;
}
