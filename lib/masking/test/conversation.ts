import { maskTranscript } from "../render";
import { findSpans } from "../spans";
import type { MaskVariable, Role, ToolUse, Turn, Values, VariableType } from "../turn";

/** A turn of a test: who speaks, what, and what masking may know of it. */
export type Line = { role: Role; text: string | null } & Partial<
  Pick<Turn, "asking" | "answers" | "speaks" | "tool">
>;

export const caller = (text: string, answers?: string | null): Line =>
  answers === undefined ? { role: "caller", text } : { role: "caller", text, answers };
export const agent = (text: string, asking?: string | null): Line =>
  asking === undefined ? { role: "agent", text } : { role: "agent", text, asking };
export const tool = (args: unknown, result: unknown = null, name = "save_variables"): Line => {
  const use: ToolUse = { name, arguments: args, result, ok: true };
  return { role: "tool", text: null, tool: use };
};

/** Turns as the conversation keeps them, numbered from 0. */
export const turnsOf = (lines: readonly Line[]): Turn[] =>
  lines.map((line, index) => ({ index, start_ms: index, end_ms: index + 1, interrupted: false, ...line }));

export const variable = (name: string, type: VariableType = "string", description = ""): MaskVariable => ({
  name,
  type,
  description: description || `your ${name.replaceAll("_", " ")}`,
  choices: null,
});

/** The texts of a settled transcript in which every given variable is sensitive. */
export function settledTexts(
  lines: readonly Line[],
  values: Values,
  variables: readonly MaskVariable[],
): (string | null)[] {
  const turns = turnsOf(lines);
  const spans = findSpans(turns, values, variables);
  return maskTranscript(turns, spans, new Set(variables.map(({ name }) => name))).map(({ text }) => text);
}

/** The one tool turn of such a transcript. */
export function settledTool(
  args: unknown,
  values: Values,
  variables: readonly MaskVariable[],
  result: unknown = null,
) {
  const turns = turnsOf([tool(args, result)]);
  const spans = findSpans(turns, values, variables);
  return maskTranscript(turns, spans, new Set(variables.map(({ name }) => name)))[0]?.tool;
}
