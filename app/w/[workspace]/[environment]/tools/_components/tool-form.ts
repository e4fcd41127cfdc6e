import type { Tool } from "@/lib/agents/tools/schema";
import { USUAL_RETRIES } from "@/lib/agents/tools/values";
import type { Translator } from "@/messages/translator";
import { type Parameter, parametersOf, schemaOf } from "./parameters";

export type Header = { name: string; value: string };

/** Form values of a tool. The names are those of the API, so that the server's messages appear at their fields. */
export type ToolValues = {
  name: string;
  description: string;
  /** The parameter format that is open. The other one is generated from it on a switch. */
  mode: "form" | "json";
  rows: Parameter[];
  parameters: string;
  request: { method: string; url: string; body: string };
  headers: Header[];
  response: { fields: { name: string; path: string }[] };
  retries: { max: string; idempotency: string };
  /** Empty for none. */
  integration_id: string;
  /** In seconds. */
  timeout_s: number | string;
};

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);
const DEFAULT_TIMEOUT_S = 10;

/** The values of a form for a tool, or for a new one. */
export function valuesOf(tool: Tool | null): ToolValues {
  const schema = tool?.parameters ?? schemaOf([]);
  const rows = parametersOf(schema);
  const { method = "GET", url = "", headers = {}, body = null } = tool?.request ?? {};
  const retries = tool?.retries ?? USUAL_RETRIES;
  return {
    name: tool?.name ?? "",
    description: tool?.description ?? "",
    mode: rows === null ? "json" : "form",
    rows: rows ?? [],
    parameters: pretty(schema),
    request: { method, url, body: body ?? "" },
    headers: Object.entries(headers).map(([name, value]) => ({ name, value })),
    response: { fields: tool?.response.fields ?? [] },
    retries: { max: String(retries.max), idempotency: retries.idempotency },
    integration_id: tool?.integration_id ?? "",
    timeout_s: tool === null ? DEFAULT_TIMEOUT_S : tool.timeout_ms / 1_000,
  };
}

/** The value of a JSON text, or undefined if it is invalid. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Request body for the API. */
export function bodyOf(values: ToolValues) {
  const { name, description, mode, rows, request, headers, response, retries, integration_id, timeout_s } =
    values;
  return {
    name,
    description,
    parameters: mode === "form" ? schemaOf(rows) : parseJson(values.parameters),
    request: {
      ...request,
      headers: Object.fromEntries(headers.map((header) => [header.name.trim(), header.value])),
      body: request.method === "GET" || request.body.trim() === "" ? null : request.body,
    },
    response: { fields: response.fields.map(({ name, path }) => ({ name: name.trim(), path: path.trim() })) },
    retries: { ...retries, max: Number(retries.max) },
    integration_id: integration_id === "" ? null : integration_id,
    timeout_ms: Math.round(Number(timeout_s) * 1_000),
  };
}

/** Client-side errors: empty fields, and values that JSON cannot represent. */
export function problemsOf(t: Translator<"tools.problem">, values: ToolValues): Record<string, string> {
  const { mode, rows, parameters, headers } = values;
  const problems: Record<string, string> = {};
  if (values.name.trim() === "") problems.name = t("name");
  if (values.description.trim() === "") problems.description = t("description");
  if (values.request.url.trim() === "") problems["request.url"] = t("url");
  const isDuplicate = (names: string[], at: number): boolean => names.indexOf(names[at] ?? "") !== at;
  const rowNames = rows.map(({ name }) => name.trim());
  const headerNames = headers.map(({ name }) => name.trim().toLowerCase());
  if (mode === "json" && parseJson(parameters) === undefined) problems.parameters = t("json");
  if (mode === "form")
    for (const [at, name] of rowNames.entries()) {
      if (name === "") problems[`rows.${at}.name`] = t("name");
      else if (isDuplicate(rowNames, at)) problems[`rows.${at}.name`] = t("duplicateParameter");
    }
  for (const [at, name] of headerNames.entries()) {
    if (name === "") problems[`headers.${at}.name`] = t("name");
    else if (isDuplicate(headerNames, at)) problems[`headers.${at}.name`] = t("duplicateHeader");
  }
  return problems;
}

/** The form field of a server's message: `request.headers.X-Shop` → `headers.0.value`. */
export function fieldOf(path: string, { mode, rows, headers }: ToolValues): string {
  if (path === "timeout_ms") return "timeout_s";
  const header = headers.findIndex(({ name }) => path === `request.headers.${name.trim()}`);
  if (header >= 0) return `headers.${header}.value`;
  if (path === "request.headers") return "headers.0.name";
  if (!path.startsWith("parameters")) return path;
  const row = rows.findIndex(({ name }) => path.startsWith(`parameters.properties.${name.trim()}`));
  return mode === "form" && row >= 0 ? `rows.${row}.name` : "parameters";
}
