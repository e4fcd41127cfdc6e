export { backUp } from "./create";
export { keysFor, restore } from "./restore";
