export type { BuiltinTool, Means } from "./builtins";
export { createTool } from "./create";
export { deleteTool } from "./delete";
export { listTools, readTool } from "./read";
export { toolProblems } from "./ready";
export {
  type CallTool,
  type HttpDefinition,
  type RunToolResult,
  runTool,
  toolsForCall,
} from "./run";
export { updateTool } from "./update";
