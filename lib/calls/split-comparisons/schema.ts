import { z } from "zod";
import { CostAmount } from "@/lib/agents/prices/schema";
import { id } from "@/lib/platform/schema";
import { TESTED_MEASURES } from "./values";

const MAX_TAG = 64;

export const CompareSplit = z.strictObject({
  /** The outcome that is tested. Without it, every outcome that counts as successful. Select it before you read the result. */
  outcome: z.string().min(1).max(MAX_TAG).optional(),
});
export type CompareSplit = z.output<typeof CompareSplit>;

/** The calls of a version in the split. */
const Arm = z.strictObject({
  /** Number of the version. */
  version: z.int().positive(),
  /** Calls that were started, without those that the policy blocked. */
  calls: z.int().nonnegative(),
  /** Calls that were answered and have been settled. The further figures are of these. */
  settled: z.int().nonnegative(),
  /** Calls that failed or ended by an error of a provider, a tool or Parley, answered or not. */
  failed: z.int().nonnegative(),
  /** Calls whose outcome counts as successful. */
  successful: z.int().nonnegative(),
  /** Calls by outcome, the most frequent ones first. */
  outcomes: z.array(
    z.strictObject({
      /** Name of the outcome. */
      tag: z.string(),
      /** Calls with this outcome. */
      calls: z.int().nonnegative(),
    }),
  ),
  /** Average duration in milliseconds; null without a call. */
  average_duration_ms: z.number().nullable(),
  /** Median latency of the agent's answers in milliseconds; null without an answer. */
  turn_p50_ms: z.int().nullable(),
  /** 95th percentile of the latency of the agent's answers in milliseconds; null without an answer. */
  turn_p95_ms: z.int().nullable(),
  /** Average cost of the calls whose cost is complete; null without such a call, and for prices in several currencies. */
  average_cost: CostAmount.nullable(),
});
export type SplitArmFigures = z.output<typeof Arm>;

/** The test of one measure. It counts the first call of each contact, since further calls of a contact are not independent. */
const Test = z.strictObject({
  /** `outcome`: part of contacts with the selected outcome. `cost`: average cost. `latency`: average of the calls' median latencies in milliseconds. */
  measure: z.enum(TESTED_MEASURES),
  /** `too_few`: the contacts do not suffice for a test. `unclear`: no difference is proven. `different`: the versions differ. */
  result: z.enum(["too_few", "unclear", "different"]),
  /** Contacts of the live version that are counted. */
  live_contacts: z.int().nonnegative(),
  /** Contacts of the candidate that are counted. */
  candidate_contacts: z.int().nonnegative(),
  /** Value of the live version; null without a contact. */
  live: z.number().nullable(),
  /** Value of the candidate; null without a contact. */
  candidate: z.number().nullable(),
  /** The candidate's value minus that of the live version. Null if `result` is `too_few`. */
  difference: z.number().nullable(),
  /** Limits of the difference, which are valid at any time. Null if `result` is `too_few`. */
  interval: z
    .strictObject({
      /** Lower limit. */
      low: z.number(),
      /** Upper limit. */
      high: z.number(),
    })
    .nullable(),
  /** Always-valid p-value, corrected for the number of measures. Null if `result` is `too_few`. */
  p_value: z.number().nullable(),
});
export type SplitTest = z.output<typeof Test>;

/** The versions of a traffic split side by side. */
export const SplitComparison = z.strictObject({
  split_id: id("spl"),
  /** The outcome that is tested; null for every successful outcome. */
  outcome: z.string().nullable(),
  /** The calls that the split gave to the live version. */
  live: Arm,
  /** The calls that the split gave to the candidate. */
  candidate: Arm,
  /** Tests of the differences. All together report a difference of equal versions in at most 5% of splits, however often they are read. */
  tests: z.array(Test),
  /** Whether the percentage was changed during the split: differences between days then also count as differences between versions. */
  has_changed_percent: z.boolean(),
  /** Whether the split has more calls than are compared: the first 200,000. */
  is_truncated: z.boolean(),
});
export type SplitComparison = z.output<typeof SplitComparison>;
