import { readTrafficSplit } from "@/lib/agents/traffic-splits";
import type { TrafficSplit } from "@/lib/agents/traffic-splits/schema";
import type { Ctx } from "@/lib/platform/context";
import {
  type MeanSample,
  type ProportionSample,
  type TestResult,
  testMeans,
  testProportions,
} from "./compare-arms";
import { readSplitCosts, type SplitCosts } from "./read-costs";
import type { CompareSplit, SplitArmFigures, SplitComparison, SplitTest } from "./schema";
import { MAX_CALLS, selectContacts, selectFigures, selectLatencies, selectOutcomes } from "./statements";

/** Decimals of an average cost. */
const COST_DECIMALS = 9;

const EMPTY: MeanSample = { contacts: 0, mean: 0, variance: 0 };

type Values = { live: number; candidate: number };
type Samples = { live: { contacts: number }; candidate: { contacts: number } };

const toTest = (
  measure: SplitTest["measure"],
  { live, candidate }: Samples,
  values: Values,
  result: TestResult | null,
): SplitTest => ({
  measure,
  result: result === null ? "too_few" : result.isSignificant ? "different" : "unclear",
  live_contacts: live.contacts,
  candidate_contacts: candidate.contacts,
  live: live.contacts === 0 ? null : values.live,
  candidate: candidate.contacts === 0 ? null : values.candidate,
  difference: result === null ? null : result.difference,
  interval: result === null ? null : result.interval,
  p_value: result === null ? null : result.pValue,
});

const rateOf = ({ contacts, successes }: ProportionSample): number =>
  contacts === 0 ? 0 : successes / contacts;

const testRates = (live: ProportionSample, candidate: ProportionSample): SplitTest =>
  toTest(
    "outcome",
    { live, candidate },
    { live: rateOf(live), candidate: rateOf(candidate) },
    testProportions(live, candidate),
  );

const testAverages = (measure: "cost" | "latency", live: MeanSample, candidate: MeanSample): SplitTest =>
  toTest(
    measure,
    { live, candidate },
    { live: live.mean, candidate: candidate.mean },
    testMeans(live, candidate),
  );

async function readRows(ctx: Ctx, split: TrafficSplit, outcome: string | null) {
  const compared = {
    workspaceId: ctx.workspaceId,
    environment: ctx.environment,
    agentId: split.agent_id,
    splitId: split.id,
    startedAt: split.started_at,
  };
  const [figures, outcomes, latencies, contacts] = await ctx.db.batch(
    selectFigures(compared),
    selectOutcomes(compared),
    selectLatencies(compared),
    selectContacts(compared, outcome),
  );
  return { figures, outcomes, latencies, contacts, costs: await readSplitCosts(ctx, compared) };
}
type Rows = Awaited<ReturnType<typeof readRows>>;

const rowOf = <Row extends { is_candidate: boolean }>(rows: readonly Row[], isCandidate: boolean) =>
  rows.find(({ is_candidate }) => is_candidate === isCandidate);

function averageCost(costs: SplitCosts | null, arm: "live" | "candidate"): SplitArmFigures["average_cost"] {
  const average = costs?.[arm]?.average;
  if (costs === null || average === undefined) return null;
  return { currency: costs.currency, amount: average.toFixed(COST_DECIMALS) };
}

function toArm(rows: Rows, version: number, arm: "live" | "candidate"): SplitArmFigures {
  const isCandidate = arm === "candidate";
  const figures = rowOf(rows.figures, isCandidate);
  const latency = rowOf(rows.latencies, isCandidate);
  return {
    version,
    calls: figures?.calls ?? 0,
    settled: figures?.settled ?? 0,
    failed: figures?.failed ?? 0,
    successful: figures?.successful ?? 0,
    outcomes: rows.outcomes.flatMap(({ is_candidate, tag, calls }) =>
      is_candidate === isCandidate ? [{ tag, calls }] : [],
    ),
    average_duration_ms: figures?.average_duration_ms ?? null,
    turn_p50_ms: latency?.turn_p50_ms ?? null,
    turn_p95_ms: latency?.turn_p95_ms ?? null,
    average_cost: averageCost(rows.costs, arm),
  };
}

function samplesOf(
  { contacts }: Rows,
  isCandidate: boolean,
): { outcome: ProportionSample; latency: MeanSample } {
  const row = rowOf(contacts, isCandidate);
  if (row === undefined) return { outcome: { contacts: 0, successes: 0 }, latency: EMPTY };
  return {
    outcome: { contacts: row.contacts, successes: row.successes },
    latency: { contacts: row.timed, mean: row.latency_mean ?? 0, variance: row.latency_variance ?? 0 },
  };
}

/**
 * Compares the versions of the running traffic split of an agent, else of the latest one: figures of its calls, and tests of the
 * selected outcome, the cost and the latency. Throws `not_found` for an agent without any.
 */
export async function compareSplit(
  ctx: Ctx,
  agentId: string,
  { outcome = null }: { outcome?: CompareSplit["outcome"] | null },
): Promise<SplitComparison> {
  const split = await readTrafficSplit(ctx, agentId);
  const rows = await readRows(ctx, split, outcome);
  const [live, candidate] = [samplesOf(rows, false), samplesOf(rows, true)];
  const arms = {
    live: toArm(rows, split.live_version, "live"),
    candidate: toArm(rows, split.candidate_version, "candidate"),
  };
  return {
    split_id: split.id,
    outcome,
    ...arms,
    tests: [
      testRates(live.outcome, candidate.outcome),
      testAverages("cost", rows.costs?.live ?? EMPTY, rows.costs?.candidate ?? EMPTY),
      testAverages("latency", live.latency, candidate.latency),
    ],
    has_changed_percent: split.changed_at !== null,
    is_truncated: arms.live.calls + arms.candidate.calls >= MAX_CALLS,
  };
}
