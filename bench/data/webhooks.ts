import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type pg from "pg";
import { createWebhook, updateWebhook } from "@/lib/data/webhooks";
import { CreateWebhook } from "@/lib/data/webhooks/schema";
import type { Ctx } from "@/lib/platform/context";
import { cpuUs, cpuWithChildrenUs } from "../cpu";
import { ROOT } from "../processes";
import type { Process } from "./processes";
import type { ReceiverStats } from "./receiver";
import { type Findings, median, quantile } from "./samples";

/** Bounds of this bench, from the requirements for data rights. */
const PER_S = 1_000;
const P99_TIMES = 1.2;
const ENDPOINTS = 10;
const ROUNDS = 3;
/** Of the rate that is to be reached: what lies at it queues, and a queue's waiting says nothing of fairness. */
const SHARE = 0.3;
const TICK_MS = 20;
const LOOK_MS = 100;
const DRAIN_TIMEOUT_MS = 300_000;

async function openReceiver() {
  const child = fork(join(ROOT, "dist", "bench-data-receiver.js"), { cwd: ROOT });
  const [{ port }] = (await once(child, "message")) as [{ port: number }];
  return {
    origin: `http://127.0.0.1:${port}`,
    cpuMs: () => cpuUs(child.pid ?? 0) / 1_000,
    async readStats(): Promise<ReceiverStats> {
      const reply = once(child, "message");
      child.send("report");
      return (await reply)[0] as ReceiverStats;
    },
    async stop() {
      const exited = once(child, "exit");
      child.disconnect();
      await exited;
    },
  };
}
type Receiver = Awaited<ReturnType<typeof openReceiver>>;

/** Events as a call's end writes them: the event, a delivery to each endpoint and the job, in one transaction. */
async function cause(admin: pg.Client, ctx: Ctx, calls: readonly string[], count: number): Promise<void> {
  await admin.query(
    `select emit_webhook_event($1, 'live', 'call.ended', calls[1 + n % cardinality(calls)], clock_timestamp())
     from generate_series(1, $2::int) n, (select $3::text[] as calls) c`,
    [ctx.workspaceId, count, calls],
  );
}

const WAITING = `
  select count(*)::int as n from webhook_deliveries
  where workspace_id = $1 and status = 'pending' and not endpoint_id = any($2)`;
const HELD = `
  select count(*)::int as n from webhook_endpoints
  where workspace_id = $1 and id = any($2) and lease_until > now()`;

/** Until a query counts nothing any more. */
async function none(admin: pg.Client, counted: string, ctx: Ctx, ids: readonly string[]): Promise<void> {
  const late = performance.now() + DRAIN_TIMEOUT_MS;
  for (;;) {
    const { rows } = await admin.query<{ n: number }>(counted, [ctx.workspaceId, ids]);
    if (rows[0]?.n === 0) return;
    if (performance.now() > late) throw new Error(`${rows[0]?.n} are left.`);
    await pause(LOOK_MS);
  }
}
const drained = (admin: pg.Client, ctx: Ctx, but: readonly string[]) => none(admin, WAITING, ctx, but);

type WebhookOptions = {
  ctx: Ctx;
  admin: pg.Client;
  worker: Process;
  /** PostgreSQL's first process. */
  postgres: number;
  /** Whose end is told. */
  calls: readonly string[];
  deliveries: number;
  seconds: number;
};

const total = (parts: Record<string, number>): number =>
  Object.values(parts).reduce((sum, partMs) => sum + partMs, 0);

/** Messages at a steady rate for some seconds, well below what can be sent; how late each came. */
async function atRate(
  options: WebhookOptions,
  receiver: Receiver,
  hanging: readonly string[],
): Promise<number[]> {
  const { ctx, admin, calls, seconds } = options;
  const eventsPerS = (PER_S * SHARE) / ENDPOINTS;
  await receiver.readStats();
  const startedAt = performance.now();
  for (let sentCount = 0; performance.now() - startedAt < seconds * 1_000; await pause(TICK_MS)) {
    const due = Math.floor(((performance.now() - startedAt) / 1_000) * eventsPerS) - sentCount;
    if (due > 0) await cause(admin, ctx, calls, due);
    sentCount += due;
  }
  await drained(admin, ctx, hanging);
  return (await receiver.readStats()).latencies;
}

/** How fast what waits is sent, and how late messages are, each with an endpoint that hangs and without. */
export async function measureWebhooks(options: WebhookOptions): Promise<Findings> {
  const { ctx, admin, worker, postgres, calls, deliveries } = options;
  const receiver = await openReceiver();
  const cpuMs = (): Record<string, number> => ({
    "the worker": worker.cpuMs(),
    PostgreSQL: cpuWithChildrenUs(postgres) / 1_000,
    "the receiver": receiver.cpuMs(),
  });
  const allowed = {
    egress: (await import("@/lib/platform/egress")).defaultHttpClient,
    allowedHosts: ["127.0.0.1"],
  };
  const make = (path: string) =>
    createWebhook(
      ctx,
      CreateWebhook.parse({ url: `${receiver.origin}/${path}`, events: ["call.ended"] }),
      allowed,
    );
  try {
    await admin.query("select set_config('app.workspace_id', $1, false)", [ctx.workspaceId]);
    for (let n = 0; n < ENDPOINTS; n++) await make(`well-${n}`);
    const { id: dead } = await make("hanging");
    // Enabled again in each round, after its previous deliveries are gone. It has not failed yet, so it takes as much
    // capacity as it ever can. Disabling it removes its deliveries.
    const hang = async (enabled: boolean) => {
      if (!enabled) await updateWebhook(ctx, dead, { enabled }, null, allowed);
      await none(admin, HELD, ctx, [dead]);
      if (enabled) await updateWebhook(ctx, dead, { enabled }, null, allowed);
    };
    await hang(false);
    // Everything is compiled and connected before anything counts.
    await cause(admin, ctx, calls, Math.ceil(deliveries / ENDPOINTS / 10));
    await drained(admin, ctx, [dead]);
    const [alone, beside]: [number[], number[]] = [[], []];
    let steadyMs = 0;
    let hung = 0;
    for (let n = 0; n < ROUNDS; n++) {
      const used = total(cpuMs());
      alone.push(...(await atRate(options, receiver, [dead])));
      steadyMs += total(cpuMs()) - used;
      await hang(true);
      beside.push(...(await atRate(options, receiver, [dead])));
      await hang(false);
    }
    await receiver.readStats();
    await hang(true);
    const before = cpuMs();
    const startedAt = performance.now();
    await cause(admin, ctx, calls, Math.ceil(deliveries / ENDPOINTS));
    await drained(admin, ctx, [dead]);
    const tookS = (performance.now() - startedAt) / 1_000;
    const after = cpuMs();
    const { latencies, hanging } = await receiver.readStats();
    hung += hanging;
    const perS = latencies.length / tookS;
    const [p99Alone, p99Beside] = [quantile(alone, 0.99), quantile(beside, 0.99)];
    const times = p99Beside / p99Alone;
    return {
      rows: [
        {
          label: `Webhook deliveries a second, ${latencies.length.toLocaleString("en")} to ${ENDPOINTS} endpoints, one more hangs (${hung} held)`,
          figure: Math.round(perS).toLocaleString("en"),
        },
        ...Object.entries(after).map(([process, ms]) => ({
          label: `  CPU of ${process} for one, ms`,
          figure: ((ms - (before[process] ?? 0)) / latencies.length).toFixed(2),
        })),
        {
          label: `  lateness at ${PER_S * SHARE} a second beside one that hangs, p50 and p99 ms (${beside.length})`,
          figure: `${Math.round(median(beside))}, ${Math.round(p99Beside)}`,
        },
        {
          label: `  lateness without it, p50 and p99 ms (${alone.length})`,
          figure: `${Math.round(median(alone))}, ${Math.round(p99Alone)}`,
        },
        { label: "  CPU of all three for one of these, ms", figure: (steadyMs / alone.length).toFixed(2) },
      ],
      verdicts: [
        { label: `at least ${PER_S.toLocaleString("en")} deliveries a second`, isMet: perS >= PER_S },
        {
          label: `${times.toFixed(2)} × of at most ${P99_TIMES} ×: p99 of others beside an endpoint that hangs`,
          isMet: times <= P99_TIMES,
        },
        {
          label: "nothing was lost",
          isMet: latencies.length >= Math.ceil(deliveries / ENDPOINTS) * ENDPOINTS,
        },
      ],
    };
  } finally {
    await receiver.stop();
  }
}
