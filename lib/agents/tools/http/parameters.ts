import { z } from "zod";
import {
  SCHEMA_ITEMS_MISSING,
  SCHEMA_NESTED_TOO_DEEP,
  SCHEMA_TOO_LARGE,
  SCHEMA_TYPE_MISSING,
  SCHEMA_UNUSABLE,
  UNDECLARED_PROPERTY_REQUIRED,
  USE_JSON_SCHEMA,
  USE_LOCAL_REFERENCE,
  USE_OBJECT_TYPE,
  USE_PROPERTY_NAME,
} from "@/lib/platform/reasons/fields/tools";
import { REQUIRED_MESSAGE, validationMessage, validationParams } from "@/lib/platform/validation-messages";
import { PARAMETER_NAME } from "./template";

/** Size of a parameter schema in bytes. Every turn sends it to the model. */
const MAX_BYTES = 32 * 1024;
/** Maximum nesting of schemas. */
const MAX_DEPTH = 10;
/** A nested schema lies two levels of JSON deeper (`properties`, then its name). */
const MAX_JSON_DEPTH = MAX_DEPTH * 2;

const count = z.number().int().min(0).optional();
const bound = z.number().optional();
const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);
const typeName = z.enum(["string", "number", "integer", "boolean", "null", "object", "array"]);
const propertyName = z.string().regex(new RegExp(`^${PARAMETER_NAME}$`), USE_PROPERTY_NAME);

/**
 * One schema. It can use only keywords that the validation enforces. Others, and references to external
 * schemas, are rejected instead of ignored.
 */
const Node: z.ZodType<Record<string, unknown>> = z.lazy(() =>
  z
    .strictObject({
      type: z.union([typeName, z.array(typeName).min(1).max(7)]).optional(),
      title: z.string().optional(),
      description: z.string().optional(),
      default: z.json().optional(),
      examples: z.array(z.json()).optional(),
      deprecated: z.boolean().optional(),
      $comment: z.string().optional(),
      $ref: z
        .string()
        .regex(/^#\/(\$defs|definitions)\/[^/]+$/, USE_LOCAL_REFERENCE)
        .optional(),
      enum: z.array(scalar).min(1).max(500).optional(),
      const: scalar.optional(),
      anyOf: z.array(Node).min(1).optional(),
      oneOf: z.array(Node).min(1).optional(),
      allOf: z.array(Node).min(1).optional(),
      properties: z.record(propertyName, Node).optional(),
      required: z.array(z.string()).optional(),
      additionalProperties: z.union([z.boolean(), Node]).optional(),
      minProperties: count,
      maxProperties: count,
      items: Node.optional(),
      minItems: count,
      maxItems: count,
      uniqueItems: z.boolean().optional(),
      minLength: count,
      maxLength: count,
      pattern: z.string().max(500).optional(),
      format: z.string().max(50).optional(),
      minimum: bound,
      maximum: bound,
      exclusiveMinimum: bound,
      exclusiveMaximum: bound,
      multipleOf: z.number().positive().optional(),
      $schema: z.string().optional(),
      $defs: z.record(propertyName, Node).optional(),
      definitions: z.record(propertyName, Node).optional(),
    })
    .superRefine((node, context) => {
      const constrained = [...OF_OBJECTS, ...OF_ARRAYS, ...OF_SCALARS].some((key) => node[key] !== undefined);
      if (constrained && node.type === undefined) {
        context.addIssue({
          code: "custom",
          path: ["type"],
          message: SCHEMA_TYPE_MISSING,
        });
      }
      if (node.items === undefined && (node.minItems !== undefined || node.maxItems !== undefined)) {
        context.addIssue({ code: "custom", path: ["items"], message: SCHEMA_ITEMS_MISSING });
      }
      for (const name of node.required ?? []) {
        if (!Object.hasOwn(node.properties ?? {}, name)) {
          context.addIssue({
            code: "custom",
            path: ["required"],
            message: UNDECLARED_PROPERTY_REQUIRED,
          });
        }
      }
    }),
);

const OF_OBJECTS = [
  "properties",
  "required",
  "additionalProperties",
  "minProperties",
  "maxProperties",
] as const;
const OF_ARRAYS = ["items", "minItems", "maxItems", "uniqueItems"] as const;
const OF_SCALARS = [
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "minimum",
  "maximum",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "multipleOf",
] as const;

/** Whether JSON is nested deeper than `levels`. Stops there. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  if (typeof value !== "object" || value === null) return false;
  return levels === 0 || Object.values(value).some((child) => isDeeperThan(child, levels - 1));
}

export type ParametersSchema = {
  type: "object";
  properties?: Record<string, unknown>;
  [keyword: string]: unknown;
};

/** Converts the schema to a zod schema, which validates and adds defaults. Throws for an unusable schema. */
export const toZodSchema = (schema: ParametersSchema): z.ZodType =>
  z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);

/** The reason of an issue with a standard message, with its values; neither for a sentence of the schema itself. */
function standardReason(issue: z.core.$ZodIssue) {
  if (issue.message === REQUIRED_MESSAGE) return { reason: "required", params: {} };
  if (issue.code === "unrecognized_keys") return { reason: "unknown_field", params: {} };
  const params = validationParams(issue);
  return params === undefined ? {} : { reason: issue.code, params };
}

/**
 * The JSON Schema of a tool's parameters: an object, at most 32 KiB, ten schemas deep, without external
 * references. A parsed schema can be used for validation.
 */
export const ToolParameters = z
  .custom<ParametersSchema>(
    (value) => typeof value === "object" && value !== null && !Array.isArray(value),
    USE_JSON_SCHEMA,
  )
  .superRefine((value, context) => {
    const refuse = (message: string, path: PropertyKey[] = []): void =>
      void context.addIssue({ code: "custom", path, message });
    if (isDeeperThan(value, MAX_JSON_DEPTH)) return refuse(SCHEMA_NESTED_TOO_DEEP);
    if (new TextEncoder().encode(JSON.stringify(value)).byteLength > MAX_BYTES)
      return refuse(SCHEMA_TOO_LARGE);
    const checked = Node.safeParse(value, { error: validationMessage });
    for (const issue of checked.error?.issues ?? [])
      context.addIssue({
        code: "custom",
        path: issue.path,
        message: issue.message,
        params: standardReason(issue),
      });
    if (value.type !== "object") return refuse(USE_OBJECT_TYPE, ["type"]);
    if (!checked.success) return;
    try {
      toZodSchema(value);
    } catch {
      refuse(SCHEMA_UNUSABLE);
    }
  });
