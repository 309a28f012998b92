// Looks at the package as a stranger would receive it: builds, packs once, then publint (does every entry exist and
// mean what it says?) and attw (do the types of every entry resolve?) read that tarball.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const run = (command, ...args) => {
  const { status, stdout, stderr } = spawnSync(command, args, { encoding: "utf8" });
  if (status === 0) return;
  console.error(`${command} ${args.join(" ")}\n${stdout ?? ""}${stderr ?? ""}`);
  throw new Error(`${command} failed`);
};

const folder = mkdtempSync(join(tmpdir(), "zeroth-pack-"));
try {
  run("npm", "run", "build");
  run("npm", "pack", "--ignore-scripts", "--pack-destination", folder);
  const tarball = readdirSync(folder).map((name) => join(folder, name))[0];
  run("npx", "--no-install", "publint", tarball, "--strict");
  run("npx", "--no-install", "attw", tarball, "--profile", "esm-only");
  console.log("package: publint and attw agree");
} catch (error) {
  console.error(`package: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
