/** The package and nothing else. */
import { grad } from "zeroth";

if (typeof grad !== "function") throw new Error("the package has no grad");
