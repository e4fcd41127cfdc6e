/** The path of the MCP server, beside `/v1`. */
export const MCP_PATH = "/mcp";
