import type { LanguageModelV3 } from "@ai-sdk/provider";
import { isScriptedModel, ModelError } from "@/lib/agents/models";
import { selectScorecard, toScorecard } from "@/lib/agents/scorecards";
import type { VersionedCriterion } from "@/lib/agents/scorecards/schema";
import {
  type CallForJudge,
  createUsageMeter,
  loadMeteredModel,
  readTranscriptForJudge,
  type UsageEntry,
} from "@/lib/calls/calls";
import { judgeByScript, judgeTranscript, type Verdict, withoutAnswers } from "@/lib/calls/judge";
import { plusMs } from "@/lib/platform/clock";
import type { Ctx } from "@/lib/platform/context";
import { writeUnaudited } from "@/lib/platform/db";
import { AppError } from "@/lib/platform/errors";
import { enqueue } from "@/lib/platform/jobs";
import { selectScores } from "./row";
import { storeVerdicts } from "./store-verdicts";

/** Retries after a failure of the model. Afterwards the call is stored as not judged, with the reason. */
const MAX_RETRIES = 3;
/** Delay before the first retry, four times as long before each further one. */
const RETRY_DELAY_MS = 60_000;
/** Time limit of one request: an answer to 20 questions about a long call. */
const JUDGE_TIMEOUT_MS = 90_000;

type Meter = ReturnType<typeof createUsageMeter>;

async function askJudge(
  ctx: Ctx,
  modelId: string,
  criteria: readonly VersionedCriterion[],
  call: CallForJudge,
  meter: Meter,
): Promise<ReadonlyMap<string, Verdict>> {
  if (call.turns.length === 0) return withoutAnswers(criteria, "no_transcript");
  if (call.isWithheld) return withoutAnswers(criteria, "transcript_withheld");
  if (isScriptedModel(modelId)) return judgeByScript(criteria, call.turns);
  let model: LanguageModelV3;
  try {
    model = await loadMeteredModel(ctx, modelId, meter.add);
  } catch (error) {
    if (error instanceof ModelError) return withoutAnswers(criteria, "model_missing");
    throw error;
  }
  const timeout = AbortSignal.timeout(JUDGE_TIMEOUT_MS);
  const signal = ctx.signal === undefined ? timeout : AbortSignal.any([timeout, ctx.signal]);
  return judgeTranscript(model, criteria, call.turns, signal);
}

const RETRYABLE = ["model_failed", "model_timeout", "invalid_answer"];
const isRetryable = (verdict: Verdict): boolean =>
  verdict.state === "not_judged" && RETRYABLE.includes(verdict.problem);
const isModelFailure = (verdict: Verdict): boolean =>
  isRetryable(verdict) || (verdict.state === "not_judged" && verdict.problem === "model_missing");

/** The criteria of a call's agent that have no answer yet, or all of them if answers are replaced. */
async function criteriaToJudge(
  ctx: Ctx,
  callId: string,
  agentId: string,
  replaces: boolean,
): Promise<{ model: string | null; criteria: VersionedCriterion[] }> {
  const { model, criteria } = toScorecard(
    agentId,
    await ctx.db.first(selectScorecard(ctx.workspaceId, agentId)),
  );
  if (replaces) return { model, criteria };
  const judged = await ctx.db.all(selectScores(ctx.workspaceId, callId).where("state", "=", "judged"));
  const isJudged = ({ name, version }: VersionedCriterion): boolean =>
    judged.some((row) => row.criterion === name && row.version === version);
  return { model, criteria: criteria.filter((criterion) => !isJudged(criterion)) };
}

const scheduleRetry = (ctx: Ctx, callId: string, attempt: number): Promise<unknown> =>
  writeUnaudited(ctx, {
    run: [
      enqueue(
        "call.judge",
        { workspaceId: ctx.workspaceId, callId, attempt: attempt + 1 },
        { key: `judge:${callId}`, runAt: plusMs(ctx.now(), RETRY_DELAY_MS * 4 ** attempt) },
      ),
    ],
  });

/** The result of judging a call. `failed`: the model gave no usable answer to any criterion, and there is no retry. */
export type JudgedState = "judged" | "retried" | "skipped" | "failed";

/**
 * Judges a settled call by the current criteria of its agent, in one request to the model, and stores the answers. The judge reads
 * the masked transcript only. Criteria that have an answer are skipped unless `replaces`, so that a repetition asks for the
 * missing ones alone. A call of the test environment, an unsettled one, and one whose content is gone is skipped.
 * `attempt`: failures of the model before. Null: no retry. `onUsage` gets the use of the model before it is stored. Throws
 * if `ctx.signal` is aborted during the request, and stores nothing.
 */
export async function judgeCall(
  base: Ctx,
  callId: string,
  attempt: number | null,
  replaces = false,
  onUsage: (usage: readonly UsageEntry[]) => void = () => undefined,
): Promise<JudgedState> {
  const ctx: Ctx = { ...base, environment: "live" };
  try {
    const call = await readTranscriptForJudge(ctx, callId);
    if (call === null) return "skipped";
    const { model, criteria } = await criteriaToJudge(ctx, callId, call.agent_id, replaces);
    if (criteria.length === 0) return "skipped";
    const modelId = model ?? call.config.model;
    const meter = createUsageMeter();
    const answers = await askJudge(ctx, modelId, criteria, call, meter);
    // The judge answers an aborted request with "timed out". Stored, it would keep the call from being judged.
    ctx.signal?.throwIfAborted();
    const verdicts = criteria.flatMap((criterion) => {
      const verdict = answers.get(criterion.name);
      return verdict === undefined ? [] : [{ criterion, verdict }];
    });
    const retries =
      attempt !== null && attempt < MAX_RETRIES && verdicts.some(({ verdict }) => isRetryable(verdict));
    const stored = retries ? verdicts.filter(({ verdict }) => !isRetryable(verdict)) : verdicts;
    const usage = meter.take(null);
    onUsage(usage);
    await storeVerdicts(ctx, { callId, call, model: modelId, verdicts: stored, usage });
    if (retries) {
      await scheduleRetry(ctx, callId, attempt);
      return "retried";
    }
    return verdicts.every(({ verdict }) => isModelFailure(verdict)) ? "failed" : "judged";
  } catch (error) {
    // The call or its content was deleted meanwhile, and its scores with it.
    if (error instanceof AppError && (error.code === "not_found" || error.code === "invalid_state"))
      return "skipped";
    throw error;
  }
}
