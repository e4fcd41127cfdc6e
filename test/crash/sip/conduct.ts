import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { readProgress } from "@/lib/outreach/campaigns";
import { closePool, db, writeUnaudited } from "@/lib/platform/db";
import { keepWorkers, run } from "../processes";
import { findDoubles, readPeerLog } from "./peer-log";
import { makeSipWorld, type SipWorld } from "./world";

const WORKERS = 2;
const GATEWAYS = 2;
/** Calls at the same time. */
const CAP = 12;
/** Mean time from the start of the last process to the next kill. On a slow machine, starts would be all that happens otherwise. */
const KILL_MS = 3_000;
/** A contact whose call was not placed is looked at again after a minute; a lost attempt is looked up after its lease. */
const QUIET_LIMIT_MS = 10 * 60_000;
const POLL_MS = 1_000;
const START_POLL_MS = 100;

type Plan = { contacts: number; log: string; errors: string; env: Record<string, string> };

/** Closes the breaker of the campaign: the kills look like failures of the carrier, and its back-offs would last for hours. */
const closeBreaker = ({ ctx, campaignId }: SipWorld) =>
  writeUnaudited(ctx, {
    run: [
      db
        .updateTable("campaigns")
        .set({ carrier_failures: 0, backoff_until: null })
        .where("workspace_id", "=", ctx.workspaceId)
        .where("id", "=", campaignId)
        .where("carrier_failures", ">", 0),
    ],
  });

/** Waits until the campaign has ended. Fails if nothing changes for long. */
async function waitUntilCompleted(fixture: SipWorld): Promise<string> {
  const { ctx, campaignId } = fixture;
  let [latest, changedAt] = ["", performance.now()];
  for (;;) {
    await pause(POLL_MS);
    await closeBreaker(fixture);
    const progress = await readProgress(ctx, campaignId);
    if (progress.status !== "running") return progress.status;
    const current = JSON.stringify(progress.counts);
    if (current !== latest) [latest, changedAt] = [current, performance.now()];
    if (performance.now() - changedAt > QUIET_LIMIT_MS) return `stuck: ${latest}`;
  }
}

/** How the attempts ended: their result, the end of the call, and its first reason. */
async function countEnds({ ctx, campaignId }: SipWorld) {
  const code = sql<string | null>`k.reasons -> 0 ->> 'code'`;
  return ctx.db.all(
    db
      .selectFrom("attempts as a")
      .innerJoin("calls as k", "k.id", "a.call_id")
      .leftJoin("sip_placements as p", (join) =>
        join.onRef("p.workspace_id", "=", "a.workspace_id").onRef("p.key", "=", "a.key"),
      )
      .select(["a.state", "a.result", "k.end_reason", "p.state as placement"])
      .select([code.as("reason"), sql<number>`count(*)`.as("count")])
      .where("a.workspace_id", "=", ctx.workspaceId)
      .where("k.workspace_id", "=", ctx.workspaceId)
      .where("a.campaign_id", "=", campaignId)
      .groupBy(["a.state", "a.result", "k.end_reason", "p.state", code])
      .orderBy("count", "desc"),
  );
}

/** Runs a campaign over SIP while its workers and gateways are killed. Returns the text to print, and whether all promises held. */
export async function conductSip(plan: Plan): Promise<{ text: string; isKept: boolean }> {
  const startedAt = performance.now();
  const peer = run("crash-sip-peer", [plan.log, "crash"], plan.env, plan.errors);
  const fixture = await makeSipWorld(Number(await peer.said), plan.contacts, CAP);
  const start = (name: string) => () => run(name, [], plan.env, plan.errors);
  const workers = keepWorkers(WORKERS, start("crash-sip-worker"));
  const gateways = keepWorkers(GATEWAYS, start("crash-sip-gateway"));
  await Promise.all([workers.up, gateways.up]);
  await fixture.launch();
  let isOver = false;
  const killing = (async () => {
    while (!isOver) {
      while (!isOver && !(workers.areUp() && gateways.areUp())) await pause(START_POLL_MS);
      await pause(KILL_MS * 2 * Math.random());
      (Math.random() < 0.5 ? workers : gateways).killOne();
    }
  })();
  const status = await waitUntilCompleted(fixture).finally(() => {
    isOver = true;
  });
  await killing;
  const ends = await countEnds(fixture);
  await Promise.all([workers.stop(), gateways.stop(), peer.kill()]);
  await closePool();
  const lines = readPeerLog(plan.log);
  const doubles = findDoubles(lines);
  const count = (matches: (end: (typeof ends)[number]) => boolean) =>
    ends.filter(matches).reduce((sum, end) => sum + end.count, 0);
  const attempts = count(() => true);
  const unknown = count(({ result, reason }) => result === "failed" && reason === "carrier_error");
  const unended = count(({ state }) => state !== "ended");
  const problems = [
    ...doubles.slice(0, 20),
    ...(status === "completed" ? [] : [`The campaign is ${status}.`]),
    ...(unended === 0 ? [] : [`${unended} attempts have not ended.`]),
    ...(workers.killed() > 0 && gateways.killed() > 0 ? [] : ["No worker or no gateway was killed."]),
  ];
  const text = [
    `${plan.contacts} contacts in ${Math.round((performance.now() - startedAt) / 1_000)} s: ${attempts} attempts, ${lines.length} INVITEs, ${doubles.length} doubles`,
    `${workers.killed()} workers and ${gateways.killed()} gateways killed; ${unknown} attempts ended as unknown`,
    ...ends.map(({ state, result, end_reason, reason, placement, count: n }) =>
      [n, state, result, end_reason ?? "-", reason ?? "-", `placement ${placement ?? "none"}`].join(" "),
    ),
    ...problems,
    "",
  ].join("\n");
  return { text, isKept: problems.length === 0 };
}
