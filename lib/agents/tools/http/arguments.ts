import type { z } from "zod";
import { type ParametersSchema, toZodSchema } from "./parameters";
import { runWithinTime } from "./run-within-time";
import type { Arguments } from "./template";
import { createToolError, type ToolError } from "./tool-error";

const compiled = new WeakMap<ParametersSchema, z.ZodType>();

function validatorOf(schema: ParametersSchema): z.ZodType {
  const cached = compiled.get(schema);
  if (cached !== undefined) return cached;
  const zodSchema = toZodSchema(schema);
  compiled.set(schema, zodSchema);
  return zodSchema;
}

export type Validated = { ok: true; args: Arguments } | { ok: false; error: ToolError };

/**
 * Validates a model's arguments against a schema that `ToolParameters` has accepted, and adds its defaults.
 * The error's sentence is meant for the model and names declared parameters only, never a value.
 */
export function validateArguments(schema: ParametersSchema, args: unknown): Validated {
  try {
    const validator = validatorOf(schema);
    const parsed = runWithinTime(() => validator.safeParse(args ?? {}));
    if (parsed.success) return { ok: true, args: parsed.data as Arguments };
    const declared = schema.properties ?? {};
    const names = parsed.error.issues
      .map((issue) => String(issue.path[0] ?? ""))
      .filter((name) => Object.hasOwn(declared, name));
    const wrong = [...new Set(names)].join(", ");
    const error =
      wrong === ""
        ? createToolError("arguments_invalid")
        : createToolError("named_arguments_invalid", { names: wrong });
    return { ok: false, error };
  } catch {
    return { ok: false, error: createToolError("arguments_not_checked") };
  }
}
