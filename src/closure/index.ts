// Closure conversion: assigned captures to boxes, nested functions to closed ones.

export { boxAssigned } from "./box-assigned.ts";
export { convertClosures } from "./convert.ts";
