import { z } from "zod";
import { id, pageOf, pageQuery, Time } from "@/lib/platform/schema";
import { CaseCheck } from "../cases/schema";
import { SuiteItem } from "../suites/schema";

const RunId = id("run");
const SuiteId = id("ste");

export const RunState = z.enum(["queued", "running", "passed", "failed", "canceled", "broken"]);
export type RunState = z.output<typeof RunState>;

export const StartRun = z.strictObject({
  /** The version of the agent that runs. Without it, the current draft. */
  version: z.int().min(1).max(1_000_000).optional(),
});
export type StartRun = z.output<typeof StartRun>;

export const SuiteRunsParams = z.strictObject({ id: SuiteId });
export const SuiteRunParams = z.strictObject({ id: SuiteId, run: RunId });
export const ListRuns = z.strictObject(pageQuery);
export type ListRuns = z.output<typeof ListRuns>;

const Confidence = z
  .strictObject({
    /** Lower bound. */
    low: z.number(),
    /** Upper bound. */
    high: z.number(),
  })
  .nullable();

/** A run of a suite. */
export const SuiteRun = z.strictObject({
  id: RunId,
  suite_id: SuiteId,
  /** The version of the agent that runs; null for a draft. */
  agent_version: z.int().nullable(),
  /**
   * `passed`: each case passed in enough repetitions. `broken`: the run could not be finished, for example because a model of
   * the agent is not connected.
   */
  state: RunState,
  /** Whether the suite's cases and settings are still those that ran. */
  is_current: z.boolean(),
  /** Whether the configuration that ran is that of the agent's current draft. */
  matches_draft: z.boolean(),
  /** Conversations that the run holds: its cases times its repetitions. */
  total: z.int(),
  /** Conversations that have ended. */
  finished: z.int(),
  /** Conversations without a failure. */
  passed: z.int(),
  /** Bounds of a 95% confidence interval of the share of passed conversations (Wilson's score); null before the first. */
  confidence: Confidence,
  /** Cases that did not pass often enough; null before the end. */
  failed_cases: z.int().nullable(),
  /** The member or API key that started it. */
  created_by: z.string(),
  created_at: Time,
  /** Time when the first conversation began; null before. */
  started_at: Time.nullable(),
  /** Time when the run ended; null before. */
  ended_at: Time.nullable(),
});
export type SuiteRun = z.output<typeof SuiteRun>;
/** Events of a run's stream. */
export const RunEvents = { "suite_run.progress": SuiteRun };
export const SuiteRunPage = pageOf(SuiteRun);

const Failure = z.strictObject({
  /** Position of the check in the case's list, from 0; null for a promise. */
  check: z.int().nullable(),
  /** Type of the check, or name of the promise that each conversation must keep. */
  type: z.string(),
  /** Code of the reason, such as `other_value`. */
  reason: z.string(),
});

const Repetition = z.strictObject({
  /** Number of the repetition, from 1. */
  repetition: z.int(),
  /** Whether no check failed. */
  passed: z.boolean(),
  /** Failed checks. */
  failures: z.array(Failure),
  /** Turns of the agent. */
  turns: z.int(),
  /** Median of the milliseconds until the model's first words; null without a reply. */
  reply_p50_ms: z.int().nullable(),
  /** 95th percentile of them. */
  reply_p95_ms: z.int().nullable(),
  /** The conversation, masked as a call is; null if it was not held to its end. */
  conversation: z
    .strictObject({
      /** Why it ended, as in `end_reason` of a call. */
      end_reason: z.string().nullable(),
      /** Tag of the outcome. */
      outcome: z.string(),
      /** Summary, masked. */
      summary: z.string(),
      /** The turns, masked. */
      transcript: z.array(
        z.strictObject({
          /** Speaker of the turn. */
          role: z.string(),
          /** The words, masked; null for a tool call. */
          text: z.string().nullable(),
          /** Name of the called tool; null for words. */
          tool: z.string().nullable(),
        }),
      ),
    })
    .nullable(),
});

/** The results of one case in a run. */
export const CaseResults = z.strictObject({
  /** Position of the case in the suite, from 0. */
  index: z.int(),
  /** Name of the case. */
  name: z.string(),
  /** Whether enough repetitions passed; null before all of them have ended. */
  passed: z.boolean().nullable(),
  /** Share of passed repetitions so far, 0 to 1; null before the first. */
  pass_rate: z.number().nullable(),
  /** Bounds of a 95% confidence interval of the share (Wilson's score); null before the first. */
  confidence: Confidence,
  /** The checks of the case as they ran. */
  checks: z.array(CaseCheck),
  /** The repetitions that have ended, in order. */
  repetitions: z.array(Repetition),
});
export type CaseResults = z.output<typeof CaseResults>;
export const CaseResultsList = z.strictObject({
  /** The cases of the run, in the order of the suite. */
  data: z.array(CaseResults),
});

/** The suites of an agent, each with its latest run. */
export const SuiteOverview = z.strictObject({
  data: z.array(
    z.strictObject({
      suite: SuiteItem,
      /**
       * The latest run with the agent's current draft and the suite's current cases, else the latest run of the suite; null
       * without a run.
       */
      run: SuiteRun.nullable(),
    }),
  ),
});
export type SuiteOverview = z.output<typeof SuiteOverview>;
