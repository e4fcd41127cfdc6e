import { isDeepStrictEqual } from "node:util";
import type { ToolAnswer, ToolCall } from "@/lib/calls/conversation";
import type { MockedAnswer } from "./schema";

/** A tool call of the agent, with its answer. `isMocked` is false if no answer of the case fits it. */
export type RecordedToolCall = { tool: string; arguments: unknown; ok: boolean; isMocked: boolean };

/** Whether an object has these members, among others. */
export function hasArguments(actual: unknown, expected: Readonly<Record<string, unknown>>): boolean {
  const record = typeof actual === "object" && actual !== null ? (actual as Record<string, unknown>) : {};
  return Object.entries(expected).every(
    ([name, value]) => Object.hasOwn(record, name) && isDeepStrictEqual(record[name], value),
  );
}

const NOT_MOCKED: ToolAnswer = {
  ok: false,
  result: { error: { code: "unavailable", message: "This tool is not available now." } },
};

/** Answers an agent's tool calls from a case's list, and records them. No tool is called. */
export function mockTools(answers: readonly MockedAnswer[]) {
  const calls: RecordedToolCall[] = [];
  const run = async ({ name: tool, arguments: args }: ToolCall): Promise<ToolAnswer> => {
    const answer = answers.find((mocked) => mocked.tool === tool && hasArguments(args, mocked.arguments));
    const { ok, result } = answer ?? NOT_MOCKED;
    calls.push({ tool, arguments: args, ok, isMocked: answer !== undefined });
    return { ok, result };
  };
  return { calls, run };
}
