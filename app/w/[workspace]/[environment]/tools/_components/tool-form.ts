import type { Tool } from "@/lib/agents/tools/schema";
import { type Parameter, parametersOf, schemaOf } from "./parameters";

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
export type Header = { name: string; value: string };

/** A tool as its form holds it. Names follow the API's where a server's message is to be found at its field. */
export type ToolValues = {
  name: string;
  description: string;
  /** Which of the two ways to write parameters is open; the other is made from it when one switches. */
  mode: "form" | "json";
  rows: Parameter[];
  parameters: string;
  request: { method: string; url: string; body: string };
  headers: Header[];
  /** Empty for none. */
  integration_id: string;
  /** In seconds, as people think of it. */
  timeout_s: number | string;
};

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const DEFAULT_TIMEOUT_S = 10;

/** The values of a form for a tool, or for a new one. */
export function valuesOf(tool: Tool | null): ToolValues {
  const schema = tool?.parameters ?? schemaOf([]);
  const rows = parametersOf(schema);
  const { method = "GET", url = "", headers = {}, body = null } = tool?.request ?? {};
  return {
    name: tool?.name ?? "",
    description: tool?.description ?? "",
    mode: rows === null ? "json" : "form",
    rows: rows ?? [],
    parameters: pretty(schema),
    request: { method, url, body: body ?? "" },
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    integration_id: tool?.integration_id ?? "",
    timeout_s: tool === null ? DEFAULT_TIMEOUT_S : tool.timeout_ms / 1_000,
  };
}

/** JSON, or undefined for what is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Request body for the API. */
export function bodyOf(values: ToolValues) {
  const { name, description, mode, rows, request, headers, integration_id, timeout_s } = values;
  return {
    name,
    description,
    parameters: mode === "form" ? schemaOf(rows) : parsed(values.parameters),
    request: {
      ...request,
      headers: Object.fromEntries(headers.map((header) => [header.name.trim(), header.value])),
      body: request.method === "GET" || request.body.trim() === "" ? null : request.body,
    },
    integration_id: integration_id === "" ? null : integration_id,
    timeout_ms: Math.round(Number(timeout_s) * 1_000),
  };
}

/** Client-side errors: empty fields, and values that JSON cannot represent. */
export function problemsOf(values: ToolValues): Record<string, string> {
  const { mode, rows, parameters, headers } = values;
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = "Give it a name.";
  if (values.description.trim() === "") problems.description = "Say what it does.";
  if (values.request.url.trim() === "") problems["request.url"] = "Say where the request goes.";
  const twice = (names: string[], at: number): boolean => names.indexOf(names[at] ?? "") !== at;
  const rowNames = rows.map(({ name }) => name.trim());
  const headerNames = headers.map(({ name }) => name.trim().toLowerCase());
  if (mode === "json" && parsed(parameters) === undefined) problems.parameters = "This is not valid JSON.";
  if (mode === "form")
    for (const [at, name] of rowNames.entries()) {
      if (name === "") problems[`rows.${at}.name`] = "Give it a name.";
      else if (twice(rowNames, at)) problems[`rows.${at}.name`] = "There is one of this name.";
    }
  for (const [at, name] of headerNames.entries()) {
    if (name === "") problems[`headers.${at}.name`] = "Give it a name.";
    else if (twice(headerNames, at)) problems[`headers.${at}.name`] = "Name each header once.";
  }
  return problems;
}

/** Where in the form a message of the server's belongs: `request.headers.X-Shop` → `headers.0.value`. */
export function fieldOf(path: string, { mode, rows, headers }: ToolValues): string {
  if (path === "timeout_ms") return "timeout_s";
  const header = headers.findIndex(({ name }) => path === `request.headers.${name.trim()}`);
  if (header >= 0) return `headers.${header}.value`;
  if (path === "request.headers") return "headers.0.name";
  if (!path.startsWith("parameters")) return path;
  const row = rows.findIndex(({ name }) => path.startsWith(`parameters.properties.${name.trim()}`));
  return mode === "form" && row >= 0 ? `rows.${row}.name` : "parameters";
}
