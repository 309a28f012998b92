import { test } from "vitest";
import fc from "fast-check";
import { compile } from "../index.ts";
import { checkGradients } from "./index.ts";
import { arbProgram } from "../../props/arbitrary/index.ts";
import { render } from "../../props/arbitrary/render.ts";
test("no false alarms", { timeout: 600000 }, async () => {
  let ok = 0;
  const fails: string[] = [];
  const kinds = new Map<string, number>();
  const judged: Record<string, number> = {};
  let rough = 0,
    worst = 0;
  const t0 = performance.now();
  const order = Number(process.env["ORDER"] ?? 1) as 1 | 2;
  for (const program of fc.sample(arbProgram({ size: 60 }), {
    numRuns: Number(process.env["N"] ?? 150),
    seed: Number(process.env["SEED"] ?? 1),
  })) {
    const source = render(program);
    let exports;
    try {
      exports = await compile(source, { imports: {} });
    } catch {
      continue;
    }
    const f = exports["f"] as never;
    try {
      const s = checkGradients(
        f,
        structuredClone(program.params.map(({ argument }: { argument: unknown }) => argument)) as never,
        { order },
      );
      ok++;
      for (const k in s.judged) judged[k] = (judged[k] ?? 0) + s.judged[k]!;
      rough += s.rough;
      worst = Math.max(worst, s.worst);
    } catch (e) {
      const m = (e as Error).message;
      const law = m.split(" of `")[0]!;
      kinds.set(law, (kinds.get(law) ?? 0) + 1);
      if (fails.length < 12 && !law.startsWith("exception of"))
        fails.push(
          m.replace(/\n.*input/s, (x) => (x.length > 1200 ? x.slice(0, 1200) + "..." : x)) +
            "\n--- " +
            source.slice(0, 1800),
        );
    }
  }
  console.log(ok, "ok", Math.round(performance.now() - t0), "ms", judged, "rough", rough, "worst", worst, kinds);
  for (const m of fails) console.log(m);
});
