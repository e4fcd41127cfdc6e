export type { CaseFailure } from "./checks/result";
export { type CaseAgent, type CaseResult, runCase } from "./run-case";
