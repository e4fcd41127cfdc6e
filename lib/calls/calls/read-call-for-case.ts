import type { AgentConfig, Variable } from "@/lib/agents/agents/schema";
import { isEngineTool, type StoredTurn } from "@/lib/calls/conversation";
import { CARD_LABEL, findSpans, maskFairly, presentTranscript, type Span, WITHHELD } from "@/lib/masking";
import type { Ctx } from "@/lib/platform/context";
import { AppError } from "@/lib/platform/errors";
import { groupBy } from "@/lib/platform/group-by";
import { DETAIL_VARIABLES, readCaseDetails } from "./case-details";
import { settledFacts } from "./mask-facts";
import { openCall } from "./open-call";
import { openInitialValues } from "./open-stored";
import type { CallItem } from "./schema";
import { openTranscript } from "./sealed-transcript";

/** A variable of a call, without a value that could identify a person. */
export type CaseVariable = Pick<Variable, "name" | "type" | "choices" | "digits"> & {
  hasValue: boolean;
  /** Whether the value was given before the conversation. */
  isInitial: boolean;
  /** The option, or the yes or no, of a variable that is not sensitive; null for each other variable. */
  value: string | boolean | null;
};

/** The parts of a settled call that a test case is made of. It is masked also if the agent's policy lifts masks for readers. */
export type CallForCase = Pick<CallItem, "agent_id" | "channel" | "created_at" | "started_at"> & {
  config: AgentConfig;
  outcome: string | null;
  variables: CaseVariable[];
  /** The caller's turns, with `[name]` for each masked value; null for a turn that masking cannot decide. */
  lines: (string | null)[];
  /** Names of the tools that the agent called, other than those of the engine. */
  tools: string[];
};

const isOpen = ({ type }: Pick<Variable, "type">): boolean => type === "boolean" || type === "choice";

/**
 * Leaves out spans that lie in a span of the variable that the turn answers, so that its mask has that variable's name. The masked
 * ranges stay the same.
 */
function preferAnswered(spans: readonly Span[], turns: readonly StoredTurn[]): Span[] {
  const answered = new Map(turns.map(({ index, answers }) => [index, answers ?? null]));
  const inText = spans.filter(({ part }) => part === "text");
  const answers = groupBy(
    inText.filter(({ turn, variable }) => answered.get(turn) === variable),
    ({ turn }) => turn,
  );
  return inText.filter(
    ({ turn, variable, start, end }) =>
      answered.get(turn) === variable ||
      !(answers.get(turn) ?? []).some((span) => span.start <= start && span.end >= end),
  );
}

/** Whether a masked line can be used: it has no part that masking withheld, and no payment card. */
const isDecided = (text: string): boolean => !text.includes(WITHHELD) && !text.includes(CARD_LABEL);

/**
 * Reads a settled call for a test case. Every variable except a yes or no and a choice that are not sensitive is masked, and so
 * are the contact's name and number, digits, introduced names, spelled letters and e-mail addresses. Throws `not_found`, and
 * `invalid_state` for a call that is not settled, that keeps no transcript, or whose transcript was not read for values.
 */
export async function readCallForCase(ctx: Ctx, id: string): Promise<CallForCase> {
  const { row, sealer } = await openCall(ctx, id);
  if (row.settled_at === null) throw new AppError("call_not_settled");
  if (sealer === undefined || row.transcript === null) throw new AppError("call_without_transcript");
  const { turns, spans: storedSpans, unreadable } = openTranscript(row, sealer);
  const { values, masked, definitions, read } = settledFacts(row, sealer);
  if (storedSpans === null || !read) throw new AppError("call_without_transcript");
  const initial = openInitialValues(sealer, id, row.initial_variables);
  const { config } = row;
  const current = new Map(config.variables.map((variable) => [variable.name, variable]));
  const replaced = definitions.filter((variable) => masked.has(variable.name) || !isOpen(variable));
  const variables = [...replaced, ...DETAIL_VARIABLES];
  const allValues = { ...values, ...(await readCaseDetails(ctx, row, sealer)) };
  const presented = await maskFairly(ctx.workspaceId, () => {
    const spans = findSpans(turns, allValues, variables);
    if (spans === null) throw new AppError("call_without_transcript");
    return presentTranscript({
      turns,
      spans: preferAnswered([...storedSpans, ...spans], turns),
      isSettled: true,
      redact: true,
      sensitive: new Set(variables.map(({ name }) => name)),
      variables,
      knownValues: allValues,
      language: config.language,
      unreadable,
    });
  });
  const replacedNames = new Set(replaced.map(({ name }) => name));
  const lines = presented.flatMap(({ role, text }) => (role === "caller" ? [text ?? ""] : []));
  const tools = turns.flatMap(({ tool }) =>
    tool === undefined || isEngineTool(tool.name) ? [] : [tool.name],
  );
  return {
    agent_id: row.agent_id,
    channel: row.channel,
    created_at: row.created_at,
    started_at: row.started_at,
    config,
    outcome: row.outcome_tag,
    variables: definitions.map(({ name, type, choices }) => {
      const value = values[name] ?? null;
      const isPlain = !replacedNames.has(name) && (typeof value === "string" || typeof value === "boolean");
      return {
        name,
        type,
        choices: choices === null ? null : [...choices],
        digits: current.get(name)?.digits ?? null,
        hasValue: value !== null,
        isInitial: (initial[name] ?? null) !== null,
        value: isPlain ? value : null,
      };
    }),
    lines: lines.map((text) => (isDecided(text) ? text : null)),
    tools: [...new Set(tools)],
  };
}
