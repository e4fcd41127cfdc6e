export { compareSplit } from "./read";
