import { z } from "zod";
import { CriterionName } from "@/lib/agents/scorecards/schema";
import { CRITERION_KINDS, MAX_SCALE } from "@/lib/agents/scorecards/values";
import { CallId } from "@/lib/calls/calls/schema";
import { JUDGE_PROBLEMS } from "@/lib/calls/judge/values";
import { id, Time } from "@/lib/platform/schema";
import { SCORE_STATES } from "./values";

export const CallScoresParams = z.strictObject({ id: CallId });
export const CallScoreParams = z.strictObject({
  id: CallId,
  /** Name of the criterion. */
  criterion: CriterionName,
});

/** The points of a criterion: yes or no, or a point of a scale. */
const Points = z.union([z.boolean(), z.int().min(0).max(MAX_SCALE)]);

/** A member's mark of a call. */
export const ScoreMark = z.strictObject({
  /** The answer of the member. */
  value: Points,
  /** The member or API key, as in the audit log. */
  marked_by: z.string(),
  /** Time of the mark. */
  marked_at: Time,
});

/** A score of a call by a version of a criterion. */
export const CallScore = z.strictObject({
  /** Name of the criterion. */
  criterion: z.string(),
  /** Version of the criterion. */
  version: z.int(),
  /** Whether this is the version that calls are judged by now. */
  is_current: z.boolean(),
  /** Kind of the criterion. */
  kind: z.enum(CRITERION_KINDS),
  /** The criterion's question. Null if the criterion is no longer stored. */
  question: z.string().nullable(),
  /** Lowest point of a scale; null for other kinds. */
  min: z.int().nullable(),
  /** Highest point of a scale; null for other kinds. */
  max: z.int().nullable(),
  /**
   * `judged`: a judge has answered. `not_judged`: it could not, see `problem`. `pending`: no judge has tried yet, and a member has
   * marked the call.
   */
  state: z.enum(SCORE_STATES),
  /** Why the call is not judged; null if it is. */
  problem: z.enum(JUDGE_PROBLEMS).nullable(),
  /** The judge's answer; null for a text, and without an answer. */
  value: Points.nullable(),
  /** The judge's text, masked like the call's notes; null for other kinds. */
  text: z.string().nullable(),
  /** The judge's reason, masked like the call's notes; null without an answer. */
  reason: z.string().nullable(),
  /** Whether the answer passes; null without a rule or an answer. */
  passed: z.boolean().nullable(),
  /** The model that judged; null if none did. `builtin:rehearsal` is scripted and does not judge. */
  model: z.string().nullable(),
  /** Time of the judge's answer. */
  judged_at: Time.nullable(),
  /** A member's mark, which the judge is compared with; null without one. */
  mark: ScoreMark.nullable(),
});
export type CallScore = z.output<typeof CallScore>;

/** The scores of a call. */
export const CallScores = z.strictObject({
  /** The scores by criterion. A criterion that was changed since can have several versions. */
  data: z.array(CallScore),
  /**
   * Weighted mean of the current criteria that are judged, from 0 to 100. A scale counts by its place between its lowest and highest
   * point. Null if none is judged.
   */
  total: z.number().nullable(),
});
export type CallScores = z.output<typeof CallScores>;

/** A member's mark. */
export const MarkScore = z.strictObject({
  /** The answer: `true` or `false` for yes or no, a point of a scale. Null removes the mark. */
  value: Points.nullable(),
});
export type MarkScore = z.output<typeof MarkScore>;

const Figure = z.strictObject({
  /** Name of the criterion. */
  criterion: z.string(),
  /** Version of the criterion. */
  version: z.int(),
  /** Kind of the criterion. */
  kind: z.enum(CRITERION_KINDS),
  /** Calls with an answer of the judge. */
  judged: z.int(),
  /** Calls that the judge could not answer. */
  not_judged: z.int(),
  /** Mean of the answers: share of yes, or mean point of the scale. Null for a text, and without answers. */
  mean: z.number().nullable(),
  /** Share of passed calls among those with a rule, from 0 to 1; null without any. */
  pass_rate: z.number().nullable(),
});

/** The figures of a criterion on a day. */
export const ScoreDay = z.strictObject({
  /** The day (UTC) on which the calls were created. */
  day: z.iso.date(),
  ...Figure.shape,
});
/** The figures of a criterion for a version of the agent. */
export const ScoreByAgentVersion = z.strictObject({
  /** Version of the agent. Null: calls of a draft. */
  agent_version: z.int().nullable(),
  ...Figure.shape,
});
/** How the judge agrees with members' marks, by a version of a criterion. */
export const ScoreAgreement = z.strictObject({
  /** Name of the criterion. */
  criterion: z.string(),
  /** Version of the criterion. */
  version: z.int(),
  /** Kind of the criterion. */
  kind: z.enum(CRITERION_KINDS),
  /** Calls that have an answer of the judge and a mark of a member. */
  n: z.int(),
  /** Whether there are fewer than 10 such calls: too few to trust the figures. */
  too_few: z.boolean(),
  /** Share of calls with equal answers, in percent; null without any. */
  percent: z.number().nullable(),
  /**
   * Cohen's kappa of yes or no, from -1 to 1. 0: as often as by chance. Null for a scale, and if every answer of the judge and of the
   * members is the same.
   */
  kappa: z.number().nullable(),
  /** Mean absolute difference of a scale in points; null for yes or no. */
  mean_difference: z.number().nullable(),
});
export type ScoreAgreement = z.output<typeof ScoreAgreement>;

/** The figures of an agent's scores. */
export const ScoreFigures = z.strictObject({
  /** Figures by day of the period. */
  days: z.array(ScoreDay),
  /** Figures by version of the agent in the period. */
  agent_versions: z.array(ScoreByAgentVersion),
  /** Agreement of the judge with members' marks, of all times. */
  agreement: z.array(ScoreAgreement),
});
export type ScoreFigures = z.output<typeof ScoreFigures>;

export const ScoreFiguresParams = z.strictObject({ id: id("agt") });
export const ScoreFiguresQuery = z.strictObject({
  /** First day (UTC). Default: 29 days before `to`. */
  from: z.iso.date().optional(),
  /** Last day (UTC). Default: today. The period has at most 93 days. */
  to: z.iso.date().optional(),
});
export type ScoreFiguresQuery = z.output<typeof ScoreFiguresQuery>;
