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

/** Retries of one model in one step. */
const MAX_RETRIES = 2;
/** Share of the remaining time for a model with a fallback, so that the fallback can answer too. */
const PRIMARY_SHARE = 0.6;
/** An attempt with less time is skipped: no model answers within it. */
const MIN_ATTEMPT_MS = 300;
/** Minimum time of a later step of a turn, even if the earlier steps have used the budget. */
const MIN_STEP_MS = 1_500;
/** Spreads the retries of simultaneous calls: each delay varies by up to half. */
const JITTER = 0.5;

/**
 * Transient failures: an overloaded or failing server (429, 5xx, 529), a broken connection, an empty answer.
 */
const RETRIED: readonly ModelErrorCode[] = ["rate_limited", "unreachable", "empty_answer"];
const isRetried = ({ code, status }: ModelError): boolean =>
  RETRIED.includes(code) || (code === "timeout" && status !== undefined);

/** Delay before the next attempt: as the server requests, else exponential backoff with jitter. */
function delayOf({ retryAfterMs }: ModelError, retry: number, { retryDelayMs }: ModelLimits): number {
  if (retryAfterMs !== undefined) return retryAfterMs;
  const spread = 1 - JITTER + 2 * JITTER * Math.random();
  return retryDelayMs * 2 ** retry * spread;
}

export type Resilience = {
  /** How long the caller of one turn can wait for the first words. */
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

/**
 * Tries each model in order, with retries where they help, until one answers. Rejects with the last failure.
 */
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

/** Generates an unstreamed answer. Throws for one without text and tool calls. */
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
 * Combines an agent's model and its fallback into one that answers within a turn's budget. Create one per
 * turn: its steps share the budget until words were heard.
 *
 * - `Retry-After` is obeyed if it fits into the budget; else the next model is used.
 * - 408, 429, 5xx and 529, a connection that breaks before a whole sentence, and an empty answer are retried.
 * - A context that is too long shortens the conversation once.
 * - An answer is passed on in whole sentences; a broken one ends after its last whole sentence.
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
