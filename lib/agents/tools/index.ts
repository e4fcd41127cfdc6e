export type { BuiltinDependencies, BuiltinTool } from "./builtins";
export { checkBuiltinArguments } from "./check-arguments";
export { createTool } from "./create";
export { deleteTool } from "./delete";
export { dryRunTool, parseOutcome, serializeOutcome } from "./dry-run";
export { listBuiltins } from "./list-builtins";
export { listTools, readTool } from "./read";
export { toolProblems } from "./ready";
export {
  type CallTool,
  type HttpDefinition,
  readCallTools,
  runTool,
} from "./run";
export { updateTool } from "./update";
