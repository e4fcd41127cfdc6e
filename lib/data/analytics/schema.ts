import { z } from "zod";
import { CostAmount, CostLine } from "@/lib/agents/prices/schema";
import { CallStatus, Channel, Direction } from "@/lib/calls/calls/schema";
import { USE_DAY_OR_TIME, USE_TIME_IN_REACH } from "@/lib/platform/reasons/fields/data";
import { writeFieldSentence } from "@/lib/platform/reasons/write-field-sentence";
import { id, Time } from "@/lib/platform/schema";

/** No call is older than the first; none is counted from the second on. */
export const EARLIEST = "2000-01-01";
export const LATEST = "2100-01-01";
const inReach = (at: string): boolean => at >= EARLIEST && at < LATEST;

/** A day in the workspace's time zone, or a time. */
const When = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], USE_DAY_OR_TIME)
  .refine(inReach, writeFieldSentence(USE_TIME_IN_REACH, { first: EARLIEST, last: LATEST }));

/** The counted calls: by creation time, and by party. */
const scope = {
  /** The first day, or a time. Default: 29 days before today. */
  from: When.optional(),
  /** The last day (inclusive), or a time (exclusive). Default: today. */
  to: When.optional(),
  agent_id: id("agt").optional(),
  campaign_id: id("cmp").optional(),
  /** Counts only calls of this channel. */
  channel: Channel.optional(),
};
export const SummaryQuery = z.strictObject(scope);
export type SummaryQuery = z.output<typeof SummaryQuery>;

/** Counts of calls. */
const COUNTED = ["answered", "reached", "contained", "transferred", "opted_out", "successful"] as const;
export const METRICS = [
  "calls",
  ...COUNTED,
  "minutes",
  "average_duration_ms",
  "p95_duration_ms",
  "turn_p50_ms",
  "turn_p95_ms",
] as const;
export type Metric = (typeof METRICS)[number];
export const BUCKETS = ["hour", "day", "week"] as const;
/** Groups of every metric. */
export const PARTIES = ["agent", "campaign", "channel"] as const;
export const GROUPS = [...PARTIES, "status", "direction", "outcome", "recording_state", "reason"] as const;
export type Group = (typeof GROUPS)[number];

export const SeriesQuery = z.strictObject({
  ...scope,
  /**
   * Figure to count or measure. `calls` to `successful` are numbers of calls, `minutes` their length, and the
   * others milliseconds.
   */
  metric: z.enum(METRICS).default("calls"),
  /** Length of a bucket, in the workspace's time zone. Weeks begin on Monday. */
  bucket: z.enum(BUCKETS).default("day"),
  /**
   * Splits the metric by this property: `agent`, `campaign` or `channel` for every metric, the others only
   * for `calls`.
   */
  group_by: z.enum(GROUPS).optional(),
});
export type SeriesQuery = z.output<typeof SeriesQuery>;

const Count = z.int().nonnegative();
const range = {
  environment: z.enum(["live", "test"]),
  /** The workspace's time zone, in which days begin. */
  timezone: z.string(),
  /** Start of the counted period, inclusive, extended to a full quarter of an hour. */
  from: Time,
  /** End of the counted period, exclusive, extended to a full quarter of an hour. */
  to: Time,
};
const Milliseconds = z.int().nonnegative().nullable();
const Money = z.number().nonnegative().nullable();

/**
 * Figures of the calls that were created in a period and have ended. docs/analytics.md defines each figure.
 */
export const Summary = z.strictObject({
  ...range,
  /** The period before, of as many days. If the period is in progress, as much of the one before. */
  previous: z.strictObject({
    /** Start of that period, inclusive. */
    from: Time,
    /** End of that period, exclusive. */
    to: Time,
  }),
  /** Calls that have ended, with any status. */
  calls: Count,
  /** Ended calls by status. */
  by_status: z.array(
    z.strictObject({
      /** Status of the calls. */
      status: CallStatus,
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Ended calls by channel. */
  by_channel: z.array(
    z.strictObject({
      /** Channel of the calls. */
      channel: Channel,
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Ended calls by direction. */
  by_direction: z.array(
    z.strictObject({
      /** Direction of the calls. */
      direction: Direction,
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Ended calls by agent. */
  by_agent: z.array(
    z.strictObject({
      /** Identifier of the agent, `agt_…`. */
      agent_id: z.string(),
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Ended calls by campaign, without those of no campaign. */
  by_campaign: z.array(
    z.strictObject({
      /** Identifier of the campaign, `cmp_…`. */
      campaign_id: z.string(),
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Calls that a person or a browser answered. */
  answered: Count,
  /**
   * Answered calls with a conversation: by voice the callers who were connected, by text the contacts who
   * wrote.
   */
  reached: Count,
  /** Reached calls that were completed without a transfer to a person. */
  contained: Count,
  /** Reached calls that were transferred to a person. */
  transferred: Count,
  /** Calls that ended by an opt-out, or with the outcome `opted_out`. */
  opted_out: Count,
  /** Answered calls with an outcome that counts as a success. */
  successful: Count,
  /** Settled calls by outcome. */
  outcomes: z.array(
    z.strictObject({
      /** Tag of the outcome: the agent's, or the system's, such as `no_answer`. */
      tag: z.string(),
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Durations of answered calls, from the answer to the end. */
  duration: z.strictObject({
    /** Number of measured calls. */
    calls: Count,
    /** Average in milliseconds; null without calls. */
    average_ms: Milliseconds,
    /** Upper bound in milliseconds of the durations of 95% of them, from a histogram; null without calls. */
    p95_ms: Milliseconds,
  }),
  /** Delays of the agents' answers, from the caller's last word to the agent's first. */
  turn_latency: z.strictObject({
    /** Number of settled calls with such answers. */
    calls: Count,
    /** Number of answers. */
    turns: Count,
    /**
     * Upper bound in milliseconds of the delays of half of them, from a histogram; null without answers.
     */
    p50_ms: Milliseconds,
    /**
     * Upper bound in milliseconds of the delays of 95% of them, from a histogram; null without answers.
     */
    p95_ms: Milliseconds,
  }),
  /** Answered calls by the current state of their recording. */
  recording: z.array(
    z.strictObject({
      /** State of the recording. */
      state: z.string(),
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Blocked calls by reason. A call counts once for each of its reasons. */
  blocked: z.array(
    z.strictObject({
      /** Code of the reason, such as `no_consent`. */
      code: z.string(),
      /** Number of calls. */
      calls: Count,
    }),
  ),
  /** Length and estimated cost of answered calls. */
  usage: z.strictObject({
    /** Length in minutes. */
    minutes: z.number().nonnegative(),
    /** Usage by provider. */
    providers: z.array(
      z.strictObject({
        /** `telephone`, `model`, `voice` or `transcriber`. */
        part: z.string(),
        /** Name of the integration, `carrier` for the telephone, or `builtin`. */
        provider: z.string(),
        /** Number of calls that used it. */
        calls: Count,
        /** Length of its use in minutes. */
        minutes: z.number().nonnegative(),
        /** Number of the agents' answers with it. */
        turns: Count,
        /** Estimated cost by the operator's prices; null without a price. */
        cost: Money,
      }),
    ),
    /** Currency of the costs as ISO 4217; null if the operator has set no prices. */
    currency: z.string().nullable(),
    /** Sum of the estimated costs; null if no provider has a price. */
    cost: Money,
  }),
});
export type Summary = z.output<typeof Summary>;

export const Series = z.strictObject({
  ...range,
  /** Meaning of the values. */
  metric: z.enum(METRICS),
  /** Length of a bucket. */
  bucket: z.enum(BUCKETS),
  /** Property that the metric is split by; null for none. */
  group_by: z.enum(GROUPS).nullable(),
  /** The buckets, in order. */
  buckets: z.array(
    z.strictObject({
      /** Start of the bucket, inclusive. */
      start: Time,
      /** End of the bucket, exclusive. */
      end: Time,
    }),
  ),
  /** A value per bucket for each group, the largest groups first. */
  series: z.array(
    z.strictObject({
      /**
       * Name or ID of the group. Null without `group_by`, and for the sum of all groups after the 20 largest.
       */
      group: z.string().nullable(),
      /** A value for each of `buckets`. Null if nothing was measured. */
      values: z.array(z.number().nullable()),
    }),
  ),
});
export type Series = z.output<typeof Series>;

/** The charts of the page, each available as a file. */
export const CHARTS = [
  "volume",
  "statuses",
  "outcomes",
  "duration",
  "turn-latency",
  "recording",
  "blocked",
  "agents",
  "campaigns",
  "usage",
] as const;
export type Chart = (typeof CHARTS)[number];
export const ChartParams = z.strictObject({
  /** Name of the chart. */
  chart: z.enum(CHARTS),
});
export const ChartQuery = z.strictObject({
  ...scope,
  /** Length of a bucket in charts over time. Weeks begin on Monday. */
  bucket: z.enum(BUCKETS).default("day"),
});
export type ChartQuery = z.output<typeof ChartQuery>;

export const CostQuery = z.strictObject({
  /** The first day (UTC), or a time. Default: 29 days before today. */
  from: When.optional(),
  /** The last day (UTC, inclusive), or a time (exclusive). Default: today. At most 93 days after `from`. */
  to: When.optional(),
  agent_id: scope.agent_id,
});
export type CostQuery = z.output<typeof CostQuery>;

/** Costs of the calls of a period, by the price list of the workspace. */
export const CostSummary = z.strictObject({
  environment: range.environment,
  /** Start of the counted period, inclusive. */
  from: Time,
  /** End of the counted period, exclusive. */
  to: Time,
  /** Sum of the known costs, one for each currency. Empty if none is known. */
  total: z.array(CostAmount),
  /** Whether every use was reported and has a price. */
  is_complete: z.boolean(),
  /** Use and cost by provider, model and unit. */
  lines: z.array(CostLine),
  /** Costs by day and agent, without those that used no provider. */
  days: z.array(
    z.strictObject({
      /** Day (UTC) on which the calls began. */
      day: z.iso.date(),
      /** Identifier of the agent, `agt_…`. */
      agent_id: z.string(),
      /** Sum of the known costs, one for each currency. */
      total: z.array(CostAmount),
      /** Whether every use was reported and has a price. */
      is_complete: z.boolean(),
    }),
  ),
});
export type CostSummary = z.output<typeof CostSummary>;
