import { type CallForCase, type CaseVariable, readCallForCase } from "@/lib/calls/calls";
import type { Ctx } from "@/lib/platform/context";
import type { CaseCheck, TestCase } from "../cases/schema";
import { MAX_CALLER_TURNS } from "../cases/schema";
import { replaceDetails } from "./replace-details";
import type { CaseFromCall } from "./schema";
import { createSyntheticValue, DETAIL_WORDS } from "./synthetic-value";
import { createVocabulary } from "./vocabulary";

const HOUR_MS = 3_600_000;
/** As many as a line of a script may have. */
const MAX_LINE = 2_000;

/** The hour in which the call began: "tomorrow" needs the day, and the exact time could identify the call. */
const hourOf = (time: string): string =>
  new Date(Math.floor(Date.parse(time) / HOUR_MS) * HOUR_MS).toISOString();

type Scalar = string | number | boolean;

/** The value of a variable in the case: the real one of an option or a yes or no that is not sensitive, else a synthetic one. */
const caseValueOf = (variable: CaseVariable, startedAt: string): Scalar =>
  variable.value ?? createSyntheticValue(variable, startedAt).value;

/** Makes a test case of the masked parts of a call. */
export function buildCaseFromCall(call: CallForCase): CaseFromCall {
  const startedAt = hourOf(call.started_at ?? call.created_at);
  const words = new Map([
    ...DETAIL_WORDS,
    ...call.variables.map(
      (variable) => [variable.name, createSyntheticValue(variable, startedAt).words] as const,
    ),
  ]);
  const facts = { words, vocabulary: createVocabulary(call.config) };
  const replaced = call.lines.map((line) => (line === null ? null : replaceDetails(line, facts)));
  const lines = replaced
    .flatMap((line) => (line === null ? [] : [line]))
    .filter(({ text }) => text.length <= MAX_LINE)
    .slice(0, MAX_CALLER_TURNS);
  const isSaid = ({ name, value }: CaseVariable) =>
    value !== null || call.lines.some((line) => line?.includes(`[${name}]`));
  const withValue = call.variables.filter(({ hasValue }) => hasValue);
  const initial = withValue.filter(({ isInitial }) => isInitial);
  const checked = withValue.filter((variable) => variable.isInitial || isSaid(variable));
  const checks: CaseCheck[] = [
    ...(call.outcome === null ? [] : [{ type: "outcome" as const, one_of: [call.outcome] }]),
    ...checked.map((variable) => ({
      type: "variable" as const,
      name: variable.name,
      equals: caseValueOf(variable, startedAt),
      tolerance: 0,
    })),
  ];
  const testCase: TestCase = {
    name: `Call of ${startedAt.slice(0, 10)}`,
    channel: call.channel,
    caller: { type: "script", lines: lines.map(({ text }) => text) },
    line: null,
    starts_at: startedAt,
    time_zone: null,
    variables: Object.fromEntries(
      initial.map((variable) => [variable.name, caseValueOf(variable, startedAt)]),
    ),
    tools: call.tools.map((tool) => ({ tool, arguments: {}, ok: true, result: null })),
    checks,
  };
  return {
    agent_id: call.agent_id,
    case: testCase,
    omitted: {
      lines: call.lines.length - lines.length,
      words: lines.reduce((sum, { omittedWords }) => sum + omittedWords, 0),
      variables: withValue.filter((variable) => !checked.includes(variable)).map(({ name }) => name),
      tools: call.tools,
    },
  };
}

/**
 * Makes a test case of a settled call, and stores nothing. Its lines are the masked turns of the caller, with synthetic values in
 * place of masks, names, numbers and addresses. Throws `not_found`, and `invalid_state` for a call without a readable transcript.
 */
export const readCaseFromCall = async (ctx: Ctx, callId: string): Promise<CaseFromCall> =>
  buildCaseFromCall(await readCallForCase(ctx, callId));
