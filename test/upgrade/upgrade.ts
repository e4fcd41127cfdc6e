import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { waitUntil } from "@/test/fixtures/wait-until";
import type { Row } from "../fixtures/report-table";
import { checkMisfits } from "./check-misfits";
import { createInstallation } from "./installation";
import { type Running, runEntry, startEntry } from "./processes";
import { copyThisRelease, type Release, unpackRelease } from "./releases";
import { type Summary, startTraffic } from "./traffic";
import { watchLocks } from "./watch-locks";

/** Traffic of each phase beside what happens in it. */
const PHASE_MS = 5_000;
/** The backfill runs every minute, in a queue that at first also counts all calls. */
const BACKFILL_TIMEOUT_MS = 600_000;

type Options = {
  folder: string;
  calls: number;
  say: (line: string) => void;
  /** Receives each line of the result as it is measured. */
  report: (row: Row) => void;
  /** Called in reverse order at the end of the run. */
  cleanups: (() => Promise<unknown>)[];
};

const summarize = ({ requests, retried, failures, lostTurns, conversations }: Summary): string =>
  `${requests} requests, ${retried} repeated, ${failures.length} failed, ${conversations} conversations, ${lostTurns} lost turns${failures.length > 0 ? ` (${[...new Set(failures)].slice(0, 3).join(", ")})` : ""}`;

/** Upgrades an installation of a release to this one, and reports a line for each phase. */
export async function upgrade(
  release: Release,
  { folder, calls, say, report, cleanups }: Options,
): Promise<void> {
  const former = unpackRelease(release, join(folder, "former"));
  const current = await copyThisRelease(join(folder, "current"));
  say(`Creating a database with ${calls.toLocaleString("en")} calls`);
  const { env, client, ownerKey, database, superuserUrl } = await createInstallation(former, folder, {
    calls,
    say,
  });
  cleanups.push(() => database.stop());
  const admin = new pg.Client({ connectionString: superuserUrl });
  await admin.connect();
  cleanups.push(() => admin.end());
  const start = async (code: string, entry: "server" | "worker"): Promise<Running> => {
    const running = await startEntry(code, entry, env);
    cleanups.push(() => running.kill());
    return running;
  };

  let servers: Running[] = [];
  /** Traffic during `work`, and for some seconds after it. */
  async function measure(check: string, work: () => Promise<unknown>): Promise<void> {
    say(check);
    const locks = await watchLocks(superuserUrl);
    const traffic = startTraffic(client, () => servers.map(({ origin }) => origin));
    let error: unknown;
    await work().catch((reason: unknown) => {
      error = reason;
    });
    await pause(PHASE_MS);
    const summary = await traffic.stop();
    const waitMs = await locks.stop();
    if (error !== undefined) throw error;
    report({
      check,
      measured: `${summarize(summary)}; longest request ${Math.round(summary.longestMs)} ms, longest wait for a lock ${Math.round(waitMs)} ms`,
      expected: "0 failed, 0 lost",
      ok: summary.failures.length === 0 && summary.lostTurns === 0 && summary.conversations > 0,
    });
  }

  const formerServers = [await start(former, "server"), await start(former, "server")];
  const formerWorker = await start(former, "worker");
  servers = formerServers;
  const early = await runEntry(current, "server", env);
  report({
    check: "a process of this release before the migrations",
    measured: `exit ${early.code}: ${/This release of Parley needs[^"]*/.exec(early.output)?.[0] ?? early.output.slice(0, 200)}`,
    expected: "exit 1, with what to do",
    ok: early.code === 1 && early.output.includes("node bin/run.mjs migrate"),
  });
  await measure(`${release.commit}: former processes`, async () => undefined);

  const plan = await runEntry(current, "migrate", env, ["--plan"]);
  say(plan.output);
  let migration = { code: null as number | null, output: "", ms: 0 };
  await measure(`${release.commit}: migrations beside former processes`, async () => {
    migration = await runEntry(current, "migrate", env);
  });
  say(migration.output);
  const count = migration.output.split("\n").filter((line) => line.startsWith("Applied")).length;
  const slowest = [...migration.output.matchAll(/Applied (\w+) in (\d+) ms/g)]
    .map(([, name, ms]) => ({ name, ms: Number(ms) }))
    .sort((a, b) => b.ms - a.ms)[0];
  report({
    check: `${release.commit}: migrations with ${calls.toLocaleString("en")} calls`,
    measured: `${count} in ${Math.round(migration.ms)} ms, the slowest ${slowest?.name} in ${slowest?.ms} ms`,
    expected: "all applied, planned before",
    ok:
      migration.code === 0 &&
      count > 0 &&
      plan.code === 0 &&
      plan.output.includes(`Pending: ${count} migrations`),
  });
  const init = await runEntry(current, "init", env);
  if (init.code !== 0) throw new Error(`init of this release: ${init.output}`);

  if (release.sideBySide !== true) {
    for (const server of formerServers) await server.stop();
    await formerWorker.stop();
  }
  const currentServers = [await start(current, "server"), await start(current, "server")];
  let worker = await start(current, "worker");
  if (release.sideBySide === true) {
    servers = [...formerServers, ...currentServers];
    await measure(`${release.commit}: new processes beside former ones`, async () => undefined);
    await measure(`${release.commit}: former processes end`, async () => {
      servers = currentServers;
      for (const process of [...formerServers, formerWorker]) await process.stop();
    });
  } else {
    report({
      check: `${release.commit}: new processes beside former ones`,
      measured: `not possible: ${release.sideBySide}`,
      expected: "stated",
      ok: true,
    });
    servers = currentServers;
    await measure(`${release.commit}: new processes after former ones`, async () => undefined);
  }

  const readBackfill = async () =>
    (await admin.query("select after, processed, changed, estimate, finished_at from backfills")).rows[0];
  await measure(`${release.commit}: the backfill, with its worker killed`, async () => {
    await waitUntil("the backfill has begun", async () => (await readBackfill())?.after != null, {
      timeoutMs: BACKFILL_TIMEOUT_MS,
    });
    await worker.kill();
    worker = await start(current, "worker");
    await waitUntil("the backfill has finished", async () => (await readBackfill())?.finished_at != null, {
      timeoutMs: BACKFILL_TIMEOUT_MS,
    });
  });
  const { processed, changed, estimate } = await readBackfill();
  const status = await runEntry(current, "migrate", env, ["--status"]);
  say(status.output);
  report({
    check: `${release.commit}: transcripts compressed`,
    measured: `${processed} of ${estimate} read, ${changed} changed`,
    expected: release.sideBySide === true ? "all read" : "all read, some changed",
    ok:
      processed >= estimate &&
      status.output.includes("finished in 1 of 1") &&
      (release.sideBySide === true || changed > 0),
  });

  if (release.sideBySide === true) {
    await measure(`${release.commit}: back to former processes on the new schema`, async () => {
      const returned = [await start(former, "server"), await start(former, "server")];
      servers = [...currentServers, ...returned];
      const returnedWorker = await start(former, "worker");
      await pause(PHASE_MS);
      servers = returned;
      for (const process of [...currentServers, worker]) await process.stop();
      await pause(PHASE_MS);
      currentServers[0] = await start(current, "server");
      servers = currentServers.slice(0, 1);
      for (const process of [...returned, returnedWorker]) await process.stop();
    });
  } else {
    servers = currentServers.slice(0, 1);
    await currentServers[1]?.stop();
    await worker.stop();
  }
  const [server] = servers;
  if (server !== undefined)
    for (const row of await checkMisfits({ current, env, admin, server, ownerKey })) report(row);
}
