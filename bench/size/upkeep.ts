import { mkdtempSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { foldAnalytics } from "@/lib/data/analytics";
import { eraseContactData, runErasure } from "@/lib/data/erasure";
import { sweepRetention } from "@/lib/data/retention";
import { sweepWebhooks } from "@/lib/data/webhooks";
import { createBackup } from "@/lib/platform/backup";
import type { Ctx } from "@/lib/platform/context";
import type { MeasuredTenant } from "./history";

/** A task of the operator's, with its duration and PostgreSQL's write-ahead log that it wrote. */
export type TaskCost = { label: string; seconds: number; walMb: number; note: string };

const DAY_MS = 86_400_000;

type Settings = {
  admin: pg.Client;
  adminUrl: string;
  dataDir: string;
  tenant: MeasuredTenant;
  say(line: string): void;
};

async function timed(admin: pg.Client, label: string, work: () => Promise<string>): Promise<TaskCost> {
  const lsn = async () =>
    (await admin.query<{ at: string }>("select pg_current_wal_lsn()::text as at")).rows[0]?.at ?? "0/0";
  const before = await lsn();
  const startedAt = performance.now();
  const note = await work();
  const seconds = (performance.now() - startedAt) / 1_000;
  const { rows } = await admin.query<{ bytes: string }>(
    "select pg_wal_lsn_diff(pg_current_wal_lsn(), $1)::bigint as bytes",
    [before],
  );
  return { label, seconds, walMb: Number(rows[0]?.bytes ?? 0) / 1e6, note };
}

const atLater = (ctx: Ctx, days: number): Ctx => ({
  ...ctx,
  now: () => new Date(Date.now() + days * DAY_MS).toISOString(),
});

async function countTranscripts(admin: pg.Client, workspaceId: string): Promise<number> {
  const { rows } = await admin.query<{ n: string }>(
    "select count(*) as n from calls where workspace_id = $1 and transcript is not null",
    [workspaceId],
  );
  return Number(rows[0]?.n ?? 0);
}

/** Days from now at which a fortieth of the workspace's transcripts has expired: more than one sweep deletes. */
async function daysUntilExpiry(admin: pg.Client, workspaceId: string): Promise<number> {
  const { rows } = await admin.query<{ days: number }>(
    `select extract(epoch from (min(ended_at) + (max(ended_at) - min(ended_at)) / 40 - now())) / 86400 as days from calls
     where workspace_id = $1 and transcript is not null`,
    [workspaceId],
  );
  return Number(rows[0]?.days ?? 0);
}

/** Measures what a worker and an operator do: sweeps, an erasure, vacuum, a backup. */
export async function measureUpkeep({
  admin,
  adminUrl,
  dataDir,
  tenant,
  say,
}: Settings): Promise<TaskCost[]> {
  const { ctx } = tenant;
  const tasks: TaskCost[] = [];
  const add = async (label: string, work: () => Promise<string>) => {
    const task = await timed(admin, label, work);
    tasks.push(task);
    say(`  ${label}: ${task.seconds.toFixed(2)} s, ${task.walMb.toFixed(1)} MB of WAL ${task.note}`);
  };
  await add("Retention sweep, nothing expired", async () => {
    await sweepRetention(ctx);
    return "";
  });
  const retention = await readTranscriptDays(admin, ctx);
  const days = retention + (await daysUntilExpiry(admin, ctx.workspaceId));
  const before = await countTranscripts(admin, ctx.workspaceId);
  await add("Retention sweep, as much as one run deletes", async () => {
    await sweepRetention(atLater(ctx, days));
    return `${before - (await countTranscripts(admin, ctx.workspaceId))} transcripts`;
  });
  await add("Folding the figures", async () => {
    await foldAnalytics(ctx);
    return "";
  });
  await add("Webhook sweep, nothing expired", async () => {
    await sweepWebhooks(ctx);
    return "";
  });
  await add("Webhook sweep, as much as one run deletes", async () => {
    await sweepWebhooks(atLater(ctx, 15));
    return "";
  });
  await add("Erasure of one contact", async () => {
    const { id } = await eraseContactData(ctx, `ctc_${"7".padStart(26, "0")}`);
    await runErasure(ctx, id);
    const { rows } = await admin.query<{ removed: unknown }>("select removed from deletions where id = $1", [
      id,
    ]);
    return JSON.stringify(rows[0]?.removed);
  });
  await add("VACUUM of calls after the sweep", async () => {
    await admin.query("vacuum calls");
    return "";
  });
  await add("VACUUM and ANALYZE of all tables", async () => {
    await admin.query("vacuum analyze");
    return "";
  });
  await add("npm run backup", async () => {
    const folder = mkdtempSync(join(dataDir, "backup-"));
    try {
      const { files } = await createBackup({
        adminUrl,
        dataDir,
        folder,
        passphrase: "correct horse battery staple",
        dataDays: 30,
        keyDays: 7,
      });
      return `${Math.round(files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6)} MB`;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
  return tasks;
}

async function readTranscriptDays(admin: pg.Client, ctx: Ctx): Promise<number> {
  const { rows } = await admin.query<{ days: number | null }>(
    "select max((policy->'transcript'->>'retention_days')::int) as days from agents where workspace_id = $1",
    [ctx.workspaceId],
  );
  return rows[0]?.days ?? 0;
}
