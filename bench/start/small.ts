/** The gradient of a small function. */
import { grad } from "zeroth";

const f = (x: number): number => Math.sin(x * x) + x;

const slope = grad(f)(0.5);
if (Math.abs(slope - (Math.cos(0.25) + 1)) > 1e-12) throw new Error(`the slope is ${slope}`);
