import { splitId } from "@/lib/agents/models/schema";
import { isCostComplete, type MeasuredUse, priceUses, readPriceList, sumCosts } from "@/lib/agents/prices";
import { isUnbilled, readTranscriptForJudge } from "@/lib/calls/calls";
import { measureJudgePrompt } from "@/lib/calls/judge";
import { iso } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { isTransient } from "./is-transient";
import { planRun } from "./plan-run";
import type { EstimateScoreRun, ScoreRunEstimate } from "./schema";
import { selectCallsToJudge } from "./select-calls";
import { MAX_RUN_CALLS } from "./values";

/** Calls whose transcripts are opened for an estimate: the newest ones. */
const SAMPLE = 10;
/** Characters of a token of English text and JSON. Providers count differently, so the estimate is no promise. */
const CHARS_PER_TOKEN = 4;
/** Tokens of an answer with its reason. */
const TOKENS_PER_ANSWER = 60;

const DEFAULT_DAYS = 30;
const DAY_MS = 24 * 3_600_000;
const DATE_CHARS = 10;

type Tokens = { model: string; input: number };

async function sampleTokens(
  ctx: Ctx,
  ids: readonly string[],
  { scorecard }: Awaited<ReturnType<typeof planRun>>,
): Promise<Tokens[]> {
  const samples: Tokens[] = [];
  // One at a time, as opening a call needs its whole transcript.
  for (const id of ids) {
    const call = await readTranscriptForJudge(ctx, id).catch((error: unknown) => {
      if (isTransient(error)) throw error;
      // The run skips it, too.
      return null;
    });
    if (call === null || call.turns.length === 0 || call.isWithheld) continue;
    const model = scorecard.model ?? call.config.model;
    const input = Math.ceil(measureJudgePrompt(scorecard.criteria, call.turns) / CHARS_PER_TOKEN);
    samples.push({ model, input });
  }
  return samples;
}

function toUses(samples: readonly Tokens[], output: number, day: string): MeasuredUse[] {
  return samples.flatMap(({ model, input }) => {
    const { provider, name } = splitId(model);
    if (isUnbilled(provider)) return [];
    const use = { provider, model: name, day };
    return [
      { ...use, unit: "input_tokens" as const, quantity: input },
      { ...use, unit: "output_tokens" as const, quantity: output },
    ];
  });
}

/**
 * Estimates what a run would judge and cost, from the newest calls of the period. Stores nothing and asks no model. Throws as the start
 * of a run does.
 */
export async function estimateScoreRun(
  base: Ctx,
  agentRef: string,
  { from, to, replace }: EstimateScoreRun,
): Promise<ScoreRunEstimate> {
  const ctx: Ctx = { ...base, environment: "live" };
  const lastDay = to ?? ctx.now().slice(0, DATE_CHARS);
  const firstDay =
    from ?? iso(new Date(Date.parse(lastDay) - (DEFAULT_DAYS - 1) * DAY_MS)).slice(0, DATE_CHARS);
  const period = { from: firstDay, to: lastDay, replaces: replace === "true" };
  const plan = await planRun(ctx, agentRef, period, "query");
  const { scorecard, scope, calls } = plan;
  const newest = selectCallsToJudge(scope, scorecard.criteria).orderBy("calls.id", "desc").limit(SAMPLE);
  const ids = (await ctx.db.all(newest)).map(({ id }) => id);
  const samples = await sampleTokens(ctx, ids, plan);
  const factor = samples.length === 0 ? 0 : calls / samples.length;
  const output = scorecard.criteria.length * TOKENS_PER_ANSWER;
  const scaled = samples.map(({ model, input }) => ({ model, input: Math.round(input * factor) }));
  const { prices } = await readPriceList(ctx);
  const priced = priceUses(
    prices,
    toUses(scaled, Math.round(output * factor), ctx.now().slice(0, DATE_CHARS)),
  );
  const total = sumCosts(priced);
  const isComplete = isCostComplete(priced);
  return {
    calls,
    too_many: calls > MAX_RUN_CALLS,
    model: scorecard.model,
    input_tokens: scaled.reduce((sum, { input }) => sum + input, 0),
    output_tokens: samples.length === 0 ? 0 : calls * output,
    sample: samples.length,
    cost:
      total.length === 0 && (!isComplete || samples.length === 0) ? null : { total, is_complete: isComplete },
  };
}
