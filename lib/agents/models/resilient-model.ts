import { setTimeout as sleep } from "node:timers/promises";
import type {
  LanguageModelV3,
  LanguageModelV3CallOptions,
  LanguageModelV3GenerateResult,
} from "@ai-sdk/provider";
import { attempt } from "./attempt";
import { ModelError, type ModelErrorCode, toModelError } from "./errors";
import { MODEL_LIMITS, type ModelLimits } from "./limits";
import { shortenPrompt } from "./shorten-prompt";

/** How often one model is asked again in one step. */
const MAX_RETRIES = 2;
/** A model with another behind it gets this share of the time that is left, so that the other can answer as well. */
const PRIMARY_SHARE = 0.6;
/** An attempt that has less time than this is not begun: no model answers within it. */
const MIN_ATTEMPT_MS = 300;
/** A step behind others of its turn gets at least this, however long those took. */
const MIN_STEP_MS = 1_500;
/** Retries of many calls at once must not meet again: each waits up to half as long again, or half as long. */
const JITTER = 0.5;

/** What often passes: an overloaded or failing server (429, 5xx, 529), a torn connection, an answer without words. */
const RETRIED: readonly ModelErrorCode[] = ["rate_limited", "unreachable", "empty_answer"];
const isRetried = ({ code, status }: ModelError): boolean =>
  RETRIED.includes(code) || (code === "timeout" && status !== undefined);

/** How long to wait before the next attempt: as long as the server asks, else longer each time, with jitter. */
function delayOf({ retryAfterMs }: ModelError, retry: number, { retryDelayMs }: ModelLimits): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const spread = 1 - JITTER + 2 * JITTER * Math.random();
  return retryDelayMs * 2 ** retry * spread;
}

export type Resilience = {
  /** How long the caller of one turn may wait for its first words. */
  budgetMs: number;
  limits?: ModelLimits;
};

type Asking<T> = {
  models: readonly LanguageModelV3[];
  options: LanguageModelV3CallOptions;
  endsAt: number;
  limits: ModelLimits;
  ask(model: LanguageModelV3, options: LanguageModelV3CallOptions, waitMs: number): Promise<T>;
};

/** Asks each model in turn until one answers, each again where that helps. Rejects with the last failure. */
async function askEach<T>({ models, options, endsAt, limits, ask }: Asking<T>): Promise<T> {
  let failure = new ModelError("timeout");
  let { prompt } = options;
  let isShortened = false;
  for (const [at, model] of models.entries()) {
    const leftMs = endsAt - performance.now();
    const until = at < models.length - 1 ? performance.now() + leftMs * PRIMARY_SHARE : endsAt;
    for (let retry = 0; retry <= MAX_RETRIES; ) {
      try {
        return await ask(model, { ...options, prompt }, until - performance.now());
      } catch (error) {
        options.abortSignal?.throwIfAborted();
        failure = toModelError(error);
      }
      if (failure.code === "context_too_long" && !isShortened) {
        isShortened = true;
        prompt = shortenPrompt(prompt);
        continue;
      }
      const delayMs = delayOf(failure, retry, limits);
      if (!isRetried(failure) || performance.now() + delayMs + MIN_ATTEMPT_MS > until) break;
      retry += 1;
      await sleep(delayMs, undefined, { signal: options.abortSignal });
    }
    if (failure.code === "filtered") break;
  }
  throw failure;
}

/** A whole answer in one piece; one without text or tool calls is none. */
async function generate(
  model: LanguageModelV3,
  options: LanguageModelV3CallOptions,
): Promise<LanguageModelV3GenerateResult> {
  const result = await model.doGenerate(options);
  const hasAnswer = result.content.some(
    (part) => part.type === "tool-call" || (part.type === "text" && part.text.trim() !== ""),
  );
  if (hasAnswer) return result;
  throw new ModelError(result.finishReason.unified === "content-filter" ? "filtered" : "empty_answer");
}

/**
 * The models of an agent, its own first and then its fallback, as one that answers within a turn's budget. It is made
 * for one turn: what the first steps of a turn have taken is not there for those behind them, until words were heard.
 *
 * - `Retry-After` is kept to where it fits into the budget; else the next model is asked.
 * - 408, 429, 5xx and 529, a connection that breaks before a whole sentence, and an answer without words are retried.
 * - A context that is too long shortens the conversation once.
 * - An answer comes in whole sentences; one that is cut ends behind its last.
 */
export function resilientModel(
  models: readonly [LanguageModelV3, ...LanguageModelV3[]],
  { budgetMs, limits = MODEL_LIMITS }: Resilience,
): LanguageModelV3 {
  const [{ provider, modelId }] = models;
  let spentMs = 0;
  return {
    specificationVersion: "v3",
    provider,
    modelId,
    supportedUrls: {},

    async doStream(options) {
      const beganAt = performance.now();
      const endsAt = beganAt + Math.max(MIN_STEP_MS, budgetMs - spentMs);
      const { stream, hasWords } = await askEach({ models, options, endsAt, limits, ask: attempt });
      spentMs = hasWords ? 0 : spentMs + performance.now() - beganAt;
      return { stream };
    },

    doGenerate: (options) =>
      askEach({ models, options, endsAt: performance.now() + limits.totalMs, limits, ask: generate }),
  };
}
