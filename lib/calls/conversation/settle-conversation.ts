import { generateText } from "ai";
import { ModelError, parseJsonAnswer } from "@/lib/agents/models";
import {
  findSpans,
  findUnreadableTurns,
  maskFairly,
  maskTranscript,
  type Span,
  type Turn,
  type Values,
  WITHHELD,
} from "@/lib/masking";
import { yieldToEventLoop } from "@/lib/platform/yield-to-event-loop";
import { historyOf, userMessage } from "./history";
import { Conclusion, type ModelAgent, outcomeFor, outcomeTags, READING_MESSAGE } from "./model-contract";
import { engineRequestOptions } from "./model-step";
import { parseValues } from "./parse-values";
import { concludePrompt, extractPrompt } from "./prompt";
import { isEngineTool } from "./reducer";
import type { StoredTurn } from "./state";
import type { TurnContext } from "./turn-context";

/** Outcome of a call whose conclusion failed (product.md, "Agents"). */
const FAILED = "failed";
/** Maximum characters of a summary. A summary is two sentences; a longer one is cut. */
const MAX_SUMMARY = 2_000;

/**
 * The result of a finished conversation. If `spans` is null, the transcript was not searched for values. It
 * then stays masked as it was during the call (fail closed).
 */
export type Settlement = { values: Values; spans: Span[] | null; conclusion: Conclusion };

/**
 * Parses a model's conclusion. The outcome is the tag chosen in the conversation, else the model's; it must
 * be a tag of the agent.
 */
function parseConclusion(answer: unknown, agent: ModelAgent, chosenOutcome: string | null): Conclusion {
  const parsed = Conclusion.safeParse(answer);
  if (!parsed.success) throw new ModelError("invalid_answer");
  const summary = parsed.data.summary.slice(0, MAX_SUMMARY);
  const outcome = [chosenOutcome, parsed.data.outcome].find(
    (tag) => tag !== null && outcomeTags(agent).includes(tag),
  );
  // An invented tag has no known meaning, so it counts as no success.
  return outcome === undefined || outcome === null
    ? { outcome: outcomeFor(agent, false), summary, successful: false }
    : { outcome, summary, successful: parsed.data.successful };
}

async function askModel(
  context: TurnContext,
  task: "extract" | "conclude",
  turns: readonly StoredTurn[],
  system: string,
  signal: AbortSignal,
  collected?: readonly string[],
): Promise<unknown> {
  await yieldToEventLoop();
  const { text } = await generateText({
    model: context.model,
    system,
    messages: [...historyOf(turns), userMessage(READING_MESSAGE)],
    providerOptions: engineRequestOptions(context, task, collected) as never,
    abortSignal: signal,
    maxRetries: 0,
  });
  return parseJsonAnswer(text);
}

/**
 * The turns as the model that writes the summary reads them: every variable's value is masked, sensitive or
 * not.
 */
function maskTurnsForSummary(
  turns: readonly StoredTurn[],
  spans: readonly Span[],
  context: TurnContext,
): StoredTurn[] {
  const names = new Set(context.agent.variables.map((v) => v.name));
  const maskedTranscript = maskTranscript(turns as readonly Turn[], spans, names);
  const unreadable = new Set(findUnreadableTurns(turns, context.agent.language));
  return turns.flatMap((turn, i) => {
    const { speaks: _speaks, ...maskableTurn } = turn;
    if (!unreadable.has(turn.index)) return [{ ...maskableTurn, ...maskedTranscript[i] } as StoredTurn];
    return turn.text === null ? [] : [{ ...maskableTurn, text: WITHHELD }];
  });
}

/**
 * Settles a finished conversation. Values come from the model's reading of the transcript, and override those
 * saved during the call. Spans are all positions of values. Outcome and summary come from the masked turns
 * and the names of the variables with a value. Throws if the model fails.
 */
export async function settleConversation(
  context: TurnContext,
  turns: readonly StoredTurn[],
  savedValues: Values,
  chosenOutcome: string | null,
  signal: AbortSignal,
): Promise<Settlement> {
  const { agent } = context;
  const now = new Date(context.startedAt);
  const extracted =
    agent.variables.length === 0
      ? {}
      : await askModel(
          context,
          "extract",
          turns,
          extractPrompt(agent, context.startedAt, context.timeZone),
          signal,
        );
  const values = { ...savedValues, ...parseValues(agent.variables, extracted, now) };
  await yieldToEventLoop();
  const findValueSpans = () => findSpans(turns, values, agent.variables);
  const spans = await maskFairly(context.workspaceId, findValueSpans, "always");
  // A conversation that is too long to be searched for values is not shown to the model either.
  if (spans === null) return settleWithoutModel(context, values, chosenOutcome);
  const collected = agent.variables.map(({ name }) => name).filter((name) => Object.hasOwn(values, name));
  const answer = await askModel(
    context,
    "conclude",
    maskTurnsForSummary(turns, spans, context),
    concludePrompt(agent, collected),
    signal,
    collected,
  );
  return { values, spans, conclusion: parseConclusion(answer, agent, chosenOutcome) };
}

/**
 * Settles after the model failed permanently. The saved values and the chosen outcome remain, and nothing is
 * unmasked.
 */
export function settleWithoutModel(
  { agent }: TurnContext,
  savedValues: Values,
  chosenOutcome: string | null,
): Settlement {
  const isKnownOutcome = chosenOutcome !== null && outcomeTags(agent).includes(chosenOutcome);
  return {
    values: savedValues,
    spans: null,
    conclusion: {
      outcome: isKnownOutcome ? chosenOutcome : FAILED,
      summary: "The conversation could not be read to its end.",
      successful: isKnownOutcome && chosenOutcome === outcomeFor(agent, true),
    },
  };
}

/** Settles a call that a mailbox answered: there is no conversation to read. */
export const settleVoicemail = (savedValues: Values, hasLeftMessage: boolean): Settlement => ({
  values: savedValues,
  spans: [],
  conclusion: {
    outcome: "voicemail",
    summary: hasLeftMessage ? "A mailbox answered, and the agent left its message." : "A mailbox answered.",
    successful: false,
  },
});

/** Whether a turn is shown. Turns of the engine's own tools are hidden. */
export const isShownTurn = (turn: Turn): boolean => turn.tool === undefined || !isEngineTool(turn.tool.name);
