// Closure conversion: assigned captures become boxes, nested functions become closed ones.

export { boxAssigned } from "./box-assigned.ts";
export { convertClosures } from "./convert.ts";
