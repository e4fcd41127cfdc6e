import { isObject } from "./check-messages";
import {
  emptyArray,
  invalidRequest,
  invalidType,
  missingParameter,
  type OpenAiError,
} from "./open-ai-errors";

const MAX_TOOLS = 128;
const MAX_NAME = 64;
const NAME = /^[a-zA-Z0-9_-]+$/;
const TYPES = ["string", "number", "integer", "boolean", "object", "array", "null"];

const schemaProblems = {
  type: (value: unknown) => `${JSON.stringify(value)} is not valid under any of the given schemas`,
  object: (value: unknown) => `${JSON.stringify(value)} is not of type 'object', 'boolean'`,
};

/** Returns the problem of one schema, with its path in the API's wording. */
function schemaProblem(schema: unknown, path: readonly string[]): string | null {
  const context = `In context=(${path.map((part) => `'${part}'`).join(", ")}), `;
  if (typeof schema === "boolean") return null;
  if (!isObject(schema)) return context + schemaProblems.object(schema);
  const types = schema.type === undefined ? [] : [schema.type].flat();
  if (!types.every((type) => TYPES.includes(String(type)))) return context + schemaProblems.type(schema.type);
  if (types.includes("array") && schema.items === undefined) return `${context}array schema missing items`;
  if (schema.enum !== undefined && !(Array.isArray(schema.enum) && schema.enum.length > 0))
    return `${context}${JSON.stringify(schema.enum)} is too short`;
  const { required = [], properties = {} } = schema;
  if (!Array.isArray(required) || !required.every((name) => typeof name === "string"))
    return `${context}${JSON.stringify(required)} is not of type 'array'`;
  if (!isObject(properties)) return context + schemaProblems.object(properties);
  for (const [name, property] of Object.entries(properties)) {
    const problem = schemaProblem(property, [...path, "properties", name]);
    if (problem !== null) return problem;
  }
  return schema.items === undefined ? null : schemaProblem(schema.items, [...path, "items"]);
}

function parametersProblem(parameters: unknown): string | null {
  if (parameters === undefined) return null;
  if (!isObject(parameters)) return schemaProblems.object(parameters);
  if (parameters.type !== "object")
    return `schema must be a JSON Schema of 'type: "object"', got 'type: ${JSON.stringify(parameters.type ?? "None")}'.`;
  if (parameters.properties === undefined) return "In context=(), object schema missing properties.";
  return schemaProblem(parameters, []);
}

function toolError(tool: unknown, param: string): OpenAiError | null {
  if (!isObject(tool)) return invalidType(param, "an object");
  if (tool.type !== "function")
    return invalidRequest(
      `Invalid value: '${String(tool.type)}'. Supported values are: 'function' and 'custom'.`,
      {
        param: `${param}.type`,
        code: "invalid_value",
      },
    );
  const fn = tool.function;
  if (!isObject(fn) || typeof fn.name !== "string") return missingParameter(`${param}.function.name`);
  const named = { param: `${param}.function.name` };
  if (!NAME.test(fn.name))
    return invalidRequest(
      `Invalid '${param}.function.name': string does not match pattern. Expected a string that matches the pattern '^[a-zA-Z0-9_-]+$'.`,
      { ...named, code: "invalid_value" },
    );
  if (fn.name.length > MAX_NAME)
    return invalidRequest(
      `Invalid '${param}.function.name': string too long. Expected a string with maximum length ${MAX_NAME}, but got a string with length ${fn.name.length} instead.`,
      { ...named, code: "string_above_max_length" },
    );
  if (fn.description !== undefined && typeof fn.description !== "string")
    return invalidType(`${param}.function.description`, "a string");
  const problem = parametersProblem(fn.parameters);
  return problem === null
    ? null
    : invalidRequest(`Invalid schema for function '${fn.name}': ${problem}`, {
        param: `${param}.function.parameters`,
        code: "invalid_function_parameters",
      });
}

function choiceError(choice: unknown): OpenAiError | null {
  if (choice === undefined || isObject(choice)) return null;
  return ["none", "auto", "required"].includes(String(choice))
    ? null
    : invalidRequest(
        `Invalid value: '${String(choice)}'. Supported values are: 'none', 'auto', and 'required'.`,
        { param: "tool_choice", code: "invalid_value" },
      );
}

/** Returns the API's error for invalid `tools` or `tool_choice`, or null. */
export function checkTools(tools: unknown, choice: unknown): OpenAiError | null {
  if (tools === undefined)
    return choice === undefined
      ? null
      : invalidRequest(
          "Invalid value for 'tool_choice': 'tool_choice' is only allowed when 'tools' are specified.",
          { param: "tool_choice" },
        );
  if (!Array.isArray(tools)) return invalidType("tools", "an array of objects");
  if (tools.length === 0) return emptyArray("tools");
  if (tools.length > MAX_TOOLS)
    return invalidRequest(
      `Invalid 'tools': array too long. Expected an array with maximum length ${MAX_TOOLS}, but got an array with length ${tools.length} instead.`,
      { param: "tools", code: "array_above_max_length" },
    );
  for (const [at, tool] of tools.entries()) {
    const error = toolError(tool, `tools[${at}]`);
    if (error !== null) return error;
  }
  return choiceError(choice);
}
