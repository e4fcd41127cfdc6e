import { sql } from "kysely";
import type { Ctx } from "@/lib/platform/context";
import { type Scope, selectFigures } from "./figures";
import { quantile } from "./histogram";
import { MEASURES, type PartyColumn } from "./measures";
import { previousRangeOf } from "./previous-range";
import { costOf, currency, minutesOf, sumOf } from "./prices";
import { presentPeriod, presentRange, type Range, rangeOf } from "./range";
import type { Summary, SummaryQuery } from "./schema";
import { timezoneOf } from "./timezone";

/** Calls and the sum of a measure, by label. */
type Measure = Map<string, { calls: number; total: number }>;
type Measures = ReadonlyMap<string, Measure>;

function measuresOf(
  rows: readonly { measure: string; label: string; calls: number; total: number }[],
): Measures {
  const measures = new Map<string, Measure>();
  for (const { measure, label, calls, total } of rows) {
    const labels: Measure = measures.get(measure) ?? new Map();
    labels.set(label, { calls, total });
    measures.set(measure, labels);
  }
  return measures;
}

type PartyCount = { party: string; calls: number };

/** Reads all measures, and ended calls by agent, campaign and channel, in one snapshot. */
async function readAll(ctx: Ctx, range: Range, scope: Scope) {
  const measured = selectFigures(ctx, { range, scope, measures: MEASURES, byDay: true })
    .select(["measure", "label"])
    .select([sql<number>`sum(calls)::bigint`.as("calls"), sql<number>`sum(total)::bigint`.as("total")])
    .groupBy(["measure", "label"])
    .having(sql<boolean>`sum(calls) <> 0`);
  const by = (column: PartyColumn) =>
    selectFigures(ctx, { range, scope, measures: ["status"], by: column, byDay: true })
      .select([`${column} as party`, sql<number>`sum(calls)::bigint`.as("calls")])
      .groupBy(column)
      .having(sql<boolean>`sum(calls) <> 0`);
  const [measures, agent, campaign, channel] = await ctx.db.batch(
    measured,
    by("agent_id"),
    by("campaign_id"),
    by("channel"),
  );
  const counts = (list: readonly PartyCount[]) =>
    list.flatMap(({ party, calls }): [string, number][] => (party === "" ? [] : [[party, calls]]));
  return {
    measures: measuresOf(measures),
    parties: { agent: counts(agent), campaign: counts(campaign), channel: counts(channel) },
  };
}

/** Sorts by calls, largest first, then by name, so that each read has the same order. */
const largestFirst = <T extends { calls: number }>(list: T[], nameOf: (item: T) => string): T[] =>
  list.sort((a, b) => b.calls - a.calls || (nameOf(a) < nameOf(b) ? -1 : 1));
const listOf = <K extends string, V extends string = string>(counts: Iterable<[string, number]>, name: K) =>
  largestFirst(
    [...counts].map(([label, calls]) => ({ [name]: label as V, calls }) as Record<K, V> & { calls: number }),
    (item) => item[name],
  );

/** Computes counts, averages and quantiles from the measures. */
function figuresOf(measures: Measures) {
  const of = (measure: string): Measure => measures.get(measure) ?? new Map();
  const labels = (measure: string) =>
    [...of(measure)].map(([label, { calls }]): [string, number] => [label, calls]);
  const figure = (name: string): number => of("figure").get(name)?.calls ?? 0;
  const histogram = (measure: string) => new Map(labels(measure));
  const sum = (measure: string, field: "calls" | "total") =>
    [...of(measure).values()].reduce((all, entry) => all + entry[field], 0);
  const timed = sum("duration", "calls");
  return {
    of,
    labels,
    calls: sum("status", "calls"),
    counts: {
      answered: figure("answered"),
      reached: figure("reached"),
      contained: figure("contained"),
      transferred: figure("transferred"),
      opted_out: figure("opted_out"),
      successful: figure("successful"),
    },
    duration: {
      calls: timed,
      average_ms: timed === 0 ? null : Math.round(sum("duration", "total") / timed),
      p95_ms: quantile(histogram("duration"), 0.95),
    },
    turn_latency: {
      calls: figure("timed"),
      turns: sum("turn", "calls"),
      p50_ms: quantile(histogram("turn"), 0.5),
      p95_ms: quantile(histogram("turn"), 0.95),
    },
    talkMs: sum("duration", "total"),
  };
}

/** Usage and cost of providers. */
function usageOf({ of, talkMs }: ReturnType<typeof figuresOf>): Summary["usage"] {
  const providers = [...of("usage")].map(([name, { calls, total: ms }]) => {
    const turns = of("turns").get(name)?.total ?? 0;
    const [part = "", provider = ""] = name.split(":");
    return { part, provider, calls, minutes: minutesOf(ms), turns, cost: costOf({ name, calls, ms, turns }) };
  });
  return {
    minutes: minutesOf(talkMs),
    providers: largestFirst(providers, ({ part, provider }) => `${part}:${provider}`),
    currency: currency(),
    cost: sumOf(providers.map(({ cost }) => cost)),
  };
}

/**
 * Summarizes the calls that were created in a period, in the context's environment. Throws a 400 for an
 * invalid period.
 */
export async function summarizeCalls(ctx: Ctx, { from, to, ...scope }: SummaryQuery): Promise<Summary> {
  const range = rangeOf({ from, to }, await timezoneOf(ctx), ctx.now());
  const { measures, parties } = await readAll(ctx, range, scope);
  const figures = figuresOf(measures);
  const { labels, calls, counts, duration, turn_latency } = figures;
  type Of<K extends keyof Summary> = Summary[K];
  return {
    environment: ctx.environment,
    ...presentRange(range),
    previous: presentPeriod(previousRangeOf(range, ctx.now())),
    calls,
    by_status: listOf(labels("status"), "status") as Of<"by_status">,
    by_channel: listOf(parties.channel, "channel") as Of<"by_channel">,
    by_direction: listOf(labels("direction"), "direction") as Of<"by_direction">,
    by_agent: listOf(parties.agent, "agent_id"),
    by_campaign: listOf(parties.campaign, "campaign_id"),
    ...counts,
    outcomes: listOf(labels("outcome"), "tag"),
    duration,
    turn_latency,
    recording: listOf(labels("recording"), "state"),
    blocked: listOf(labels("blocked"), "code"),
    usage: usageOf(figures),
  };
}
