import type { Method } from "../spec";

/** A tool: a route of the API under the name that a model sees. */
export type ToolSpec = {
  name: string;
  method: Method;
  /** The path in the OpenAPI document, without `/v1`. */
  path: string;
  /** Whether a call can end or replace what people use, so that a client asks its person first. */
  isDestructive?: true;
};

/**
 * The tools of the MCP server. Each is a route of `/v1`, so its role, its checks, its masks, its limits and its audit entries are
 * those of the route. Routes that place calls, erase or export data, and those of members and keys, are no tools: a model that
 * a transcript has misled must not reach them.
 */
export const TOOLS: readonly ToolSpec[] = [
  { name: "list_agents", method: "GET", path: "/agents" },
  { name: "get_agent", method: "GET", path: "/agents/{id}" },
  { name: "create_agent", method: "POST", path: "/agents" },
  { name: "update_agent_draft", method: "PATCH", path: "/agents/{id}", isDestructive: true },
  { name: "list_agent_versions", method: "GET", path: "/agents/{id}/versions" },
  { name: "get_agent_version", method: "GET", path: "/agents/{id}/versions/{version}" },
  { name: "deploy_agent", method: "POST", path: "/agents/{id}/deploy", isDestructive: true },
  { name: "list_suites", method: "GET", path: "/suites" },
  { name: "get_suite", method: "GET", path: "/suites/{id}" },
  { name: "create_suite", method: "POST", path: "/suites" },
  { name: "update_suite", method: "PATCH", path: "/suites/{id}", isDestructive: true },
  { name: "run_suite", method: "POST", path: "/suites/{id}/runs" },
  { name: "get_suite_run", method: "GET", path: "/suites/{id}/runs/{run}" },
  { name: "list_suite_results", method: "GET", path: "/suites/{id}/runs/{run}/results" },
  { name: "list_calls", method: "GET", path: "/calls" },
  { name: "get_call", method: "GET", path: "/calls/{id}" },
  { name: "explain_call", method: "GET", path: "/calls/{id}/explanation" },
  { name: "get_call_scores", method: "GET", path: "/calls/{id}/scores" },
  { name: "explain_contact", method: "GET", path: "/contacts/{contact}/explanation" },
  { name: "explain_campaign", method: "GET", path: "/campaigns/{id}/explanation" },
  { name: "get_analytics_summary", method: "GET", path: "/analytics/summary" },
];
