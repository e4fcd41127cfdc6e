import { builtinTool } from "./builtins";
import { validateArguments } from "./http/arguments";
import type { ParametersSchema } from "./http/parameters";

/**
 * What is wrong with a model's arguments for a built-in tool, in words for the model; null where they fit its schema. An
 * argument that no tool has (a number to put the caller through to, say) is refused: where a built-in tool leads is
 * configured, and never a model's choice. `opt_out` takes whatever comes with it, as a wish to be left alone is never
 * refused for its form.
 */
export function checkBuiltinArguments(name: string, args: unknown): string | null {
  const tool = builtinTool(name);
  if (tool === undefined || name === "opt_out") return null;
  const checked = validateArguments(tool.parameters as ParametersSchema, args);
  return checked.ok ? null : checked.message;
}
