import { z } from "zod";
import { CallStatus, Channel, Direction } from "@/lib/calls/calls/schema";
import { id, Time } from "@/lib/platform/schema";

/** No call is older than the first; none is counted from the second on. */
export const EARLIEST = "2000-01-01";
export const LATEST = "2100-01-01";
const inReach = (at: string): boolean => at >= EARLIEST && at < LATEST;

/** A day in the workspace's time zone, or a time. */
const When = z
  .union([z.iso.date(), z.iso.datetime({ offset: true })], "Use a day such as 2026-11-24, or RFC 3339.")
  .refine(inReach, `Use a time from ${EARLIEST} until ${LATEST}.`);

/** The counted calls: by creation time, and by party. */
const scope = {
  /** The first day, or a time. Default: 29 days before today. */
  from: When.optional(),
  /** The last day (inclusive), or a time (exclusive). Default: today. */
  to: When.optional(),
  agent_id: id("agt").optional(),
  campaign_id: id("cmp").optional(),
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
  metric: z.enum(METRICS).default("calls"),
  bucket: z.enum(BUCKETS).default("day"),
  /** `agent`, `campaign` and `channel` for every metric; the others only for `calls`. */
  group_by: z.enum(GROUPS).optional(),
});
export type SeriesQuery = z.output<typeof SeriesQuery>;

const Count = z.int().nonnegative();
const range = {
  environment: z.enum(["live", "test"]),
  /** The workspace's time zone, in which days begin. */
  timezone: z.string(),
  /** The counted period, in quarters of an hour; `to` is exclusive. */
  from: Time,
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
  previous: z.strictObject({ from: Time, to: Time }),
  calls: Count,
  by_status: z.array(z.strictObject({ status: CallStatus, calls: Count })),
  by_channel: z.array(z.strictObject({ channel: Channel, calls: Count })),
  by_direction: z.array(z.strictObject({ direction: Direction, calls: Count })),
  by_agent: z.array(z.strictObject({ agent_id: z.string(), calls: Count })),
  by_campaign: z.array(z.strictObject({ campaign_id: z.string(), calls: Count })),
  answered: Count,
  reached: Count,
  contained: Count,
  transferred: Count,
  opted_out: Count,
  successful: Count,
  outcomes: z.array(z.strictObject({ tag: z.string(), calls: Count })),
  /** Of answered calls. `p95_ms`: the histogram bound below which 95 % of them lie. */
  duration: z.strictObject({ calls: Count, average_ms: Milliseconds, p95_ms: Milliseconds }),
  /** Of the agent's answers. */
  turn_latency: z.strictObject({
    calls: Count,
    turns: Count,
    p50_ms: Milliseconds,
    p95_ms: Milliseconds,
  }),
  recording: z.array(z.strictObject({ state: z.string(), calls: Count })),
  blocked: z.array(z.strictObject({ code: z.string(), calls: Count })),
  usage: z.strictObject({
    minutes: z.number().nonnegative(),
    /** Providers in the agents' settings. `cost`: by the operator's prices; null without one. */
    providers: z.array(
      z.strictObject({
        part: z.string(),
        provider: z.string(),
        calls: Count,
        minutes: z.number().nonnegative(),
        turns: Count,
        cost: Money,
      }),
    ),
    currency: z.string().nullable(),
    cost: Money,
  }),
});
export type Summary = z.output<typeof Summary>;

export const Series = z.strictObject({
  ...range,
  metric: z.enum(METRICS),
  bucket: z.enum(BUCKETS),
  group_by: z.enum(GROUPS).nullable(),
  buckets: z.array(z.strictObject({ start: Time, end: Time })),
  /**
   * A value per bucket. `group`: null without `group_by`, and for the sum of all groups after the 20 largest.
   */
  series: z.array(z.strictObject({ group: z.string().nullable(), values: z.array(z.number().nullable()) })),
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
export const ChartParams = z.strictObject({ chart: z.enum(CHARTS) });
export const ChartQuery = z.strictObject({ ...scope, bucket: z.enum(BUCKETS).default("day") });
export type ChartQuery = z.output<typeof ChartQuery>;
