export { readCaseFromCall } from "./read-case-from-call";
