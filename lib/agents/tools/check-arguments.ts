import { findBuiltinTool } from "./builtins";
import { validateArguments } from "./http/arguments";
import type { ParametersSchema } from "./http/parameters";

/**
 * Returns the problem of a model's arguments for a built-in tool, worded for the model; null if they match
 * its schema. An unknown argument (a number to transfer the caller to, say) is rejected: the destination of a
 * built-in tool is configured, and never a model's choice. `opt_out` accepts any arguments, so that an
 * opt-out is never rejected for its form.
 */
export function checkBuiltinArguments(name: string, args: unknown): string | null {
  const tool = findBuiltinTool(name);
  if (tool === undefined || name === "opt_out") return null;
  const checked = validateArguments(tool.parameters as ParametersSchema, args);
  return checked.ok ? null : checked.error.message;
}
