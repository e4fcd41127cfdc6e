export { readSetup } from "./read";
export { updateSetup } from "./update";
