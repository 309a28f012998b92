// The command `zeroth`. It registers the loader before it imports any file of the user.

// oxlint-disable-next-line import/no-unassigned-import
import "../plugin/register.ts";
import { existsSync, readFileSync } from "node:fs";
import * as nodeModule from "node:module";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { importModule } from "../host/code-cache.ts";
import { cacheCommand } from "./cache-command.ts";
import { checkCommand } from "./check-command.ts";
import { explainCommand } from "./explain-command.ts";
import { findFiles, shownPath } from "./find-files.ts";
import { type ExplainOptions, type Options, type PassesOptions, readCommandLine, usage } from "./options.ts";
import { resolveSync } from "./own-package.ts";
import { passesCommand } from "./passes-command.ts";

interface SynchronousHooks {
  readonly registerHooks?: (hooks: { readonly resolve: typeof resolveSync }) => void;
}

const { registerHooks } = nodeModule as SynchronousHooks;
if (registerHooks === undefined) nodeModule.register("./own-package.js", import.meta.url);
else registerHooks({ resolve: resolveSync });

const folder = process.cwd();
const load = async (path: string): Promise<{ readonly [name: string]: unknown }> =>
  (await importModule(pathToFileURL(path).href)) as { readonly [name: string]: unknown };
const line = readCommandLine(process.argv.slice(2));

/** Ends the process when everything is written: standard output may be a pipe. */
function end(text: string, stream: NodeJS.WriteStream, code: number): void {
  stream.write(text === "" ? "" : `${text}\n`, () => process.exit(code));
}

async function check(options: Options): Promise<void> {
  const output: string[] = [];
  const write = process.stdout.write.bind(process.stdout);
  // Output of the user's files is not part of the document.
  if (options.json) process.stdout.write = process.stderr.write.bind(process.stderr);
  const code = await checkCommand(options, {
    files: {
      exists: existsSync,
      read: (path) => readFileSync(path, "utf8"),
      load,
      shown: (path) => shownPath(path, folder),
    },
    find: (patterns) => findFiles(patterns, folder),
    print: (text) => output.push(text),
    errors: process.stderr,
    onInterrupt: (listener) => process.once("SIGINT", listener),
  });
  process.stdout.write = write;
  end(output.join("\n"), process.stdout, code);
}

async function passes(options: PassesOptions): Promise<void> {
  const path = resolve(folder, options.file);
  if (!existsSync(path)) return end(`zeroth: no file \`${options.file}\``, process.stderr, 2);
  const isColoured = process.stdout.isTTY && (process.env["NO_COLOR"] ?? "") === "";
  try {
    const text = await passesCommand(options, {
      text: readFileSync(path, "utf8"),
      shown: shownPath(path, folder),
      load: () => load(path),
      isColoured,
    });
    end(text, process.stdout, 0);
  } catch (error) {
    end(`zeroth: ${error instanceof Error ? error.message : String(error)}`, process.stderr, 1);
  }
}

async function explanation(options: ExplainOptions): Promise<void> {
  const path = resolve(folder, options.file);
  if (!existsSync(path)) return end(`zeroth: no file \`${options.file}\``, process.stderr, 2);
  try {
    end(await explainCommand(options, { shown: shownPath(path, folder), load: () => load(path) }), process.stdout, 0);
  } catch (error) {
    end(`zeroth: ${error instanceof Error ? error.message : String(error)}`, process.stderr, 1);
  }
}

async function run(): Promise<void> {
  if (line.kind === "help") {
    end(usage, process.stdout, 0);
  } else if (line.kind === "usage") {
    end(`zeroth: ${line.message}\n\n${usage}`, process.stderr, 2);
  } else if (line.kind === "passes") {
    await passes(line.options);
  } else if (line.kind === "explain") {
    await explanation(line.options);
  } else if (line.kind === "cache") {
    try {
      end(await cacheCommand(), process.stdout, 0);
    } catch (error) {
      end(`zeroth: ${error instanceof Error ? error.message : String(error)}`, process.stderr, 1);
    }
  } else {
    await check(line.options);
  }
}

// Not awaited: Node runs this file as a script.
void run();
