export { type RunHttpTool, runHttpTool, type ToolErrorCode, type ToolResult } from "./run";
export { templateOrigin } from "./url-template";
