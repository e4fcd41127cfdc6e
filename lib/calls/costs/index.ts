export { readCallCost } from "./read";
