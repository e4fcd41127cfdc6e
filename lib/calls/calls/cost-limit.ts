import type { LanguageModelV3, LanguageModelV3CallOptions } from "@ai-sdk/provider";
import { raiseCallCost } from "@/lib/agents/cost-limits";
import { ModelError } from "@/lib/agents/models";
import { splitId } from "@/lib/agents/models/schema";
import { costIn, formatCost, parseCost, pricesDocument } from "@/lib/agents/prices";
import type { StoredTurn } from "@/lib/calls/conversation";
import type { Ctx } from "@/lib/platform/context";
import { measureLineUse } from "./line-use";
import type { FullRow } from "./row";
import type { ProviderFailureNote } from "./schema";
import type { CallBudgetRow } from "./select";
import { isUnbilled, readUsage, toUses, type UsageEntry } from "./usage";
import { usageMeterOf } from "./usage-meter";

const DATE_CHARS = 10;
/** Few languages have tokens that are shorter than this on average. */
const CHARS_PER_TOKEN = 3;
/** Tokens of a long spoken answer with a tool call. */
const ANSWER_TOKENS = 400;
/** Characters of a long spoken answer. */
const ANSWER_CHARS = 400;
/** Time of an answer and of the words that it gets, which the line, the transcriber and the carrier are used for. */
const STEP_MS = 30_000;
/** Settling requests the model again, for each step that may be the last. */
const REQUESTS_PER_STEP = 2;

type Step = { row: FullRow; turns: readonly StoredTurn[]; nowMs: number; requestChars: number };

const startedAtMs = (row: FullRow): number => Date.parse(row.started_at ?? row.created_at);

/** The use of a model and a voice for one further answer. */
function estimateAnswer({ config, channel }: FullRow, requestChars: number): Omit<UsageEntry, "turn">[] {
  const { provider, name: model } = splitId(config.model);
  const voice = config.voice_id === null || channel === "chat" ? null : splitId(config.voice_id);
  return [
    ...(isUnbilled(provider)
      ? []
      : [
          {
            provider,
            model,
            units: {
              input_tokens: REQUESTS_PER_STEP * Math.ceil(requestChars / CHARS_PER_TOKEN),
              output_tokens: REQUESTS_PER_STEP * ANSWER_TOKENS,
            },
          },
        ]),
    ...(voice === null || isUnbilled(voice.provider)
      ? []
      : [{ provider: voice.provider, model: voice.name, units: { voice_characters: ANSWER_CHARS } }]),
  ];
}

/**
 * The cost of a call until the end of its next answer, in 10^-15 of the budget's currency: recorded use, the line's use so far, and an
 * estimate of the answer. Use without a price costs nothing.
 */
export function estimateCallCost(budget: CallBudgetRow, { row, turns, nowMs, requestChars }: Step): bigint {
  const startMs = startedAtMs(row);
  const times = {
    failures: (row.provider_failures ?? []) as ProviderFailureNote[],
    startedAtMs: startMs,
    durationMs: Math.max(0, nowMs - startMs) + STEP_MS,
  };
  const requests = [...usageMeterOf(row).all(), ...estimateAnswer(row, requestChars)];
  const entries = [
    ...readUsage(budget.usage ?? []),
    ...requests.map((entry) => ({ turn: null, ...entry })),
    ...measureLineUse(row, turns, times),
  ];
  const day = new Date(startMs).toISOString().slice(0, DATE_CHARS);
  return costIn(pricesDocument.read(budget.prices).prices, toUses(entries, day), budget.currency);
}

/**
 * Makes sure that the call's reservation covers its next answer. It is raised in steps of its first amount, so that most answers need
 * no statement. Throws `ModelError` with the code `cost_limit` if a limit forbids that.
 */
async function requireBudget(ctx: Ctx, budget: CallBudgetRow, step: Step): Promise<void> {
  const cost = estimateCallCost(budget, step);
  const reserved = parseCost(budget.reserved);
  if (cost <= reserved) return;
  const larger = formatCost(cost > 2n * reserved ? cost : 2n * reserved);
  // Near a limit, exactly the cost of the next answer can still fit.
  for (const amount of [larger, formatCost(cost)])
    if (await raiseCallCost(ctx, step.row.id, amount)) {
      budget.reserved = amount;
      return;
    }
  throw new ModelError("cost_limit");
}

/** Wraps the model of a call with a cost limit: a request whose cost would exceed it fails with `cost_limit` before it is sent. */
export function withCostLimit(
  ctx: Ctx,
  row: FullRow,
  turns: readonly StoredTurn[],
  model: LanguageModelV3,
): LanguageModelV3 {
  const { budget } = row;
  if (budget === null) return model;
  const require = ({ prompt }: LanguageModelV3CallOptions) =>
    requireBudget(ctx, budget, {
      row,
      turns,
      nowMs: Date.parse(ctx.now()),
      requestChars: JSON.stringify(prompt).length,
    });
  return {
    specificationVersion: model.specificationVersion,
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    async doGenerate(call) {
      await require(call);
      return model.doGenerate(call);
    },
    async doStream(call) {
      await require(call);
      return model.doStream(call);
    },
  };
}
