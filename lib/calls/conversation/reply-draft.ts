import type { LanguageModelV3, LanguageModelV3CallOptions, LanguageModelV3Prompt } from "@ai-sdk/provider";
import { countDigits, maskFairly } from "@/lib/masking";
import { stepFactsOf } from "./agent-step";
import { appendTurns } from "./append-turns";
import { limitEvent } from "./limit-event";
import { createStepRequest } from "./model-step";
import type { Conversation } from "./ports";
import { applyEvent } from "./reducer";
import { normalizeWords } from "./same-words";
import type { ConversationEvent, Effect } from "./state";
import type { TurnContext } from "./turn-context";
import { isSuppressionUndo, understandCaller } from "./understand-caller";

/** A model's answer that was requested before the caller's turn was complete. */
export type ReplyDraft = {
  /**
   * Wraps the model of the caller's turn. Its first request gets the draft's answer if it equals the draft's
   * request, which has not failed so far. Otherwise the draft is discarded. Other requests go to `model`.
   */
  reuse(model: LanguageModelV3): LanguageModelV3;
  /** Ends the draft's request, unless its answer is in use. */
  discard(): void;
  isUsed(): boolean;
};

type CallerWords = ConversationEvent & { type: "caller_said" };

/** The prompt with its last message, the caller's words, in normal form. */
const normalizePrompt = (prompt: LanguageModelV3Prompt): unknown[] => {
  const last = prompt.at(-1);
  if (last?.role !== "user") return prompt;
  const content = last.content.map((part) =>
    part.type === "text" ? { ...part, text: normalizeWords(part.text) } : part,
  );
  return [...prompt.slice(0, -1), { ...last, content }];
};

/** Equal for two requests with the same answer. The prompt contains the time, to the minute. */
const requestKey = ({ prompt, tools, toolChoice, providerOptions }: LanguageModelV3CallOptions): string =>
  JSON.stringify([normalizePrompt(prompt), tools, toolChoice, providerOptions]);

/** Effects of a caller's turn that the model answers. Others belong to the engine, such as an opt-out. */
const isForModel = ({ type }: Effect): boolean => type === "keep" || type === "think";

/** A card number is only recognized, and removed, when it is complete. Words with so many digits get no draft. */
const MAX_DIGITS = 2;
/** Caller turns over which a card number can be spread. */
const CARD_TURNS = 4;

/** Whether the words can be a part of a card number, together with the caller's last turns. */
function mayBeOfCard({ turns }: Conversation, text: string): boolean {
  const digits = countDigits(text);
  if (digits === 0) return false;
  const earlier = turns.filter(({ role }) => role === "caller").slice(-CARD_TURNS);
  return earlier.reduce((sum, turn) => sum + countDigits(turn.text ?? ""), digits) > MAX_DIGITS;
}

/**
 * The request that the caller's turn would lead to. Null if the engine answers these words itself, or if they
 * can be a part of a card number.
 */
async function requestAfter(
  context: TurnContext,
  conversation: Conversation,
  event: CallerWords,
  now: () => number,
): Promise<LanguageModelV3CallOptions | null> {
  const limited = limitEvent(event) as CallerWords;
  const understanding = understandCaller(context, conversation.state, limited.text);
  if (isSuppressionUndo(conversation.state, understanding)) return null;
  const [state, effects] = applyEvent(conversation.state, { ...limited, understanding });
  const think = effects.find((effect) => effect.type === "think");
  if (think === undefined || !effects.every(isForModel)) return null;
  const newTurns = effects.flatMap((effect) => (effect.type === "keep" ? [effect.turn] : []));
  const turns = await maskFairly(
    context.workspaceId,
    () => (mayBeOfCard(conversation, limited.text) ? null : appendTurns(conversation.turns, newTurns).turns),
    "always",
  );
  return turns === null ? null : createStepRequest(context, turns, stepFactsOf(state, think, now));
}

/**
 * Requests the model's answer to words that the caller has probably finished. It stores nothing, says nothing
 * and runs no tool: only a later turn of the caller with the same words uses the answer. Null if no answer of
 * the model would follow, or if `signal` aborted before the request. `now`: milliseconds since the call began.
 */
export async function startReplyDraft(
  context: TurnContext,
  conversation: Conversation,
  event: CallerWords,
  { now, signal }: { now(): number; signal: AbortSignal },
): Promise<ReplyDraft | null> {
  const request = await requestAfter(context, conversation, event, now);
  if (request === null || signal.aborted) return null;
  const stop = new AbortController();
  const key = requestKey(request);
  let isUsed = false;
  let hasFailed = false;
  const answer = Promise.resolve(context.model.doStream({ ...request, abortSignal: stop.signal }));
  answer.catch(() => {
    hasFailed = true;
  });
  const discard = () => {
    if (!isUsed) stop.abort();
  };
  const take = async ({ abortSignal }: LanguageModelV3CallOptions) => {
    isUsed = true;
    const abort = () => stop.abort(abortSignal?.reason);
    if (abortSignal?.aborted) abort();
    abortSignal?.addEventListener("abort", abort, { once: true });
    try {
      return await answer;
    } finally {
      // From now on the reader of the stream cancels it. A listener would keep the answer for as long as the signal lives.
      abortSignal?.removeEventListener("abort", abort);
    }
  };
  return {
    reuse: (model) => {
      const { specificationVersion, provider, modelId, supportedUrls } = model;
      let isFirst = true;
      return {
        specificationVersion,
        provider,
        modelId,
        supportedUrls,
        doGenerate: (options) => model.doGenerate(options),
        async doStream(options) {
          const isDue = isFirst && !isUsed && !hasFailed && !stop.signal.aborted;
          isFirst = false;
          if (isDue && requestKey(options) === key) return take(options);
          discard();
          return model.doStream(options);
        },
      };
    },
    discard,
    isUsed: () => isUsed,
  };
}
