export { converseInDemo } from "./converse";
export { fillDemo } from "./fill";
