import type { z } from "zod";
import { type ParametersSchema, toZod } from "./parameters";
import type { Arguments } from "./template";
import { withinTime } from "./within-time";

const compiled = new WeakMap<ParametersSchema, z.ZodType>();

function validatorOf(schema: ParametersSchema): z.ZodType {
  const known = compiled.get(schema);
  if (known !== undefined) return known;
  const made = toZod(schema);
  compiled.set(schema, made);
  return made;
}

export type Validated = { ok: true; args: Arguments } | { ok: false; message: string };

/**
 * Checks a model's arguments against a schema that `ToolParameters` has let through, and fills in its defaults. The
 * message names declared parameters only, never a value, and is meant for the model.
 */
export function validateArguments(schema: ParametersSchema, args: unknown): Validated {
  try {
    const validator = validatorOf(schema);
    const parsed = withinTime(() => validator.safeParse(args ?? {}));
    if (parsed.success) return { ok: true, args: parsed.data as Arguments };
    const declared = schema.properties ?? {};
    const names = parsed.error.issues
      .map((issue) => String(issue.path[0] ?? ""))
      .filter((name) => Object.hasOwn(declared, name));
    const wrong = [...new Set(names)].join(", ");
    return {
      ok: false,
      message:
        wrong === ""
          ? "The arguments do not fit the tool's parameters."
          : `These arguments do not fit the tool's parameters: ${wrong}.`,
    };
  } catch {
    return { ok: false, message: "The arguments cannot be checked against the tool's parameters." };
  }
}
