import type { JSONValue, JSONObject as Json } from "@modelcontextprotocol/server";
import document from "@/docs/openapi.json";
import type { ToolSpec } from "./tools";

type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Json };
type Operation = {
  summary: string;
  description?: string;
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required?: boolean; content: { "application/json"?: { schema: Json } } };
};

const COMPONENT = "#/components/schemas/";
const schemas = document.components.schemas as unknown as Record<string, Json>;
const parameters = document.components.parameters as unknown as Record<string, Parameter>;

function operationOf({ method, path }: ToolSpec): Operation {
  const paths = document.paths as unknown as Record<string, Record<string, Operation>>;
  const operation = paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`The document has no ${method} ${path}.`);
  return operation;
}

/** Copies a schema with its references to `$defs`, and collects the names of the components that it needs. */
function localize(value: JSONValue, names: Set<string>): JSONValue {
  if (Array.isArray(value)) return value.map((item) => localize(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      if (key !== "$ref" || typeof item !== "string") return [key, localize(item, names)];
      const name = item.slice(COMPONENT.length);
      names.add(name);
      return [key, `#/$defs/${name}`];
    }),
  );
}

function definitionsOf(names: Set<string>): Json {
  const definitions: Json = {};
  // The set grows while components name further ones.
  for (const name of names) definitions[name] = localize(schemas[name] ?? {}, names);
  return definitions;
}

const isParameter = (parameter: Parameter | { $ref: string }): parameter is Parameter => "name" in parameter;

/** The parameters of a tool's route in its path and its query. */
export function parametersOf(tool: ToolSpec): Parameter[] {
  return (operationOf(tool).parameters ?? [])
    .map((parameter) =>
      isParameter(parameter) ? parameter : parameters[parameter.$ref.split("/").at(-1) ?? ""],
    )
    .filter((parameter) => parameter !== undefined)
    .filter(({ in: place }) => place === "path" || place === "query");
}

/**
 * Describes a tool for `tools/list`, from the OpenAPI document: the parameters of the route are properties, and its body is the
 * property `body`. The kernel checks the arguments, so that they need no second check here.
 */
export function describeTool(tool: ToolSpec) {
  const { summary, description, requestBody } = operationOf(tool);
  const names = new Set<string>();
  const properties: Json = {};
  const required: string[] = [];
  for (const { name, required: isRequired, description: meaning, schema } of parametersOf(tool)) {
    properties[name] = { ...(localize(schema, names) as Json), ...(meaning && { description: meaning }) };
    if (isRequired === true) required.push(name);
  }
  const body = requestBody?.content["application/json"]?.schema;
  if (body !== undefined) {
    properties.body = localize(body, names);
    if (requestBody?.required === true) required.push("body");
  }
  const isReadOnly = tool.method === "GET";
  return {
    name: tool.name,
    title: summary,
    description: [summary, description].filter(Boolean).join(". "),
    inputSchema: {
      type: "object" as const,
      properties,
      required,
      additionalProperties: false,
      ...(names.size > 0 && { $defs: definitionsOf(names) }),
    },
    annotations: {
      readOnlyHint: isReadOnly,
      ...(!isReadOnly && { destructiveHint: tool.isDestructive === true }),
      openWorldHint: false,
    },
  };
}
