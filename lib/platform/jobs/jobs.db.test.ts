import { type ChildProcess, fork } from "node:child_process";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { directUrl, writeUnaudited } from "@/lib/platform/db";
import { measureDatabaseClock } from "@/lib/platform/db/database-clock";
import { AppError } from "@/lib/platform/errors";
import { enqueue, enqueueMany } from ".";
import type { HeartbeatTimes } from "./heartbeats";
import { LANES } from "./lanes";
import { runJobs } from "./run";
import { isWorkerRunning } from "./worker-running";

/** Faster than in life, where a dead worker's jobs wait for 30 s. */
const FAST = { heartbeatMs: 50, staleMs: 2_000 } satisfies HeartbeatTimes;
/** A worker that lives is never taken for a dead one, however late its beats are. */
const PATIENT = { heartbeatMs: 50, staleMs: 8_000 } satisfies HeartbeatTimes;
const PATIENCE = { timeout: 20_000, interval: 25 };
/** Enough for a beat to become stale, twice. */
const STALE_PATIENCE = { ...PATIENCE, timeout: 40_000 };
const STALE_TEST_MS = 90_000;
const WORKSPACE = "ws_of_this_file";

let owner: pg.Client;
beforeAll(async () => {
  owner = new pg.Client({ connectionString: directUrl() });
  await owner.connect();
});
afterAll(() => owner.end());

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  await owner.query("delete from graphile_worker._private_jobs");
});

function work(...args: Parameters<typeof runJobs>) {
  const jobs = runJobs(...args);
  stops.push(jobs.stop);
  return jobs;
}

const tick = (callId: string) =>
  writeUnaudited(
    { workspaceId: WORKSPACE },
    {
      run: [
        enqueue(
          "call.tick",
          { workspaceId: WORKSPACE, callId },
          { key: `tick:${callId}`, runAt: new Date(0).toISOString() },
        ),
      ],
    },
  );

test("makes a job due by the database's clock, which can differ from this process's", async () => {
  const hourMs = 3_600_000;
  const serverOf = (ms: number) =>
    ({ query: async () => ({ rows: [{ ms }] }) }) as unknown as Parameters<typeof measureDatabaseClock>[0];
  const runAt = new Date(Date.now() + 60_000).toISOString();
  const payload = (callId: string) => ({ workspaceId: WORKSPACE, callId });
  // Opens the connection, which measures the clock.
  await tick("first");
  await owner.query("delete from graphile_worker._private_jobs");
  try {
    await measureDatabaseClock(serverOf(Date.now() - hourMs));
    await writeUnaudited(
      { workspaceId: WORKSPACE },
      {
        run: [
          enqueue("call.tick", payload("one"), { key: "skew:one", runAt }),
          enqueueMany("call.tick", [
            { payload: payload("two"), key: "skew:two", runAt },
            { payload: payload("three"), key: "skew:three", runAt },
          ]),
        ],
      },
    );
  } finally {
    await measureDatabaseClock(owner);
  }
  const { rows } = await owner.query<{ key: string; late: number }>(
    "select key, extract(epoch from run_at - $1::timestamptz)::float8 as late from graphile_worker._private_jobs order by key",
    [runAt],
  );
  expect(rows.map(({ key }) => key)).toEqual(["skew:one", "skew:three", "skew:two"]);
  for (const { late } of rows) expect(late).toBeCloseTo(-hourMs / 1_000, 0);
});

const jobsOf = async () =>
  (
    await owner.query<{
      attempts: number;
      max_attempts: number;
      last_error: string | null;
      locked_by: string | null;
    }>(
      "select attempts, max_attempts, last_error, locked_by from graphile_worker.jobs where task_identifier = 'call.tick'",
    )
  ).rows;

async function stuckWorker(): Promise<ChildProcess> {
  const child = fork(join(import.meta.dirname, "testing", "stuck-worker.ts"), {
    execArgv: ["--import", "tsx"],
    env: { ...process.env, NODE_ENV: "test" },
  });
  stops.push(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  });
  await once(child, "message");
  return child;
}

test("a job is done with its payload, and is gone", async () => {
  const verb = vi.fn(async () => undefined);
  work({ "call.tick": verb });
  await tick("call_1");
  await vi.waitFor(() => expect(verb).toHaveBeenCalledOnce(), PATIENCE);
  expect(verb).toHaveBeenCalledWith(
    { workspaceId: WORKSPACE, callId: "call_1" },
    expect.any(AbortSignal),
    expect.stringMatching(/^req_/),
  );
  await vi.waitFor(async () => expect(await jobsOf()).toEqual([]), PATIENCE);
});

test("kill -9 of a worker costs a wait: another takes its job once its beats are missed, and not before", {
  timeout: STALE_TEST_MS,
}, async () => {
  const child = await Promise.all([stuckWorker(), tick("call_2")]).then(([stuck]) => stuck);
  const verb = vi.fn(async () => undefined);
  work({ "call.tick": verb }, PATIENT);
  // While the stuck one beats, its job is its own: this worker has beaten many times by now.
  const beaten = () => owner.query("select worker_id, last_heartbeat_at from worker_heartbeats");
  const [first] = (await vi.waitFor(async () => {
    const { rows } = await beaten();
    expect(rows).toHaveLength(2);
    return rows;
  }, PATIENCE)) as { worker_id: string; last_heartbeat_at: Date }[];
  await vi.waitFor(async () => {
    const later = (await beaten()).rows.find((row) => row.worker_id === first?.worker_id);
    expect(later.last_heartbeat_at.getTime() - (first?.last_heartbeat_at.getTime() ?? 0)).toBeGreaterThan(
      1.25 * PATIENT.staleMs,
    );
  }, STALE_PATIENCE);
  expect(verb).not.toHaveBeenCalled();

  child.kill("SIGKILL");
  await vi.waitFor(() => expect(verb).toHaveBeenCalledOnce(), STALE_PATIENCE);
  await vi.waitFor(async () => expect(await jobsOf()).toEqual([]), PATIENCE);
  expect((await beaten()).rows).toHaveLength(1);
});

test("a worker that was killed before its first beat loses its jobs as well", async () => {
  await tick("call_3");
  await owner.query(
    "update graphile_worker._private_jobs set locked_by = 'pool-never-beaten', locked_at = now() - interval '1 minute', attempts = 1",
  );
  const verb = vi.fn(async () => undefined);
  work({ "call.tick": verb }, FAST);
  await vi.waitFor(() => expect(verb).toHaveBeenCalledOnce(), PATIENCE);
});

test("a call's job runs while exports occupy every worker of their lane", async () => {
  const gate = new EventEmitter();
  const exported = vi.fn();
  const handlers = {
    "export.run": async () => {
      exported();
      await once(gate, "open");
    },
    "call.tick": vi.fn(async () => undefined),
  };
  work({ "export.run": handlers["export.run"] }, {}, LANES.bulk);
  work({ "call.tick": handlers["call.tick"] }, {}, LANES.conversations);
  const { concurrency } = LANES.bulk;
  for (let n = 0; n < concurrency + 1; n++) {
    const payload = { workspaceId: WORKSPACE, exportId: `exp_${n}` };
    const job = enqueue("export.run", payload, { key: `export:${n}`, runAt: new Date(0).toISOString() });
    await writeUnaudited({ workspaceId: WORKSPACE }, { run: [job] });
  }
  await vi.waitFor(() => expect(exported).toHaveBeenCalledTimes(concurrency), PATIENCE);
  await tick("call_beside_exports");
  await vi.waitFor(() => expect(handlers["call.tick"]).toHaveBeenCalledOnce(), PATIENCE);
  expect(exported).toHaveBeenCalledTimes(concurrency);
  gate.emit("open");
  await vi.waitFor(() => expect(exported).toHaveBeenCalledTimes(concurrency + 1), PATIENCE);
  gate.emit("open");
});

test("a stop waits for the job that runs, and takes no other", async () => {
  const gate = new EventEmitter();
  const started = vi.fn();
  const jobs = runJobs({
    "call.tick": async () => {
      started();
      await once(gate, "open");
    },
  });
  await tick("call_4");
  await vi.waitFor(() => expect(started).toHaveBeenCalledOnce(), PATIENCE);
  const over = vi.fn();
  const stopped = jobs.stop().then(over);
  expect((await jobsOf()).map((job) => job.locked_by)).toEqual([expect.stringMatching(/^pool-/)]);
  expect(over).not.toHaveBeenCalled();
  gate.emit("open");
  await stopped;
  expect(await jobsOf()).toEqual([]);
  await tick("call_5");
  expect(await jobsOf()).toMatchObject([{ attempts: 0, locked_by: null }]);
  expect(await isWorkerRunning()).toBe(false);
});

test("a stop gives back the job that does not end, so that another worker takes it at once", async () => {
  // Long enough that a busy machine has begun to stop: until then the same worker would take the job again.
  const jobs = runJobs({ "call.tick": () => new Promise(() => undefined) }, { stopTimeoutMs: 1_000 });
  await tick("call_9");
  await vi.waitFor(async () => expect(await jobsOf()).toMatchObject([{ attempts: 1 }]), PATIENCE);
  await jobs.stop();
  expect(await jobsOf()).toMatchObject([{ attempts: 1, locked_by: null }]);
});

test("a job that failed keeps what kind of error it was, never its words", async () => {
  const verb = vi.fn(async () => {
    throw new AppError("agent_language_not_covered", {
      params: { language: "My account is 12345678" },
      cause: new Error("12345678"),
    });
  });
  work({ "call.tick": verb });
  await tick("call_6");
  await vi.waitFor(
    async () => expect(await jobsOf()).toMatchObject([{ attempts: 1, last_error: expect.anything() }]),
    PATIENCE,
  );
  const [job] = await jobsOf();
  expect(job?.last_error).toContain("AppError invalid_state");
  expect(job?.last_error).not.toContain("12345678");
});

test("a job that failed for good stays in the table", async () => {
  const verb = vi.fn(async () => {
    throw new Error("never");
  });
  await tick("call_7");
  await owner.query("update graphile_worker._private_jobs set max_attempts = 1");
  work({ "call.tick": verb });
  await vi.waitFor(
    async () => expect(await jobsOf()).toMatchObject([{ attempts: 1, max_attempts: 1, locked_by: null }]),
    PATIENCE,
  );
  expect(verb).toHaveBeenCalledOnce();
});

test("a worker recovers after all its connections were cut", async () => {
  const verb = vi.fn(async () => undefined);
  work({ "call.tick": verb }, FAST);
  await vi.waitFor(async () => expect(await isWorkerRunning()).toBe(true), PATIENCE);
  const { rowCount } = await owner.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and application_name like 'parley-queue/%'",
  );
  expect(rowCount).toBeGreaterThan(0);
  await tick("call_8");
  await vi.waitFor(() => expect(verb).toHaveBeenCalledOnce(), PATIENCE);
  await vi.waitFor(async () => expect(await jobsOf()).toEqual([]), PATIENCE);
});

test("a queue that could not store the results of jobs restarts, and runs them again", async () => {
  await owner.query(`
    create function deny() returns trigger language plpgsql as $$ begin raise exception 'not now'; end $$;
    create trigger deny before delete on graphile_worker._private_jobs for each row execute function deny()`);
  const done: string[] = [];
  const all = ["call_a", "call_b", "call_c", "call_d"];
  work(
    {
      "call.tick": async ({ callId }) => {
        // Sequential, so that each result is stored separately.
        await pause(50 * all.indexOf(callId));
        done.push(callId);
      },
    },
    { ...FAST, stopTimeoutMs: 300 },
  );
  for (const callId of all) await tick(callId);
  await vi.waitFor(() => expect(new Set(done)).toEqual(new Set(all)), PATIENCE);
  // A job that was run again shows that a result was refused: only then may results be stored.
  await vi.waitFor(() => expect(done.length).toBeGreaterThan(all.length), PATIENCE);
  await owner.query("drop function deny() cascade");
  await vi.waitFor(async () => expect(await jobsOf()).toEqual([]), PATIENCE);
});

test("a queue is live only while a worker sends heartbeats", async () => {
  await owner.query("delete from worker_heartbeats");
  expect(await isWorkerRunning()).toBe(false);
  await owner.query(
    "insert into worker_heartbeats (worker_id, last_heartbeat_at) values ('old', now() - interval '31 seconds')",
  );
  expect(await isWorkerRunning()).toBe(false);
  const jobs = runJobs({});
  await vi.waitFor(async () => expect(await isWorkerRunning()).toBe(true), PATIENCE);
  await jobs.stop();
  expect(await isWorkerRunning()).toBe(false);
});

test("a job that was taken in this worker's name and never begun is given back", async () => {
  const verb = vi.fn(async () => undefined);
  work({ "call.tick": verb }, FAST);
  const idOfWorker = async () =>
    (await owner.query("select worker_id from worker_heartbeats")).rows[0]?.worker_id;
  await vi.waitFor(async () => expect(await idOfWorker()).toBeDefined(), PATIENCE);
  await owner.query("begin");
  await owner.query(
    "select graphile_worker.add_job('call.tick', json_build_object('workspaceId', $1::text, 'callId', 'call_9'))",
    [WORKSPACE],
  );
  await owner.query("update graphile_worker._private_jobs set locked_at = now(), locked_by = $1", [
    await idOfWorker(),
  ]);
  await owner.query("commit");
  await vi.waitFor(() => expect(verb).toHaveBeenCalledOnce(), PATIENCE);
  await vi.waitFor(async () => expect(await jobsOf()).toEqual([]), PATIENCE);
});

test.each(["enqueue_job", "enqueue_jobs"])(
  "%s adds a job beside one that a worker starts while another transaction adds it",
  async (name) => {
    const add = {
      enqueue_job: "select enqueue_job('call.tick', '{\"callId\": \"call_1\"}', 'race', now(), 25)",
      enqueue_jobs:
        "select enqueue_jobs('call.tick', array['{\"callId\": \"call_1\"}'::json], array['race'], array[now()], 25)",
    }[name];
    if (add === undefined) throw new Error("There is no such function.");
    const rival = new pg.Client({ connectionString: directUrl() });
    await rival.connect();
    try {
      await owner.query("begin");
      await owner.query(add);
      const second = rival.query(add);
      const watcher = new pg.Client({ connectionString: directUrl() });
      await watcher.connect();
      await vi.waitFor(async () => {
        const { rows } = await watcher.query(
          "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
        );
        expect(rows).toHaveLength(1);
      }, PATIENCE);
      await watcher.end();
      // The worker starts the job in the moment in which it is committed.
      await owner.query(
        "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'w' where key = 'race'",
      );
      await owner.query("commit");
      await second;
      const { rows } = await owner.query(
        "select key, locked_at is not null as running from graphile_worker._private_jobs order by id",
      );
      expect(rows).toEqual([
        { key: null, running: true },
        { key: "race", running: false },
      ]);
    } finally {
      await rival.end();
    }
  },
);
