// Measures the analytics page's queries with a short and with a long history, alternating in the same run, and the cost of
// counting when a call settles:
//   tsx bench/data/analytics.ts [--small 10000 --large 1000000 --rounds 60 --explain]
// Prints a table, and exits with 1 if the long history takes more than 1.3 times as long. It creates a separate database.
// `--explain` writes PostgreSQL's plans of the page's statements into `.data/bench/plans-<calls>.txt`.
import { rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import type { Ctx } from "@/lib/platform/context";
import { openEmptyDatabase, prepareDatabase } from "../empty-database";
import { median } from "./samples";

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "60" },
    explain: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
/** Bounds of this bench, from the requirements for data rights. */
const MOST_TIMES = 1.3;
/** Rounds before those that count: plans are made and pages read. */
const WARM_UP = 10;

const ROOT = join(import.meta.dirname, "..", "..");
const OUT = join(ROOT, ".data", "bench");
const say = (line: string) => process.stderr.write(`${line}\n`);
const database = await openEmptyDatabase("analytics");
const { folder } = database;
const adminUrl = database.superuserUrl;

const SIZES = `select pg_size_pretty(pg_total_relation_size('analytics_rollups')) as "table", pg_size_pretty(pg_total_relation_size('calls')) as calls`;

async function main(): Promise<boolean> {
  const { summarizeCalls, timeseries } = await import("@/lib/data/analytics");
  const { SeriesQuery, SummaryQuery } = await import("@/lib/data/analytics/schema");
  const { closePool } = await import("@/lib/platform/db");
  const { history } = await import("./histories");
  const { measureTriggers } = await import("./triggers");
  const { explainInto } = await import("./explain");

  await prepareDatabase(database);
  const admin = new pg.Client({ connectionString: adminUrl });
  // Where a step fails the database is stopped under it, and what failed is to be told, not that.
  admin.on("error", () => undefined);
  await admin.connect();

  /** The page's requests in its order: two batches, one after the other. */
  const page = async (ctx: Ctx): Promise<number> => {
    const startedAt = performance.now();
    await summarizeCalls(ctx, SummaryQuery.parse({}));
    const metrics = ["calls", "average_duration_ms", "p95_duration_ms", "turn_p50_ms", "turn_p95_ms"];
    await Promise.all(
      metrics.map((metric) => {
        const grouped = metric === "calls" ? { group_by: "channel" } : {};
        return timeseries(ctx, SeriesQuery.parse({ metric, ...grouped }));
      }),
    );
    return performance.now() - startedAt;
  };

  const small = await history({ admin, adminUrl, say }, Number(values.small));
  const large = await history({ admin, adminUrl, say }, Number(values.large));
  await admin.query("vacuum analyze");
  const { rows } = await admin.query<{ table: string; calls: string }>(SIZES);
  say("Reading");
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const [first, second] = [await page(small.ctx), await page(large.ctx)];
    if (round < 0) continue;
    times.small.push(first);
    times.large.push(second);
  }
  if (values.explain) {
    const plans = (calls: string, { ctx }: typeof small) =>
      explainInto(join(OUT, `plans-${calls}.txt`), admin, ctx, () => page(ctx));
    await plans(values.small, small);
    await plans(values.large, large);
  }
  say("Ending and settling calls");
  const settling = await measureTriggers(small.ctx, admin, small.agents[0] ?? "", say);
  await admin.end();
  await closePool();
  const [short, long] = [median(times.small), median(times.large)];
  const isWithinBounds = long <= MOST_TIMES * short;
  process.stdout.write(
    [
      `The analytics page's reads, median of ${rounds}`,
      `  ${values.small} calls  ${short.toFixed(1)} ms`,
      `  ${values.large} calls  ${long.toFixed(1)} ms, ${(long / short).toFixed(2)} times (at most ${MOST_TIMES}): ${isWithinBounds ? "met" : "MISSED"}`,
      `  roll-ups of both ${rows[0]?.table}; their calls, without what was said in them, ${rows[0]?.calls}`,
      ...settling.map(({ label, figure }) => `${label}: ${figure}`),
      "",
    ].join("\n"),
  );
  return isWithinBounds;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
