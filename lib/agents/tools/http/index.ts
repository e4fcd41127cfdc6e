export { type RunHttpTool, runHttpTool, type ToolResult } from "./run";
export { createToolError, type ToolError } from "./tool-error";
export { templateOrigin } from "./url-template";
