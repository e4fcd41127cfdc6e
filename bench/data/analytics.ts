// What the page of the analytics reads costs with a short and with a long history, in turns in the same run:
//   tsx bench/data/analytics.ts [--small 10000 --large 1000000 --rounds 60]
// Prints a table, and ends with 1 where the long history takes more than 1.3 times as long. It makes a database of its own.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import pg from "pg";
import { startDatabase } from "../../scripts/database.mjs";

const { values } = parseArgs({
  options: {
    small: { type: "string", default: "10000" },
    large: { type: "string", default: "1000000" },
    rounds: { type: "string", default: "60" },
  },
});
const rounds = Number(values.rounds);
/** What is to be reached. Source: the issue of the data rights. */
const MOST_TIMES = 1.3;
const AGENTS = 5;
/** Rounds before those that count: plans are made and pages read. */
const WARM_UP = 10;

const ROOT = join(import.meta.dirname, "..", "..");
const say = (line: string) => process.stderr.write(`${line}\n`);
mkdirSync(join(ROOT, ".data", "bench"), { recursive: true });
const folder = mkdtempSync(join(ROOT, ".data", "bench", "analytics-"));
const database = await startDatabase({ dir: join(folder, "pg"), logFile: join(folder, "postgres.log") });
// The superuser's own address leads to another database of the cluster.
const adminUrl = Object.assign(new URL(database.adminUrl), { pathname: new URL(database.url).pathname }).href;
// `lib/env.ts` reads them at its import.
Object.assign(process.env, {
  DATABASE_URL: database.url,
  DATA_DIR: folder,
  NODE_ENV: "production",
  LOG_LEVEL: "error",
});

/** The seed leaves out what settling counts of turns: it is made up, as far apart as in talks. */
const TURNS = `update calls set
  turn_latencies = array[turn_p50_ms, turn_p50_ms + 90, turn_p95_ms], caller_turns = 3, agent_turns = 3,
  providers = array['model:builtin', 'voice:builtin'] where status = 'completed' and workspace_id = $1`;

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

async function main(): Promise<boolean> {
  const { migrate } = await import("@/lib/db/migrate");
  const { foundWorkspace } = await import("@/lib/auth");
  const { createAgent } = await import("@/lib/agents");
  const { CreateAgent } = await import("@/lib/agents/schema");
  const { systemCtx } = await import("@/lib/context/make");
  const { checkAnalytics, foldAnalytics, summarise, timeseries } = await import("@/lib/analytics");
  const { SeriesQuery, SummaryQuery } = await import("@/lib/analytics/schema");
  const { closePool } = await import("@/lib/db");
  const { AGENT } = await import("../agent");
  const { seedCalls } = await import("../seed-calls");
  type Ctx = ReturnType<typeof systemCtx>;

  await migrate(database.url, join(ROOT, "prisma", "migrations"));
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();

  /** A workspace with a year of calls, which are counted as after an upgrade: all at once. */
  async function history(calls: number): Promise<Ctx> {
    const owner = { email: `owner-${calls}@example.com`, name: "Owner", password: null };
    const founded = await foundWorkspace({ name: `${calls} calls`, owner });
    if (founded === null) throw new Error("No workspace was made.");
    const ctx = systemCtx(founded.workspaceId, "bench");
    const agents: string[] = [];
    for (let n = 0; n < AGENTS; n++)
      agents.push((await createAgent(ctx, CreateAgent.parse({ ...AGENT, name: `Front desk ${n}` }))).id);
    const own = { keys: [], lastPages: [], sealedAgent: null, sealedCalls: [] };
    await seedCalls(adminUrl, {
      calls,
      workspaces: [{ ...own, id: ctx.workspaceId, agents }],
      say,
      also: async () => {
        await admin.query("alter table calls disable trigger call_counts_update");
        await admin.query(TURNS, [ctx.workspaceId]);
        await admin.query("alter table calls enable trigger call_counts_update");
      },
    });
    const began = performance.now();
    await foldAnalytics(ctx);
    say(`  counted in ${Math.round((performance.now() - began) / 1_000)} s`);
    const { differences, wrong_days } = await checkAnalytics(ctx);
    if (differences + wrong_days > 0) throw new Error("The figures are not those of the calls.");
    return ctx;
  }

  /** What the page asks for, as the page does. */
  const page = async (ctx: Ctx): Promise<number> => {
    const began = performance.now();
    await summarise(ctx, SummaryQuery.parse({}));
    const metrics = ["calls", "average_duration_ms", "p95_duration_ms", "turn_p50_ms", "turn_p95_ms"];
    await Promise.all(
      metrics.map((metric) => {
        const grouped = metric === "calls" ? { group_by: "channel" } : {};
        return timeseries(ctx, SeriesQuery.parse({ metric, ...grouped }));
      }),
    );
    return performance.now() - began;
  };

  const small = await history(Number(values.small));
  const large = await history(Number(values.large));
  await admin.query("vacuum analyze");
  await admin.end();
  const times = { small: [] as number[], large: [] as number[] };
  for (let round = -WARM_UP; round < rounds; round++) {
    const [first, second] = [await page(small), await page(large)];
    if (round < 0) continue;
    times.small.push(first);
    times.large.push(second);
  }
  await closePool();
  const [short, long] = [median(times.small), median(times.large)];
  const met = long <= MOST_TIMES * short;
  process.stdout.write(
    [
      `The analytics page's reads, median of ${rounds}`,
      `  ${values.small} calls  ${short.toFixed(1)} ms`,
      `  ${values.large} calls  ${long.toFixed(1)} ms, ${(long / short).toFixed(2)} times (at most ${MOST_TIMES}): ${met ? "met" : "MISSED"}\n`,
    ].join("\n"),
  );
  return met;
}

try {
  process.exitCode = (await main()) ? 0 : 1;
} finally {
  await database.stop();
  rmSync(folder, { recursive: true, force: true });
}
