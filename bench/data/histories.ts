import type pg from "pg";
import { createAgent } from "@/lib/agents/agents";
import { CreateAgent } from "@/lib/agents/agents/schema";
import { checkAnalytics, foldAnalytics } from "@/lib/data/analytics";
import { createWorkspace } from "@/lib/identity/auth";
import type { Ctx } from "@/lib/platform/context";
import { systemCtx } from "@/lib/platform/context/make";
import { AGENT } from "../agent";
import { seedCalls } from "../seed-calls";

const AGENTS = 5;
/** How often a long step says how far it is. */
const PROGRESS_MS = 15_000;

/** The seed leaves out what settling counts of turns: it is made up, as far apart as in talks. */
const TURNS = `update calls set
  turn_latencies = array[turn_p50_ms, turn_p50_ms + 90, turn_p95_ms], caller_turns = 3, agent_turns = 3,
  providers = array['model:builtin', 'voice:builtin'] where status = 'completed' and workspace_id = $1`;

/** Until which moment and which day calls are counted. The measure is one that every ended call has. */
const COUNTED = `
  select (select max(at) from analytics_rollups where workspace_id = $1 and environment = 'live' and grain = 'quarter'
      and measure = 'direction') as quarters,
    (select max(at) from analytics_rollups where workspace_id = $1 and environment = 'live' and grain = 'total'
      and measure = 'direction') as days`;

type Database = { admin: pg.Client; adminUrl: string; say(line: string): void };
type History = { ctx: Ctx; agents: string[] };

/** Runs a step of which it is told how long it took, and meanwhile how far it is. */
async function step(
  { admin, say }: Database,
  workspaceId: string,
  label: string,
  work: () => Promise<unknown>,
): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => `${Math.round((performance.now() - startedAt) / 1_000)} s`;
  const countRows = async () => {
    const { rows } = await admin.query<{ quarters: Date | null; days: Date | null }>(COUNTED, [workspaceId]);
    const until = (at: Date | null | undefined) => at?.toISOString().slice(0, 10) ?? "none";
    say(
      `    ${label}: ${seconds()}, figures until ${until(rows[0]?.quarters)}, days until ${until(rows[0]?.days)}`,
    );
  };
  const ticker = setInterval(() => void countRows(), PROGRESS_MS);
  try {
    await work();
  } finally {
    clearInterval(ticker);
    say(`  ${label} in ${seconds()}`);
  }
}

/** A workspace with a year of calls, which are counted as after an upgrade: by the first fold, out of the calls. */
export async function history(database: Database, calls: number): Promise<History> {
  const { admin, adminUrl, say } = database;
  say(`A year of ${calls.toLocaleString("en")} calls`);
  const owner = { email: `owner-${calls}@example.com`, name: "Owner", password: null };
  const founded = await createWorkspace({ name: `${calls} calls`, owner });
  if (founded === null) throw new Error("No workspace was made.");
  const ctx = systemCtx(founded.workspaceId, "bench");
  const { workspaceId } = ctx;
  const agents: string[] = [];
  for (let n = 0; n < AGENTS; n++)
    agents.push((await createAgent(ctx, CreateAgent.parse({ ...AGENT, name: `Front desk ${n}` }))).id);
  const entry = { keys: [], lastPages: [], sealedAgent: null, sealedCalls: [] };
  await step(database, workspaceId, "seeded", () =>
    seedCalls(adminUrl, {
      calls,
      workspaces: [{ ...entry, id: workspaceId, agents }],
      say: (line) => say(`  ${line}`),
      writeWithoutIndexes: async () => {
        await admin.query("alter table calls disable trigger user");
        await admin.query(TURNS, [workspaceId]);
        await admin.query("alter table calls enable trigger user");
      },
    }),
  );
  await step(database, workspaceId, "counted", () => foldAnalytics(ctx));
  await step(database, workspaceId, "compared", async () => {
    const { differences, wrong_days } = await checkAnalytics(ctx);
    if (differences + wrong_days > 0) throw new Error("The figures are not those of the calls.");
  });
  return { ctx, agents };
}
