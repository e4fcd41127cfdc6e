import { z } from "zod";
import { CostSum } from "@/lib/agents/prices/schema";
import { PERIOD_ENDS_BEFORE_START } from "@/lib/platform/reasons/fields/scores";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { SCORE_RUN_STATES } from "./values";

const RunId = id("srn");
const AgentId = id("agt");

const period = {
  /** First day (UTC) on which the calls were created. */
  from: z.iso.date(),
  /** Last day (UTC). The period has at most 93 days. */
  to: z.iso.date(),
};
const isPeriod = ({ from, to }: { from: string; to: string }): boolean => from <= to;
const ORDER = { error: PERIOD_ENDS_BEFORE_START, path: ["to"] };

/** The calls to judge, and whether their answers are replaced. */
export const StartScoreRun = z
  .strictObject({
    ...period,
    /**
     * Whether criteria that have an answer by their current version are judged again. Without it, only missing answers are judged, such
     * as those of changed criteria. Marks of members stay in either case.
     */
    replace: z.boolean().default(false),
  })
  .refine(isPeriod, ORDER);
export type StartScoreRun = z.output<typeof StartScoreRun>;

export const ScoreRunsParams = z.strictObject({ id: AgentId });
export const ScoreRunParams = z.strictObject({ id: AgentId, run: RunId });
export const ListScoreRuns = z.strictObject(pageQuery);
export type ListScoreRuns = z.output<typeof ListScoreRuns>;
export const EstimateScoreRun = z.strictObject({
  /** First day (UTC) on which the calls were created. Default: 29 days before `to`. */
  from: z.iso.date().optional(),
  /** Last day (UTC). Default: today. The period has at most 93 days. */
  to: z.iso.date().optional(),
  /** `true`: criteria that have an answer are judged again. Default: only missing answers. */
  replace: z.enum(["true", "false"]).default("false"),
});
export type EstimateScoreRun = z.output<typeof EstimateScoreRun>;

/** The calls that a run would judge, and its approximate cost. Nothing is judged. */
export const ScoreRunEstimate = z.strictObject({
  /** Calls with something to judge; at most 2,001, which is more than a run may have. */
  calls: z.int(),
  /** Whether there are more calls than a run may have. */
  too_many: z.boolean(),
  /** The model that judges; null if the calls' own models do. */
  model: z.string().nullable(),
  /** Estimated input tokens of all calls: their masked transcripts and the questions, extrapolated from a sample. */
  input_tokens: z.int(),
  /** Estimated output tokens of all calls. */
  output_tokens: z.int(),
  /** Calls of the sample, the newest ones. */
  sample: z.int(),
  /** Estimated cost by the current price list; `is_complete` is false if a model has no price. Null without any price. */
  cost: CostSum.nullable(),
});
export type ScoreRunEstimate = z.output<typeof ScoreRunEstimate>;

/** A run that judges calls of a period again. */
export const ScoreRun = z.strictObject({
  id: RunId,
  agent_id: AgentId,
  ...period,
  /** Whether answers by the current version of a criterion are replaced. */
  replace: z.boolean(),
  /** `stopped`: a cost limit left no further call. `failed`: the judge failed on ten calls one after the other. */
  state: z.enum(SCORE_RUN_STATES),
  /** Calls with something to judge at the start. */
  total: z.int(),
  /** Calls so far, also those that the judge skipped or on which it failed. */
  processed: z.int(),
  /** The member or API key that started it. */
  created_by: z.string(),
  created_at: Time,
  /** Time when the run ended; null before. */
  ended_at: Time.nullable(),
});
export type ScoreRun = z.output<typeof ScoreRun>;
export const ScoreRunPage = pageOf(ScoreRun);
