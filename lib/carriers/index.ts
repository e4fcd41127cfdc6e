export { converseInDemo } from "./simulator/demo/converse";
export { fillDemo } from "./simulator/demo/fill";
