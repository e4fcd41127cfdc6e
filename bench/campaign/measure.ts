import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { decidePolicy, loadFacts } from "@/lib/contacts/policy";
import type { Ctx } from "@/lib/platform/context";
import { db } from "@/lib/platform/db";
import type { Worker } from "./processes";

const rssMb = () => process.memoryUsage().rss / 2 ** 20;
/** As many as preflight decides at once. */
const PAGE = 1_000;
/** Memory is looked at once everything has been done often enough to be compiled and cached. */
const WARM = 0.2;
const LOOK_MS = 500;
/** A long run says how far it is. */
const SAY_MS = 30_000;

export type Decisions = { perS: number; verdicts: Record<string, number>; warmMb: number; endMb: number };

/** Decides all contacts as preflight does, page by page: facts from the tables, and the decision. */
export async function measureDecisions(ctx: Ctx, count: number): Promise<Decisions> {
  const verdicts: Record<string, number> = {};
  const request = {
    channel: "call",
    purpose: "informational",
    window: null,
    endsAt: null,
    hasCapacity: true,
    isAgentLive: true,
    isCarrierAvailable: true,
  } as const;
  const startedAt = performance.now();
  let [after, done, warmMb] = ["", 0, 0];
  while (done < count) {
    const page = await ctx.db.all(
      db
        .selectFrom("contacts")
        .select("id")
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", ">", after)
        .orderBy("id")
        .limit(PAGE),
    );
    if (page.length === 0) break;
    const ids = page.map(({ id }) => id);
    for (const facts of (await loadFacts(ctx.db, ctx, ids, request)).values()) {
      const { verdict } = decidePolicy(facts, ctx.now());
      verdicts[verdict] = (verdicts[verdict] ?? 0) + 1;
    }
    done += ids.length;
    after = ids.at(-1) ?? after;
    if (done >= count * WARM && warmMb === 0) warmMb = rssMb();
  }
  return { perS: done / ((performance.now() - startedAt) / 1_000), verdicts, warmMb, endMb: rssMb() };
}

/** Attempts claimed in a second, by steps of several campaigns, spread over the workers. */
export async function measureClaims(
  ctx: Ctx,
  workers: readonly Worker[],
  campaigns: readonly string[],
): Promise<number> {
  const { workspaceId } = ctx;
  const startedAt = performance.now();
  await Promise.all(
    workers.map((worker, n) =>
      worker.obey({
        do: "claim",
        workspaceId,
        campaigns: campaigns.filter((_, i) => i % workers.length === n),
      }),
    ),
  );
  const ms = performance.now() - startedAt;
  const campaign = await ctx.db.first(
    db
      .selectFrom("attempts")
      .select((eb) => eb.fn.countAll<number>().as("n"))
      .where("workspace_id", "=", workspaceId)
      .where("campaign_id", "in", [...campaigns]),
  );
  return (campaign?.n ?? 0) / (ms / 1_000);
}

export type Dispatch = {
  perS: number;
  attempts: number;
  doubled: number;
  mostAtOnce: number;
  warmMb: number;
  endMb: number;
  open: number;
  /** CPU of the workers for one attempt, in milliseconds; the database's comes on top. */
  cpuMs: number;
};

// A slot is taken from the claim to the end; of two events of one millisecond the end was first.
const MOST_AT_ONCE = `
  select coalesce(max(taken), 0)::int as "maxAtOnce" from (
    select sum(step) over (partition by campaign_id order by at, step) as taken from (
      select campaign_id, claimed_at as at, 1 as step from attempts where campaign_id = any($1)
      union all
      select campaign_id, ended_at, -1 from attempts where campaign_id = any($1) and ended_at is not null
    ) steps
  ) counted`;
const STANDS = `
  select coalesce(sum(contacts) filter (where status in ('completed', 'failed', 'blocked', 'canceled')), 0)::int as done,
    sum(contacts)::int as total from campaign_counts where campaign_id = any($1)`;

/** Lets workers run until no contact is pending. */
export async function measureDispatch(
  adminUrl: string,
  workers: readonly Worker[],
  campaigns: readonly string[],
  say: (line: string) => void,
): Promise<Dispatch> {
  const admin = new pg.Client({ connectionString: adminUrl });
  await admin.connect();
  const keys = new Set<string>();
  let [doubled, warmMb, endMb, attempts, cpuMs] = [0, 0, 0, 0, 0];
  const collect = async () => {
    const reports = await Promise.all(workers.map((worker) => worker.obey({ do: "report" })));
    for (const key of reports.flatMap((report) => report.keys)) {
      attempts += 1;
      if (keys.has(key)) doubled += 1;
      keys.add(key);
    }
    endMb = Math.max(...reports.map((report) => report.rssMb));
    cpuMs = reports.reduce((sum, report) => sum + report.cpuMs, 0);
  };
  await collect();
  const before = cpuMs;
  const startedAt = performance.now();
  let lastReportAt = startedAt;
  await Promise.all(workers.map((worker) => worker.obey({ do: "dispatch" })));
  for (;;) {
    await pause(LOOK_MS);
    const { done, total } = (await admin.query<{ done: number; total: number }>(STANDS, [campaigns]))
      .rows[0] ?? {
      done: 0,
      total: 0,
    };
    await collect();
    if (warmMb === 0 && done >= total * WARM) warmMb = endMb;
    if (done === total) break;
    if (performance.now() - lastReportAt < SAY_MS) continue;
    lastReportAt = performance.now();
    say(
      `${done} of ${total} after ${Math.round((lastReportAt - startedAt) / 1_000)} s, ${Math.round(endMb)} MB`,
    );
  }
  const perS = attempts / ((performance.now() - startedAt) / 1_000);
  const maxAtOnce =
    (await admin.query<{ maxAtOnce: number }>(MOST_AT_ONCE, [campaigns])).rows[0]?.maxAtOnce ?? 0;
  const open =
    (
      await admin.query<{ n: number }>(
        "select count(*)::int as n from attempts where campaign_id = any($1) and state <> 'ended'",
        [campaigns],
      )
    ).rows[0]?.n ?? 0;
  await admin.end();
  return {
    perS,
    attempts,
    doubled,
    mostAtOnce: maxAtOnce,
    warmMb,
    endMb,
    open,
    cpuMs: (cpuMs - before) / attempts,
  };
}
