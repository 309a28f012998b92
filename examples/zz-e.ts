import { grad } from "zeroth";
const f = (x: number): number => {
  const name = `computed${"Active"}`;
  const o = { get [name](): number { return x; } };
  return (o as Record<string, number>)[name]! * x;
};
const h = (x: number, n: string): number => {
  const name = `comp${n}`;
  const o = { get [name](): number { return x; } };
  return (o as Record<string, number>)[name]! * x;
};
for (const k of [1, 2, 3]) { try { console.log(grad(f)(3)); } catch (e) { console.log((e as Error).message.split("\n")[0]); } }
for (const k of [1, 2, 3]) { try { console.log((grad(h) as any)(3, "q")); } catch (e) { console.log((e as Error).message.split("\n")[0]); } }
